// The macros of a file.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/cxx/build_conditions.h"
#include "frontends/cxx/facts.h"
#include "frontends/cxx/syntax/token.h"

namespace syncfree::cxx {

struct Macro {
  std::string_view name;
  bool is_function = false;
  bool is_variadic = false;
  bool is_fixed = false;   ///< no `#if` around its only definition but the file's guard
  bool is_always = false;  ///< no `#if` around one of its definitions but the file's guard, and no `#undef` behind it
  bool for_debug = false;  ///< defined in a branch for debugging
  std::uint32_t condition = BuildConditions::kNone;  ///< around its definition
  std::vector<std::string_view> parameters;
  Tokens body;
  source::TextRange name_range;
  const ForeignMacro* foreign = nullptr;  ///< null for a macro of this file
};

using Macros = std::unordered_map<std::string_view, Macro>;

}  // namespace syncfree::cxx
