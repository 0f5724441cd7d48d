#include "analyzer/inference/scope.h"

#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

std::size_t slot_hash(model::Symbol name) { return name.id * std::size_t{0x9E3779B1} >> 7; }

void add_target(const model::Expression& target, Scope& scope) {
  if (const auto* name = target.get_if<model::Name>()) {
    scope.add(name->name);
  } else if (const auto* sequence = target.get_if<model::Sequence>()) {
    for (const model::Expression* element : sequence->elements) add_target(*element, scope);
  } else if (const auto* starred = target.get_if<model::Starred>()) {
    add_target(*starred->value, scope);
  }
}

void add_named_expressions(const model::Expression& expression, Scope& scope) {
  if (const auto* named = expression.get_if<model::Named>()) add_target(*named->target, scope);
  if (expression.kind == model::ExpressionKind::kLambda) return;
  model::for_each_child(expression, [&](const model::Expression* child) { add_named_expressions(*child, scope); });
}

}  // namespace

std::uint32_t Scope::find(model::Symbol name) const {
  if (table_.empty()) return kAbsent;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = slot_hash(name) & mask;; at = (at + 1) & mask) {
    const Entry& entry = table_[at];
    if (entry.name == name || entry.slot == kAbsent) return entry.slot;
  }
}

std::uint32_t Scope::add(model::Symbol name) {
  if (const std::uint32_t found = find(name); found != kAbsent) return found;
  const std::uint32_t slot = size();
  names_.push_back(name);
  if (names_.size() * 2 > table_.size()) {
    grow();
  } else {
    place({name, slot});
  }
  return slot;
}

void Scope::place(Entry entry) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = slot_hash(entry.name) & mask;
  while (table_[at].slot != kAbsent) at = (at + 1) & mask;
  table_[at] = entry;
}

void Scope::grow() {
  std::size_t capacity = 8;
  while (capacity < names_.size() * 2) capacity *= 2;
  table_.assign(capacity, {});
  for (std::uint32_t slot = 0; slot < names_.size(); ++slot) place({names_[slot], slot});
}

void add_bound_names(model::Block block, Scope& scope) {
  for (const model::Statement* statement : block) {
    switch (statement->kind) {
      case model::StatementKind::kAssign:
        for (const model::Expression* target : statement->as<model::Assign>().targets) add_target(*target, scope);
        break;
      case model::StatementKind::kAugmentedAssign:
        add_target(*statement->as<model::AugmentedAssign>().target, scope);
        break;
      case model::StatementKind::kFor:
        add_target(*statement->as<model::For>().target, scope);
        break;
      case model::StatementKind::kWith:
        for (const model::WithItem& item : statement->as<model::With>().items) {
          if (item.target != nullptr) add_target(*item.target, scope);
        }
        break;
      case model::StatementKind::kTry:
        for (const model::ExceptHandler& handler : statement->as<model::Try>().handlers) {
          if (handler.name) scope.add(handler.name);
        }
        break;
      case model::StatementKind::kMatch:
        for (const model::MatchCase& choice : statement->as<model::Match>().cases) {
          for (model::Symbol capture : choice.captures) scope.add(capture);
        }
        break;
      case model::StatementKind::kImport:
        for (const model::ImportedName& imported : statement->as<model::Import>().names) {
          scope.add(imported.alias ? imported.alias : imported.path.front());
        }
        break;
      case model::StatementKind::kImportFrom:
        for (const model::ImportedName& imported : statement->as<model::ImportFrom>().names) {
          scope.add(imported.alias ? imported.alias : imported.path.front());
        }
        break;
      case model::StatementKind::kFunction:
        scope.add(statement->as<model::Function>().name);
        continue;
      case model::StatementKind::kClass:
        scope.add(statement->as<model::Class>().name);
        continue;
      default:
        break;
    }
    model::for_each_part(
        *statement, [&](const model::Expression* expression) { add_named_expressions(*expression, scope); },
        [&](model::Block inner) { add_bound_names(inner, scope); });
  }
}

}  // namespace syncfree::inference
