// Names, constants, containers, comprehensions, formatted strings.
#include <algorithm>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/observation.h"
#include "analyzer/work/work.h"

namespace syncfree::inference {

using model::ExpressionKind;

/// A deeper expression is "anything". The frontends let through chains of 2,000 operators; the bound keeps the stack
/// safe from what builds deeper models.
constexpr int kDeepestExpression = 2100;

Expressions::Expressions(Evaluation& all)
    : world_(all.world),
      known_(all.known),
      declared_(all.declared),
      arena_(all.arena),
      frame_(all.frame),
      depth_(all.depth),
      guards_(all.record.guards),
      state_(all.variables.state),
      record_(all.record),
      variables_(all.variables),
      members_(all.members),
      module_containers_(all.module_containers),
      attributes_(all.attributes),
      subscripts_(all.subscripts),
      calls_(all.calls),
      operators_(all.operators),
      conditions_(all.conditions),
      assignment_(all.assignment) {}

Value Expressions::evaluate(const model::Expression& expression) {
  work::count(work::Counted::kExpressions);
  if (depth_ > kDeepestExpression) return Value::anything();
  ++depth_;
  Value value;
  switch (expression.kind) {
    case ExpressionKind::kName:
      value = evaluate_name(expression.as<model::Name>());
      assume(expression.as<model::Name>().name, value);
      break;
    case ExpressionKind::kConstant:
      value = constant_value(expression.as<model::Constant>());
      break;
    case ExpressionKind::kAttribute:
      value = attributes_.load_attribute(expression.as<model::Attribute>());
      assume(expression.as<model::Attribute>().name, value);
      break;
    case ExpressionKind::kCall:
      value = calls_.call(expression.as<model::Call>());
      break;
    case ExpressionKind::kSubscript:
      value = subscripts_.load_subscript(expression.as<model::Subscript>());
      break;
    case ExpressionKind::kSlice:
      value = subscripts_.slice_value(expression.as<model::Slice>());
      break;
    case ExpressionKind::kUnary:
      value = operators_.unary(expression.as<model::Unary>());
      break;
    case ExpressionKind::kBinary:
      value = operators_.binary(expression.as<model::Binary>());
      break;
    case ExpressionKind::kComparison:
      value = operators_.comparison(expression.as<model::Comparison>());
      break;
    case ExpressionKind::kBoolean:
      value = evaluate_boolean(expression.as<model::Boolean>());
      break;
    case ExpressionKind::kConditional:
      value = evaluate_conditional(expression.as<model::Conditional>());
      break;
    case ExpressionKind::kSequence:
      value = evaluate_sequence(expression.as<model::Sequence>());
      break;
    case ExpressionKind::kDictionary:
      value = evaluate_dictionary(expression.as<model::Dictionary>());
      break;
    case ExpressionKind::kComprehension:
      value = evaluate_comprehension(expression.as<model::Comprehension>());
      break;
    case ExpressionKind::kFormatted:
      value = evaluate_formatted(expression.as<model::Formatted>());
      break;
    case ExpressionKind::kLambda:
      value = evaluate_lambda(expression.as<model::Lambda>());
      break;
    case ExpressionKind::kStarred:
      value = evaluate(*expression.as<model::Starred>().value);
      break;
    case ExpressionKind::kAwait:
      value = evaluate(*expression.as<model::Await>().value);
      break;
    case ExpressionKind::kYield:
      value = evaluate_yield(expression.as<model::Yield>());
      break;
    case ExpressionKind::kNamed:
      value = evaluate_named(expression.as<model::Named>());
      break;
    case ExpressionKind::kUnknown:
      value = Value::anything();
      break;
  }
  --depth_;
  if (record_.seen != nullptr) record_.seen->values[&expression] = value;
  return value;
}

Value Expressions::evaluate_yield(const model::Yield& yield) {
  const Value given = yield.value == nullptr ? Value::none() : evaluate(*yield.value);
  yielded_ = join(yielded_, yield.is_from ? values::any_element(arena_, given) : given);
  return Value::anything();
}

Value Expressions::evaluate_named(const model::Named& named) {
  Value value = evaluate(*named.value);
  assignment_.assign(*named.target, value);
  return value;
}

Value constant_value(const model::Constant& constant) {
  switch (constant.constant) {
    case model::ConstantKind::kNone:
      return Value::none();
    case model::ConstantKind::kTrue:
      return Value::boolean(true);
    case model::ConstantKind::kFalse:
      return Value::boolean(false);
    case model::ConstantKind::kInteger:
      return Value::integer(constant.integer);
    case model::ConstantKind::kFloat:
      return Value::floating(constant.number);
    case model::ConstantKind::kComplex:
      return Value::of(Kind::kFloating);
    case model::ConstantKind::kString:
      return Value::string(constant.text);
    case model::ConstantKind::kBytes:
      return Value::of(Kind::kOther);
    case model::ConstantKind::kEllipsis:
      return Value::of(Kind::kEllipsis);
  }
  return Value::anything();
}

Value Expressions::variable_of_environment(std::uint32_t environment, model::Symbol name, bool& found) {
  while (environment != 0) {
    const std::uint32_t number = environment - 1;
    const Context& context = world_.contexts[number];
    if ((context.key.code & kModuleBody) != 0) break;
    const FunctionInfo& info = project().functions()[context.key.code];
    const std::uint32_t slot = info.scope.find(name);
    if (slot != Scope::kAbsent) {
      found = true;
      record_.note_read(kVariables | number, name);
      if (slot >= context.outcome.variables.size()) return {};
      const Value& value = context.outcome.variables[slot];
      return value.only(Kind::kUnbound) ? Value{} : value;
    }
    environment = context.key.environment;
  }
  return {};
}

Value Expressions::evaluate_name(const model::Name& node) {
  if (const Value* inner = variables_.inner(node.name)) return *inner;
  const std::uint32_t slot = frame_.scope->find(node.name);
  const bool local = slot < state_.slots.size();
  if (local) {
    const Value& value = state_.slots[slot];
    if (!value.only(Kind::kUnbound)) return value;
  }
  if (frame_.function != nullptr &&
      std::ranges::find(frame_.function->function->globals, node.name) == frame_.function->function->globals.end()) {
    bool captured = false;
    const Value outer = variable_of_environment(frame_.key->environment, node.name, captured);
    if (captured) return outer;
    if (local) return Value::anything();
  }
  return evaluate_global(node.name);
}

/// `value` is that of a name or attribute, which is where the user says it is if the code does not say it.
void Expressions::assume(model::Symbol name, Value& value) const {
  const Assumptions* assumptions = project().modules()[frame_.module].input.assumptions;
  if (assumptions == nullptr) return;
  const auto found = assumptions->places.find(name);
  if (found == assumptions->places.end()) return;
  const values::Places open = values::Places(values::Place::kCaller) | values::Place::kUnknown;
  if (value.is_anything() && !value.may_be(Kind::kTensor)) {
    value = Value::tensor(found->second, values::kAnyElement, {}, values::Evidence::kDeclared);
    return;
  }
  if (value.may_be(Kinds(Kind::kTensor) | Kind::kDevice) && (value.places.empty() || value.places.overlaps(open))) {
    value.places = (value.places - open) | found->second;
    value.evidence = std::max(value.evidence, values::Evidence::kDeclared);
  }
}

/// A name of the module, of what it imports, or a built-in one.
Value Expressions::evaluate_global(model::Symbol name) {
  if (const Target target = project().resolve(frame_.module, name)) {
    if (target.kind != TargetKind::kVariable) return declared_.target(target);
    const ModuleInfo& module = project().modules()[target.index];
    const std::uint32_t global = module.scope.find(target.name);
    const std::uint32_t body = target.index;  // module bodies are the first contexts, in module order
    record_.note_read(kVariables | body, target.name);
    const auto& variables = world_.contexts[body].outcome.variables;
    return global < variables.size() ? record_.bound_variable(variables[global]) : Value{};
  }
  if (const std::uint32_t builtin = catalog().child(known_.builtins, name); builtin != catalog::Catalog::kNowhere) {
    return declared_.target({TargetKind::kLibrary, builtin, {}});
  }
  if (name == known_.name_) return Value::of(Kind::kString);
  return project().imports_strange_module(frame_.module, name) ? Value::of(Kind::kNamespace) : Value::anything();
}

namespace {

/// `device or x.device`: without a device, `x` stays where it is, so that a copy of `x` goes where `told` says.
Value without_own_place(const model::Expression& expression, Value device, const Value& told, model::Symbol name) {
  const auto* attribute = expression.get_if<model::Attribute>();
  if (attribute == nullptr || attribute->name != name || !device.only(Kind::kDevice) || told.only(Kind::kNone))
    return device;
  device.places = device.places - values::Places(values::Place::kCpu);
  return device.places.empty() ? Value{} : device;
}

/// A value that is written out, or an empty container: no tensor.
bool is_plain(const model::Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kConstant:
    case ExpressionKind::kSequence:
    case ExpressionKind::kDictionary:
    case ExpressionKind::kFormatted:
      return true;
    case ExpressionKind::kCall:
      return expression.as<model::Call>().arguments.empty() &&
             expression.as<model::Call>().callee->kind == ExpressionKind::kName;
    default:
      return false;
  }
}

}  // namespace

