#include "analyzer/summary/operands.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analyzer/model/walk.h"

namespace syncfree::summary {

namespace {

using model::Expression;

/// By variable of a function: what it is assigned, or gone over.
class Values {
 public:
  explicit Values(model::Block body) { read(body); }

  const std::vector<const Expression*>* of(model::Symbol name) const {
    const auto found = values_.find(name.id);
    return found == values_.end() ? nullptr : &found->second;
  }

 private:
  void read(model::Block block) {
    for (const model::Statement* statement : block) {
      if (const auto* assign = statement->get_if<model::Assign>(); assign != nullptr && assign->value != nullptr) {
        for (const Expression* target : assign->targets) bind(*target, *assign->value);
      } else if (const auto* update = statement->get_if<model::AugmentedAssign>()) {
        bind(*update->target, *update->value);
      } else if (const auto* loop = statement->get_if<model::For>()) {
        bind(*loop->target, *loop->iterable);
      }
      model::for_each_part(*statement, [](const Expression*) {}, [&](model::Block inner) { read(inner); });
    }
  }

  void bind(const Expression& target, const Expression& value) {
    if (const auto* several = target.get_if<model::Sequence>()) {
      for (const Expression* one : several->elements) bind(*one, value);
    } else if (const auto* name = target.get_if<model::Name>()) {
      values_[name->name.id].push_back(&value);
    }
  }

  std::unordered_map<std::uint32_t, std::vector<const Expression*>> values_;
};

}  // namespace

std::optional<std::set<std::uint32_t>> parameters_behind(const Expression& value, const model::Function& function) {
  const Values values(function.body);
  std::vector<const Expression*> todo = {&value};
  std::unordered_set<std::uint32_t> seen;
  std::set<std::uint32_t> found;
  bool is_told = true;
  const auto look = [&](const Expression& part) {
    const auto* name = part.get_if<model::Name>();
    if (name == nullptr || !seen.insert(name->name.id).second) return;
    const auto given = std::ranges::find(function.parameters, name->name, &model::Parameter::name);
    if (given != function.parameters.end()) {
      is_told &= given->kind != model::ParameterKind::kStar && given->kind != model::ParameterKind::kDoubleStar;
      found.insert(static_cast<std::uint32_t>(given - function.parameters.begin()));
    }
    const auto* assigned = values.of(name->name);
    if (assigned != nullptr) todo.insert(todo.end(), assigned->begin(), assigned->end());
    is_told &= assigned != nullptr || std::ranges::find(function.locals, name->name) == function.locals.end();
  };
  while (!todo.empty() && is_told) {
    const Expression& next = *todo.back();
    todo.pop_back();
    model::walk(next, look);
  }
  return is_told && !found.empty() ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace syncfree::summary
