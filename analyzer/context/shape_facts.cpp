#include "analyzer/context/shape_facts.h"

namespace syncfree::context {

namespace {

void add_loop(const LoopShape& loop, Facts& facts) {
  facts.add_place(loop.range);
  facts.add(loop.parent);
  for (const bool LoopShape::* each : {&LoopShape::rare, &LoopShape::updates, &LoopShape::takes_part, &LoopShape::acts,
                                       &LoopShape::over_loader, &LoopShape::asks_loader, &LoopShape::only_looks,
                                       &LoopShape::without_gradients, &LoopShape::is_interlude, &LoopShape::carries})
    facts.add(loop.*each ? 1 : 0);
  facts.add(loop.carried_by.size());
  for (const source::TextRange place : loop.carried_by) facts.add_place(place);
}

void add_call(const CallShape& call, Facts& facts) {
  facts.add_place(call.range);
  facts.add(call.name.id);
  facts.add(call.rare ? 1 : 0);
  facts.add(call.object.id);
  facts.add(call.call == nullptr ? 0 : call.call->arguments.size());
  if (call.call == nullptr) return;
  for (const model::Argument& argument : call.call->arguments) facts.add(argument.stars);
}

void add_given(const GivenFunction& given, Facts& facts) {
  facts.add_place(given.value->range);
  facts.add_place(given.to->range);
  facts.add(given.rare ? 1 : 0);
  add_argument(*given.to, *given.value, facts);
}

void add_handed(const std::vector<Handed>& handed, Facts& facts) {
  facts.add(handed.size());
  for (const Handed& each : handed) {
    facts.add(each.name.id);
    facts.add(each.is_method ? 1 : 0);
  }
}

}  // namespace

void add_argument(const model::Call& call, const model::Expression& value, Facts& facts) {
  for (const model::Argument& argument : call.arguments) {
    facts.add(argument.stars);
    facts.add(argument.keyword.id);
    facts.add(argument.value == &value ? 1 : 0);
    if (argument.value == &value) return;
  }
}

void add_shape(const CodeShape& shape, Facts& facts) {
  facts.add(shape.loops.size());
  for (const LoopShape& loop : shape.loops) add_loop(loop, facts);
  facts.add(shape.one_round.size());
  for (const OneRound& part : shape.one_round) {
    facts.add_place(part.range);
    facts.add(part.of);
    facts.add(part.runs_in);
  }
  facts.add(shape.calls.size());
  for (const CallShape& call : shape.calls) add_call(call, facts);
  facts.add(shape.given.size());
  for (const GivenFunction& given : shape.given) add_given(given, facts);
  facts.add(shape.flag_parts.size());
  for (const FlagPart& part : shape.flag_parts) {
    facts.add(part.parameter.id);
    facts.add_place(part.range);
  }
  facts.add(shape.seldom_flags.size());
  for (const SeldomFlag& flag : shape.seldom_flags) {
    facts.add_place(flag.call->range);
    add_argument(*flag.call, *flag.value, facts);
  }
  facts.add(shape.taken_later.size());
  for (const TakenLater& each : shape.taken_later) {
    facts.add_place(each.call);
    facts.add_place(each.taken);
  }
  add_handed(shape.to_each_step, facts);
  add_handed(shape.to_data_workers, facts);
  facts.add(shape.without_gradients.size());
  for (const source::TextRange part : shape.without_gradients) facts.add_place(part);
  facts.add(shape.at_load.size());
  for (const std::uint32_t id : shape.at_load) facts.add(id);
  // Whether it is a stub seldom counts: see stubs.h.
  for (const bool CodeShape::* each :
       {&CodeShape::is_inference, &CodeShape::evaluates, &CodeShape::updates, &CodeShape::trains, &CodeShape::steps,
        &CodeShape::handles_gradients, &CodeShape::sets_up})
    facts.add(shape.*each ? 1 : 0);
}

}  // namespace syncfree::context
