// What tokens do to the variables that they name. It is read once for all tokens, because many tests ask for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontends/cxx/syntax/bracketed_tokens.h"

namespace syncfree::cxx {

enum class VariableUse : std::uint8_t {
  kSet,      ///< `flag = true`, `pointer = make()`, `cudaMalloc(&pointer, size)`
  kReset,    ///< `flag = false`, but where it is declared
  kFilled,   ///< `table[key]`, `table.emplace(key, value)`
  kCounted,  ///< `++count`, `count += n`
  kReplaced  ///< `count = n`, `--count`
};

class VariableUses {
 public:
  explicit VariableUses(const BracketedTokens& tokens);

  /// Does a token of `[from, to)` that names the variable do that to it. Takes the time of a binary search.
  bool has(VariableUse use, std::string_view variable, std::size_t from, std::size_t to) const;

 private:
  struct At {
    std::string_view variable;
    VariableUse use;
    std::size_t token;
    friend auto operator<=>(const At&, const At&) = default;
  };

  std::vector<At> uses_;  ///< in order
};

}  // namespace syncfree::cxx
