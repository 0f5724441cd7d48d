#include "cli/process/subprocess.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace syncfree::cli {
namespace {

/// Both ends of a pipe, closed at the latest when this goes.
struct Pipe {
  std::array<int, 2> ends = {-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

/// Appends what has come; false at the end.
bool drain(int descriptor, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

/// Both at once, so that neither end waits for the other.
void drain_both(Pipe& out, Pipe& error, Finished& result) {
  while (out.ends[0] >= 0 || error.ends[0] >= 0) {
    std::array<pollfd, 2> waiting = {{{out.ends[0], POLLIN, 0}, {error.ends[0], POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents != 0 && !drain(out.ends[0], result.out)) out.close_end(0);
    if (waiting[1].revents != 0 && !drain(error.ends[0], result.error)) error.close_end(0);
  }
}

int start(const std::vector<std::string>& words, const Pipe& out, const Pipe& error, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.ends[1], STDERR_FILENO);
  const int failure = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

}  // namespace

std::expected<Finished, std::string> run_program(const std::vector<std::string>& words) {
  Pipe out, error;
  if (out.ends[0] < 0 || error.ends[0] < 0) return std::unexpected(std::strerror(errno));
  pid_t child = 0;
  if (const int failure = start(words, out, error, child); failure != 0) return std::unexpected(std::strerror(failure));
  out.close_end(1);
  error.close_end(1);
  Finished result;
  drain_both(out, error, result);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::unexpected(std::strerror(errno));
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::expected<std::string, std::string> output_of(const std::vector<std::string>& words) {
  auto finished = run_program(words);
  if (!finished) return std::unexpected(words[0] + ": " + finished.error());
  if (finished->status != 0) return std::unexpected(words[0] + " has failed");
  return std::move(finished->out);
}

}  // namespace syncfree::cli
