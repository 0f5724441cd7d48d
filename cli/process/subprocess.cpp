#include "cli/process/subprocess.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/system/descriptor.h"

extern char** environ;

namespace syncfree::cli {
namespace {

/// Appends what has come; false at the end.
bool drain(int descriptor, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

/// Both at once, so that neither end waits for the other.
void drain_both(sys::Pipe& out, sys::Pipe& error, Finished& result) {
  while (out.read.get() >= 0 || error.read.get() >= 0) {
    std::array<pollfd, 2> waiting = {{{out.read.get(), POLLIN, 0}, {error.read.get(), POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents != 0 && !drain(out.read.get(), result.out)) out.read.reset();
    if (waiting[1].revents != 0 && !drain(error.read.get(), result.error)) error.read.reset();
  }
}

int start(const std::vector<std::string>& words, const sys::Pipe& out, const sys::Pipe& error, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write.get(), STDERR_FILENO);
  const int failure = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

}  // namespace

std::expected<Finished, std::string> run_program(const std::vector<std::string>& words) {
  auto out = sys::make_pipe();
  auto error = sys::make_pipe();
  if (!out || !error) return std::unexpected(std::strerror(out ? error.error() : out.error()));
  pid_t child = 0;
  if (const int failure = start(words, *out, *error, child); failure != 0)
    return std::unexpected(std::strerror(failure));
  out->write.reset();
  error->write.reset();
  Finished result;
  drain_both(*out, *error, result);
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
