// Loops that move each tensor of a mapping: `for k in batch: batch[k] = batch[k].to(device)`. The same of one entry,
// and of a way back: `for k in found: found[k] = found[k].cpu().numpy()`. The same of a list, by number.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/mapping_loop.h"
#include "analyzer/model/walk.h"

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

/// Where a loop brings the tensors of a mapping.
enum class Moved : std::uint8_t { kNowhere, kAnywhere, kToHost, kToArrays };

struct MovedEntries {
  Moved moved = Moved::kNowhere;
  std::vector<const model::Constant*> left_out;  ///< keys whose entries stay where they are
};

/// `.to("cpu")`
bool is_of_host(const model::Call& move) {
  const auto* place = move.arguments.empty() ? nullptr : move.arguments.front().value->get_if<model::Constant>();
  return place != nullptr && place->constant == model::ConstantKind::kString && place->text == "cpu";
}

/// `v.to(device)`, `batch[k].detach().cpu().numpy()`
Moved moved_by(const model::Expression& value, const MappingLoop& loop, const model::SymbolTable& symbols) {
  constexpr std::array<std::string_view, 7> kKeeping = {"detach", "clone", "contiguous", "float",
                                                        "long",   "int",   "half"};
  const auto* call = value.get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr) return Moved::kNowhere;
  const std::string_view name = symbols.text(method->name);
  const bool is_first = is_of_entry(*method->object, loop);
  const Moved before = is_first ? Moved::kNowhere : moved_by(*method->object, loop, symbols);
  const bool is_kept = std::ranges::find(kKeeping, name) != kKeeping.end();
  if (name == "numpy" && before == Moved::kToHost) return Moved::kToArrays;
  const auto* inner = method->object->get_if<model::Call>();
  const auto* keeping = inner == nullptr ? nullptr : inner->callee->get_if<model::Attribute>();
  const bool is_of_kept = keeping != nullptr && is_of_entry(*keeping->object, loop) &&
                          std::ranges::find(kKeeping, symbols.text(keeping->name)) != kKeeping.end();
  const bool is_of_it = is_first || is_of_kept;
  if (is_of_it && (name == "cpu" || (name == "to" && is_of_host(*call)))) return Moved::kToHost;
  if (is_first && (name == "to" || name == "cuda")) return Moved::kAnywhere;
  return is_kept ? before : Moved::kNowhere;
}

/// `batch[k] = v.to(device)`
Moved moved_entry(const model::Statement& statement, const MappingLoop& loop, const model::SymbolTable& symbols) {
  const auto* assign = statement.get_if<model::Assign>();
  const bool stores = assign != nullptr && assign->value != nullptr && assign->targets.size() == 1 &&
                      is_entry(*assign->targets.front(), loop);
  return stores ? moved_by(*assign->value, loop, symbols) : Moved::kNowhere;
}

/// `batch[i]`, of variables, or `batch[0]`.
bool is_same_entry(const model::Subscript& a, const model::Subscript& b) {
  if (!flow::is_variable(*a.object) || !flow::is_same_variable(*a.object, *b.object)) return false;
  const auto* constant = a.index->get_if<model::Constant>();
  const auto* other = b.index->get_if<model::Constant>();
  // With keys of text it is no tensor anyway, and each key is followed by itself.
  if (constant != nullptr && other != nullptr)
    return constant->constant == model::ConstantKind::kInteger && constant->constant == other->constant &&
           constant->integer == other->integer;
  return flow::is_variable(*a.index) && flow::is_same_variable(*a.index, *b.index);
}

/// `isinstance(v, torch.Tensor)`, `type(v) != list and type(v) != int`, `v is not None`: asks only of what kind the
/// entry is.
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
  if (is_of_entry(condition, loop)) return true;
  const auto* call = condition.get_if<model::Call>();
  return call != nullptr && !call->arguments.empty() && is_of_entry(*call->arguments.front().value, loop);
}

