#include "analyzer/summary/guards.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using source::TextRange;

/// Of one part; what more of them would say is left out.
constexpr std::size_t kMostAlternatives = 4;
constexpr std::size_t kLongestText = 24;

const AnyGuards kAlways = {{}};

bool is_none(const model::Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kNone;
}

TextRange range_of(model::Block block) { return {block.front()->range.begin, block.back()->range.end}; }

Guard unknown(TextRange question, bool is_negated) {
  return {.asked = Asked::kAnything, .is_negated = is_negated, .question = number_of(question)};
}

/// Each of `a` with each of `b`.
AnyGuards both(const AnyGuards& a, const AnyGuards& b) {
  AnyGuards all;
  for (const Guards& left : a) {
    for (const Guards& right : b) {
      Guards joined = left;
      joined.insert(joined.end(), right.begin(), right.end());
      if (all.size() < kMostAlternatives) all.push_back(std::move(joined));
    }
  }
  return all;
}

AnyGuards either(AnyGuards a, const AnyGuards& b) {
  for (const Guards& guards : b) {
    if (a.size() < kMostAlternatives) a.push_back(guards);
  }
  return a;
}

/// Its end is an error.
bool raises(model::Block block) {
  if (block.empty()) return false;
  const model::Statement& last = *block.back();
  if (const auto* branch = last.get_if<model::If>()) return raises(branch->then) && raises(branch->otherwise);
  return last.kind == model::StatementKind::kRaise;
}

/// Nothing comes after it.
bool leaves(model::Block block) {
  if (block.empty()) return false;
  const model::Statement& last = *block.back();
  if (const auto* branch = last.get_if<model::If>()) return leaves(branch->then) && leaves(branch->otherwise);
  return last.kind == model::StatementKind::kRaise || last.kind == model::StatementKind::kReturn;
}

auto key(const Guard& guard) {
  return std::tie(guard.parameter, guard.setting.id, guard.asked, guard.is_negated, guard.value, guard.question,
                  guard.call);
}

}  // namespace

std::strong_ordering operator<=>(const Guard& a, const Guard& b) { return key(a) <=> key(b); }

Guard Guard::negated() const {
  Guard other = *this;
  other.is_negated = !is_negated;
  return other;
}

std::string constant_text(const model::Constant& constant) {
  if (constant.constant == model::ConstantKind::kInteger) {
    return constant.integer < 0 ? std::string() : std::to_string(constant.integer);
  }
  if (constant.constant == model::ConstantKind::kFloat) {
    const bool is_whole = constant.number >= 0 && constant.number < 1e6 &&
                          constant.number == static_cast<double>(static_cast<std::int64_t>(constant.number));
    return is_whole ? std::to_string(static_cast<std::int64_t>(constant.number)) : std::string();
  }
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool is_word = constant.constant == model::ConstantKind::kString && !constant.text.empty() &&
                       constant.text.size() <= kLongestText && std::ranges::all_of(constant.text, is_plain);
  return is_word ? std::string(constant.text) : std::string();
}

GuardedParts::GuardedParts(const inference::Project& project, const inference::Known& known,
                           const inference::FunctionInfo& function)
    : project_(project),
      ordinary_(project, known),
      module_(function.module),
      has_self_(function.owner != inference::kNowhere && !function.is_static && !function.is_class_method),
      function_(*function.function),
      symbols_(project.symbols()) {
  find_stores(function_.body);
  add(function_.body);
}

void GuardedParts::find_stores(model::Block block) {
  const auto store = [&](auto&& self, const model::Expression& target, const model::Expression* from,
                         const model::Expression* value) -> void {
    if (const auto* name = target.get_if<model::Name>()) {
      const std::uint32_t end = std::max(target.range.end, from == nullptr ? 0 : from->range.end);
      stores_[name->name].push_back({.target = target.range, .end = end, .value = value});
    } else if (const auto* several = target.get_if<model::Sequence>()) {
      for (const model::Expression* one : several->elements) self(self, *one, from, nullptr);
    } else if (const auto* rest = target.get_if<model::Starred>()) {
      self(self, *rest->value, from, nullptr);
    }
  };
  for (const model::Statement* statement : block) {
    if (const auto* assign = statement->get_if<model::Assign>()) {
      for (const model::Expression* target : assign->targets) store(store, *target, assign->value, assign->value);
    } else if (const auto* augmented = statement->get_if<model::AugmentedAssign>()) {
      store(store, *augmented->target, augmented->value, nullptr);
    } else if (const auto* loop = statement->get_if<model::For>()) {
      store(store, *loop->target, loop->iterable, nullptr);
    }
    model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { find_stores(inner); });
  }
}

