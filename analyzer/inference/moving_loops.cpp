// Loops that move each tensor of a mapping: `for k in batch: batch[k] = batch[k].to(device)`. The same of one entry.
#include <algorithm>
#include <string_view>
#include <vector>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/mapping_loop.h"

namespace syncfree::inference {

namespace {

bool is_entry(const model::Expression& expression, const MappingLoop& loop) {
  const auto* entry = expression.get_if<model::Subscript>();
  return entry != nullptr && variable_of(*entry->index) == loop.key && flow::is_variable(*entry->object) &&
         flow::is_same_variable(*entry->object, *loop.mapping);
}

/// `batch[k]` or `v`
bool is_of_entry(const model::Expression& expression, const MappingLoop& loop) {
  return is_entry(expression, loop) || (loop.value && variable_of(expression) == loop.value);
}

/// `batch[k] = v.to(device)`
bool moves_entry(const model::Statement& statement, const MappingLoop& loop, const model::SymbolTable& symbols) {
  const auto* assign = statement.get_if<model::Assign>();
  const auto* call = assign == nullptr || assign->value == nullptr ? nullptr : assign->value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || assign->targets.size() != 1 || !is_entry(*assign->targets.front(), loop)) return false;
  const std::string_view name = symbols.text(method->name);
  return is_of_entry(*method->object, loop) && (name == "to" || name == "cuda");
}

/// `batch[i]`, of variables, or `batch[0]`.
bool is_same_entry(const model::Subscript& a, const model::Subscript& b) {
  if (!flow::is_variable(*a.object) || !flow::is_same_variable(*a.object, *b.object)) return false;
  const auto* constant = a.index->get_if<model::Constant>();
  const auto* other = b.index->get_if<model::Constant>();
  // With keys of text it is no tensor anyway, and each key is followed by itself.
  if (constant != nullptr && other != nullptr)
    return constant->constant == model::ConstantKind::kInteger && constant->constant == other->constant &&
           constant->text == other->text;
  return flow::is_variable(*a.index) && flow::is_same_variable(*a.index, *b.index);
}

/// `isinstance(v, torch.Tensor)`, `type(v) != list and type(v) != int`: asks only of what kind the entry is.
bool asks_of_entry(const model::Expression& condition, const MappingLoop& loop) {
  if (const auto* negation = condition.get_if<model::Unary>();
      negation != nullptr && negation->operation == model::UnaryOperator::kNot)
    return asks_of_entry(*negation->operand, loop);
  if (const auto* comparison = condition.get_if<model::Comparison>())
    return asks_of_entry(*comparison->operands.front(), loop);
  if (const auto* boolean = condition.get_if<model::Boolean>()) {
    return std::ranges::all_of(boolean->operands,
                               [&](const model::Expression* part) { return asks_of_entry(*part, loop); });
  }
  const auto* call = condition.get_if<model::Call>();
  return call != nullptr && !call->arguments.empty() && is_of_entry(*call->arguments.front().value, loop);
}

/// A test of the entry's kind may stand around the move; whatever else decides leaves entries where they were.
bool moves_entries(model::Block body, const MappingLoop& loop, const model::SymbolTable& symbols) {
  for (const model::Statement* statement : body) {
    if (moves_entry(*statement, loop, symbols)) return true;
    const auto* test = statement->get_if<model::If>();
    if (test == nullptr) continue;
    if (!asks_of_entry(*test->condition, loop)) return false;
    if (moves_entries(test->then, loop, symbols)) return true;
  }
  return false;
}

}  // namespace

/// `batch[i] = batch[i].cuda()`: what is stored into a tensor stays where the tensor lies, so that `batch` is a list or
/// a mapping, whose entries lie there from then on.
bool Statements::store_moved_entry(const model::Assign& statement, const Value& value) {
  const auto* target = statement.targets.front()->get_if<model::Subscript>();
  const auto* call = statement.value == nullptr ? nullptr : statement.value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const auto* moved = method == nullptr ? nullptr : method->object->get_if<model::Subscript>();
  if (target == nullptr || moved == nullptr || statement.targets.size() != 1) return false;
  const std::string_view name = project().symbols().text(method->name);
  if ((name != "to" && name != "cuda") || !is_same_entry(*target, *moved)) return false;
  const Value holder = expressions_.evaluate(*target->object);
  if (!holder.may_be(Kind::kTensor) || !value.only(Kind::kTensor) || !value.places.overlaps(values::kOnDevice))
    return false;
  containers_.assign_back(*target->object, declared_.holder(known_.batch, value.places));
  return true;
}

/// After such a loop no tensor lies where it was before it.
void Statements::leave_moved_entries(const model::For& statement) {
  const MappingLoop loop = mapping_loop(statement, project().symbols());
  if (loop.mapping == nullptr || !loop.key || !moves_entries(statement.body, loop, project().symbols())) return;
  const Value mapping = expressions_.evaluate(*loop.mapping);
  if (!mapping.only(Kind::kDictionary) || mapping.aggregate == nullptr) return;
  Value rest = mapping.aggregate->rest;
  // The moved ones are among these, as no key is known in the loop.
  const values::Places there = rest.places - values::Places(values::Place::kCpu);
  if (!rest.may_be(Kind::kTensor) || there.empty()) return;
  const auto move = [&](Value& entry) {
    if (entry.may_be(Kind::kTensor)) entry.places = there;
  };
  std::vector<values::DictionaryEntry> entries(mapping.aggregate->entries.begin(), mapping.aggregate->entries.end());
  for (values::DictionaryEntry& entry : entries) move(entry.value);
  move(rest);
  containers_.assign_back(*loop.mapping, arena_.dictionary(entries, rest));
}

}  // namespace syncfree::inference