/// The keys of `k != "meta"` and `k not in ("meta", "name")`; where the test holds for what is `left_out`, those of
/// `k == "meta"` and `k in (…)`. None for any other test.
std::vector<const model::Constant*> keys_left_out(const model::Expression& condition, const MappingLoop& loop,
                                                  bool left_out) {
  const auto* comparison = condition.get_if<model::Comparison>();
  if (comparison == nullptr || comparison->operators.size() != 1 || variable_of(*comparison->operands[0]) != loop.key)
    return {};
  using Operator = model::ComparisonOperator;
  const Operator is = comparison->operators.front();
  std::span<const model::Expression* const> texts = std::span(&comparison->operands[1], 1);
  if (is == (left_out ? Operator::kIn : Operator::kNotIn)) {
    const auto* several = texts.front()->get_if<model::Sequence>();
    if (several == nullptr) return {};
    texts = several->elements;
  } else if (is != (left_out ? Operator::kEqual : Operator::kNotEqual)) {
    return {};
  }
  std::vector<const model::Constant*> keys;
  for (const model::Expression* text : texts) {
    const auto* key = text->get_if<model::Constant>();
    if (key == nullptr || key->constant != model::ConstantKind::kString) return {};
    keys.push_back(key);
  }
  return keys;
}

/// `x` of the first `x[i] = …` of the body, also of one behind a test.
const model::Expression* filled_by(model::Block body, model::Symbol counter) {
  for (const model::Statement* statement : body) {
    if (const auto* test = statement->get_if<model::If>()) {
      if (const model::Expression* inside = filled_by(test->then, counter)) return inside;
    }
    const auto* assign = statement->get_if<model::Assign>();
    if (assign == nullptr || assign->targets.size() != 1) continue;
    const auto* entry = assign->targets.front()->get_if<model::Subscript>();
    if (entry != nullptr && variable_of(*entry->index) == counter && flow::is_variable(*entry->object))
      return entry->object;
  }
  return nullptr;
}

/// A test of the entry's kind or of its key may stand around the move; whatever else decides leaves entries where they
/// were. `holds_none`: rounds that some test ends early may leave their entry as empty as it was.
MovedEntries moved_entries(model::Block body, const MappingLoop& loop, const model::SymbolTable& symbols,
                           bool holds_none) {
  MovedEntries entries;
  for (const model::Statement* statement : body) {
    entries.moved = moved_entry(*statement, loop, symbols);
    if (entries.moved != Moved::kNowhere) return entries;
    const auto* test = statement->get_if<model::If>();
    if (test == nullptr) continue;
    if (holds_none && !asks_of_entry(*test->condition, loop) && filled_by(test->then, loop.key) == nullptr) continue;
    std::vector<const model::Constant*> keys = keys_left_out(*test->condition, loop, true);
    const bool ends_round = test->then.size() == 1 && test->then.front()->kind == model::StatementKind::kContinue;
    if (ends_round && !keys.empty()) {
      entries.left_out.insert(entries.left_out.end(), keys.begin(), keys.end());
      continue;
    }
    keys = keys_left_out(*test->condition, loop, false);
    if (keys.empty() && !asks_of_entry(*test->condition, loop)) return entries;
    const MovedEntries inside = moved_entries(test->then, loop, symbols, holds_none);
    if (inside.moved == Moved::kNowhere) continue;
    entries.moved = inside.moved;
    entries.left_out.insert(entries.left_out.end(), keys.begin(), keys.end());
    entries.left_out.insert(entries.left_out.end(), inside.left_out.begin(), inside.left_out.end());
    return entries;
  }
  return entries;
}

/// The loop of this body may end before its last round.
bool may_break(model::Block body) {
  return std::ranges::any_of(body, [](const model::Statement* statement) {
    if (statement->kind == model::StatementKind::kBreak) return true;
    if (statement->kind == model::StatementKind::kFor || statement->kind == model::StatementKind::kWhile) return false;
    bool found = false;
    model::for_each_part(
        *statement, [](const model::Expression*) {}, [&](model::Block inner) { found = found || may_break(inner); });
    return found;
  });
}

