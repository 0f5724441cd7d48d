#include "analyzer/inference/compaction.h"

#include <memory>
#include <vector>

#include "analyzer/inference/memo.h"
#include "analyzer/inference/parameter_table.h"
#include "analyzer/values/keeper.h"

namespace syncfree::inference {

namespace {

class Compaction {
 public:
  explicit Compaction(Analysis& analysis) : analysis_(analysis) {}

  void run() {
    for (Context& context : analysis_.world.contexts) {
      if (context.is_made) {
        keep(context);
      } else if ((context.key.code & kModuleBody) == 0) {  // a module may get the number of one that is gone
        context = {.key = {.code = context.key.code}, .outcome = {}, .layer = context.layer, .is_made = false};
      }
    }
    for (Object& object : analysis_.world.objects) {
      if (object.is_made) {
        for (Value& argument : object.key.arguments) keep(argument);
        keep(object.attributes);
      } else {
        object = {.layer = object.layer,
                  .key = {.klass = object.key.klass, .arguments = {}},
                  .attributes = {},
                  .is_made = false};
      }
    }
    for (auto& attributes : analysis_.world.of_subclasses) keep(attributes);
    if (analysis_.parameters) {
      analysis_.parameters->compact([this](Value value) {
        keep(value);
        return values_->keep(value);
      });
    }
    const auto keep_value = [this](Value& value) { keep(value); };
    if (analysis_.log) analysis_.log->compact(keep_value);
    if (analysis_.memo) analysis_.memo->compact(keep_value);
    values_->close();
    analysis_.arenas.clear();
    analysis_.arenas.push_back(std::move(values_));
    analysis_.arenas.push_back(std::move(texts_));
  }

 private:
  void keep(Value& value) { keeper_.keep(value); }
  void keep(model::FlatMap<model::Symbol, Value>& attributes) {
    for (std::size_t i = 0; i < attributes.size(); ++i) keep(attributes.value(i));
  }
  void keep(Context& context) {
    for (Value& argument : context.key.arguments) keep(argument);
    Outcome& outcome = context.outcome;
    keep(outcome.result);
    for (Value& variable : outcome.variables) keep(variable);
    for (Event& event : outcome.events) {
      for (Value& operand : event.operands) keep(operand);
    }
    for (auto& [slot, content] : outcome.grown) keep(content);
    for (AttributeStore& store : outcome.stores) keep(store.value);
    for (GlobalStore& store : outcome.globals) keep(store.value);
  }

  Analysis& analysis_;
  std::unique_ptr<values::ValueArena> values_ = std::make_unique<values::ValueArena>();
  std::unique_ptr<values::ValueArena> texts_ = std::make_unique<values::ValueArena>();
  values::Keeper keeper_{values::Keeper::Everything{.kept = *values_, .texts = *texts_}};
};

}  // namespace

std::size_t held_by(const Analysis& analysis) {
  std::size_t bytes = analysis.memo ? analysis.memo->held() : 0;
  for (const auto& arena : analysis.arenas) bytes += arena->held();
  return bytes;
}

void compact(Analysis& analysis) { Compaction(analysis).run(); }

}  // namespace syncfree::inference
