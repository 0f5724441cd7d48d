#include "analyzer/summary/guards.h"

#include <algorithm>
#include <utility>

#include "analyzer/flow/step_calls.h"
#include "analyzer/model/returns.h"
#include "analyzer/model/walk.h"
#include "analyzer/summary/given_back.h"
#include "analyzer/summary/guard_logic.h"
#include "analyzer/summary/table_calls.h"

namespace syncfree::summary {

namespace {

using source::TextRange;

TextRange range_of(model::Block block) { return {block.front()->range.begin, block.back()->range.end}; }

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

}  // namespace

GuardedParts::GuardedParts(const inference::Project& project, const inference::Known& known,
                           const inference::FunctionInfo& function)
    : project_(project),
      ordinary_(project, known),
      module_(function.module),
      has_self_(function.owner != inference::kNowhere && !function.is_static && !function.is_class_method),
      function_(*function.function),
      symbols_(project.symbols()),
      scripted_(scripted_call(function_, symbols_)) {
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
      const bool is_plain = value != nullptr && std::ranges::none_of(several->elements, [](const auto* one) {
                              return one->kind == model::ExpressionKind::kStarred;
                            });
      for (std::size_t i = 0; i < several->elements.size(); ++i) {
        self(self, *several->elements[i], from, nullptr);
        const auto* part = several->elements[i]->template get_if<model::Name>();
        if (!is_plain || part == nullptr) continue;
        stores_[part->name].back().whole = value;
        stores_[part->name].back().part = i;
      }
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

/// What is stored is what the name was before.
bool GuardedParts::keeps(const Store& store, model::Symbol name) const {
  if (is_member_of(store, name)) return true;
  const model::Expression* from = store.value != nullptr ? store.value : store.whole;
  const auto* call = from == nullptr ? nullptr : from->get_if<model::Call>();
  return call != nullptr && gives_back(project_, module_, *call, store.part, name);
}

/// Of a parameter that some of the calls have stored something in: as long as they did not.
std::optional<Subject> GuardedParts::stored(const model::Name& name, std::uint32_t parameter) const {
  Subject subject{.parameter = parameter};
  const std::vector<Store>* stores = stores_.find(name.name);
  if (stores == nullptr) return subject;
  const AnyGuards here = guards_of(name.range);
  for (const Store& store : *stores) {
    if (name.range.begin < store.end) break;
    if (keeps(store, name.name)) continue;
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
    return is_own_object(*attribute->object)
               ? std::optional(Subject{.setting = {attribute->name, symbols_.text(attribute->name)}})
               : std::nullopt;
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
  const bool is_seen =
      here.size() == 1 && there.size() == 1 && std::ranges::all_of(there.front(), [&](const Guard& guard) {
        return std::ranges::find(here.front(), guard) != here.front().end();
      });
  return is_seen ? subject(*last->value) : std::nullopt;
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

/// `[move(x) if needed else x for x, needed in both]`: it is done to some, or nobody would ask for each.
bool GuardedParts::is_for_each_that(const model::Conditional& choice) const {
  const auto* asked = choice.condition->get_if<model::Name>();
  const auto* as_it_was = choice.else_value->get_if<model::Name>();
  const auto* call = choice.then_value->get_if<model::Call>();
  if (asked == nullptr || as_it_was == nullptr || call == nullptr) return false;
  const auto is_of_a_loop = [&](model::Symbol name) {
    return stores_.find(name) == nullptr && !project_.modules()[module_].bindings.contains(name) &&
           std::ranges::find(function_.parameters, name, &model::Parameter::name) == function_.parameters.end();
  };
  const bool is_given = std::ranges::any_of(call->arguments, [&](const model::Argument& argument) {
    const auto* name = argument.value->get_if<model::Name>();
    return name != nullptr && name->name == as_it_was->name;
  });
  return is_given && is_of_a_loop(asked->name) && is_of_a_loop(as_it_was->name);
}

/// What must hold for a call to come through a block to its end. Those that end in an error are no question.
AnyGuards GuardedParts::through(model::Block block) const {
  AnyGuards all = always();
  for (const model::Statement* statement : block) {
    if (statement->kind == model::StatementKind::kReturn || statement->kind == model::StatementKind::kRaise) return {};
    if (const auto* branch = statement->get_if<model::If>()) all = both(all, through(*branch));
  }
  return all;
}

AnyGuards GuardedParts::through(const model::If& branch) const {
  const bool then = model::returns(branch.then);
  const bool otherwise = model::returns(branch.otherwise);
  if (!then && !otherwise) return always();
  if (!then && raises(branch.then)) return through(branch.otherwise);
  if (!otherwise && raises(branch.otherwise)) return through(branch.then);
  return either(both(test(*branch.condition, false), through(branch.then)),
                both(test(*branch.condition, true), through(branch.otherwise)));
}

/// `if size is None: return x`: what follows is for the other calls.
void GuardedParts::take_rest(model::Block block, std::size_t first, const model::If& branch) {
  if (first >= block.size()) return;
  AnyGuards guards = through(branch);
  if (guards != always() && !is_nothing_to_do(branch, guards))
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
  const bool is_model =
      scripted_ != nullptr && !branch.then.empty() && range_of(branch.then).contains(scripted_->range);
  take(branch.then, is_then_needed || is_model ? always() : test(*branch.condition, false));
  take(branch.otherwise, is_rest_needed ? always() : test(*branch.condition, true));
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
      parts_.push_back(
          {choice->then_value->range, is_for_each_that(*choice) ? always() : test(*choice->condition, false)});
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
  AnyGuards all = always();
  for (const GuardedPart& part : parts_) {
    if (!part.range.contains(range)) continue;
    all = both(all, part.guards);
    if (all.empty()) break;
  }
  return all;
}

}  // namespace syncfree::summary
