#include "frontends/cxx/variable_uses.h"

#include <algorithm>
#include <array>

#include "analyzer/work/work.h"

namespace syncfree::cxx {

namespace {

// What puts an element into a table.
constexpr std::array<std::string_view, 9> kFills = {"emplace",          "insert",       "try_emplace",
                                                    "insert_or_assign", "emplace_back", "emplace_hint",
                                                    "push_back",        "Insert",       "Emplace"};
constexpr std::array<std::string_view, 5> kNothing = {"false", "nullptr", "NULL", "0", "FALSE"};

template <class Names>
bool is_one_of(const Names& names, const Token& token) {
  return std::ranges::find(names, token.text) != names.end();
}

}  // namespace

VariableUses::VariableUses(const BracketedTokens& tokens) {
  work::count(work::Counted::kTokens, tokens.size());
  const Token none;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is_name()) continue;
    const Token& before = i > 0 ? tokens[i - 1] : none;
    const Token& next = tokens[i + 1];
    const auto add = [&](VariableUse use) { uses_.push_back({tokens[i].text, use, i}); };
    if (next.is("=")) {
      const bool is_nothing = is_one_of(kNothing, tokens[i + 2]);
      const bool is_declared = before.is_name() || before.is("&") || before.is("*");
      if (!is_nothing) add(VariableUse::kSet);
      if (is_nothing && !is_declared) add(VariableUse::kReset);
      add(VariableUse::kReplaced);
    }
    if (before.is("&") && (next.is(",") || next.is(")"))) add(VariableUse::kSet);
    const bool calls = next.is(".") || next.is("->");
    if (next.is("[") || (calls && is_one_of(kFills, tokens[i + 2]))) add(VariableUse::kFilled);
    if (next.is("++") || before.is("++") || next.is("+=")) add(VariableUse::kCounted);
    if (next.is("--") || before.is("--") || next.is("-=")) add(VariableUse::kReplaced);
  }
  std::ranges::sort(uses_);
}

bool VariableUses::has(VariableUse use, std::string_view variable, std::size_t from, std::size_t to) const {
  const auto first = std::ranges::lower_bound(uses_, At{variable, use, from});
  return first != uses_.end() && first->variable == variable && first->use == use && first->token < to;
}

}  // namespace syncfree::cxx
