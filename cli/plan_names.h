// Functions by what a user calls them: `--from MODULE:CLASS.FUNCTION`.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/judging/runs.h"
#include "analyzer/engine/report_data.h"

namespace syncfree::cli {

/// What stands for the code of a file outside of its functions.
inline constexpr std::string_view kTopLevel = "<module>";

class FunctionNames {
 public:
  /// Both must outlive this.
  FunctionNames(const engine::Report& report, std::span<const engine::RunFunction> runs);

  /// MODULE is a dotted name, of a package that holds the module too, or a path; without it the function may be in any
  /// file. The result is a number in `runs`; the error is one line, with a suggestion where a name is near.
  std::expected<std::size_t, std::string> find(const std::string& word) const;

 private:
  bool is_in(std::size_t function, const std::string& module) const;
  std::string name_of(std::size_t function) const;

  const engine::Report& report_;
  std::span<const engine::RunFunction> runs_;
  std::vector<std::string> modules_;  ///< by file, dotted; empty for C++
};

}  // namespace syncfree::cli
