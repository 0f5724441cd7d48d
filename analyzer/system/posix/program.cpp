#include "analyzer/system/program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/system/descriptor.h"
#include "analyzer/system/pipe.h"

extern char** environ;

namespace syncfree::sys {
namespace {

using Clock = std::chrono::steady_clock;

/// Our ends of what a program reads and writes.
struct Talk {
  Descriptor input;
  Descriptor out;
  Descriptor error;
};

/// The program's ends.
struct Ends {
  std::optional<Pipe> input;
  std::optional<Pipe> out;
  std::optional<Pipe> error;
};

std::expected<Ends, std::string> make_ends(const Program& program) {
  Ends ends;
  int failure = 0;
  const auto take = [&](std::optional<Pipe>& end, std::expected<Pipe, int> made) {
    if (made)
      end = std::move(*made);
    else
      failure = made.error();
  };
  take(ends.out, make_pipe());
  if (program.keeps_errors) take(ends.error, make_pipe());
  if (!program.input.empty()) take(ends.input, make_socket());
  if (failure != 0) return std::unexpected(std::strerror(failure));
  return ends;
}

int spawn(const Program& program, const Ends& ends, pid_t& child) {
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (ends.input)
    posix_spawn_file_actions_adddup2(&actions, ends.input->read.get(), STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends.out->write.get(), STDOUT_FILENO);
  if (ends.error)
    posix_spawn_file_actions_adddup2(&actions, ends.error->write.get(), STDERR_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int failure = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/// Appends what has come, and closes at the end.
void drain(Descriptor& from, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) from.reset();
}

void feed(Descriptor& to, std::string_view& input) {
  const ssize_t count = ::send(to.get(), input.data(), input.size(), MSG_DONTWAIT | kNoSignal);
  if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
  if (count < 0 && errno != EAGAIN && errno != EINTR) input = {};  // it died; its status says how
}

int milliseconds_until(const std::optional<Clock::time_point>& end) {
  if (!end) return -1;
  return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(*end - Clock::now()).count());
}

/// Writes and reads, whichever is possible, until it closes its output; false where it goes beyond its limits.
bool talk(Talk& with, const Program& program, ProgramEnd& end) {
  std::optional<Clock::time_point> deadline;
  if (program.most_time) deadline = Clock::now() + *program.most_time;
  std::string_view input = program.input;
  while (with.out.get() >= 0 || with.error.get() >= 0) {
    if (input.empty()) with.input.reset();
    const int left = milliseconds_until(deadline);
    if ((deadline && left <= 0) || end.out.size() > program.most_output) return false;
    std::array<pollfd, 3> events = {{{with.out.get(), POLLIN, 0},
                                     {with.error.get(), POLLIN, 0},
                                     {with.input.get(), POLLOUT, 0}}};  // -1 is left out
    const int ready = ::poll(events.data(), events.size(), left);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    if (events[0].revents != 0) drain(with.out, end.out);
    if (events[1].revents != 0) drain(with.error, end.error);
    if (events[2].revents != 0) feed(with.input, input);
  }
  return true;
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::expected<ProgramEnd, std::string> run_program(const Program& program) {
  auto ends = make_ends(program);
  if (!ends) return std::unexpected(ends.error());
  pid_t child = 0;
  if (const int failure = spawn(program, *ends, child); failure != 0) return std::unexpected(std::strerror(failure));
  Talk with;
  if (ends->input) with.input = std::move(ends->input->write);
  with.out = std::move(ends->out->read);
  if (ends->error) with.error = std::move(ends->error->read);
  *ends = {};
  ProgramEnd end;
  end.was_stopped = !talk(with, program, end);
  if (end.was_stopped) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (WIFSIGNALED(status)) {
    end.signal = ::strsignal(WTERMSIG(status));
    end.was_limited = WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
  }
  return end;
}

bool may_run(const std::filesystem::path& file) { return ::access(file.c_str(), X_OK) == 0; }

bool is_running(long process) { return ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH; }

}  // namespace syncfree::sys
