#include "analyzer/engine/judging/goal_judge.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "analyzer/engine/judging/call_chain.h"
#include "analyzer/engine/judging/numpy_number.h"
#include "analyzer/engine/judging/untraced_code.h"
#include "analyzer/engine/quote.h"
#include "analyzer/model/walk.h"
#include "analyzer/values/index.h"

namespace syncfree::engine {
namespace {

using model::Expression;
using values::Kind;

/// Of a method's receiver and what is given.
bool takes_tensor(const FunctionView& view, const model::Call& call) {
  if (const auto* method = call.callee->get_if<model::Attribute>()) {
    if (is_traced_tensor(view.observation().value_of(*method->object))) return true;
  }
  return std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
    return is_traced_tensor(view.observation().value_of(*argument.value)) ||
           is_read_numpy_number(view, *argument.value);
  });
}

/// One of a tensor becomes one that the GPU checks, if its message is a constant: dynamo builds no other.
bool is_traced_assertion(const model::Statement* statement) {
  const auto* assertion = statement == nullptr ? nullptr : statement->get_if<model::Assert>();
  if (assertion == nullptr) return false;
  const auto* text = assertion->message == nullptr ? nullptr : assertion->message->get_if<model::Constant>();
  return assertion->message == nullptr || (text != nullptr && text->constant == model::ConstantKind::kString);
}

const model::Statement* statement_of(const FunctionView& view, source::TextRange range) {
  const Expression* expression = view.expression_at(range);
  return expression == nullptr ? nullptr : view.code().parents().of(*expression).statement;
}

/// `x[i] = 1` by a tensor of no dimensions, `x[n:] = 1`.
bool stores_at_one_position(const Event& event) {
  return std::ranges::any_of(values::index_parts(event.operands[1]), [](const values::IndexPart& part) {
    return (part.kind == values::IndexKind::kDeviceScalar || part.kind == values::IndexKind::kDeviceBounds) &&
           values::known(part.sure);
  });
}

/// A copy from the CPU, for sure.
bool copies_pageable(const FunctionView& view, const model::Call& call) {
  const auto* method = call.callee->get_if<model::Attribute>();
  const values::Value* from = method == nullptr ? nullptr : view.observation().value_of(*method->object);
  const values::Value* to = view.observation().value_of(call);
  return from != nullptr && to != nullptr && from->only(Kind::kTensor) && from->evidence == values::Evidence::kSeen &&
         from->places.within(values::Place::kCpu) && from->memories.within(values::Memory::kPageable) &&
         to->places.within(values::kOnDevice);
}

bool has_operand(const FunctionView& view, const model::Call& call, GoalOperand operand) {
  switch (operand) {
    case GoalOperand::kAny:
      return true;
    case GoalOperand::kTensor:
      return takes_tensor(view, call);
    case GoalOperand::kPageable:
      return copies_pageable(view, call);
  }
  return false;
}

/// What the catalog calls it; of an object that is called its class with `()`. Empty for what is not in the catalog.
std::string called_name(const FunctionView& view, const model::Call& call) {
  const values::Value* callee = view.observation().value_of(*call.callee);
  if (callee == nullptr || callee->entities == nullptr) return {};
  const catalog::Catalog& catalog = view.analysis().world.project.catalog();
  for (const values::Entity& entity : callee->entities->items) {
    if (entity.kind == values::EntityKind::kLibraryName || entity.kind == values::EntityKind::kMethod)
      return std::string(catalog.row(entity.index).name);
    if (entity.kind == values::EntityKind::kLibraryObject) return std::string(catalog.row(entity.index).name) + "()";
  }
  return {};
}

std::string operator_at(const FunctionView& view, const Event& event) {
  if (event.operation != nullptr) return std::string(event.operation->name);
  const Expression* expression = view.expression_at(event.range);
  const auto* call = expression == nullptr ? nullptr : expression->get_if<model::Call>();
  return call == nullptr ? std::string() : called_name(view, *call);
}

/// `keyword="text"`, `keyword=True`
bool has_argument(const model::Call& call, const OperatorGoal& fact, const FunctionView& view) {
  return fact.keyword.empty() || std::ranges::any_of(call.arguments, [&](const model::Argument& argument) {
           if (!argument.keyword || view.analysis().world.project.symbols().text(argument.keyword) != fact.keyword)
             return false;
           const values::Value* value = view.observation().value_of(*argument.value);
           if (value == nullptr) return false;
           return fact.value == "True" ? value->known_bool() == true : value->known_string() == fact.value;
         });
}

/// A fact of one argument says nothing of calls without it.
bool holds_for(const FunctionView& view, const Event& event, const OperatorGoal& fact) {
  if (fact.keyword.empty()) return true;
  const Expression* expression = view.expression_at(event.range);
  const auto* call = expression == nullptr ? nullptr : expression->get_if<model::Call>();
  return call != nullptr && has_argument(*call, fact, view);
}

