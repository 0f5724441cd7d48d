#include "cli/confirm/symbolize.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <cxxabi.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace syncfree::confirm {
namespace {

/// What the program prints; empty if it cannot be run.
std::string output_of(const std::vector<std::string>& words) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const bool started = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  while (started) {
    const ssize_t count = ::read(ends[0], buffer.data(), buffer.size());
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  if (started) ::waitpid(child, nullptr, 0);
  return text;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string result = text != nullptr ? text : symbol;
  std::free(text);
  return result;
}

/// addr2line prints two lines for each function: its name, and "file:line" with "?" for what it does not know.
std::vector<Frame> read_pairs(const std::string& text) {
  std::vector<Frame> frames;
  std::istringstream lines(text);
  std::string function, place;
  while (std::getline(lines, function) && std::getline(lines, place)) {
    if (const std::size_t note = place.find(" (discriminator"); note != std::string::npos) place.resize(note);
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos || place.starts_with("?")) continue;
    const int line = std::atoi(place.c_str() + colon + 1);
    if (line > 0)
      frames.push_back({.file = place.substr(0, colon), .function = function, .line = line, .end_line = line});
  }
  return frames;
}

}  // namespace

void Symbolizer::append(const std::string& module, std::uint64_t offset, const std::string& symbol,
                        std::vector<Frame>& frames) {
  const auto [entry, is_new] = known_.try_emplace({module, offset});
  if (is_new) {
    std::array<char, 32> address;
    std::snprintf(address.data(), address.size(), "0x%llx", static_cast<unsigned long long>(offset));
    entry->second = read_pairs(output_of({"addr2line", "-f", "-C", "-i", "-e", module, address.data()}));
    if (entry->second.empty() && !symbol.empty()) entry->second.push_back({.function = demangled(symbol)});
  }
  frames.insert(frames.end(), entry->second.begin(), entry->second.end());
}

}  // namespace syncfree::confirm