Value Expressions::evaluate_boolean(const model::Boolean& boolean) {
  Value result;
  Value told;
  const State before = state_;
  const Variables::Untaught inner = variables_.untaught();
  const Guards outer = guards_;
  for (std::size_t i = 0; i < boolean.operands.size(); ++i) {
    const model::Expression& operand = *boolean.operands[i];
    if (i + 1 == boolean.operands.size()) {
      const Value last = evaluate(operand);
      result = join(result, boolean.is_and ? last : without_own_place(operand, last, told, known_.device_name));
      break;
    }
    Value value = evaluate(operand);
    told = join(told, value);
    // `sizes or []`: whoever writes that has no tensor in mind.
    const bool has_default = !boolean.is_and && is_plain(*boolean.operands.back());
    guards_.doubt += has_default ? 1 : 0;
    const std::optional<bool> outcome = conditions_.take_truth(value, operand.range, TruthUse::kBooleanOperator);
    guards_.doubt -= has_default ? 1 : 0;
    // `a or b` gives `a` only where it is true: never None.
    Value kept = value;
    if (!boolean.is_and) kept.kinds = kept.kinds - Kind::kNone;
    if (outcome != boolean.is_and) result = join(result, kept);
    if (outcome.has_value() && *outcome != boolean.is_and) {
      // The rest is never reached.
      guards_ = outer;
      variables_.unlearn(before);
      variables_.unlearn_inner(inner);
      return result.is_bottom() ? value : result;
    }
    conditions_.narrow(operand, boolean.is_and);
    conditions_.note_outcome(operand, outcome);
    guards_.add(conditions_.behind(operand, boolean.is_and));
  }
  guards_ = outer;
  // What the operands' outcomes taught holds only inside the expression.
  variables_.unlearn(before);
  variables_.unlearn_inner(inner);
  return result;
}