bool GuardedParts::is_own_object(const model::Expression& expression) const {
  const auto* name = expression.get_if<model::Name>();
  return has_self_ && name != nullptr && !function_.parameters.empty() &&
         function_.parameters.front().name == name->name;
}

/// `task = Task(task)`, `task = Task.from_str(task)`: a constant of an enumeration for its text.
bool GuardedParts::is_member_of(const Store& store, model::Symbol name) const {
  const auto* call = store.value == nullptr ? nullptr : store.value->get_if<model::Call>();
  if (call == nullptr || call->arguments.size() != 1) return false;
  const auto* same = call->arguments[0].value->get_if<model::Name>();
  if (same == nullptr || same->name != name) return false;
  const auto* method = call->callee->get_if<model::Attribute>();
  return project_.resolve(module_, *call->callee).kind == inference::TargetKind::kClass ||
         (method != nullptr && project_.resolve(module_, *method->object).kind == inference::TargetKind::kClass);
}

/// "mean" of `"mean"` and of a class's `MEAN = "mean"`; empty for anything else.
std::string GuardedParts::text_of(const model::Expression& expression) const {
  if (const auto* constant = expression.get_if<model::Constant>()) return constant_text(*constant);
  const auto* member = expression.get_if<model::Attribute>();
  const inference::Target owner =
      member == nullptr ? inference::Target() : project_.resolve(module_, *member->object);
  if (owner.kind != inference::TargetKind::kClass) return {};
  for (const model::Statement* statement : project_.classes()[owner.index].definition->body) {
    const auto* assign = statement->get_if<model::Assign>();
    if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) continue;
    const auto* name = assign->targets[0]->get_if<model::Name>();
    const auto* constant = assign->value->get_if<model::Constant>();
    if (name != nullptr && name->name == member->name && constant != nullptr) return constant_text(*constant);
  }
  return {};
}

/// Of a parameter that some of the calls have stored something in: as long as they did not.
std::optional<Subject> GuardedParts::stored(const model::Name& name, std::uint32_t parameter) const {
  Subject subject{.parameter = parameter};
  const std::vector<Store>* stores = stores_.find(name.name);
  if (stores == nullptr) return subject;
  const AnyGuards here = guards_of(name.range);
  for (const Store& store : *stores) {
    if (name.range.begin < store.end) break;
    if (is_member_of(store, name.name)) continue;
    const AnyGuards there = guards_of(store.target);
    if (there.empty()) continue;
    Guards own = there.front();
    std::erase_if(own, [&](const Guard& guard) {
      return here.size() == 1 && std::ranges::find(here.front(), guard) != here.front().end();
    });
    if (there.size() != 1 || own.empty()) return std::nullopt;
    subject.guards.push_back(own.back().negated());
  }
  return subject;
}

