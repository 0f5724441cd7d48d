// Loops that move each tensor of a mapping: `for k in batch: batch[k] = batch[k].to(device)`.
#include <algorithm>
#include <string_view>
#include <vector>

#include "analyzer/flow/filled_once.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// What a loop goes over by its keys, and the variables of a key and of what it leads to.
struct KeyLoop {
  const model::Expression* mapping = nullptr;  ///< null: it is no such loop
  model::Symbol key;
  model::Symbol value;
};

model::Symbol variable(const model::Expression& target) {
  const auto* name = target.get_if<model::Name>();
  return name == nullptr ? model::Symbol{} : name->name;
}

/// `list(xs)` is gone over as `xs` is.
const model::Expression& without_copy(const model::Expression& iterable, const model::SymbolTable& symbols) {
  const auto* call = iterable.get_if<model::Call>();
  const auto* maker = call == nullptr || call->arguments.size() != 1 ? nullptr : call->callee->get_if<model::Name>();
  return maker != nullptr && symbols.text(maker->name) == "list" ? *call->arguments.front().value : iterable;
}

KeyLoop key_loop(const model::For& statement, const model::SymbolTable& symbols) {
  const model::Expression& iterable = without_copy(*statement.iterable, symbols);
  if (flow::is_variable(iterable)) return {&iterable, variable(*statement.target), {}};
  const auto* call = iterable.get_if<model::Call>();
  const auto* view = call == nullptr || !call->arguments.empty() ? nullptr : call->callee->get_if<model::Attribute>();
  if (view == nullptr || !flow::is_variable(*view->object)) return {};
  const std::string_view name = symbols.text(view->name);
  if (name == "keys") return {view->object, variable(*statement.target), {}};
  const auto* pair = statement.target->get_if<model::Sequence>();
  if (name != "items" || pair == nullptr || pair->elements.size() != 2) return {};
  return {view->object, variable(*pair->elements[0]), variable(*pair->elements[1])};
}

bool is_entry(const model::Expression& expression, const KeyLoop& loop) {
  const auto* entry = expression.get_if<model::Subscript>();
  return entry != nullptr && variable(*entry->index) == loop.key && flow::is_variable(*entry->object) &&
         flow::is_same_variable(*entry->object, *loop.mapping);
}

/// `batch[k] = v.to(device)`
bool moves_entry(const model::Statement& statement, const KeyLoop& loop, const model::SymbolTable& symbols) {
  const auto* assign = statement.get_if<model::Assign>();
  const auto* call = assign == nullptr || assign->value == nullptr ? nullptr : assign->value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  if (method == nullptr || assign->targets.size() != 1 || !is_entry(*assign->targets.front(), loop)) return false;
  const std::string_view name = symbols.text(method->name);
  const bool is_of_entry = is_entry(*method->object, loop) || (loop.value && variable(*method->object) == loop.value);
  return is_of_entry && (name == "to" || name == "cuda");
}

/// A test of the entry's kind may stand around the move; whatever else decides leaves entries where they were.
bool moves_entries(model::Block body, const KeyLoop& loop, const model::SymbolTable& symbols) {
  return std::ranges::any_of(body, [&](const model::Statement* statement) {
    if (moves_entry(*statement, loop, symbols)) return true;
    const auto* test = statement->get_if<model::If>();
    const auto* asks = test == nullptr ? nullptr : test->condition->get_if<model::Call>();
    return asks != nullptr && !asks->arguments.empty() &&
           (is_entry(*asks->arguments.front().value, loop) || variable(*asks->arguments.front().value) == loop.value) &&
           moves_entries(test->then, loop, symbols);
  });
}

}  // namespace

/// After such a loop no tensor lies where it was before it.
void Statements::leave_moved_entries(const model::For& statement) {
  const KeyLoop loop = key_loop(statement, project().symbols());
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
