#include "analyzer/context/temperature_facts.h"

#include "analyzer/catalog/place.h"
#include "analyzer/context/call_links.h"
#include "analyzer/context/given_facts.h"
#include "analyzer/context/left_over.h"
#include "analyzer/context/passes_of_callers.h"
#include "analyzer/context/program_layers.h"
#include "analyzer/context/shape_facts.h"
#include "analyzer/context/tryouts.h"
#include "analyzer/flow/main_guard.h"

namespace syncfree::context {

using inference::FunctionInfo;
using inference::Project;

namespace {

void add_role(const FunctionRole& role, Facts& facts) {
  facts.add(role.heat_by_name ? 1 + static_cast<std::size_t>(*role.heat_by_name) : 0);
  for (const bool FunctionRole::* each :
       {&FunctionRole::is_forward_pass, &FunctionRole::is_training_step, &FunctionRole::is_evaluation_step,
        &FunctionRole::is_test_case, &FunctionRole::is_each_step, &FunctionRole::is_transfer,
        &FunctionRole::makes_object, &FunctionRole::handles_saved_state, &FunctionRole::runs_seldom,
        &FunctionRole::fills_tensors, &FunctionRole::is_of_metric, &FunctionRole::searches_rate})
    facts.add(role.*each ? 1 : 0);
}

}  // namespace

FactReader::FactReader(const inference::Analysis& analysis, const ContextTable& contexts, const ShapeTable& table,
                       const std::vector<bool>& wanted)
    : analysis_(analysis), contexts_(contexts), table_(table), of_module_(wanted.size()) {
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    if (!analysis.live[context]) continue;
    const std::uint32_t module = contexts.module_of_code(contexts.code(context));
    if (wanted[module]) of_module_[module].push_back(context);
  }
}

ModuleFacts FactReader::facts_of(std::uint32_t module, const ModuleFacts* before) const {
  const bool is_read = before != nullptr && before->shapes == &table_.of_module(module);
  return {.shapes = &table_.of_module(module),
          .text = is_read ? before->text : read_text(module),
          .linked = read_linked(module),
          .flags = {}};
}

std::shared_ptr<const Facts> FactReader::read_text(std::uint32_t number) const {
  const Project& project = analysis_.world.project;
  const model::Module& module = *project.modules()[number].input.module;
  auto facts = std::make_shared<Facts>();
  for (const CodeShape& shape : table_.of_module(number)) add_shape(shape, *facts);
  for (const model::Function* function : module.functions) {
    facts->add(function->id);
    add_hands(*function, *facts);
  }
  const std::vector<std::uint32_t> replaced = replaced_classes(module);
  facts->add(replaced.size());
  for (const std::uint32_t klass : replaced) facts->add(klass);
  const bool may_be_script =
      module.language == model::Language::kPython && flow::main_guard(module.body, project.symbols()) != nullptr;
  facts->add(may_be_script ? 1 : 0);
  facts->add(may_be_script && hands_training_over(module, project.symbols()) ? 1 : 0);
  const model::If* tryout = may_be_script ? tryout_in(module, project.symbols()) : nullptr;
  if (tryout != nullptr) facts->add_place(tryout->range);
  facts->close();
  return facts;
}

Facts FactReader::read_linked(std::uint32_t number) const {
  const Project& project = analysis_.world.project;
  Facts facts;
  for_each_code(project, table_, number, [&](Code code, const CodeShape& shape) {
    if (code < project.functions().size()) add_function(code, facts);
    for (const CallShape& call : shape.calls) facts.add(is_of_others(project, number, code, call.object) ? 1 : 0);
    add_given(project, code, shape, facts);
  });
  add_tables(project, number, facts);
  for (const std::uint32_t context : of_module_[number]) add_context(context, facts);
  facts.close();
  return facts;
}

void FactReader::add_function(std::uint32_t number, Facts& facts) const {
  const FunctionInfo& info = analysis_.world.project.functions()[number];
  const model::Function& function = *info.function;
  facts.add(function.name.id);
  facts.add(info.owner);
  facts.add(function.enclosing == nullptr ? 0 : 1 + function.enclosing->id);
  facts.add(function.is_generator ? 1 : 0);
  for (const bool FunctionInfo::* each :
       {&FunctionInfo::is_static, &FunctionInfo::is_property, &FunctionInfo::is_overload, &FunctionInfo::reads_data})
    facts.add(info.*each ? 1 : 0);
  facts.add(function.parameters.size());
  for (const model::Parameter& parameter : function.parameters) {
    facts.add(parameter.name.id);
    facts.add(static_cast<std::size_t>(parameter.kind));
    facts.add(parameter.default_value != nullptr ? 1 : 0);
  }
  add_role(table_.role(number), facts);
}

void FactReader::add_context(std::uint32_t context, Facts& facts) const {
  const inference::Outcome& outcome = analysis_.world.contexts[context].outcome;
  const model::Module& module =
      *analysis_.world.project.modules()[contexts_.module_of_code(contexts_.code(context))].input.module;
  facts.add(context);
  facts.add(outcome.takes_tensor ? 1 : 0);
  facts.add(values::known(catalog::holds_device_tensor(outcome.result)) ? 1 : 0);
  facts.add(outcome.calls.size());
  for (const inference::CallEdge& edge : contexts_.calls(context)) {
    facts.add(edge.context);
    facts.add(edge.guarded ? 1 : 0);
    facts.add(begins_with_forward(module, edge.range) ? 1 : 0);
    facts.add_place(edge.range);
  }
}

}  // namespace syncfree::context
