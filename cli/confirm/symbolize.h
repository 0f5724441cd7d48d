// From an address in a program to a line of its source, through binutils' addr2line where it is installed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/confirm/recording.h"

namespace syncfree::confirm {

class Symbolizer {
 public:
  /// The frames at the address, inlined functions first: with a file and a line if the module has debug information,
  /// else with the function's name alone.
  void append(const std::string& module, std::uint64_t offset, const std::string& symbol, std::vector<Frame>& frames);

 private:
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Frame>> known_;
};

}  // namespace syncfree::confirm