/// Classes that are defined in a function, not in those within it.
void add_classes(model::Block block, std::vector<source::TextRange>& found) {
  for (const model::Statement* statement : block) {
    if (const auto* definition = statement->get_if<model::Class>()) {
      found.push_back(definition->name_range);
    } else if (statement->kind != model::StatementKind::kFunction) {
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { add_classes(inner, found); });
    }
  }
}

}  // namespace

bool is_one_of_many(const FunctionView& view, const Expression* expression) {
  constexpr std::ptrdiff_t kFewFunctions = 2;
  const auto* call = expression == nullptr ? nullptr : expression->get_if<model::Call>();
  const values::Value* callee = call == nullptr ? nullptr : view.observation().value_of(*call->callee);
  return callee != nullptr && callee->entities != nullptr &&
         std::ranges::count(callee->entities->items, values::EntityKind::kFunction, &values::Entity::kind) >
             kFewFunctions;
}

const OperatorGoal* GoalJudge::fact_of(std::string_view operation) const {
  if (operation.empty()) return nullptr;
  const auto is_of_goal = [&](const OperatorGoal& row) { return row.goal == goal_; };
  const auto named = std::ranges::equal_range(facts_.operators, operation, {}, &OperatorGoal::name);
  if (const auto found = std::ranges::find_if(named, is_of_goal); found != named.end()) return &*found;
  const auto family = std::ranges::find_if(facts_.operators, [&](const OperatorGoal& row) {
    return row.name.ends_with('*') && operation.starts_with(row.name.substr(0, row.name.size() - 1)) && is_of_goal(row);
  });
  return family == facts_.operators.end() ? nullptr : &*family;
}

/// What is measured of the operator goes before what the rule says of all.
bool GoalJudge::stops(const FunctionView& view, const Event& event, const RuleInfo& rule,
                      std::string_view operation) const {
  if (goal_ == Goal::kCompile) {
    // A mask that is stored to keeps every shape; a position or bound becomes a number of the host.
    if (event.kind == EventKind::kSubscriptStore && !stores_at_one_position(event)) return false;
    if (event.kind == EventKind::kTruth && event.truth_use == TruthUse::kAssert &&
        is_traced_assertion(statement_of(view, event.range)))
      return false;
  }
  const OperatorGoal* fact = fact_of(operation);
  if (fact != nullptr && holds_for(view, event, *fact)) return fact->stops;
  const auto found = std::ranges::lower_bound(facts_.rules, rule.code, {}, &RuleGoals::code);
  if (found == facts_.rules.end() || found->code != rule.code) return false;
  return goal_ == Goal::kCapture ? found->stops_capture : found->stops_compile;
}

std::string GoalJudge::words_of(std::string_view reason) const {
  std::string words =
      goal_ == Goal::kCapture ? "a CUDA graph capture fails here" : "the graph of torch.compile ends here";
  if (!reason.empty()) words += ": " + std::string(reason);
  return words;
}

Finding GoalJudge::finding_at(std::uint32_t context, source::TextRange range) const {
  const inference::World& world = project_.analysis.world;
  Finding finding;
  finding.file = world.project.modules()[world.module_of(context)].input.file;
  finding.range = range;
  finding.confidence = Confidence::kLikely;
  finding.severity = Severity::kError;
  finding.dependency = Dependency::kTrue;
  finding.function = function_name(world, context);
  return finding;
}

GoalLook GoalJudge::look(std::uint32_t context, const FunctionView& view, const GoalParts& parts, bool always) const {
  GoalLook look;
  look_at_events(context, view, parts, look);
  Places told;
  for (const Finding& finding : look.findings) told.emplace(finding.range.begin, finding.range.end);
  look_at_calls(context, view, parts, always, look, told);
  return look;
}

void GoalJudge::look_at_events(std::uint32_t context, const FunctionView& view, const GoalParts& parts,
                               GoalLook& look) const {
  const inference::World& world = project_.analysis.world;
  const std::string_view source = world.project.modules()[world.module_of(context)].input.module->text;
  for (const Event& event : view.outcome().events) {
    if (event.guarded || !values::known(event.blocks) || event.evidence == values::Evidence::kGuessed) continue;
    if (parts.is_dead(event.range)) continue;
    const std::string text = quote(source.substr(event.range.begin, event.range.size()));
    for (const RuleInfo& rule : project_.rules) {
      std::optional<Match> match = rule.match == nullptr ? std::nullopt : rule.match(event, {text});
      if (!match) continue;
      if (!values::known(match->sure) || !stops(view, event, rule, operator_at(view, event))) break;
      Finding finding = finding_at(context, event.range);
      finding.code = rule.code;
      finding.message = std::move(match->message);
      finding.hint = std::move(match->hint);
      finding.reason = words_of(goal_ == Goal::kCapture && event.block != nullptr ? event.block->reason : "");
      finding.loop_depth = event.loop_depth;
      look.findings.push_back(std::move(finding));
      break;
    }
  }
}

