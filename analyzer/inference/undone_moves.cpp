// Attributes that the method which stores them moves further down: to the device for good, or for its work and back.
#include <algorithm>

#include "analyzer/inference/evaluation.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

model::Symbol name_of(const model::Expression& expression) {
  const auto* name = expression.get_if<model::Name>();
  return name == nullptr ? model::Symbol{} : name->name;
}

/// `x` of `self.x = self.x.cuda()`, with `move` as the method's name.
model::Symbol moved(const model::Statement& statement, model::Symbol self, model::Symbol move) {
  const auto* assign = statement.get_if<model::Assign>();
  if (assign == nullptr || assign->value == nullptr || assign->targets.size() != 1) return {};
  const auto* target = assign->targets.front()->get_if<model::Attribute>();
  const auto* call = assign->value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const auto* source = method == nullptr ? nullptr : method->object->get_if<model::Attribute>();
  if (target == nullptr || source == nullptr || method->name != move || source->name != target->name) return {};
  return name_of(*target->object) == self && name_of(*source->object) == self ? target->name : model::Symbol{};
}

/// Statements of a body that run whenever it does, or whenever one variable is true.
struct Part {
  model::Symbol condition;  ///< none: always
  model::Block block;
};

Part part(const model::Statement* const& statement) {
  const auto* branch = statement->get_if<model::If>();
  if (branch == nullptr || !name_of(*branch->condition)) return {{}, {&statement, 1}};
  return {name_of(*branch->condition), branch->then};
}

/// `self.net.to(device)`, `self.net.eval().cuda()`: the attribute that the statement moves; null for another statement.
const model::Attribute* moved_in_place(const model::Statement& statement, const Known& known,
                                       const model::SymbolTable& symbols) {
  const auto* only = statement.get_if<model::ExpressionStatement>();
  const auto* call = only == nullptr ? nullptr : only->value->get_if<model::Call>();
  const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
  const bool moves = method != nullptr && (method->name == known.to || method->name == known.cuda);
  return moves ? module_itself(*method->object, symbols).get_if<model::Attribute>() : nullptr;
}

}  // namespace

/// `self.net = Net()`, and further down in the function `self.net.to(device)`: other methods see it there.
bool ModuleMoves::is_moved_below(const model::Attribute& target) {
  if (const std::uint8_t* known = moved_below_.find(&target)) return *known != 0;
  const model::Symbol owner = name_of(*target.object);
  bool found = false;
  const auto look = [&](const auto& self, model::Block block) -> void {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      const model::Attribute* moved = moved_in_place(*statement, known_, project().symbols());
      found |= moved != nullptr && moved->name == target.name && moved->range.begin > target.range.begin &&
               name_of(*moved->object) == owner;
      model::for_each_part(*statement, [](const model::Expression*) {}, [&](model::Block inner) { self(self, inner); });
    }
  };
  if (owner && frame_.function != nullptr) look(look, frame_.function->function->body);
  moved_below_.insert(&target, found ? 1 : 0);
  return found;
}

/// `self.x = self.x.cuda()`, undone by a later `self.x = self.x.cpu()` under the same condition: other methods see `x`
/// on the host. Not if the method calls others of the object in between.
bool ModuleMoves::is_undone(const model::Assign& move) const {
  if (frame_.function == nullptr || frame_.function->owner == kNowhere || frame_.function->function->parameters.empty())
    return false;
  const model::Symbol self = frame_.function->function->parameters.front().name;
  const model::Symbol attribute =
      moved(move, self, known_.cuda) ? moved(move, self, known_.cuda) : moved(move, self, known_.to);
  if (!attribute) return false;
  const model::Block body = frame_.function->function->body;
  const auto has = [](const Part& part, const auto& wanted) { return std::ranges::any_of(part.block, wanted); };
  const auto hands_on = [&](const model::Statement* const& statement) {
    bool found = false;
    model::walk_expressions(model::Block(&statement, 1), [&](const model::Expression& expression) {
      const auto* call = expression.get_if<model::Call>();
      const auto* method = call == nullptr ? nullptr : call->callee->get_if<model::Attribute>();
      found |= method != nullptr && name_of(*method->object) == self &&
               project().find_method(frame_.function->owner, method->name) != kNowhere;
    });
    return found;
  };
  const auto at = std::ranges::find_if(body, [&](const model::Statement* const& statement) {
    return has(part(statement), [&](const model::Statement* inner) { return inner == &move; });
  });
  for (auto later = at; later != body.end(); ++later) {
    const Part undoing = part(*later);
    const bool same = !undoing.condition || undoing.condition == part(*at).condition;
    const auto undoes = [&](const model::Statement* inner) { return moved(*inner, self, known_.cpu) == attribute; };
    if (later != at && same && has(undoing, undoes)) return true;
    if (hands_on(*later)) return false;
  }
  return false;
}

/// Stores what is moved for now where only this evaluation sees it.
void ModuleMoves::store_for_now(const model::Attribute& target, const Value& value) {
  state_.set_attribute(variables_.slot_of(*target.object), target.name,
                       members_.moved_with(expressions_.evaluate(*target.object), value));
}

/// What a block moves for now is, on the way around the block, where it was.
void ModuleMoves::hold_undone(model::Block block) {
  for (const model::Statement* statement : block) {
    const auto* move = statement->get_if<model::Assign>();
    if (move == nullptr || move->value == nullptr || !is_undone(*move)) continue;
    const auto& target = move->targets.front()->as<model::Attribute>();
    store_for_now(target, expressions_.evaluate(target));
  }
}

}  // namespace syncfree::inference