std::optional<Subject> GuardedParts::subject(const model::Expression& expression) const {
  if (const auto* call = expression.get_if<model::Call>()) {
    const auto* method = call->callee->get_if<model::Attribute>();
    const bool is_same_word = method != nullptr && call->arguments.empty() && symbols_.text(method->name) == "lower";
    return is_same_word ? subject(*method->object) : std::nullopt;
  }
  if (const auto* attribute = expression.get_if<model::Attribute>())
    return is_own_object(*attribute->object) ? std::optional(Subject{.setting = attribute->name}) : std::nullopt;
  const auto* name = expression.get_if<model::Name>();
  if (name == nullptr) return std::nullopt;
  for (std::uint32_t i = 0; i < function_.parameters.size(); ++i) {
    const model::Parameter& each = function_.parameters[i];
    const bool is_one =
        each.kind != model::ParameterKind::kStar && each.kind != model::ParameterKind::kDoubleStar;  // it takes many
    if (is_one && each.name == name->name) return stored(*name, i);
  }
  // `cache = self._cache`
  const std::vector<Store>* stores = stores_.find(name->name);
  if (stores == nullptr) return std::nullopt;
  const Store* last = nullptr;
  for (const Store& store : *stores) {
    if (store.end <= name->range.begin) last = &store;
  }
  if (last == nullptr || last->value == nullptr || last->value->kind != model::ExpressionKind::kAttribute)
    return std::nullopt;
  const AnyGuards here = guards_of(name->range);
  const AnyGuards there = guards_of(last->target);
  const bool is_seen = here.size() == 1 && there.size() == 1 && std::ranges::all_of(there.front(), [&](const Guard& guard) {
    return std::ranges::find(here.front(), guard) != here.front().end();
  });
  return is_seen ? subject(*last->value) : std::nullopt;
}

std::optional<Guard> GuardedParts::device_of(const model::Call& call) const {
  const auto* method = call.callee->get_if<model::Attribute>();
  const bool moves = method != nullptr && symbols_.text(method->name) == "to";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const model::Argument& argument = call.arguments[i];
    if (argument.stars != 0) return std::nullopt;
    const bool is_device = argument.keyword ? symbols_.text(argument.keyword) == "device" : moves && i == 0;
    const auto found = is_device ? subject(*argument.value) : std::nullopt;
    if (!found || !found->guards.empty()) continue;
    if (found->setting && moves) return Guard{.setting = found->setting, .asked = Asked::kAbsent};
    if (found->setting) continue;
    const model::Expression* otherwise = function_.parameters[found->parameter].default_value;
    if (otherwise != nullptr && is_none(*otherwise))
      return Guard{.parameter = found->parameter, .asked = Asked::kNone, .is_negated = true};
  }
  return std::nullopt;
}

/// `isinstance(n, (int, float))`, `x.is_floating_point()`
std::optional<Guard> GuardedParts::asked_of_type(const model::Call& call) const {
  const auto* method = call.callee->get_if<model::Attribute>();
  if (method != nullptr && symbols_.text(method->name) == "is_floating_point" && call.arguments.empty()) {
    const auto asked = subject(*method->object);
    if (asked && !asked->setting && asked->guards.empty())
      return Guard{.parameter = asked->parameter, .asked = Asked::kFloating};
  }
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance") return std::nullopt;
  const auto asked = subject(*call.arguments[0].value);
  if (!asked || asked->setting || !asked->guards.empty()) return std::nullopt;
  const model::Expression& type = *call.arguments[1].value;
  const auto is_number = [&](const model::Expression& one) {
    const auto* name = one.get_if<model::Name>();
    return name != nullptr && (symbols_.text(name->name) == "int" || symbols_.text(name->name) == "float");
  };
  const auto* several = type.get_if<model::Sequence>();
  const bool is_so = several == nullptr ? is_number(type)
                                        : std::ranges::all_of(several->elements, [&](const model::Expression* one) {
                                            return is_number(*one);
                                          });
  return is_so ? std::optional(Guard{.parameter = asked->parameter, .asked = Asked::kNumber}) : std::nullopt;
}

/// `isinstance(x, Tensor)`; a tensor is no object of another class.
std::optional<Guard> GuardedParts::instance(const model::Call& call, bool is_negated) const {
  if (auto guard = asked_of_type(call)) {
    guard->is_negated = is_negated;
    return guard;
  }
  if (call.arguments.size() != 2 || flow::last_name(*call.callee, symbols_) != "isinstance") return std::nullopt;
  const auto asked = subject(*call.arguments[0].value);
  const bool is_tensor = flow::last_name(*call.arguments[1].value, symbols_) == "Tensor";
  if (!asked || asked->setting || !asked->guards.empty() || (!is_tensor && !is_negated)) return std::nullopt;
  return Guard{.parameter = asked->parameter, .asked = Asked::kTensor, .is_negated = is_tensor && is_negated};
}

