// What the variables of a function are given, and behind which tests: a flag that is seldom set, the first value of an
// average.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyzer/flow/loop_counter.h"
#include "analyzer/flow/seldom.h"
#include "analyzer/flow/seldom_words.h"
#include "analyzer/model/walk.h"

namespace syncfree::flow {

using model::ComparisonOperator;
using model::Expression;

namespace {

bool is_the_true(const Expression& expression) {
  const auto* constant = expression.get_if<model::Constant>();
  return constant != nullptr && constant->constant == model::ConstantKind::kTrue;
}

/// Both `self.state.mean`.
bool is_same_path(const Expression& a, const Expression& b) {
  const auto* name = a.get_if<model::Name>();
  const auto* other = b.get_if<model::Name>();
  if (name != nullptr || other != nullptr) return name != nullptr && other != nullptr && name->name == other->name;
  const auto* attribute = a.get_if<model::Attribute>();
  const auto* another = b.get_if<model::Attribute>();
  return attribute != nullptr && another != nullptr && attribute->name == another->name &&
         is_same_path(*attribute->object, *another->object);
}

/// The test of `self.mean = loss if self.mean is None else 0.9 * self.mean + 0.1 * loss`; null for another assignment.
const Expression* test_for_first(const model::Assign& assign) {
  const auto* choice = assign.value == nullptr ? nullptr : assign.value->get_if<model::Conditional>();
  const auto* test = choice == nullptr ? nullptr : choice->condition->get_if<model::Comparison>();
  if (test == nullptr || test->operators.size() != 1 || assign.targets.size() != 1) return nullptr;
  const bool asks_for_none =
      test->operators[0] == ComparisonOperator::kIs || test->operators[0] == ComparisonOperator::kIsNot;
  const Expression& target = *assign.targets.front();
  const bool is_attribute = target.kind == model::ExpressionKind::kAttribute;
  return asks_for_none && is_attribute && names_none(*test->operands[1]) && is_same_path(target, *test->operands[0])
             ? test
             : nullptr;
}

}  // namespace

void Seldom::read_assignments() const {
  Assignments& read = assignments_.emplace();
  const auto set = [&](const auto& self, const Expression& target) -> void {
    if (const auto* name = target.get_if<model::Name>()) {
      read.targets[name->name.id].push_back(&target);
    } else if (const auto* attribute = target.get_if<model::Attribute>()) {
      read.targets[attribute->name.id].push_back(&target);
    } else if (const auto* several = target.get_if<model::Sequence>()) {
      for (const Expression* element : several->elements) self(self, *element);
    }
  };
  std::vector<Outcome> tests;  // that the statement stands behind
  const auto note = [&](const model::Assign& assign) {
    if (!tests.empty() && is_the_true(*assign.value)) read.behind[assign.value] = tests;
    if (const Expression* first = test_for_first(assign))
      read.averages[first] = assign.targets.front()->as<model::Attribute>().name;
    for (const Expression* target : assign.targets) {
      const auto* attribute = target->get_if<model::Attribute>();
      if (attribute != nullptr && names_none(*assign.value)) read.emptied.insert(attribute->name.id);
    }
  };
  const auto collect = [&](const auto& self, model::Block block, bool in_step) -> void {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      bool is_step = in_step;
      if (const auto* update = statement->get_if<model::AugmentedAssign>()) set(set, *update->target);
      if (const auto* loop = statement->get_if<model::For>()) set(set, *loop->target);
      const auto* loop = statement->get_if<model::For>();
      if (const Expression* counter = loop == nullptr ? nullptr : counter_of(*loop, *symbols_)) {
        const std::uint32_t name = counter->as<model::Name>().name.id;
        const bool updates = holds_update(loop->body);
        if (updates) read.counters.insert(name);
        (in_step && !updates && counter == loop->target ? read.restarted : read.counting).insert(name);
        is_step = is_step || numbers_steps(*counter);
      }
      if (const auto* test = statement->get_if<model::If>()) {
        tests.emplace_back(test->condition, true);
        self(self, test->then, is_step);
        tests.back().second = false;
        self(self, test->otherwise, is_step);
        tests.pop_back();
        continue;
      }
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        note(*assign);
        for (const Expression* target : assign->targets) {
          set(set, *target);
          if (const auto* variable = target->get_if<model::Name>())
            read.values[variable->name.id].push_back(assign->value);
        }
      }
      model::for_each_part(
          *statement, [](const Expression*) {}, [&](model::Block inner) { self(self, inner, is_step); });
    }
  };
  collect(collect, body_, false);
}

const std::vector<const Expression*>& Seldom::values_of(model::Symbol name) const {
  if (!assignments_) read_assignments();
  static const std::vector<const Expression*> nothing;
  const auto found = assignments_->values.find(name.id);
  return found == assignments_->values.end() ? nothing : found->second;
}

/// The first of all values that an average has, which nothing here takes away again.
bool Seldom::begins_average(const Expression& condition, bool positive) const {
  const auto* test = condition.get_if<model::Comparison>();
  if (test == nullptr || in_callee_ || test->operators.size() != 1 || !names_none(*test->operands[1])) return false;
  if (test->operators[0] != (positive ? ComparisonOperator::kIs : ComparisonOperator::kIsNot)) return false;
  if (!assignments_) read_assignments();
  const auto found = assignments_->averages.find(&condition);
  return found != assignments_->averages.end() && !assignments_->emptied.contains(found->second.id);
}

/// `True` of `if step % 1000 == 0: evaluates = True`.
bool Seldom::is_set_seldom(const Expression& value) const {
  const auto found = assignments_->behind.find(&value);
  return found != assignments_->behind.end() &&
         std::ranges::any_of(found->second, [&](const Outcome& test) { return has(*test.first, test.second); });
}

}  // namespace syncfree::flow
