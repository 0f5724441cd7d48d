#include "analyzer/flow/uses.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "analyzer/model/is_name.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

namespace {

using model::Expression;

}  // namespace

Parents::Parents(model::Block body) {
  add(body);
  std::ranges::sort(roots_, {}, [](const Expression* root) { return root->range.begin; });
}

void Parents::add(model::Block block) {
  for (const model::Statement* statement : block) {
    const bool definition =
        statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass;
    model::for_each_part(
        *statement,
        [&](const Expression* root) {
          roots_.push_back(root);
          add(*root, nullptr, *statement);
        },
        [&](model::Block inner) {
          if (!definition) add(inner);
        });
  }
}

void Parents::add(const Expression& expression, const Expression* parent, const model::Statement& statement) {
  places_.insert_or_assign(&expression, Holder{parent, &statement});
  if (expression.kind == model::ExpressionKind::kLambda) return;
  model::for_each_child(expression, [&](const Expression* child) { add(*child, &expression, statement); });
}

Parents::Holder Parents::of(const Expression& expression) const {
  const auto found = places_.find(&expression);
  return found == places_.end() ? Holder{} : found->second;
}

const Expression* Parents::at(source::TextRange range) const {
  const auto next =
      std::ranges::upper_bound(roots_, range.begin, {}, [](const Expression* root) { return root->range.begin; });
  if (next == roots_.begin()) return nullptr;
  const Expression* found = nullptr;
  // A target may lie inside an annotation's line, and in C++ many parts of a chain of calls stand before the whole,
  // with the same begin; look at the last ones that begin elsewhere.
  int elsewhere = 0;
  for (auto root = next; root != roots_.begin() && found == nullptr && elsewhere < 4;) {
    --root;
    if ((*root)->range.begin != range.begin) ++elsewhere;
    if ((*root)->range.contains(range)) found = *root;
  }
  for (const Expression* inner = found; inner != nullptr;) {
    found = inner;
    inner = nullptr;
    if (found->kind == model::ExpressionKind::kLambda) break;
    // The last one: what a frontend writes around an expression, a condition of C++, has its range throughout.
    model::for_each_child(*found, [&](const Expression* child) {
      if (child->range.contains(range)) inner = child;
    });
  }
  return found;
}

namespace {

/// Visits reads of `name` forward from `from` until it is bound again, or until `visit` says that it is enough; `stop`
/// ends a way before a position.
template <class Visit>
void follow(const Graph& graph, Point from, model::Symbol name, const Point* stop, Visit&& visit) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<Point> todo = {from};
  while (!todo.empty()) {
    const Point at = todo.back();
    todo.pop_back();
    const Block& block = graph.blocks[at.block];
    bool goes_on = true;
    for (std::uint32_t i = at.step; i < block.steps.size() && goes_on; ++i) {
      if (stop != nullptr && *stop == Point{at.block, i}) {
        goes_on = false;
        break;
      }
      const Step& step = block.steps[i];
      if (step.kind == StepKind::kEvaluate && model::is_name(*step.expression, name) && visit({at.block, i})) return;
      if (step.kind == StepKind::kBind && model::is_name(*step.expression, name)) goes_on = false;
    }
    if (stop != nullptr && stop->block == at.block && stop->step >= block.steps.size()) goes_on = false;
    if (!goes_on) continue;
    for (const std::uint32_t next : block.successors) {
      if (seen[next]) continue;
      seen[next] = true;
      todo.push_back({next, 0});
    }
  }
}

}  // namespace

std::vector<const Expression*> reads_after(const Graph& graph, Point from, model::Symbol name, std::size_t most) {
  std::vector<const Expression*> reads;
  const auto count = graph.reads.find(name.id);
  if (count == graph.reads.end()) return reads;
  std::set<Point> seen;
  std::unordered_set<const Expression*> known;
  follow(graph, from, name, nullptr, [&](Point at) {
    const Expression* read = graph.blocks[at.block].steps[at.step].expression;
    if (seen.insert(at).second && known.insert(read).second) reads.push_back(read);
    return seen.size() == count->second || reads.size() > most;
  });
  return reads;
}

bool read_between(const Graph& graph, Point from, Point to, model::Symbol name) {
  bool found = false;
  if (graph.reads.contains(name.id)) follow(graph, from, name, &to, [&](Point) { return found = true; });
  return found;
}

}  // namespace syncfree::flow
