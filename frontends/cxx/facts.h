// What a compiler knows of a file, by the places of its tokens. The reader asks here before it guesses; a file that no
// compiler has seen has none, and one that a compiler understood in part has some.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/source/text_range.h"
#include "frontends/cxx/types.h"

namespace syncfree::cxx {

/// A macro that another file defines and this one uses.
struct ForeignMacro {
  std::string definition;  ///< from `#define` to the end of its body
  std::string path;        ///< of the file that defines it, as the compiler names it
  std::uint32_t offset = 0;
};

struct FileFacts {
  std::uint32_t size = 0;                                ///< of the file; facts of another state of it say nothing
  std::unordered_map<std::uint32_t, Type> values;        ///< of the variable or member that is named there
  std::unordered_map<std::uint32_t, Type> results;       ///< of the call of what is named there
  std::unordered_map<std::uint32_t, std::string> names;  ///< in full: "at::zeros" for `zeros`
  std::unordered_set<std::uint32_t> device_code;         ///< names of functions, brackets of lambdas
  std::vector<source::TextRange> skipped;                ///< branches that were not compiled, in order
  std::vector<ForeignMacro> macros;
  std::unordered_set<std::uint32_t> expanded;  ///< names in `#define`: macros that other files use
  std::vector<std::string> misread;            ///< functions that the compiler could not understand
  std::uint32_t errors = 0;
  std::uint32_t first_error_line = 0;  ///< 0 without a place in this file
  std::string first_error;

  Type value_at(std::uint32_t offset) const;
  Type result_at(std::uint32_t offset) const;
  const std::string* name_at(std::uint32_t offset) const;
  bool is_skipped(std::uint32_t offset) const;
};

/// By absolute path.
using Facts = std::map<std::string, FileFacts, std::less<>>;

/// Facts travel between processes as text of one line each; what was cut off or garbled is no facts.
std::string write_facts(const Facts& facts);
std::optional<Facts> read_facts(std::string_view text);

}  // namespace syncfree::cxx
