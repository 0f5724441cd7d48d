// Flow of control: branches, loops, context managers, exceptions, cases.
#include <algorithm>
#include <string_view>

#include "analyzer/flow/attempts.h"
#include "analyzer/flow/fresh_names.h"
#include "analyzer/flow/fresh_stream.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

using model::StatementKind;

namespace {

// A loop whose state still changes after so many passes keeps what it has: the lattices are shallow, so this is seldom
// reached.
constexpr int kMostPasses = 4;

/// `x` of `x.device`.
const model::Expression* owner_of_device(const model::Expression& expression, const model::SymbolTable& symbols) {
  const auto* device = expression.get_if<model::Attribute>();
  return device != nullptr && symbols.text(device->name) == "device" ? device->object : nullptr;
}

/// `not x.is_cuda`, `x.is_cpu`, `x.device.type == "cpu"`, `x.device != y.device`: the variable that is on the CPU where
/// the test has this outcome; null for another test.
const model::Expression* asked_for_host(const model::Expression& test, bool holds, const model::SymbolTable& symbols) {
  const auto* asked = test.get_if<model::Attribute>();
  bool on_host = holds;
  if (const auto* comparison = test.get_if<model::Comparison>()) {
    const model::Expression* moved = owner_of_device(*comparison->operands[0], symbols);
    if (moved != nullptr && owner_of_device(*comparison->operands[1], symbols) != nullptr) {
      const bool differs = holds == (comparison->operators[0] == model::ComparisonOperator::kNotEqual);
      return differs && moved->kind == model::ExpressionKind::kName ? moved : nullptr;
    }
    const auto* type = comparison->operands[0]->get_if<model::Attribute>();
    const auto* text = comparison->operands[1]->get_if<model::Constant>();
    if (type == nullptr || text == nullptr || comparison->operators.size() != 1) return nullptr;
    const bool cpu = text->text == "cpu";
    const bool equal = holds == (comparison->operators[0] == model::ComparisonOperator::kEqual);
    if (symbols.text(type->name) != "type" || (!cpu && text->text != "cuda") || equal != cpu) return nullptr;
    asked = type->object->get_if<model::Attribute>();
    if (asked == nullptr || symbols.text(asked->name) != "device") return nullptr;
    on_host = true;
  } else if (asked != nullptr) {
    const std::string_view name = symbols.text(asked->name);
    if (name != "is_cpu" && name != "is_cuda") return nullptr;
    on_host = holds == (name == "is_cpu");
  }
  const bool is_variable = asked != nullptr && asked->object->kind == model::ExpressionKind::kName;
  return is_variable && on_host ? asked->object : nullptr;
}

}  // namespace

/// A chain of `elif` is gone through without recursion, with one state for all that its branches lead to.
void Statements::execute_if(const model::If& statement) {
  const Guards outer = guards_;
  State after;
  after.reachable = false;
  State elsewhere = after;
  const auto leave_branch = [&](const Guards& behind) {
    join_into(arena_, behind.elsewhere ? elsewhere : after, state_);
  };
  for (const model::If* branch = &statement; branch != nullptr;) {
    const std::optional<bool> outcome = conditions_.condition(*branch->condition, TruthUse::kIf);
    module_moves_.hold_undone(branch->then);
    State before = state_;
    if (outcome != false) {
      // Who asks whether a tensor is on the CPU does not say that any is; C++ asks where both happen.
      const bool is_python = project().modules()[frame_.module].input.module->language == model::Language::kPython;
      const bool is_guard =
          is_python && flow::follows(*branch->condition, true, [&](const model::Expression& test, bool holds) {
            const model::Expression* asked = asked_for_host(test, holds, project().symbols());
            if (asked == nullptr) return false;
            const Value value = expressions_.evaluate(*asked);
            return value.places != values::Places(values::Place::kCpu) || value.evidence != values::Evidence::kSeen;
          });
      conditions_.narrow(*branch->condition, true);
      const Guards around = guards_;
      const Guards behind = conditions_.behind(*branch->condition, true, &branch->then);
      guards_.doubt += is_guard ? 1 : 0;
      guards_.add(behind);
      execute(branch->then);
      guards_ = around;
      leave_branch(behind);
    }
    state_ = std::move(before);
    if (outcome == true) break;
    conditions_.narrow(*branch->condition, false);
    const Guards behind = conditions_.behind(*branch->condition, false, &branch->otherwise);
    guards_.add(behind);
    const bool goes_on = branch->otherwise.size() == 1 && branch->otherwise.front()->kind == StatementKind::kIf;
    if (goes_on && state_.reachable) {
      if (frame_.function != nullptr) note_reached(branch->otherwise, *branch->otherwise.front());
      branch = &branch->otherwise.front()->as<model::If>();
      continue;
    }
    execute(branch->otherwise);
    leave_branch(behind);
    branch = nullptr;
  }
  guards_ = outer;
  // `if x.device.type == "mps": x = x.cpu()`: what is bound where no CUDA is says nothing of what follows.
  state_ = std::move(after.reachable ? after : elsewhere);
}

