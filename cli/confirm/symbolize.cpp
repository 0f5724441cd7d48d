#include "cli/confirm/symbolize.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <cxxabi.h>

#include "cli/process/subprocess.h"

namespace syncfree::confirm {
namespace {

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
    const auto said = cli::output_of({"addr2line", "-f", "-C", "-i", "-e", module, address.data()});
    entry->second = read_pairs(said.value_or(""));
    if (entry->second.empty() && !symbol.empty()) entry->second.push_back({.function = demangled(symbol)});
  }
  frames.insert(frames.end(), entry->second.begin(), entry->second.end());
}

}  // namespace syncfree::confirm
