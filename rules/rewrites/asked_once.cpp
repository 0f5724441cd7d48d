#include "rules/rewrites/asked_once.h"

#include <algorithm>

#include "analyzer/model/walk.h"

namespace syncfree::rules {

using model::Block;
using model::Statement;

namespace {

bool any_may_change_in(std::span<const Meaning> meanings, const Statement& statement) {
  return std::ranges::any_of(meanings, [&](const Meaning& one) { return one.may_change_in(statement); });
}

bool any_may_change_before_end_of(std::span<const Meaning> meanings, const Statement& statement) {
  return std::ranges::any_of(meanings, [&](const Meaning& one) { return one.may_change_before_end_of(statement); });
}

/// Nobody reads an edit of more statements of one block, to each side of the place.
constexpr std::ptrdiff_t kMostStatements = 50;

/// The statement of the block that holds the range; the block's end if none does.
Block::iterator holder_of(Block block, source::TextRange range, const engine::FixContext& context) {
  const Block near = context.locator.candidates(block, range);
  const auto found = std::ranges::find_if(near, [&](const Statement* one) { return one->range.contains(range); });
  return found == near.end() ? block.end() : block.begin() + (&*found - block.data());
}

/// The block in `statement` that holds the range; a function is another one's business.
Block block_around(const Statement& statement, source::TextRange range, const engine::FixContext& context) {
  Block found;
  if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return found;
  model::for_each_part(
      statement, [](const model::Expression*) {},
      [&](Block block) {
        if (holder_of(block, range, context) != block.end()) found = block;
      });
  return found;
}

Block asking_around(Block block, Block::iterator holds, std::span<const Meaning> meanings,
                    const std::function<bool(const Statement&)>& asks) {
  auto first = asks(**holds) ? holds : block.end();
  for (auto before = holds; before != block.begin() && holds - before < kMostStatements;) {
    --before;
    if (any_may_change_in(meanings, **before)) break;
    if (asks(**before)) first = before;
  }
  auto end = first;
  while (end != block.end() && end - holds < kMostStatements && !any_may_change_before_end_of(meanings, **end)) {
    const bool is_last = any_may_change_in(meanings, **end);
    ++end;
    if (is_last) break;
  }
  return {first, end};
}

}  // namespace

std::optional<fixes::Proposal> asked_once(const engine::FixContext& context, std::span<const Meaning> meanings,
                                          const std::function<bool(const Statement&)>& asks,
                                          const std::function<std::optional<fixes::Proposal>(Block)>& propose) {
  const source::TextRange range = context.location.node->range;
  for (Block block = context.location.function->body; !block.empty();) {
    const auto holds = holder_of(block, range, context);
    if (holds == block.end()) break;
    const Block asking = asking_around(block, holds, meanings, asks);
    if (!asking.empty()) {
      if (auto found = propose(asking)) return found;
    }
    block = block_around(**holds, range, context);
  }
  return std::nullopt;
}

}  // namespace syncfree::rules