void GoalJudge::look_at_calls(std::uint32_t context, const FunctionView& view, const GoalParts& parts, bool always,
                              GoalLook& look, Places& told) const {
  const inference::World& world = project_.analysis.world;
  const std::string_view source = world.project.modules()[world.module_of(context)].input.module->text;
  Places followed;
  for (const inference::CallEdge& edge : view.outcome().calls) followed.emplace(edge.range.begin, edge.range.end);
  const auto tell = [&](source::TextRange range, std::string_view what, std::string_view reason) {
    if (parts.is_dead(range) || parts.is_seldom(range) || !told.emplace(range.begin, range.end).second) return;
    Finding finding = finding_at(context, range);
    finding.code = goal_ == Goal::kCapture ? facts_.capture_rule : facts_.compile_rule;
    finding.message = "`" + quote(source.substr(range.begin, range.size())) + "` " + std::string(what);
    finding.reason = words_of(reason);
    look.findings.push_back(std::move(finding));
  };
  for (const flow::Block& block : view.graph().blocks) {
    for (const flow::Step& step : block.steps) {
      if (step.expression == nullptr) continue;
      const source::TextRange range = step.expression->range;
      if (step.kind == flow::StepKind::kTest) {
        if (decides_by_data(view, *step.expression))
          tell(range, "decides what runs, by the values of a tensor", "dynamo follows one branch only");
        continue;
      }
      if (goal_ == Goal::kCompile) {
        if (const std::optional<UntracedCode> code = untraced_code(view, step)) tell(range, code->what, code->reason);
      }
      const OperatorGoal* attribute = fact_of(data_attribute(view, step));
      if (attribute != nullptr && attribute->stops) tell(range, attribute->reason, "");
      if (step.kind != flow::StepKind::kEvaluate) continue;
      const auto* call = step.expression->get_if<model::Call>();
      if (call == nullptr) continue;
      const std::string name = called_name(view, *call);
      if (name.empty()) {
        const values::Value* callee = view.observation().value_of(*call->callee);
        const bool is_unknown = callee != nullptr && callee->may_be(Kind::kAnything) && callee->entities == nullptr;
        const bool is_chosen = is_one_of_many(view, call);
        if ((is_chosen && !parts.is_dead(range)) ||
            (is_unknown && !followed.contains({range.begin, range.end}) && !parts.is_dead(range)))
          look.unfollowed.push_back(range);
        continue;
      }
      const OperatorGoal* fact = fact_of(name);
      if (fact == nullptr || !fact->stops || !has_operand(view, *call, fact->operand)) continue;
      if (!has_argument(*call, *fact, view) || (fact->unlikely && (!always || parts.is_conditional(range)))) continue;
      tell(range, fact->reason, "");
    }
  }
  const std::uint32_t code = world.contexts[context].key.code;
  if (goal_ == Goal::kCapture || (code & inference::kModuleBody) != 0) return;
  std::vector<source::TextRange> classes;
  add_classes(world.project.functions()[code].function->body, classes);
  for (const source::TextRange range : classes) tell(range, "is a class that is made here, which is not traced", "");
}

std::optional<Finding> GoalJudge::stopped_by_decorator(std::uint32_t context, source::TextRange range,
                                                       std::uint32_t code) const {
  if ((code & inference::kModuleBody) != 0) return std::nullopt;
  const inference::Project& project = project_.analysis.world.project;
  const inference::FunctionInfo& info = project.functions()[code];
  for (const Expression* decorator : info.function->decorators) {
    const auto* call = decorator->get_if<model::Call>();
    const inference::Target target = project.resolve(info.module, call == nullptr ? *decorator : *call->callee);
    if (target.kind != inference::TargetKind::kLibrary) continue;
    const std::string_view name = project.catalog().row(target.index).name;
    const OperatorGoal* fact = fact_of(name);
    if (fact == nullptr || !fact->stops || fact->reason.empty()) continue;
    const auto holds = [&](const model::Argument& argument) {
      const auto* text = argument.value->get_if<model::Constant>();
      return argument.keyword && project.symbols().text(argument.keyword) == fact->keyword && text != nullptr &&
             text->constant == model::ConstantKind::kString && text->text == fact->value;
    };
    if (!fact->keyword.empty() && (call == nullptr || std::ranges::none_of(call->arguments, holds))) continue;
    Finding finding = finding_at(context, range);
    finding.code = goal_ == Goal::kCapture ? facts_.capture_rule : facts_.compile_rule;
    finding.message = "`" + std::string(project.symbols().text(info.function->name)) + "` is decorated with `" +
                      std::string(name) + "`, which " + std::string(fact->reason);
    finding.reason = words_of("");
    return finding;
  }
  return std::nullopt;
}

/// A branch on a tensor's truth, on whatever device.
bool GoalJudge::decides_by_data(const FunctionView& view, const Expression& condition) const {
  if (goal_ != Goal::kCompile || is_traced_assertion(view.code().parents().of(condition).statement)) return false;
  return is_truth_of_data(view, condition);
}

}  // namespace syncfree::engine