/// A round that begins with `next` goes as one that begins with `head`: what differs is bound anew before it is read.
bool Statements::go_alike(const State& next, const State& head, const model::Statement& loop) {
  if (same(next, head)) return true;
  const std::vector<std::uint32_t>& fresh = fresh_slots(loop);
  if (fresh.empty()) return false;
  State entered = next;
  for (const std::uint32_t slot : fresh) entered.slots.set(slot, head.slots[slot]);
  return same(entered, head);
}

/// The variables that each round binds anew, of functions without any inside, which might read them later.
const std::vector<std::uint32_t>& Statements::fresh_slots(const model::Statement& loop) {
  if (const auto known = fresh_slots_.find(&loop); known != fresh_slots_.end()) return known->second;
  std::vector<std::uint32_t>& slots = fresh_slots_[&loop];
  if (frame_.function == nullptr) return slots;
  const auto [holds_functions, is_new] = holds_functions_.try_emplace(frame_.function, false);
  if (is_new) holds_functions->second = flow::holds_functions(frame_.function->function->body);
  if (holds_functions->second) return slots;
  for (const model::Symbol name : flow::fresh_names(loop)) {
    const std::uint32_t slot = frame_.function->scope.find(name);
    if (slot != Scope::kAbsent) slots.push_back(slot);
  }
  return slots;
}

/// `exit_condition` is the test of a `while`; a `for` has none, and is taken to run at least once: what its body sets
/// is set after it.
template <class Body>
void Statements::loop(const model::Statement& statement, Body&& body, model::Block otherwise,
                      const model::Expression* exit_condition) {
  const std::size_t events = out_.events.size();
  const std::size_t calls = out_.calls.size();
  State head = state_;
  State left;
  State last;
  for (int pass = 0;; ++pass) {
    // Only what the last pass saw counts: it knew the most.
    out_.events.resize(events);
    out_.calls.resize(calls);
    state_ = head;
    break_states_.emplace_back().reachable = false;
    continue_states_.emplace_back().reachable = false;
    ++record_.loop_depth;
    body();
    --record_.loop_depth;
    join_into(arena_, state_, continue_states_.back());
    left = std::move(break_states_.back());
    break_states_.pop_back();
    continue_states_.pop_back();
    last = state_;
    State next = head;
    join_into(arena_, next, state_);
    if (pass + 1 == kMostPasses || go_alike(next, head, statement)) {
      head = std::move(next);
      break;
    }
    head = std::move(next);
  }
  state_ = exit_condition == nullptr && (last.reachable || left.reachable) ? std::move(last) : std::move(head);
  if (exit_condition != nullptr) conditions_.narrow(*exit_condition, false);
  execute(otherwise);
  join_into(arena_, state_, left);
}

void Statements::execute_while(const model::While& statement) {
  std::optional<bool> outcome;
  const bool is_seldom = branches_.seldom().uses_up(statement.body, *statement.condition);
  loop(
      statement,
      [&] {
        record_.in_while_test = true;
        outcome = conditions_.condition(*statement.condition, TruthUse::kWhile);
        record_.in_while_test = false;
        if (outcome == false) {
          state_.reachable = false;
          return;
        }
        conditions_.narrow(*statement.condition, true);
        guards_.rare += is_seldom ? 1 : 0;
        execute(statement.body);
        guards_.rare -= is_seldom ? 1 : 0;
      },
      statement.otherwise, statement.condition);
}

void Statements::execute_for(const model::For& statement) {
  const Value iterable = expressions_.evaluate(*statement.iterable);
  const std::vector<Value> elements = elements_that_name_attributes(statement, iterable);
  loop(
      statement,
      [&] {
        if (!elements.empty()) return execute_for_each(statement, elements);
        const Value item = expressions_.iterate(iterable, statement.iterable->range);
        if (item.is_bottom()) {
          // Nothing to iterate over (or not yet known): the body does not run.
          state_.reachable = false;
          return;
        }
        assignment_.assign(*statement.target, item);
        execute(statement.body);
      },
      statement.otherwise, nullptr);
  leave_moved_entries(statement);
}

