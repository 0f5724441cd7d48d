// Which stream work goes to, as the `with` blocks of a function say it.
#include <algorithm>

#include "analyzer/engine/flow/stream_actions.h"
#include "analyzer/model/statement.h"

namespace syncfree::engine {

namespace {

using flow::Step;
using flow::StepKind;
using model::Expression;
using model::ExpressionKind;
using values::EntityKind;
using values::Value;

constexpr std::uint32_t kMostSteps = 4;  // from a name to what it was bound to

bool is_stream_class(std::string_view name) {
  return name == "torch.cuda.Stream" || name == "torch.Stream" || name == "torch.cuda.ExternalStream";
}

/// The first of the catalog's operators that the expression calls; empty for others.
std::string_view called(const FunctionView& view, const Expression& expression) {
  const auto* call = expression.get_if<model::Call>();
  if (call == nullptr) return {};
  const auto operations = operators_of(view, *call);
  return operations.empty() ? std::string_view() : operations.front()->name;
}

bool gives_current_stream(std::string_view name) {
  return name.starts_with("torch.") && (name.ends_with(".current_stream") || name.ends_with(".default_stream"));
}

/// Of the catalog's classes, those whose objects the value may be; null if it may be something else.
const values::Entities* only_library_objects(const Value* value) {
  if (value == nullptr || !value->only(values::Kind::kLibraryObject)) return nullptr;
  return value->entities == nullptr || value->entities->too_many() ? nullptr : value->entities;
}

}  // namespace

StreamBlocks::StreamBlocks(const FunctionView& view, Locations& locations) : view_(view), locations_(locations) {
  for (const flow::Block& block : view.graph().blocks) {
    for (const Step& step : block.steps) {
      if (step.kind == StepKind::kEnter) add(step);
      if (step.kind == StepKind::kEvaluate && called(view, *step.expression).ends_with(".set_stream"))
        blocks_.push_back({.range = {.begin = 0, .end = kUnknownStream}, .stream = kUnknownStream});
    }
  }
  // A stream that is set anywhere counts everywhere, so it stays the innermost.
  std::ranges::stable_sort(
      blocks_, {}, [](const Block& block) { return std::pair(block.range.end == kUnknownStream, block.range.begin); });
}

Storage StreamBlocks::at(source::TextRange range) const {
  const auto around = std::ranges::find_if(blocks_.rbegin(), blocks_.rend(), [&](const Block& block) {
    return block.range.begin <= range.begin && range.end <= block.range.end;
  });
  return around == blocks_.rend() ? kCallersStream : around->stream;
}

void StreamBlocks::add(const Step& step) {
  const model::Statement* statement = view_.code().parents().of(*step.expression).statement;
  const auto* with = statement == nullptr ? nullptr : statement->get_if<model::With>();
  if (with == nullptr || with->body.empty()) return;
  const source::TextRange body = {.begin = with->body.front()->range.begin, .end = with->body.back()->range.end};
  const Storage stream = entered(*step.expression);
  if (stream != kEveryStream) blocks_.push_back({.range = body, .stream = stream});
}

/// The stream of a block behind `with context:`; kEveryStream if the block changes none.
Storage StreamBlocks::entered(const Expression& context) {
  const std::string_view name = called(view_, context);
  if (name == "torch.cuda.stream" || name == "torch.cuda.StreamContext") {
    const auto& call = context.as<model::Call>();
    return call.arguments.size() == 1 ? stream_of(*call.arguments.front().value) : kUnknownStream;
  }
  if (name == "torch.cuda.graph") return kUnknownStream;
  if (!name.empty()) return kEveryStream;
  if (const values::Entities* objects = only_library_objects(view_.observation().value_of(context))) {
    const catalog::Catalog& catalog = view_.analysis().world.project.catalog();
    const bool is_stream = std::ranges::any_of(objects->items, [&](const values::Entity& entity) {
      const std::string_view of = catalog.row(entity.index).name;
      return of == "torch.cuda.StreamContext" || is_stream_class(of);
    });
    return is_stream ? stream_of(context) : kEveryStream;
  }
  return kUnknownStream;
}

Storage StreamBlocks::stream_of(const Expression& expression) {
  if (gives_current_stream(called(view_, expression))) return at(expression.range);
  return named(expression, 0);
}

Storage StreamBlocks::named(const Expression& expression, std::uint32_t depth) {
  if (!is_stream_only(expression) || depth > kMostSteps) return kUnknownStream;
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) {
    // `self.stream`
    const auto* attribute = expression.get_if<model::Attribute>();
    const bool is_own = attribute != nullptr && attribute->object->kind == ExpressionKind::kName;
    return is_own ? locations_.of(expression) : kUnknownStream;
  }
  const Step* binding = only_binding(name->name);
  return binding == nullptr ? kUnknownStream : bound(*binding, locations_.of(expression), depth);
}

/// What a name is that is bound there alone, and which stream it would be if it is one of its own.
Storage StreamBlocks::bound(const Step& step, Storage number, std::uint32_t depth) {
  if (step.value == nullptr) return kUnknownStream;
  if (step.partial) return lists_new_streams(*step.value, depth) ? number : kUnknownStream;
  if (makes_stream(*step.value)) return number;
  if (gives_current_stream(called(view_, *step.value))) return at(step.value->range);
  return named(*step.value, depth + 1);
}

bool StreamBlocks::is_stream_only(const Expression& expression) const {
  const values::Entities* objects = only_library_objects(view_.observation().value_of(expression));
  if (objects == nullptr) return false;
  const catalog::Catalog& catalog = view_.analysis().world.project.catalog();
  return std::ranges::all_of(objects->items, [&](const values::Entity& entity) {
    return entity.kind == EntityKind::kLibraryObject && is_stream_class(catalog.row(entity.index).name);
  });
}

bool StreamBlocks::makes_stream(const Expression& expression) const {
  return is_stream_class(called(view_, expression));
}

/// `[torch.cuda.Stream() for _ in range(2)]`, or a name for it.
bool StreamBlocks::lists_new_streams(const Expression& expression, std::uint32_t depth) const {
  if (depth > kMostSteps) return false;
  if (const auto* comprehension = expression.get_if<model::Comprehension>())
    return comprehension->element != nullptr && makes_stream(*comprehension->element);
  if (const auto* sequence = expression.get_if<model::Sequence>())
    return std::ranges::all_of(sequence->elements, [&](const Expression* each) { return makes_stream(*each); });
  const auto* name = expression.get_if<model::Name>();
  const Step* binding = name == nullptr ? nullptr : only_binding(name->name);
  return binding != nullptr && binding->value != nullptr && !binding->partial &&
         lists_new_streams(*binding->value, depth + 1);
}

const Step* StreamBlocks::only_binding(model::Symbol name) const {
  const flow::Graph& graph = view_.graph();
  const auto found = graph.binds.find(name.id);
  if (found == graph.binds.end()) return nullptr;
  const Step* only = nullptr;
  for (const flow::Point at : found->second) {
    const Step& step = graph.blocks[at.block].steps[at.step];
    if (step.value == nullptr) continue;  // `del side`
    if (only != nullptr) return nullptr;
    only = &step;
  }
  return only;
}

}  // namespace syncfree::engine
