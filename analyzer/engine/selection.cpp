#include "analyzer/engine/selection.h"

#include <algorithm>

#include "analyzer/engine/suggestion.h"

namespace syncfree::engine {
namespace {

std::string upper(std::string_view word) {
  std::string result(word);
  for (char& letter : result) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return result;
}

/// The rule whose name begins like this, if it is one.
std::optional<std::string_view> only_name_with(std::string_view beginning, std::span<const RuleInfo> rules) {
  std::optional<std::string_view> only;
  for (const RuleInfo& rule : rules) {
    if (beginning.empty() || !upper(rule.name).starts_with(upper(beginning))) continue;
    if (only) return std::nullopt;
    only = rule.name;
  }
  return only;
}

std::string unknown_selector(std::string_view word, std::span<const RuleInfo> rules) {
  std::vector<std::string_view> candidates;
  for (const RuleInfo& rule : rules) candidates.insert(candidates.end(), {rule.code, rule.name});
  std::string message = "no rule has the code or name `" + std::string(word) + "`";
  auto near = closest_word(word, candidates);
  if (!near) near = only_name_with(word, rules);
  if (near) message += "; did you mean `" + std::string(*near) + "`?";
  return message;
}

using Prefixes = std::vector<std::string>;

/// `key` is what the words stand behind.
std::expected<Prefixes, std::string> parse_selectors(std::string_view key, std::span<const std::string> words,
                                                     std::span<const RuleInfo> rules) {
  Prefixes prefixes;
  for (const std::string& word : words) {
    auto prefix = parse_selector(word, rules);
    if (!prefix) return std::unexpected("`" + std::string(key) + "`: " + prefix.error());
    prefixes.push_back(std::move(*prefix));
  }
  return prefixes;
}

/// Length of the longest of `prefixes` that `code` starts with, 0 if none does.
std::size_t longest_match(std::span<const std::string> prefixes, std::string_view code) {
  std::size_t longest = 0;
  for (const std::string& prefix : prefixes) {
    if (code.starts_with(prefix)) longest = std::max(longest, prefix.size());
  }
  return longest;
}

}  // namespace

const RuleInfo* find_rule(std::string_view code_or_name, std::span<const RuleInfo> rules) {
  const std::string wanted = upper(code_or_name);
  const auto found = std::ranges::find_if(
      rules, [&](const RuleInfo& rule) { return rule.code == wanted || upper(rule.name) == wanted; });
  return found == rules.end() ? nullptr : &*found;
}

std::optional<std::string> find_selector(std::string_view word, std::span<const RuleInfo> rules) {
  const std::string wanted = upper(word);
  if (wanted == "ALL") return "SF";
  if (const RuleInfo* rule = find_rule(wanted, rules)) return std::string(rule->code);
  const bool is_prefix = wanted.starts_with("SF") && std::ranges::any_of(rules, [&](const RuleInfo& rule) {
                           return rule.code.starts_with(wanted);
                         });
  return is_prefix ? std::optional(wanted) : std::nullopt;
}

std::expected<std::string, std::string> parse_selector(std::string_view word, std::span<const RuleInfo> rules) {
  if (auto prefix = find_selector(word, rules)) return std::move(*prefix);
  return std::unexpected(unknown_selector(word, rules));
}

bool Selection::contains(std::string_view code) const { return std::ranges::binary_search(codes_, code); }

void Selection::insert(std::string_view code) {
  const auto place = std::ranges::lower_bound(codes_, code);
  if (place == codes_.end() || *place != code) codes_.insert(place, code);
}

void Selection::erase(std::string_view code) {
  const auto place = std::ranges::lower_bound(codes_, code);
  if (place != codes_.end() && *place == code) codes_.erase(place);
}

bool SelectionStep::selects(std::string_view code, bool before) const {
  const std::size_t for_it = longest_match(wanted, code);
  const std::size_t against_it = longest_match(unwanted, code);
  if (for_it > against_it) return true;
  if (against_it > 0) return false;
  return before && !starts_anew;
}

std::expected<SelectionStep, std::string> parse_layer(const SelectionLayer& layer, std::span<const RuleInfo> rules) {
  auto wanted = parse_selectors("select", layer.select.value_or(Prefixes{}), rules);
  if (!wanted) return std::unexpected(std::move(wanted.error()));
  const auto more = parse_selectors("extend-select", layer.extend_select, rules);
  if (!more) return std::unexpected(more.error());
  auto unwanted = parse_selectors("ignore", layer.ignore, rules);
  if (!unwanted) return std::unexpected(std::move(unwanted.error()));
  wanted->insert(wanted->end(), more->begin(), more->end());
  return SelectionStep{
      .starts_anew = layer.select.has_value(), .wanted = std::move(*wanted), .unwanted = std::move(*unwanted)};
}

std::expected<Selection, std::string> select_rules(std::span<const RuleInfo> rules,
                                                   std::span<const SelectionLayer> layers) {
  Selection selection;
  for (const RuleInfo& rule : rules) selection.insert(rule.code);
  for (const SelectionLayer& layer : layers) {
    const auto step = parse_layer(layer, rules);
    if (!step) return std::unexpected(step.error());
    for (const RuleInfo& rule : rules) {
      step->selects(rule.code, selection.contains(rule.code)) ? selection.insert(rule.code)
                                                              : selection.erase(rule.code);
    }
  }
  return selection;
}

}  // namespace syncfree::engine