/// `value` where all its tensors are moved.
void move_tensors(Value& value, values::Places there, bool to_arrays) {
  if (!value.may_be(Kind::kTensor)) return;
  value.places = there;
  if (to_arrays) value.kinds = (value.kinds - Kinds(Kind::kTensor)) | Kind::kArray;
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

/// After such a loop no tensor lies where it was before it, but for those whose keys it leaves out.
void Statements::leave_moved_entries(const model::For& statement) {
  MappingLoop loop = mapping_loop(statement, project().symbols());
  const CountingLoop counting = counting_loop(statement, project().symbols());
  const model::Symbol counter = counting.counter;
  bool goes_over_list = false;
  if (counter) {
    loop = {filled_by(statement.body, counter), counter, {}};
    goes_over_list = loop.mapping != nullptr && counting.list != nullptr && flow::is_variable(*counting.list) &&
                     flow::is_same_variable(*loop.mapping, *counting.list);
    if (goes_over_list) loop.value = counting.value;
    if (may_break(statement.body)) return;
  }
  if (loop.mapping == nullptr || !loop.key) return;
  const bool holds_none =
      counter && values::any_element(arena_, expressions_.evaluate(*loop.mapping)).may_be(Kind::kNone);
  const MovedEntries loop_moves = moved_entries(statement.body, loop, project().symbols(), holds_none);
  if (loop_moves.moved == Moved::kNowhere) return;
  // Of another list it may go over fewer; what is empty still was not moved before either.
  if (counter && counting.list != nullptr && !goes_over_list && !holds_none) return;
  const Value mapping = expressions_.evaluate(*loop.mapping);
  const bool to_gpu = loop_moves.moved == Moved::kAnywhere;
  const bool to_arrays = loop_moves.moved == Moved::kToArrays;
  if (counter) return leave_list(*loop.mapping, mapping, to_gpu, to_arrays);
  std::vector<values::ConstantValue> stay;
  for (const model::Constant* key : loop_moves.left_out) stay.push_back(expressions_.evaluate(*key).constant);
  const bool is_dictionary = mapping.only(Kind::kDictionary) && mapping.aggregate != nullptr;
  if (!is_dictionary) {
    leave_batch(*loop.mapping, mapping, to_gpu, stay);
    return;
  }
  Value rest = mapping.aggregate->rest;
  // The moved ones are among these, as no key is known in the loop.
  const values::Places there =
      to_gpu ? rest.places - values::Places(values::Place::kCpu) : values::Places(values::Place::kCpu);
  if (there.empty() || !rest.may_be(to_arrays ? Kind::kArray : Kind::kTensor)) return;
  const auto move = [&](Value& entry) { move_tensors(entry, there, to_arrays); };
  std::vector<values::DictionaryEntry> entries(mapping.aggregate->entries.begin(), mapping.aggregate->entries.end());
  for (const values::ConstantValue& key : stay) {
    if (std::ranges::find(entries, key, &values::DictionaryEntry::key) != entries.end()) continue;
    entries.push_back({key, rest});
    if (!to_arrays) entries.back().value.places = rest.places - there;
  }
  for (values::DictionaryEntry& entry : entries) {
    if (std::ranges::find(stay, entry.key) == stay.end()) move(entry.value);
  }
  move(rest);
  containers_.assign_back(*loop.mapping, arena_.dictionary(entries, rest));
}

/// The moved elements are among those that the list may hold.
void Statements::leave_list(const model::Expression& list, const Value& held, bool to_gpu, bool to_arrays) {
  if (!held.only(Kind::kList) || held.aggregate == nullptr) return;
  Value element = values::any_element(arena_, held);
  const values::Places there =
      to_gpu ? element.places - values::Places(values::Place::kCpu) : values::Places(values::Place::kCpu);
  if (there.empty() || !element.may_be(to_arrays ? Kind::kArray : Kind::kTensor)) return;
  move_tensors(element, there, to_arrays);
  containers_.assign_back(list, arena_.container(Kind::kList, element));
}

/// A loader's batch is one of several containers. One that is gone over by names and loses some of them on the way to
/// the GPU is a mapping, whose other entries are on the host still.
void Statements::leave_batch(const model::Expression& mapping, const Value& batch, bool to_gpu,
                             std::span<const values::ConstantValue> stay) {
  const values::Places held = batch.aggregate == nullptr ? values::Places() : batch.aggregate->rest.places;
  const values::Places there = (batch.places | held) - values::Places(values::Place::kCpu);
  if (!to_gpu || stay.empty() || there.empty() || !(batch.may_be(Kind::kTensor) || batch.may_be(Kind::kDictionary)))
    return;
  std::vector<values::DictionaryEntry> entries;
  for (const values::ConstantValue& key : stay)
    entries.push_back({key, declared_.holder(known_.batch, values::Place::kCpu)});
  containers_.assign_back(mapping, arena_.dictionary(entries, declared_.holder(known_.batch, there)));
}

}  // namespace syncfree::inference
