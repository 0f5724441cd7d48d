#include "analyzer/inference/reach.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// The end of the last statement of the block that was begun; 0: none was.
std::uint32_t end_in(const ReachedBlocks& reached, model::Block block) {
  const std::uint32_t begin = block.front()->range.begin;
  const auto found = std::ranges::lower_bound(reached, begin, {}, &source::TextRange::begin);
  return found == reached.end() || found->begin != begin ? 0 : found->end;
}

/// The blocks of a statement that are evaluated with it: those of an inner function are not.
template <class Visit>
void for_each_inner_block(const model::Statement& statement, Visit&& visit) {
  if (statement.kind == model::StatementKind::kFunction) return;
  model::for_each_part(
      statement, [](const model::Expression*) {},
      [&](model::Block inner) {
        if (!inner.empty()) visit(inner);
      });
}

}  // namespace

bool comes_to(const ReachedBlocks& reached, model::Block body, std::uint32_t place) {
  bool comes = true;
  const auto look = [&](const auto& self, model::Block block) -> void {
    const std::uint32_t end = end_in(reached, block);
    for (const model::Statement* statement : block) {
      if (place < statement->range.begin || place >= statement->range.end) continue;
      comes = comes && statement->range.end <= end;
      for_each_inner_block(*statement, [&](model::Block inner) { self(self, inner); });
    }
  };
  if (!body.empty()) look(look, body);
  return comes;
}

std::vector<std::uint32_t> blocks_left_out(const ReachedBlocks& reached, model::Block body) {
  std::vector<std::uint32_t> found;
  std::uint32_t count = 0;
  const auto look = [&](const auto& self, model::Block block) -> void {
    if (end_in(reached, block) < block.back()->range.end) found.push_back(count);
    ++count;
    for (const model::Statement* statement : block)
      for_each_inner_block(*statement, [&](model::Block inner) { self(self, inner); });
  };
  if (!body.empty()) look(look, body);
  return found;
}

bool leave_out_some(std::span<const ReachedBlocks* const> evaluations, model::Block body) {
  const auto look = [&](const auto& self, model::Block block) -> bool {
    std::uint32_t end = 0;
    for (const ReachedBlocks* reached : evaluations) end = std::max(end, end_in(*reached, block));
    if (block.back()->range.end > end) return block.back()->kind != model::StatementKind::kRaise;
    bool found = false;
    for (const model::Statement* statement : block)
      for_each_inner_block(*statement, [&](model::Block inner) { found = found || self(self, inner); });
    return found;
  };
  return !body.empty() && look(look, body);
}

}  // namespace syncfree::inference
