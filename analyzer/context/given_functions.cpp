// Functions that code hands to others by their names, or by a table that holds them, and where those call them.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/context/call_links.h"
#include "analyzer/context/given_facts.h"
#include "analyzer/context/shape_facts.h"
#include "analyzer/flow/step_calls.h"

namespace syncfree::context {

namespace {

using inference::FunctionInfo;
using inference::kNowhere;
using inference::Project;
using model::Call;
using model::Expression;

constexpr std::size_t kMostOfTable = 64;  // functions
constexpr std::size_t kMostHands = 48;    // that one function goes through

/// The function that a name means in a module, outside of all functions.
Code function_of(const Project& project, std::uint32_t module, const Expression& value) {
  const bool is_name = value.kind == model::ExpressionKind::kName;
  const auto* call = value.get_if<Call>();
  if (call != nullptr && !call->arguments.empty())  // `partial(f, k=3)`
    return function_of(project, module, *call->arguments.front().value);
  if (!is_name) return kNowhere;
  const inference::Target target = project.resolve(module, value);
  return target.kind == inference::TargetKind::kFunction ? target.index : kNowhere;
}

/// Calls `visit(name, function)` for each entry of a module's `fns = {"mse": mse, "mae": mae}` that is a function.
template <class Visit>
void for_each_of_tables(const Project& project, std::uint32_t module, const Visit& visit) {
  for (const model::Statement* statement : project.modules()[module].input.module->body) {
    const auto* assign = statement->get_if<model::Assign>();
    const auto* held = assign == nullptr || assign->value == nullptr || assign->targets.size() != 1
                           ? nullptr
                           : assign->value->get_if<model::Dictionary>();
    const auto* name = held == nullptr ? nullptr : assign->targets.front()->get_if<model::Name>();
    if (name == nullptr || held->items.size() > kMostOfTable) continue;
    for (const model::DictionaryItem& item : held->items) {
      const Code function = item.key == nullptr ? kNowhere : function_of(project, module, *item.value);
      if (function != kNowhere) visit(name->name, function);
    }
  }
}

/// `fns[name]` of such a table.
std::vector<Code> functions_of_table(const Project& project, std::uint32_t module, const Expression& table) {
  std::vector<Code> functions;
  const inference::Target target = project.resolve(module, table);
  if (target.kind != inference::TargetKind::kVariable) return functions;
  for_each_of_tables(project, target.index, [&](model::Symbol name, Code function) {
    if (name == target.name) functions.push_back(function);
  });
  return functions;
}

/// The functions that an argument in `caller`, or in the body of `module`, names: none if it is a variable.
std::vector<Code> functions_named(const Project& project, const FunctionInfo* caller, std::uint32_t module,
                                  const GivenFunction& given) {
  const auto is_own = [&](model::Symbol name) {
    return caller != nullptr && caller->scope.find(name) != inference::Scope::kAbsent;
  };
  if (const auto* entry = given.value->get_if<model::Subscript>()) {
    const model::Name* root = flow::root_name(*entry->object);
    if (root == nullptr || is_own(root->name)) return {};
    return functions_of_table(project, module, *entry->object);
  }
  const auto* method = given.value->get_if<model::Attribute>();
  if (method == nullptr) {
    const model::Symbol name = given.value->as<model::Name>().name;
    if (is_own(name)) return {};
    const inference::Target target = project.resolve(module, name);
    if (target.kind == inference::TargetKind::kFunction) return {target.index};
    return {};
  }
  if (caller == nullptr || caller->owner == kNowhere || caller->function->parameters.empty()) return {};
  if (method->object->as<model::Name>().name != caller->function->parameters.front().name) return {};
  const std::uint32_t found = project.find_method(caller->owner, method->name);
  if (found == kNowhere || project.functions()[found].is_property) return {};
  return {found};
}

/// A function of the project is a value here: where its parameters lead it.
class Hands {
 public:
  Hands(const Project& project, const CallLinks& links, std::vector<std::vector<CallLink>>& given)
      : project_(project), links_(links), given_(given) {}

  /// The call in `code` takes `function` as one of its arguments.
  void follow(Code code, const Call& call, const Expression& argument, Code function) {
    seen_.clear();
    todo_.clear();
    hand_on(code, call, argument);
    while (!todo_.empty() && seen_.size() <= kMostHands) {
      const auto [taker, parameter] = todo_.back();
      todo_.pop_back();
      look_into(taker, {parameter}, function);
    }
  }

