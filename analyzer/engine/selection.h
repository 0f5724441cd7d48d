// Which rules report: from the codes, families and names that a user writes.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/engine/rule.h"

namespace syncfree::engine {

/// The start of the codes that `word` stands for: a code, the start of one (a family), a rule's name
/// ("host-scalar-read"), or all ("SF", "ALL" give "SF").
std::optional<std::string> find_selector(std::string_view word, std::span<const RuleInfo> rules);

/// The same. The error is one sentence without a full stop, with a suggestion if one is near.
std::expected<std::string, std::string> parse_selector(std::string_view word, std::span<const RuleInfo> rules);

/// The rule of a code or name, in any case; null if there is none.
const RuleInfo* find_rule(std::string_view code_or_name, std::span<const RuleInfo> rules);

/// What one place (a configuration file, the command line) says about rules.
struct SelectionLayer {
  std::optional<std::vector<std::string>> select;  ///< given: only these, whatever the layers before say
  std::vector<std::string> ignore;
  std::vector<std::string> extend_select;  ///< these too
};

/// A layer whose words are understood: prefixes of codes.
struct SelectionStep {
  bool starts_anew = false;
  std::vector<std::string> wanted;
  std::vector<std::string> unwanted;

  /// Whether a rule is selected, given whether it was before. The longest prefix decides; of equal ones the unwanted.
  bool selects(std::string_view code, bool before) const;
};

/// The error is one sentence without a full stop.
std::expected<SelectionStep, std::string> parse_layer(const SelectionLayer& layer, std::span<const RuleInfo> rules);

/// A set of rules.
class Selection {
 public:
  Selection() = default;
  bool contains(std::string_view code) const;
  void insert(std::string_view code);
  void erase(std::string_view code);
  std::span<const std::string_view> codes() const { return codes_; }  ///< sorted

 private:
  std::vector<std::string_view> codes_;
};

/// Starts with all rules and applies the layers in order. Within one layer the longest prefix decides about a rule
/// (`select = SF3, ignore = SF305`, or the other way round); of equal ones `ignore` does.
std::expected<Selection, std::string> select_rules(std::span<const RuleInfo> rules,
                                                   std::span<const SelectionLayer> layers);

}  // namespace syncfree::engine
