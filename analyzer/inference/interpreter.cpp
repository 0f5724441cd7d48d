#include "analyzer/inference/interpreter.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/observation.h"
#include "analyzer/values/keeper.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

namespace {

void sort_reads(Outcome& out) {
  const auto unique = [](auto& reads) {
    std::sort(reads.begin(), reads.end(), std::less<>{});
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  };
  unique(out.read_contexts);
  unique(out.read_cells);
}

/// What an evaluation builds goes with it, except for what its outcome holds.
void keep_outcome(Evaluation& evaluation, values::ValueArena& kept) {
  values::Keeper keeper(evaluation.arena, kept);
  Outcome& out = evaluation.record.out;
  keeper.keep(out.result);
  for (Value& value : out.variables) keeper.keep(value);
  for (Event& event : out.events) {
    for (Value& operand : event.operands) keeper.keep(operand);
  }
  for (auto& [slot, content] : out.grown) keeper.keep(content);
  for (AttributeStore& store : out.stores) keeper.keep(store.value);
  for (GlobalStore& store : out.globals) keeper.keep(store.value);
  for (ContextKey& key : out.new_contexts) {
    for (Value& argument : key.arguments) keeper.keep(argument);
  }
  for (ObjectKey& key : out.new_objects) {
    for (Value& argument : key.arguments) keeper.keep(argument);
  }
  if (Observation* seen = evaluation.record.seen) {
    for (std::size_t i = 0; i < seen->values.size(); ++i) keeper.keep(seen->values.value(i));
  }
  evaluation.arena.reset();
}

/// The outcome, in no more memory than it needs: most contexts have theirs until the end.
Outcome taken(Outcome& out) {
  std::vector<ContextKey> contexts = std::move(out.new_contexts);
  std::vector<ObjectKey> objects = std::move(out.new_objects);
  out.new_contexts.clear();
  out.new_objects.clear();
  Outcome taken = out;
  taken.new_contexts = std::move(contexts);
  taken.new_objects = std::move(objects);
  return taken;
}

}  // namespace

Interpreter::Interpreter(const World& world, const Known& known, const Declared& declared, values::ValueArena& kept)
    : kept_(kept), evaluation_(std::make_unique<Evaluation>(world, known, declared)) {}

Interpreter::~Interpreter() = default;

Outcome Interpreter::run(std::uint32_t context) {
  work::count(work::Counted::kEvaluations);
  evaluation_->begin(context);
  evaluation_->run();
  sort_reads(evaluation_->record.out);
  keep_outcome(*evaluation_, kept_);
  return taken(evaluation_->record.out);
}

Outcome Interpreter::observe(std::uint32_t context, Observation& seen) {
  evaluation_->begin(context);
  evaluation_->record.seen = &seen;
  evaluation_->run();
  sort_reads(evaluation_->record.out);
  keep_outcome(*evaluation_, *seen.arena);
  return taken(evaluation_->record.out);
}

}  // namespace syncfree::inference
