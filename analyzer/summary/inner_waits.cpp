#include "analyzer/summary/inner_waits.h"

#include <algorithm>
#include <set>

#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using inference::CallEdge;
using inference::Event;
using source::TextRange;

/// Calls on the way to a wait; beyond, conditions that nobody follows decide more than what is seen.
constexpr std::size_t kMostCalls = 8;
constexpr std::size_t kMostContexts = 400;

/// A wait that programs have at their start or end, or every N steps.
bool is_seldom(const Event& event) { return event.guarded || (event.block != nullptr && event.block->rare); }

class ConditionalParts {
 public:
  explicit ConditionalParts(std::vector<TextRange>& parts) : parts_(parts) {}

  void add(model::Block block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      add(*block[i]);
      // `if not self.is_ready: return x`: what follows is for the other calls.
      if (ends_some_calls(*block[i]) && i + 1 < block.size()) {
        parts_.push_back({block[i + 1]->range.begin, block.back()->range.end});
        return;
      }
    }
  }

 private:
  static bool ends_some_calls(const model::Statement& statement) {
    const auto* branch = statement.get_if<model::If>();
    return branch != nullptr && (model::returns(branch->then) || model::returns(branch->otherwise));
  }

  void take(model::Block block) {
    if (!block.empty()) parts_.push_back({block.front()->range.begin, block.back()->range.end});
  }

  void add(const model::Statement& statement) {
    if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return;
    model::for_each_part(statement, [this](const model::Expression* part) { add(*part); }, [](model::Block) {});
    if (const auto* branch = statement.get_if<model::If>()) {
      take(branch->then);
      take(branch->otherwise);
    } else if (const auto* attempt = statement.get_if<model::Try>()) {
      add(attempt->body);
      for (const model::ExceptHandler& handler : attempt->handlers) take(handler.body);
      take(attempt->otherwise);
      add(attempt->finally);
    } else if (const auto* match = statement.get_if<model::Match>()) {
      for (const model::MatchCase& choice : match->cases) take(choice.body);
    } else {
      model::for_each_part(statement, [](const model::Expression*) {}, [this](model::Block inner) { add(inner); });
    }
  }

  void add(const model::Expression& whole) {
    model::walk(whole, [this](const model::Expression& part) {
      if (const auto* choice = part.get_if<model::Conditional>()) {
        parts_.push_back(choice->then_value->range);
        parts_.push_back(choice->else_value->range);
      } else if (const auto* both = part.get_if<model::Boolean>()) {
        for (std::size_t i = 1; i < both->operands.size(); ++i) parts_.push_back(both->operands[i]->range);
      } else if (part.kind == model::ExpressionKind::kLambda) {
        parts_.push_back(part.range);
      }
    });
  }

  std::vector<TextRange>& parts_;
};

}  // namespace

const std::vector<TextRange>& InnerWaits::conditional_parts(std::uint32_t code) {
  const auto [entry, is_new] = parts_.try_emplace(code);
  if (is_new) ConditionalParts(entry->second).add(analysis_.world.project.functions()[code].function->body);
  return entry->second;
}

bool InnerWaits::is_conditional(std::uint32_t context, TextRange range) {
  const std::uint32_t code = analysis_.world.contexts[context].key.code;
  if ((code & inference::kModuleBody) != 0) return true;
  return std::ranges::any_of(conditional_parts(code), [&](TextRange part) { return part.contains(range); });
}

const Event* InnerWaits::event_at(std::uint32_t context, TextRange range) const {
  const std::vector<Event>& events = analysis_.world.contexts[context].outcome.events;
  const auto found = std::ranges::find_if(events, [&](const Event& event) { return event.range == range; });
  return found == events.end() ? nullptr : &*found;
}

std::optional<InnerWait> InnerWaits::first(std::uint32_t context) {
  struct Way {
    std::uint32_t context;
    std::size_t calls;
    bool is_repeated;
  };
  std::vector<Way> ways = {{context, 0, false}};
  std::set<std::uint32_t> seen = {context};
  for (std::size_t i = 0; i < ways.size() && i < kMostContexts; ++i) {
    const Way way = ways[i];
    for (const engine::FoundWait& wait : waits_[way.context]) {
      const Event* event = event_at(way.context, wait.range);
      if (event == nullptr || is_seldom(*event) || is_conditional(way.context, wait.range)) continue;
      return InnerWait{.context = way.context,
                       .range = wait.range,
                       .needs_operands = event->places.has(values::Place::kCaller),
                       .is_repeated = way.is_repeated || event->loop_depth > 0};
    }
    if (way.calls == kMostCalls) continue;
    for (const CallEdge& edge : analysis_.world.contexts[way.context].outcome.calls) {
      if (edge.guarded || is_conditional(way.context, edge.range) || !seen.insert(edge.context).second) continue;
      ways.push_back({edge.context, way.calls + 1, way.is_repeated || edge.loop_depth > 0});
    }
  }
  return std::nullopt;
}

}  // namespace syncfree::summary
