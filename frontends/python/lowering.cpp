#include "frontends/python/lowering.h"

#include <algorithm>

namespace syncfree::python {

void Lowering::add_tree(const TSTree* tree, std::uint32_t offset, std::span<const model::TextRange> spoilt,
                        Gather<const model::Statement*>& body) {
  spoilt_ = spoilt;
  cursor_.start(ts_tree_root_node(tree), offset);
  statements(body);
}

void Lowering::add_unknown(model::TextRange range, Gather<const model::Statement*>& body) {
  body.push(unknown_statement(range));
}

bool Lowering::is_spoilt(TextRange range) const {
  return std::ranges::any_of(spoilt_, [&](TextRange spoilt) { return spoilt.contains(range); });
}

void Lowering::finish(Gather<const model::Statement*>& body) {
  module_.body = body.keep(arena_);
  module_.docstring = docstring(module_.body);
  module_.expression_count = next_id_;
  // The walk looks ahead in places, and so meets some comments twice.
  std::vector<model::Comment>& comments = module_.comments;
  const auto begin_of = [](const model::Comment& comment) { return comment.range.begin; };
  if (!std::ranges::is_sorted(comments, {}, begin_of)) std::ranges::sort(comments, {}, begin_of);
  const auto repeated = std::ranges::unique(comments, {}, begin_of);
  comments.erase(repeated.begin(), repeated.end());
  std::ranges::stable_sort(module_.problems, {}, [](const model::SyntaxProblem& problem) { return problem.range.begin; });
}

}  // namespace syncfree::python
