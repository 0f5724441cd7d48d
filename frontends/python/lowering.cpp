#include "frontends/python/lowering.h"

#include <algorithm>
#include <iterator>

namespace syncfree::python {

void Lowering::add_tree(const TSTree* tree, std::uint32_t offset, const Rewriting& rewriting,
                        Gather<const model::Statement*>& body) {
  rewriting_ = rewriting.empty() ? nullptr : &rewriting;
  cursor_.start(ts_tree_root_node(tree), offset);
  statements(body);
  rewriting_ = nullptr;
}

void Lowering::add_unknown(model::TextRange range, Gather<const model::Statement*>& body) {
  body.push(unknown_statement(range));
}

const model::TextRange* Lowering::spoilt_line(TextRange range) const {
  if (rewriting_ == nullptr) return nullptr;
  const auto after = std::ranges::upper_bound(rewriting_->spoilt, range.begin, {}, &TextRange::begin);
  if (after == rewriting_->spoilt.begin() || !std::prev(after)->contains(range)) return nullptr;
  return &*std::prev(after);
}

/// An expression that may have a star before it which was blanked out.
const model::Expression* Lowering::element() {
  const std::uint32_t begin = cursor_.begin();
  const Expression* value = expression();
  if (rewriting_ == nullptr) return value;
  const auto after = std::ranges::upper_bound(rewriting_->stars, begin);
  if (after == rewriting_->stars.begin()) return value;
  const std::uint32_t star = *std::prev(after);
  if (text_.substr(star + 1, begin - star - 1).find_first_not_of(" \t\r\n\\") != std::string_view::npos) return value;
  auto* node = make_expression<model::Starred>({star, value->range.end});
  node->stars = 1;
  node->value = value;
  return node;
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
  std::ranges::stable_sort(module_.problems, {},
                           [](const model::SyntaxProblem& problem) { return problem.range.begin; });
}

}  // namespace syncfree::python