/// `n is None`, `mode == "mean"`, `mode in ("sum", "mean")`
AnyGuards GuardedParts::test_comparison(const model::Comparison& compared, bool is_negated) const {
  using enum model::ComparisonOperator;
  const AnyGuards nobody_knows = {{unknown(compared.range, is_negated)}};
  const auto* attribute = compared.operands[0]->get_if<model::Attribute>();
  if (attribute != nullptr && symbols_.text(attribute->name) == "dtype" && compared.operators.size() == 1 &&
      (compared.operators[0] == kEqual || compared.operators[0] == kNotEqual) &&
      flow::last_name(*compared.operands[1], symbols_) == "bool") {
    const auto tensor = subject(*attribute->object);
    if (tensor && !tensor->setting && tensor->guards.empty())
      return {{Guard{.parameter = tensor->parameter,
                     .asked = Asked::kBoolean,
                     .is_negated = (compared.operators[0] == kEqual) == is_negated}}};
  }
  const auto asked = compared.operators.size() == 1 ? subject(*compared.operands[0]) : std::nullopt;
  if (!asked) return nobody_knows;
  const model::ComparisonOperator operation = compared.operators[0];
  const model::Expression& other = *compared.operands[1];
  const bool is_same = operation == kIs || operation == kEqual || operation == kIn;
  Guard guard{.parameter = asked->parameter, .setting = asked->setting, .is_negated = is_same == is_negated};
  const bool is_identity = operation == kIs || operation == kIsNot;
  if (is_identity && is_none(other)) return both({{guard}}, {asked->guards});
  guard.asked = Asked::kEquals;
  const auto* sequence = other.get_if<model::Sequence>();
  const bool is_one_of = (operation == kIn || operation == kNotIn) && sequence != nullptr;
  if (!is_one_of && operation != kEqual && operation != kNotEqual) return nobody_knows;
  AnyGuards all = guard.is_negated ? kAlways : AnyGuards();
  const std::size_t count = is_one_of ? sequence->elements.size() : 1;
  if (count > kMostAlternatives) return nobody_knows;
  for (std::size_t i = 0; i < count; ++i) {
    guard.value = text_of(is_one_of ? *sequence->elements[i] : other);
    if (guard.value.empty()) return nobody_knows;
    all = guard.is_negated ? both(all, {{guard}}) : either(std::move(all), {{guard}});
  }
  return both(all, {asked->guards});
}

AnyGuards GuardedParts::test_part(const model::Expression& condition, bool is_negated) const {
  if (const auto* compared = condition.get_if<model::Comparison>()) return test_comparison(*compared, is_negated);
  if (const auto* call = condition.get_if<model::Call>()) {
    const auto guard = instance(*call, is_negated);
    return {{guard ? *guard : unknown(condition.range, is_negated)}};
  }
  const auto asked = subject(condition);
  if (!asked) return {{unknown(condition.range, is_negated)}};
  const Guard guard{
      .parameter = asked->parameter, .setting = asked->setting, .asked = Asked::kTrue, .is_negated = is_negated};
  return both({{guard}}, {asked->guards});
}

/// `x.is_cuda`, `x.is_cpu`, `x.device.type == "cuda"`
std::optional<Guard> GuardedParts::place(const model::Expression& condition) const {
  const auto* asked = condition.get_if<model::Attribute>();
  bool is_cuda = asked != nullptr && symbols_.text(asked->name) == "is_cuda";
  bool is_cpu = asked != nullptr && symbols_.text(asked->name) == "is_cpu";
  const model::Expression* tensor = asked == nullptr ? nullptr : asked->object;
  if (const auto* compared = condition.get_if<model::Comparison>();
      compared != nullptr && compared->operators.size() == 1 &&
      compared->operators[0] == model::ComparisonOperator::kEqual) {
    const auto* type = compared->operands[0]->get_if<model::Attribute>();
    const auto* device = type == nullptr ? nullptr : type->object->get_if<model::Attribute>();
    const std::string name = text_of(*compared->operands[1]);
    if (device == nullptr || symbols_.text(type->name) != "type" || symbols_.text(device->name) != "device")
      return std::nullopt;
    is_cuda = name == "cuda";
    is_cpu = name == "cpu";
    tensor = device->object;
  }
  const auto found = is_cuda || is_cpu ? subject(*tensor) : std::nullopt;
  if (!found || found->setting || !found->guards.empty()) return std::nullopt;
  return Guard{.parameter = found->parameter, .asked = Asked::kDevice, .is_negated = is_cpu};
}