/// `x.item() if isinstance(x, Tensor) else x`: who takes a number either way is mostly given one.
bool Expressions::takes_a_number(const model::Conditional& conditional) {
  const model::Expression* subject = conditions_.subject_of_test(*conditional.condition);
  if (subject == nullptr) return false;
  const model::Symbol name = subject->as<model::Name>().name;
  const auto is_subject = [&](const model::Expression& part) {
    const auto* found = part.get_if<model::Name>();
    return found != nullptr && found->name == name;
  };
  if (!is_subject(*conditional.else_value)) return false;
  const Value value = evaluate(*subject);
  if (value.only(Kind::kTensor) && value.evidence == values::Evidence::kSeen) return false;
  bool converts = false;
  for (const model::Expression* part = conditional.then_value;; converts = true) {
    if (is_subject(*part)) return converts;
    const auto* call = part->get_if<model::Call>();
    if (call == nullptr) return false;
    if (const auto* method = call->callee->get_if<model::Attribute>())
      return method->name == known_.item && is_subject(*method->object);
    const auto* conversion = call->callee->get_if<model::Name>();
    if (conversion == nullptr || call->arguments.size() != 1) return false;
    const std::string_view text = project().symbols().text(conversion->name);
    if (text != "float" && text != "int" && text != "bool") return false;
    part = call->arguments.front().value;
  }
}

