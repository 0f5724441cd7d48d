#include "analyzer/summary/construction.h"

#include <algorithm>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using model::Expression;

/// Constructors of bases in each other.
constexpr int kMostConstructors = 8;

struct Condition {
  std::optional<bool> holds;
  std::set<std::uint32_t> parameters = {};
};

class Construction {
 public:
  Construction(const inference::Project& project, std::uint32_t klass, model::Symbol init)
      : project_(project), klass_(klass), init_(init) {}

  SettingsOfClass run() {
    const auto& ancestors = project_.classes()[klass_].ancestors;
    for (auto klass = ancestors.rbegin(); klass != ancestors.rend(); ++klass) {
      for (const model::Statement* statement : project_.classes()[*klass].definition->body) {
        const auto* assign = statement->get_if<model::Assign>();
        if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) continue;
        const auto* name = assign->targets[0]->get_if<model::Name>();
        if (name != nullptr)
          object_[name->name.id] = {.value = assign->value->get_if<model::Constant>(), .parameters = {}};
      }
    }
    const std::uint32_t function = project_.find_method(klass_, init_);
    if (function == inference::kNowhere) return std::move(object_);
    SettingsOfClass names;
    for (const model::Parameter& parameter : project_.functions()[function].function->parameters) {
      const Expression* otherwise = parameter.default_value;
      names[parameter.name.id] = {.value = otherwise == nullptr ? nullptr : otherwise->get_if<model::Constant>(),
                                  .parameters = {parameter.name.id},
                                  .is_given = true};
    }
    call(function, std::move(names), 0);
    return std::move(object_);
  }

 private:
  struct Frame {
    const inference::FunctionInfo& function;
    SettingsOfClass names;
    int depth;
  };

  void call(std::uint32_t function, SettingsOfClass names, int depth) {
    if (depth == kMostConstructors) return;
    const inference::FunctionInfo& info = project_.functions()[function];
    if (info.function->parameters.empty()) return;
    Frame frame{.function = info, .names = std::move(names), .depth = depth};
    run(frame, info.function->body);
  }

  bool is_self(const Frame& frame, const Expression& expression) const {
    const auto* name = expression.get_if<model::Name>();
    return name != nullptr && name->name == frame.function.function->parameters.front().name;
  }

  Setting* place_of(Frame& frame, const Expression& target) {
    if (const auto* name = target.get_if<model::Name>()) return &frame.names[name->name.id];
    const auto* attribute = target.get_if<model::Attribute>();
    return attribute != nullptr && is_self(frame, *attribute->object) ? &object_[attribute->name.id] : nullptr;
  }

  void run(Frame& frame, model::Block block) {
    for (const model::Statement* statement : block) run(frame, *statement);
  }

  void run(Frame& frame, const model::Statement& statement) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      if (assign->value == nullptr) return;
      const Setting value = value_of(frame, *assign->value);
      for (const Expression* target : assign->targets) {
        if (Setting* place = place_of(frame, *target)) *place = value;
      }
      forget_parts(frame, *assign);
    } else if (const auto* branch = statement.get_if<model::If>()) {
      run(frame, *branch);
    } else if (const auto* expression = statement.get_if<model::ExpressionStatement>()) {
      if (const auto* called = expression->value->get_if<model::Call>()) run_base(frame, *called);
    } else if (const auto* with = statement.get_if<model::With>()) {
      run(frame, with->body);
    } else {
      forget(frame, statement);
    }
  }

  void run(Frame& frame, const model::If& branch) {
    const Condition condition = ask(frame, *branch.condition);
    if (!condition.holds) {
      forget(frame, branch.then);
      forget(frame, branch.otherwise);
      return;
    }
    run(frame, *condition.holds ? branch.then : branch.otherwise);
    // What either way sets depends on what decided it.
    for_each_target(branch.then, [&](const Expression& target) { depend(frame, target, condition); });
    for_each_target(branch.otherwise, [&](const Expression& target) { depend(frame, target, condition); });
  }

  void depend(Frame& frame, const Expression& target, const Condition& condition) {
    Setting* place = place_of(frame, target);
    if (place == nullptr || condition.parameters.empty()) return;
    place->parameters.insert(condition.parameters.begin(), condition.parameters.end());
    place->is_given = false;
  }

  template <class Visit>
  static void for_each_target(const model::Statement& statement, Visit&& visit) {
    if (const auto* assign = statement.get_if<model::Assign>()) {
      for (const Expression* target : assign->targets) model::walk(*target, visit);
    } else if (const auto* augmented = statement.get_if<model::AugmentedAssign>()) {
      visit(*augmented->target);
    } else if (const auto* loop = statement.get_if<model::For>()) {
      model::walk(*loop->target, visit);
    }
    model::for_each_part(
        statement, [](const Expression*) {}, [&](model::Block inner) { for_each_target(inner, visit); });
  }
  template <class Visit>
  static void for_each_target(model::Block block, Visit&& visit) {
    for (const model::Statement* statement : block) for_each_target(*statement, visit);
  }

  void forget(Frame& frame, const model::Statement& statement) {
    for_each_target(statement, [&](const Expression& target) {
      if (Setting* place = place_of(frame, target)) *place = {};
    });
  }
  void forget(Frame& frame, model::Block block) {
    for (const model::Statement* statement : block) forget(frame, *statement);
  }
  /// `a, b = pair`
  void forget_parts(Frame& frame, const model::Assign& assign) {
    for (const Expression* target : assign.targets) {
      if (target->kind != model::ExpressionKind::kSequence) continue;
      model::walk(*target, [&](const Expression& part) {
        if (Setting* place = place_of(frame, part)) *place = {};
      });
    }
  }

  /// `super().__init__(…)`
  void run_base(Frame& frame, const model::Call& call_expression) {
    const auto* method = call_expression.callee->get_if<model::Attribute>();
    if (method == nullptr || method->name != init_) return;
    const auto* object = method->object->get_if<model::Call>();
    if (object == nullptr || flow::last_name(*object->callee, project_.symbols()) != "super") return;
    const std::uint32_t base = project_.find_method(klass_, init_, frame.function.owner);
    if (base == inference::kNowhere) return;
    const auto parameters = project_.functions()[base].function->parameters;
    SettingsOfClass names;
    for (const model::Parameter& parameter : parameters) {
      const Expression* otherwise = parameter.default_value;
      names[parameter.name.id] = {.value = otherwise == nullptr ? nullptr : otherwise->get_if<model::Constant>(),
                                  .parameters = {}};
    }
    std::size_t next = 1;
    for (const model::Argument& argument : call_expression.arguments) {
      if (argument.stars == 1) return;
      if (argument.stars == 2) continue;  // of settings that nobody names here the defaults count
      model::Symbol name = argument.keyword;
      if (!name && next < parameters.size()) name = parameters[next++].name;
      if (name) names[name.id] = value_of(frame, *argument.value);
    }
    call(base, std::move(names), frame.depth + 1);
  }

  Setting value_of(Frame& frame, const Expression& expression) {
    if (const auto* constant = expression.get_if<model::Constant>()) return {.value = constant, .parameters = {}};
    if (const Setting* place = known_place(frame, expression)) return *place;
    if (const auto* call = expression.get_if<model::Call>()) {
      // `torch.device(device)` is that device.
      const bool is_device =
          call->arguments.size() == 1 && flow::last_name(*call->callee, project_.symbols()) == "device";
      return is_device ? value_of(frame, *call->arguments[0].value) : option_of(frame, *call);
    }
    if (const auto* choice = expression.get_if<model::Conditional>()) {
      const Condition condition = ask(frame, *choice->condition);
      if (!condition.holds) return {};
      Setting value = value_of(frame, *condition.holds ? *choice->then_value : *choice->else_value);
      value.parameters.insert(condition.parameters.begin(), condition.parameters.end());
      value.is_given = value.is_given && condition.parameters.empty();
      return value;
    }
    return {};
  }

  /// `options.pop("name", False)` of `**options`
  static Setting option_of(const Frame& frame, const model::Call& call) {
    const auto* method = call.callee->get_if<model::Attribute>();
    const auto* options = method == nullptr ? nullptr : method->object->get_if<model::Name>();
    if (options == nullptr || call.arguments.size() != 2) return {};
    const bool is_option = std::ranges::any_of(frame.function.function->parameters, [&](const model::Parameter& one) {
      return one.kind == model::ParameterKind::kDoubleStar && one.name == options->name;
    });
    if (!is_option) return {};
    return {.value = call.arguments[1].value->get_if<model::Constant>(), .parameters = {}};
  }

  const Setting* known_place(Frame& frame, const Expression& expression) {
    if (const auto* name = expression.get_if<model::Name>()) {
      const auto found = frame.names.find(name->name.id);
      return found == frame.names.end() ? nullptr : &found->second;
    }
    const auto* attribute = expression.get_if<model::Attribute>();
    if (attribute == nullptr || !is_self(frame, *attribute->object)) return nullptr;
    const auto found = object_.find(attribute->name.id);
    return found == object_.end() ? nullptr : &found->second;
  }

  Condition ask(Frame& frame, const Expression& condition) {
    if (const auto* unary = condition.get_if<model::Unary>();
        unary != nullptr && unary->operation == model::UnaryOperator::kNot) {
      Condition inner = ask(frame, *unary->operand);
      if (inner.holds) inner.holds = !*inner.holds;
      return inner;
    }
    if (const auto* joined = condition.get_if<model::Boolean>()) return ask_all(frame, *joined);
    Guard guard{.asked = Asked::kTrue};
    const Expression* asked = &condition;
    if (const auto* compared = condition.get_if<model::Comparison>()) {
      using enum model::ComparisonOperator;
      const auto* constant = compared->operands[1]->get_if<model::Constant>();
      if (compared->operators.size() != 1 || constant == nullptr) return {};
      const model::ComparisonOperator operation = compared->operators[0];
      const bool is_none = constant->constant == model::ConstantKind::kNone;
      if (!is_none && operation != kEqual && operation != kNotEqual) return {};
      guard = {.asked = is_none ? Asked::kNone : Asked::kEquals,
               .is_negated = operation == kIsNot || operation == kNotEqual,
               .value = constant_text(*constant)};
      if (!is_none && guard.value.empty()) return {};
      asked = compared->operands[0];
    }
    const Setting value = value_of(frame, *asked);
    const auto answer = value.value == nullptr ? std::nullopt : is_so(*value.value, guard);
    if (!answer) return {};
    return {.holds = *answer != guard.is_negated, .parameters = value.parameters};
  }

  Condition ask_all(Frame& frame, const model::Boolean& joined) {
    Condition all{.holds = joined.is_and};
    for (const Expression* operand : joined.operands) {
      Condition one = ask(frame, *operand);
      if (one.holds && *one.holds != joined.is_and) return one;
      if (!one.holds) all.holds = std::nullopt;
      all.parameters.merge(one.parameters);
    }
    return all;
  }

  const inference::Project& project_;
  std::uint32_t klass_;
  model::Symbol init_;
  SettingsOfClass object_;
};

}  // namespace

SettingsOfClass constructed(const inference::Project& project, std::uint32_t klass, model::Symbol init) {
  return Construction(project, klass, init).run();
}

}  // namespace syncfree::summary