 private:
  void hand_on(Code code, const Call& call, const Expression& argument) {
    for (const CallLink& link : links_[code]) {
      if (link.by_name || link.range != call.range || link.callee >= project_.functions().size()) continue;
      const model::Symbol parameter = parameter_for(project_.functions()[link.callee], call, argument);
      if (parameter && seen_.emplace(link.callee, parameter.id).second) todo_.emplace_back(link.callee, parameter.id);
    }
  }

  static model::Symbol parameter_for(const FunctionInfo& callee, const Call& call, const Expression& argument) {
    std::size_t position = callee.owner != kNowhere && !callee.is_static ? 1 : 0;
    for (const model::Argument& each : call.arguments) {
      if (each.value == &argument && each.keyword) return each.keyword;
      if (each.value == &argument) break;
      if (each.stars != 0) return {};
      ++position;
    }
    const auto parameters = callee.function->parameters;
    return position < parameters.size() ? parameters[position].name : model::Symbol();
  }

  void look_into(Code taker, model::Symbol parameter, Code function) {
    if (taker == function) return;
    const auto is_it = [&](const Expression& value) {
      const auto* name = value.get_if<model::Name>();
      return name != nullptr && name->name == parameter;
    };
    flow::for_each_own_expression(project_.functions()[taker].function->body, [&](const Expression& part) {
      const auto* call = part.get_if<Call>();
      if (call == nullptr) return;
      if (is_it(*call->callee)) given_[taker].push_back({.callee = function, .range = call->range});
      for (const model::Argument& argument : call->arguments) {
        if (is_it(*argument.value)) hand_on(taker, *call, *argument.value);
      }
    });
  }

  const Project& project_;
  const CallLinks& links_;
  std::vector<std::vector<CallLink>>& given_;
  std::set<std::pair<Code, std::uint32_t>> seen_;  // who takes it, and as what
  std::vector<std::pair<Code, std::uint32_t>> todo_;
};

}  // namespace

void add_given(const Project& project, Code code, const CodeShape& shape, Facts& facts) {
  const auto functions = static_cast<Code>(project.functions().size());
  const FunctionInfo* caller = code < functions ? &project.functions()[code] : nullptr;
  const std::uint32_t module = caller != nullptr ? caller->module : code - functions;
  for (const GivenFunction& each : shape.given) {
    const std::vector<Code> named = functions_named(project, caller, module, each);
    facts.add(named.size());
    for (const Code function : named) facts.add(function);
  }
}

void add_tables(const Project& project, std::uint32_t module, Facts& facts) {
  for_each_of_tables(project, module, [&](model::Symbol name, Code function) {
    facts.add(name.id);
    facts.add(function);
  });
}

void add_hands(const model::Function& function, Facts& facts) {
  const auto is_parameter = [&](const Expression& value) {
    const auto* name = value.get_if<model::Name>();
    return name != nullptr &&
           std::ranges::find(function.parameters, name->name, &model::Parameter::name) != function.parameters.end();
  };
  if (function.parameters.empty()) return;
  flow::for_each_own_expression(function.body, [&](const Expression& part) {
    const auto* call = part.get_if<Call>();
    if (call == nullptr) return;
    if (is_parameter(*call->callee)) {
      facts.add(call->callee->as<model::Name>().name.id);
      facts.add_place(call->range);
    }
    for (const model::Argument& argument : call->arguments) {
      if (!is_parameter(*argument.value)) continue;
      facts.add(argument.value->as<model::Name>().name.id);
      facts.add_place(call->range);
      add_argument(*call, *argument.value, facts);
    }
  });
}

CallLinks given_functions(const inference::Analysis& analysis, const Shapes& shapes, const CallLinks& calls) {
  const Project& project = analysis.world.project;
  const auto functions = static_cast<Code>(project.functions().size());
  std::vector<std::vector<CallLink>> given(shapes.size());
  Hands hands(project, calls, given);
  for (Code code = 0; code < shapes.size(); ++code) {
    const FunctionInfo* caller = code < functions ? &project.functions()[code] : nullptr;
    for (const GivenFunction& each : shapes[code].given) {
      const std::uint32_t module = code < functions ? caller->module : code - functions;
      for (const Code callee : functions_named(project, caller, module, each)) {
        if (callee == code) continue;
        given[code].push_back({.callee = callee, .range = each.value->range, .rare = each.rare});
        if (!each.rare) hands.follow(code, *each.to, *each.value, callee);
      }
    }
  }
  CallLinks links(shapes.size());
  for (Code code = 0; code < shapes.size(); ++code) {
    if (!given[code].empty()) links.set(code, given[code]);
  }
  return links;
}

}  // namespace syncfree::context