/// `f if cxx.test() else g`: which of these functions a call of C++ means is not known.
bool Expressions::means_either(const model::Conditional& conditional) const {
  const auto* asked = conditional.condition->get_if<model::Call>();
  if (asked == nullptr || !asked->arguments.empty() || world_.is_asked || calls_.cxx_result(*asked) == nullptr ||
      asked->callee->as<model::Attribute>().name != known_.cxx_test)
    return false;
  const auto is_name = [](const model::Expression& part) { return part.kind == ExpressionKind::kName; };
  const model::Expression& otherwise = *conditional.else_value;
  return is_name(*conditional.then_value) && (is_name(otherwise) || (otherwise.kind == ExpressionKind::kConditional &&
                                                                     means_either(otherwise.as<model::Conditional>())));
}

Value Expressions::either(const model::Conditional& conditional) {
  const Value one = evaluate(*conditional.then_value);
  const auto* others = conditional.else_value->get_if<model::Conditional>();
  return join(one, others != nullptr ? either(*others) : evaluate(*conditional.else_value));
}

Value Expressions::evaluate_conditional(const model::Conditional& conditional) {
  if (means_either(conditional)) return either(conditional);
  const bool is_doubtful = takes_a_number(conditional);
  const std::optional<bool> outcome = conditions_.condition(*conditional.condition, TruthUse::kConditional);
  const State before = state_;
  const Variables::Untaught inner = variables_.untaught();
  Value result;
  if (outcome != false) {
    const Guards outer = guards_;
    conditions_.narrow(*conditional.condition, true);
    const Guards behind = conditions_.behind(*conditional.condition, true);
    guards_.add(behind);
    guards_.doubt += is_doubtful ? 1 : 0;
    if (state_.reachable) result = evaluate(*conditional.then_value);
    if (behind.elsewhere && outcome != true) result = {};
    guards_ = outer;
    state_ = before;
    variables_.unlearn_inner(inner);
  }
  if (outcome != true) {
    const Guards outer = guards_;
    conditions_.narrow(*conditional.condition, false);
    const Guards behind = conditions_.behind(*conditional.condition, false);
    guards_.add(behind);
    Value otherwise = state_.reachable ? evaluate(*conditional.else_value) : Value{};
    // `self.device if self.device is not None else x.device`
    const ExpressionKind kind = conditional.then_value->kind;
    if (outcome != false && (kind == ExpressionKind::kName || kind == ExpressionKind::kAttribute) &&
        result.may_be(Kinds(Kind::kDevice) | Kind::kString | Kind::kAnything))
      otherwise = without_own_place(*conditional.else_value, otherwise, result, known_.device_name);
    if (!behind.elsewhere || outcome == false) result = join(result, otherwise);
    guards_ = outer;
    state_ = before;
    variables_.unlearn_inner(inner);
  }
  return result;
}

Value Expressions::evaluate_sequence(const model::Sequence& sequence) {
  const Kind kind = sequence.sequence == model::SequenceKind::kTuple  ? Kind::kTuple
                    : sequence.sequence == model::SequenceKind::kList ? Kind::kList
                                                                      : Kind::kSet;
  const std::size_t wanted = std::exchange(wanted_elements_, 0);
  std::vector<Value> elements;
  elements.reserve(sequence.elements.size());
  bool exact = true;
  Value all;
  for (const model::Expression* element : sequence.elements) {
    Value value = evaluate(*element);
    if (element->kind == ExpressionKind::kStarred) {
      if (value.aggregate != nullptr && value.aggregate->exact) {
        for (const Value& inner : value.aggregate->elements) {
          elements.push_back(inner);
          all = join(all, inner);
        }
        continue;
      }
      value = iterate(value, element->range);
      if (wanted >= sequence.elements.size()) {
        // `b, n, heads = *x.shape, self.heads`
        elements.insert(elements.end(), wanted - sequence.elements.size() + 1, value);
        all = join(all, value);
        continue;
      }
      exact = false;
    } else if (value.is_bottom()) {
      return {};
    }
    elements.push_back(value);
    all = join(all, value);
  }
  constexpr std::size_t kLongestExact = 32;
  if (exact && kind != Kind::kSet && elements.size() <= kLongestExact) return arena_.sequence(kind, elements);
  return arena_.container(kind, all);
}

