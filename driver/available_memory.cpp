#include "driver/available_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace syncfree::driver {
namespace {

std::string read(const char* path) {
  std::ifstream in(path);
  return in ? std::string(std::istreambuf_iterator<char>(in), {}) : std::string();
}

/// "max" is no number.
std::optional<std::uint64_t> number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::uint64_t available_memory(std::string_view meminfo, std::string_view most, std::string_view current) {
  constexpr std::string_view kWord = "MemAvailable:";
  std::uint64_t bytes = 0;
  if (const std::size_t at = meminfo.find(kWord); at != std::string_view::npos)
    bytes = number(meminfo.substr(at + kWord.size())).value_or(0) << 10;
  const auto limit = number(most);
  if (!limit) return bytes;
  const std::uint64_t taken = std::min(number(current).value_or(0), *limit);
  return std::min(bytes, *limit - taken);
}

std::uint64_t available_memory() {
  return available_memory(read("/proc/meminfo"), read("/sys/fs/cgroup/memory.max"),
                          read("/sys/fs/cgroup/memory.current"));
}

}  // namespace syncfree::driver
