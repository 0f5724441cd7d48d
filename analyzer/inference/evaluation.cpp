#include "analyzer/inference/evaluation.h"

#include <algorithm>

namespace syncfree::inference {

void Evaluation::begin(std::uint32_t context) {
  arena.reset();
  frame.key = &world.contexts[context].key;
  frame.number = context;
  frame.layer = world.contexts[context].layer;
  const bool is_body = (frame.key->code & kModuleBody) != 0;
  frame.function = is_body ? nullptr : &world.project.functions()[frame.key->code];
  frame.module = is_body ? frame.key->code & ~kModuleBody : frame.function->module;
  frame.scope = is_body ? &world.project.modules()[frame.module].scope : &frame.function->scope;
  frame.writes_cxx = world.project.is_cxx(frame.module) && frame.scope->find(known.cxx) == Scope::kAbsent;
  branches.enter(frame.function, frame.module);
  depth = 0;
  record.begin();
  const ModuleInfo& module = world.project.modules()[frame.module];
  if (module.needs_other_accelerator || module.stays_on_cpu) ++record.guards.doubt;
  // Code at the top has no caller who could have put on the GPU what it works with.
  if (is_body && module.moves_nothing) ++record.guards.on_host;
  variables.begin();
  strangers.begin();
  calls.begin();
  expressions.begin();
  statements.begin();
}

void Evaluation::run() {
  if (frame.function == nullptr) {
    variables.keep_for_others();
    variables.export_variables();
    statements.execute(world.project.modules()[frame.module].input.module->body);
    return;
  }
  const model::Function& function = *frame.function->function;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::uint32_t slot = frame.scope->find(function.parameters[i].name);
    const Value given = frame.key->declared ? declared.parameter(*frame.function, i) : frame.key->arguments[i];
    variables.state.slots.set(slot, given);
    record.out.takes_tensor |= values::known(given.is_device_tensor());
  }
  if (world.keep_variables || frame.function->has_inner_functions) variables.keep_for_others();
  if (world.keep_variables) variables.export_variables();
  statements.execute(function.body);
  statements.end();
  Outcome& out = record.out;
  if (function.is_generator) {
    out.result = arena.container(Kind::kIterator, expressions.yielded());
  } else if (variables.state.reachable) {
    out.result = values::join(arena, out.result, Value::none());
  }
}

}  // namespace syncfree::inference
