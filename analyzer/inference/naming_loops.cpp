// Loops that set attributes by the names that they go through: `for k, v in options.items(): setattr(self, k, v)`.
#include <algorithm>
#include <string_view>

#include "analyzer/inference/evaluation.h"
#include "analyzer/inference/mapping_loop.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

constexpr std::size_t kMostNames = 32;  ///< of more, the body sees all as one

/// The variable that holds the name: `k` of `for k, v in …` and of `for k in …`.
model::Symbol naming_variable(const model::Expression& target) {
  const auto* parts = target.get_if<model::Sequence>();
  const bool is_pair = parts != nullptr && !parts->elements.empty();
  return variable_of(is_pair ? *parts->elements.front() : target);
}

bool sets_attributes_by(model::Block body, model::Symbol variable, const model::SymbolTable& symbols) {
  bool found = false;
  model::walk_expressions(body, [&](const model::Expression& expression) {
    const auto* call = expression.get_if<model::Call>();
    const auto* callee = call == nullptr ? nullptr : call->callee->get_if<model::Name>();
    if (callee == nullptr || call->arguments.size() != 3 || symbols.text(callee->name) != "setattr") return;
    const auto* name = call->arguments[1].value->get_if<model::Name>();
    found = found || (name != nullptr && name->name == variable);
  });
  return found;
}

bool begins_with_name(const Value& element) {
  if (!element.known_string().empty()) return true;
  const values::Aggregate* content = element.only(values::kHostSequence) ? element.aggregate : nullptr;
  return content != nullptr && content->exact && !content->elements.empty() &&
         !content->elements.front().known_string().empty();
}

}  // namespace

/// One by one, if the body sets attributes by them; none if that is not so, or the names are not known.
std::vector<Value> Statements::elements_that_name_attributes(const model::For& statement, const Value& iterable) {
  const model::SymbolTable& symbols = project().symbols();
  const model::Symbol variable = naming_variable(*statement.target);
  if (!variable) return {};
  const MappingLoop over = mapping_loop(statement, symbols);
  const bool is_view = over.mapping != nullptr && over.mapping != statement.iterable;
  const Value from = is_view ? expressions_.evaluate(*over.mapping) : iterable;
  const values::Aggregate* content = from.aggregate;
  if (content == nullptr) return {};
  std::vector<Value> elements;
  if (from.only(Kind::kDictionary)) {
    const bool are_pairs = statement.target->kind == model::ExpressionKind::kSequence;
    const auto add = [&](const Value& key, const Value& value) {
      const Value pair[] = {key, value};
      elements.push_back(are_pairs ? arena_.sequence(Kind::kTuple, pair) : key);
    };
    if (content->entries.empty() || content->entries.size() > kMostNames) return {};
    for (const values::DictionaryEntry& entry : content->entries) {
      if (entry.key.text().empty()) return {};
      add(Value::string(entry.key.text()), entry.value);
    }
    if (!content->rest.is_bottom()) add(Value::of(Kind::kString), content->rest);
  } else if (from.only(values::kHostSequence) && content->exact && content->elements.size() <= kMostNames) {
    if (!std::ranges::all_of(content->elements, begins_with_name)) return {};
    elements.assign(content->elements.begin(), content->elements.end());
  }
  if (elements.empty() || !sets_attributes_by(statement.body, variable, symbols)) return {};
  return elements;
}

/// One pass over the loop: each element on its own, all from where the pass began.
void Statements::execute_for_each(const model::For& statement, std::span<const Value> elements) {
  const State before = state_;
  State after;
  after.reachable = false;
  for (const Value& element : elements) {
    state_ = before;
    assignment_.assign(*statement.target, element);
    execute(statement.body);
    join_into(arena_, after, state_);
  }
  state_ = std::move(after);
}

}  // namespace syncfree::inference
