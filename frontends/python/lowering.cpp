#include "frontends/python/lowering.h"

#include <algorithm>
#include <iterator>

#include "frontends/python/tree.h"

namespace syncfree::python {

void Lowering::add_tree(const TSTree& tree, std::uint32_t offset, const Rewriting& rewriting,
                        Gather<const model::Statement*>& body) {
  rewriting_ = rewriting.empty() ? nullptr : &rewriting;
  scratch_.tree.assign(tree);
  add_nodes(offset, body);
  rewriting_ = nullptr;
}

bool Lowering::add_quickly(std::string_view text, Gather<const model::Statement*>& body) {
  if (!scratch_.tree.parse(text)) return false;
  add_nodes(0, body);
  return true;
}

void Lowering::add_nodes(std::uint32_t offset, Gather<const model::Statement*>& body) {
  for (const TextRange run : scratch_.tree.comments()) {
    for (const TextRange comment : comments_in({run.begin + offset, run.end + offset}, text_))
      module_.comments.push_back({comment});
  }
  cursor_.start(scratch_.tree, offset);
  statements(body);
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
  std::ranges::stable_sort(module_.problems, {},
                           [](const model::SyntaxProblem& problem) { return problem.range.begin; });
}

}  // namespace syncfree::python
