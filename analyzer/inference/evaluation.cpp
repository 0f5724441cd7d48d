#include "analyzer/inference/evaluation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace syncfree::inference {
namespace {

// They bring devices that are neither the CPU nor CUDA, and cannot be imported without them.
constexpr std::array<std::string_view, 3> kOtherBackends = {"torch_npu", "torch_mlu", "habana_frameworks"};

/// `import torch_npu` at the top, tried by nobody: the module runs only where CUDA is not.
bool runs_on_other_device(const model::Module& module, const model::SymbolTable& symbols) {
  return std::ranges::any_of(kOtherBackends, [&](std::string_view backend) {
    const model::Symbol name = symbols.find(backend);
    return name && std::ranges::any_of(module.body, [&](const model::Statement* statement) {
             if (const auto* some = statement->get_if<model::ImportFrom>())
               return some->level == 0 && !some->module.empty() && some->module.front() == name;
             const auto* import = statement->get_if<model::Import>();
             return import != nullptr && std::ranges::any_of(import->names, [&](const model::ImportedName& one) {
                      return !one.path.empty() && one.path.front() == name;
                    });
           });
  });
}

}  // namespace

void Evaluation::begin(std::uint32_t context) {
  arena.reset();
  frame.key = &world.contexts[context].key;
  frame.number = context;
  frame.layer = world.contexts[context].layer;
  const bool is_body = (frame.key->code & kModuleBody) != 0;
  frame.function = is_body ? nullptr : &world.project.functions()[frame.key->code];
  frame.module = is_body ? frame.key->code & ~kModuleBody : frame.function->module;
  frame.scope = is_body ? &world.project.modules()[frame.module].scope : &frame.function->scope;
  branches.enter(frame.function, frame.module);
  depth = 0;
  record.begin();
  if (runs_on_other_device(*world.project.modules()[frame.module].input.module, world.project.symbols()))
    ++record.guards.doubt;
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
  Outcome& out = record.out;
  if (function.is_generator) {
    out.result = arena.container(Kind::kIterator, expressions.yielded());
  } else if (variables.state.reachable) {
    out.result = values::join(arena, out.result, Value::none());
  }
}

}  // namespace syncfree::inference