/// `count == 0` of `count = x.shape[0]`
std::optional<bool> GuardedParts::amount(const model::Expression& condition) const {
  const auto* compared = condition.get_if<model::Comparison>();
  const auto* name = compared == nullptr ? nullptr : compared->operands[0]->get_if<model::Name>();
  const std::vector<Store>* stores = name == nullptr ? nullptr : stores_.find(name->name);
  const bool is_amount = stores != nullptr && stores->size() == 1 && stores->front().value != nullptr &&
                         ordinary_.is_amount(*stores->front().value);
  return is_amount ? ordinary_.amount(*compared) : std::nullopt;
}

AnyGuards GuardedParts::test(const model::Expression& condition, bool is_negated) const {
  if (auto on = place(condition)) return {{is_negated ? on->negated() : *on}};
  if (const auto answer = amount(condition)) return *answer != is_negated ? kAlways : AnyGuards();
  if (const auto answer = ordinary_.answer(module_, condition)) return *answer != is_negated ? kAlways : AnyGuards();
  if (const auto* unary = condition.get_if<model::Unary>();
      unary != nullptr && unary->operation == model::UnaryOperator::kNot)
    return test(*unary->operand, !is_negated);
  const auto* joined = condition.get_if<model::Boolean>();
  if (joined == nullptr) return test_part(condition, is_negated);
  const bool is_any = joined->is_and == is_negated;  // one of them is enough
  AnyGuards all = is_any ? AnyGuards() : kAlways;
  for (const model::Expression* operand : joined->operands) {
    AnyGuards one = test(*operand, is_negated);
    all = is_any ? either(std::move(all), one) : both(all, one);
  }
  return all;
}

void GuardedParts::take(model::Block block, AnyGuards guards) {
  if (block.empty()) return;
  parts_.push_back({range_of(block), std::move(guards)});
  add(block);
}

/// `if height < 2: return x`: an operand comes back as it was. Where chance decides, or who called, that is no answer.
bool GuardedParts::is_nothing_to_do(const model::If& branch, const AnyGuards& rest) const {
  const auto* back = branch.then.size() == 1 ? branch.then.front()->get_if<model::Return>() : nullptr;
  const auto* name = back == nullptr || back->value == nullptr ? nullptr : back->value->get_if<model::Name>();
  if (name == nullptr || !branch.otherwise.empty()) return false;
  const auto operand = subject(*name);
  const std::uint32_t first = has_self_ ? 1 : 0;
  if (!operand || operand->setting || operand->parameter != first || !operand->guards.empty()) return false;
  const auto is_open = [](const Guard& guard) { return guard.asked == Asked::kAnything; };
  bool is_all_open = !rest.empty();
  for (const Guards& guards : rest) is_all_open = is_all_open && std::ranges::all_of(guards, is_open);
  bool has_call = false;
  model::walk(*branch.condition, [&](const model::Expression& part) {
    const auto* call = part.get_if<model::Call>();
    has_call = has_call || (call != nullptr && !ordinary_.is_amount(*call));
  });
  return is_all_open && !has_call;
}

/// What must hold for a call to come through a block to its end. Those that end in an error are no question.
AnyGuards GuardedParts::through(model::Block block) const {
  AnyGuards all = kAlways;
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kReturn || statement->kind == model::StatementKind::kRaise) return {};
    if (const auto* branch = statement->get_if<model::If>()) all = both(all, through(*branch));
  }
  return all;
}

AnyGuards GuardedParts::through(const model::If& branch) const {
  const bool then = model::returns(branch.then);
  const bool otherwise = model::returns(branch.otherwise);
  if (!then && !otherwise) return kAlways;
  if (!then && raises(branch.then)) return through(branch.otherwise);
  if (!otherwise && raises(branch.otherwise)) return through(branch.then);
  return either(both(test(*branch.condition, false), through(branch.then)),
                both(test(*branch.condition, true), through(branch.otherwise)));
}

