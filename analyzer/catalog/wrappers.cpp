#include "analyzer/catalog/wrappers.h"

#include <unordered_map>

namespace syncfree::catalog {

namespace {

constexpr std::array<Parameter, 2> kAnyParameters = {Parameter{.name = "arguments", .stars = 1},
                                                     Parameter{.name = "keywords", .stars = 2}};
constexpr std::array<ConditionNode, 1> kAlways = {ConditionNode{.predicate = Predicate::kAlways}};
constexpr std::array<Block, 1> kBlocks = {Block{.rule = "SF601",
                                                .condition = kAlways,
                                                .reason = "the configuration says so (`blocks`)",
                                                .call = "",
                                                .use_instead = "call it outside the step"}};

/// Python's habit, which is all that a name shows: classes start with a capital letter.
NodeKind kind_of_parent(std::string_view name) {
  const char first = name[name.rfind('.') + 1];  // npos + 1 is the start
  return first >= 'A' && first <= 'Z' ? NodeKind::kClass : NodeKind::kNamespace;
}

}  // namespace

RowsWithWrappers::RowsWithWrappers(std::span<const NodeRow> rows, std::span<const std::string> names) : rows_(rows) {
  if (names.empty()) return;
  all_.assign(rows.begin(), rows.end());
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < rows.size(); ++i) known.emplace(rows[i].name, i);
  const auto add = [&](std::string_view name, NodeKind kind) -> NodeRow& {
    const auto found = known.find(name);
    if (found != known.end()) return all_[found->second];
    names_.emplace_back(name);
    known.emplace(names_.back(), all_.size());
    return all_.emplace_back(
        NodeRow{.name = names_.back(), .kind = kind, .bases = {}, .alias_of = {}, .gives_way = true});
  };
  for (const std::string& name : names) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
      const std::string_view parent = std::string_view(name).substr(0, dot);
      add(parent, kind_of_parent(parent));
    }
    NodeRow& row = add(name, NodeKind::kFunction);
    operators_.push_back({.name = row.name, .parameters = kAnyParameters, .blocks = kBlocks});
    row.operation = &operators_.back();
    row.is_wrapper = true;
  }
}

}  // namespace syncfree::catalog
