#include "frontends/clang/worker_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/system/descriptor.h"
#include "analyzer/system/running_program.h"

extern char** environ;

namespace syncfree::clang_frontend {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 256u << 20;
constexpr std::chrono::seconds kMostForVersion(10);
constexpr int kPatience = 5;

struct Process {
  pid_t id = -1;
  sys::Descriptor input;
  sys::Descriptor output;
};

std::expected<Process, std::string> start(const std::string& program, const std::vector<std::string>& arguments) {
  auto input = sys::make_socket();
  auto output = sys::make_pipe();
  if (!input || !output) return std::unexpected(std::strerror(input ? output.error() : input.error()));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input->read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output->write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  words.push_back(const_cast<char*>(program.c_str()));
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  Process process;
  const int error = ::posix_spawn(&process.id, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return std::unexpected("cannot start `" + program + "`: " + std::strerror(error));
  process.input = std::move(input->write);
  process.output = std::move(output->read);
  return process;
}

/// Writes the request and reads the answer, whichever is possible; false when the time is over.
bool talk(Process& process, std::string_view request, std::string& answer, Clock::time_point end) {
  std::array<char, 1 << 16> buffer{};
  while (true) {
    if (request.empty()) process.input.reset();
    std::array<pollfd, 2> events = {pollfd{process.output.get(), POLLIN, 0},
                                    pollfd{process.input.get(), POLLOUT, 0}};  // -1 is left out
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || answer.size() > kMostOutput) return false;
    const int ready = ::poll(events.data(), events.size(), static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    if (events[1].revents != 0) {
      const ssize_t count = ::send(process.input.get(), request.data(), request.size(), MSG_DONTWAIT | sys::kNoSignal);
      if (count > 0) request.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 && errno != EAGAIN && errno != EINTR) request = {};  // it died; its status says how
    }
    if (events[0].revents != 0) {
      const ssize_t count = ::read(process.output.get(), buffer.data(), buffer.size());
      if (count == 0) return true;
      if (count > 0) answer.append(buffer.data(), static_cast<std::size_t>(count));
      if (count < 0 && errno != EINTR) return true;
    }
  }
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::expected<std::string, std::string> run(const std::string& program, const std::vector<std::string>& arguments,
                                            std::string_view request, std::chrono::seconds most,
                                            std::chrono::seconds most_of_processor) {
  auto process = start(program, arguments);
  if (!process) return std::unexpected(std::move(process.error()));
  std::string answer;
  const bool in_time = talk(*process, request, answer, Clock::now() + most);
  if (!in_time) ::kill(process->id, SIGKILL);
  const int status = wait_for(process->id);
  if (!in_time || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))) {
    const std::chrono::seconds limit = in_time ? most_of_processor : most;
    return std::unexpected("took longer than " + std::to_string(limit.count()) + " s or more memory than it may have");
  }
  if (WIFSIGNALED(status))
    return std::unexpected("crashed or ran out of memory (" + std::string(strsignal(WTERMSIG(status))) + ")");
  if (WEXITSTATUS(status) != 0) return std::unexpected("failed with status " + std::to_string(WEXITSTATUS(status)));
  return answer;
}

}  // namespace

std::optional<std::string> worker_program() {
  const fs::path self = sys::running_program();
  if (self.empty()) return std::nullopt;
  for (const fs::path& folder : {self.parent_path(), self.parent_path() / "../libexec/syncfree-lint"}) {
    const fs::path program = folder / "syncfree-lint-clang";
    if (::access(program.c_str(), X_OK) == 0) return program.lexically_normal().string();
  }
  return std::nullopt;
}

std::optional<std::string> clang_version() {
  const auto program = worker_program();
  if (!program) return std::nullopt;
  auto text = run(*program, {"--version"}, {}, kMostForVersion, kMostForVersion);
  if (!text) return std::nullopt;
  while (!text->empty() && text->back() == '\n') text->pop_back();
  return *text;
}

std::expected<std::string, std::string> run_worker(const std::string& program, const WorkRequest& request) {
  // The limit is of the processor's time: on a busy machine that takes longer.
  const std::chrono::seconds most(request.most_seconds);
  return run(program, {}, write_request(request), kPatience * most, most);
}

}  // namespace syncfree::clang_frontend