/// `if size is None: return x`: what follows is for the other calls.
void GuardedParts::take_rest(model::Block block, std::size_t first, const model::If& branch) {
  if (first >= block.size()) return;
  AnyGuards guards = through(branch);
  if (guards != kAlways && !is_nothing_to_do(branch, guards))
    parts_.push_back({range_of(block.subspan(first)), std::move(guards)});
}

void GuardedParts::add(model::Block block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    const auto* branch = block[i]->get_if<model::If>();
    // Who gets to an error has called it wrongly.
    const bool is_needed = branch != nullptr && branch->otherwise.empty() && leaves(branch->then) &&
                           i + 1 < block.size() && raises(block.subspan(i + 1, 1));
    if (is_needed) {
      add(*branch->condition);
      add(branch->then);
      continue;
    }
    add(*block[i]);
    if (branch != nullptr) take_rest(block, i + 1, *branch);
  }
}

void GuardedParts::add(const model::If& branch) {
  const bool is_then_needed = raises(branch.otherwise);
  const bool is_rest_needed = raises(branch.then);
  take(branch.then, is_then_needed ? kAlways : test(*branch.condition, false));
  take(branch.otherwise, is_rest_needed ? kAlways : test(*branch.condition, true));
}

/// `for x in values if is_checked else ():`
void GuardedParts::add(const model::For& loop) {
  const auto is_empty = [](const model::Expression& expression) {
    const auto* sequence = expression.get_if<model::Sequence>();
    return sequence != nullptr && sequence->elements.empty();
  };
  const auto* choice = loop.iterable->get_if<model::Conditional>();
  const bool is_then = choice != nullptr && is_empty(*choice->else_value);
  if (is_then || (choice != nullptr && is_empty(*choice->then_value))) {
    take(loop.body, test(*choice->condition, !is_then));
  } else {
    add(loop.body);
  }
  add(loop.otherwise);
}

void GuardedParts::add(const model::Statement& statement) {
  if (statement.kind == model::StatementKind::kFunction || statement.kind == model::StatementKind::kClass) return;
  model::for_each_part(statement, [this](const model::Expression* part) { add(*part); }, [](model::Block) {});
  if (const auto* branch = statement.get_if<model::If>()) {
    add(*branch);
  } else if (const auto* loop = statement.get_if<model::For>()) {
    add(*loop);
  } else if (const auto* attempt = statement.get_if<model::Try>()) {
    add(attempt->body);
    for (const model::ExceptHandler& handler : attempt->handlers) take(handler.body, {});
    take(attempt->otherwise, {});
    add(attempt->finally);
  } else if (const auto* match = statement.get_if<model::Match>()) {
    for (const model::MatchCase& choice : match->cases) take(choice.body, {});
  } else {
    model::for_each_part(statement, [](const model::Expression*) {}, [this](model::Block inner) { add(inner); });
  }
}

void GuardedParts::add(const model::Expression& whole) {
  model::walk(whole, [this](const model::Expression& part) {
    if (const auto* choice = part.get_if<model::Conditional>()) {
      parts_.push_back({choice->then_value->range, test(*choice->condition, false)});
      parts_.push_back({choice->else_value->range, test(*choice->condition, true)});
    } else if (const auto* joined = part.get_if<model::Boolean>()) {
      for (std::size_t i = 0; i + 1 < joined->operands.size(); ++i) {
        const TextRange rest = {joined->operands[i + 1]->range.begin, joined->operands.back()->range.end};
        parts_.push_back({rest, test(*joined->operands[i], !joined->is_and)});
      }
    } else if (part.kind == model::ExpressionKind::kLambda) {
      parts_.push_back({part.range, {}});
    }
  });
}

AnyGuards GuardedParts::guards_of(TextRange range) const {
  AnyGuards all = kAlways;
  for (const GuardedPart& part : parts_) {
    if (!part.range.contains(range)) continue;
    all = both(all, part.guards);
    if (all.empty()) break;
  }
  return all;
}

}  // namespace syncfree::summary