void Statements::execute_with(const model::With& statement) {
  std::vector<Value> managers;
  for (const model::WithItem& item : statement.items) {
    const Value manager = expressions_.evaluate(*item.context);
    Value entered = manager;
    bool found = false;
    if (manager.may_be(Kind::kInstance)) {
      const Value result = calls_.call_method(manager, known_.enter, {}, item.context->range, found);
      if (found) entered = result;
    } else if (manager.only(Kind::kIterator)) {
      entered = values::any_element(arena_, manager);
    } else if (manager.is_anything()) {
      entered = Value::anything();
    }
    if (item.target != nullptr) assignment_.assign(*item.target, entered);
    managers.push_back(manager);
  }
  const values::Places outside = calls_.device_around();
  const std::optional<bool> tested_outside = calls_.tests_gradients();
  for (const model::WithItem& item : statement.items) {
    if (const auto tests = project().anomaly_detection(frame_.module, *item.context)) calls_.set_tests_gradients(tests);
  }
  for (const Value& manager : managers) {
    if (manager.only(Kind::kDevice)) calls_.set_device_around(manager.places);
  }
  const std::size_t free = flow::reads_on_fresh_stream(statement, project().symbols());
  ++record_.guards.doubt;
  execute(statement.body.first(free));
  --record_.guards.doubt;
  execute(statement.body.subspan(free));
  calls_.set_device_around(outside);
  calls_.set_tests_gradients(tested_outside);
  const bool reachable = state_.reachable;
  for (const Value& manager : managers) {
    if (!manager.may_be(Kind::kInstance)) continue;
    bool found = false;
    const ArgumentValue nothing[] = {{{}, 0, Value::none()}, {{}, 0, Value::none()}, {{}, 0, Value::none()}};
    calls_.call_method(manager, known_.exit, nothing, statement.range, found);
  }
  state_.reachable = reachable;
}

void Statements::execute_try(const model::Try& statement) {
  const State before = state_;
  execute(statement.body);
  State after_body = state_;
  // An exception may leave the body anywhere: handlers start from before it or after it.
  State entry = before;
  join_into(arena_, entry, after_body);
  if (after_body.reachable) {
    state_ = after_body;
    execute(statement.otherwise);
    after_body = state_;
  }
  State joined = std::move(after_body);
  const bool is_seldom = flow::is_seldom_handled(statement);
  for (const model::ExceptHandler& handler : statement.handlers) {
    state_ = entry;
    if (handler.type != nullptr) expressions_.evaluate(*handler.type);
    if (handler.name) variables_.assign_name(handler.name, Value::of(Kind::kOther));
    guards_.rare += is_seldom ? 1 : 0;
    execute(handler.body);
    guards_.rare -= is_seldom ? 1 : 0;
    join_into(arena_, joined, state_);
  }
  if (!statement.finally.empty()) {
    const bool reachable = joined.reachable;
    state_ = reachable ? joined : entry;
    execute(statement.finally);
    if (!reachable) state_.reachable = false;
    return;
  }
  state_ = std::move(joined);
}

void Statements::execute_match(const model::Match& statement) {
  const Value subject = expressions_.evaluate(*statement.subject);
  const State before = state_;
  State after = before;  // no case may fit
  for (const model::MatchCase& choice : statement.cases) {
    state_ = before;
    Value matched = subject;
    if (choice.class_pattern != nullptr) {
      matched = conditions_.narrow_to_class(subject, expressions_.evaluate(*choice.class_pattern), true);
      if (matched.is_bottom()) continue;
      if (statement.subject->kind == model::ExpressionKind::kName) conditions_.narrow_to(*statement.subject, matched);
    }
    // A lone capture is the subject; parts of a pattern are not followed.
    const bool whole = choice.captures.size() == 1 && choice.class_pattern == nullptr;
    for (model::Symbol capture : choice.captures)
      variables_.assign_name(capture, whole ? join(matched, Value::anything()) : Value::anything());
    if (choice.guard != nullptr) {
      conditions_.condition(*choice.guard, TruthUse::kIf);
      conditions_.narrow(*choice.guard, true);
    }
    execute(choice.body);
    join_into(arena_, after, state_);
  }
  state_ = std::move(after);
}

}  // namespace syncfree::inference