Value Expressions::evaluate_dictionary(const model::Dictionary& dictionary) {
  std::vector<values::DictionaryEntry> entries;
  Value rest;
  for (const model::DictionaryItem& item : dictionary.items) {
    const Value value = evaluate(*item.value);
    if (item.key == nullptr) {
      if (value.aggregate != nullptr) {
        entries.insert(entries.end(), value.aggregate->entries.begin(), value.aggregate->entries.end());
        rest = join(rest, value.aggregate->rest);
      } else {
        rest = join(rest, Value::anything());
      }
      continue;
    }
    const Value key = evaluate(*item.key);
    if (value.is_bottom()) return {};
    if (key.constant.type != values::ConstantValue::Type::kNothing) {
      entries.push_back({key.constant, value});
    } else {
      rest = join(rest, value);
    }
  }
  return arena_.dictionary(entries, rest);
}

/// False as long as something that the result is made of is not known.
bool Expressions::evaluate_clauses(const model::Comprehension& comprehension, std::size_t clause, Value& key,
                                   Value& element) {
  if (clause == comprehension.clauses.size()) {
    if (comprehension.key != nullptr) key = join(key, evaluate(*comprehension.key));
    const Value value = evaluate(*comprehension.element);
    element = join(element, value);
    return !value.is_bottom();
  }
  const model::ComprehensionClause& current = comprehension.clauses[clause];
  const Value iterable = evaluate(*current.iterable);
  const Value item = iterate(iterable, current.iterable->range);
  if (item.is_bottom()) return !iterable.is_bottom();
  ++record_.loop_depth;
  variables_.enter();  // the targets are names of the comprehension
  assignment_.assign(*current.target, item);
  variables_.leave();
  bool runs = true;
  for (const model::Expression* test : current.conditions) {
    const std::optional<bool> outcome = conditions_.condition(*test, TruthUse::kComprehension);
    if (outcome == false) {
      runs = false;
      break;
    }
    conditions_.narrow(*test, true);
  }
  const bool is_known = !runs || evaluate_clauses(comprehension, clause + 1, key, element);
  --record_.loop_depth;
  return is_known;
}

Value Expressions::evaluate_comprehension(const model::Comprehension& comprehension) {
  const std::size_t names = variables_.inner_names().size();
  const Variables::Untaught outer = variables_.untaught();
  const State before = state_;
  Value key;
  Value element;
  const bool is_known = evaluate_clauses(comprehension, 0, key, element);
  variables_.keep_inner(names);
  variables_.unlearn_inner(outer);
  variables_.unlearn(before);
  // A part that is never known, as of a list that is never seen to grow, is nothing to wait for in the end.
  bool found = false;
  if (!is_known && record_.is_unreached(true, found)) return {};
  switch (comprehension.comprehension) {
    case model::ComprehensionKind::kList:
      return arena_.container(Kind::kList, element);
    case model::ComprehensionKind::kSet:
      return arena_.container(Kind::kSet, element);
    case model::ComprehensionKind::kGenerator:
      return arena_.container(Kind::kIterator, element);
    case model::ComprehensionKind::kDictionary:
      return arena_.dictionary({}, element);
  }
  return Value::anything();
}

Value Expressions::evaluate_formatted(const model::Formatted& formatted) {
  for (const model::FormattedField& field : formatted.fields) {
    const Value value = evaluate(*field.value);
    if (formatted.is_template) continue;
    bool found = false;
    if (value.may_be(Kind::kInstance)) {
      const bool plain = field.conversion == 'r' || field.conversion == 'a';
      calls_.call_method(value, plain ? known_.repr : known_.str_, {}, field.range, found);
    }
    record_.emit_value(EventKind::kFormat, field.range, value);
  }
  return Value::of(Kind::kString);
}

Value Expressions::evaluate_lambda(const model::Lambda& lambda) {
  for (const model::Parameter& parameter : lambda.parameters) {
    if (parameter.default_value != nullptr) evaluate(*parameter.default_value);
  }
  Entity entity{.kind = EntityKind::kFunction};
  entity.index = project().modules()[frame_.module].first_function + lambda.function_id;
  entity.environment = frame_.number + 1;
  variables_.export_variables();
  return arena_.entity(Kind::kFunction, entity);
}

}  // namespace syncfree::inference
