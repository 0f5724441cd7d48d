// Methods that give back what they were called on: `net.load(path).to(device)`.
#include "analyzer/inference/calls.h"
#include "analyzer/inference/evaluation.h"
#include "analyzer/model/walk.h"

namespace syncfree::inference {

namespace {

/// All that a method gives back is what it was called on.
class GivesItself {
 public:
  explicit GivesItself(model::Symbol self) : self_(self) {}

  bool all_of(model::Block body) {
    read(body);
    return is_any_ && is_same_;
  }

 private:
  void read(model::Block block) {
    for (const model::Statement* statement : block) {
      if (statement->kind == model::StatementKind::kFunction || statement->kind == model::StatementKind::kClass)
        continue;
      if (const auto* back = statement->get_if<model::Return>()) {
        is_any_ = true;
        is_same_ = is_same_ && back->value != nullptr && is_self(*back->value);
      } else if (const auto* assign = statement->get_if<model::Assign>()) {
        for (const model::Expression* target : assign->targets) is_same_ = is_same_ && !is_self(*target);
      }
      model::for_each_part(*statement, [](const model::Expression*) {}, [this](model::Block inner) { read(inner); });
    }
  }

  bool is_self(const model::Expression& expression) const {
    const auto* name = expression.get_if<model::Name>();
    return name != nullptr && name->name == self_;
  }

  model::Symbol self_;
  bool is_any_ = false;
  bool is_same_ = true;
};

bool gives_itself(const FunctionInfo& info) {
  if (info.owner == kNowhere || info.is_static || info.is_class_method || info.function->parameters.empty())
    return false;
  return GivesItself(info.function->parameters.front().name).all_of(info.function->body);
}

}  // namespace

/// Of a method that all calls share the context of, what it gives is any instance: `net.load(path).to(device)`.
Value Calls::as_called_on(const FunctionInfo& info, const Value& self, const Value& result) const {
  const auto is_generic = [&](const Value& value) {
    return value.only(Kind::kInstance) && value.entities != nullptr && value.entities->items.size() == 1 &&
           value.entities->items.front().kind == EntityKind::kObject &&
           value.entities->items.front().index < project().classes().size();
  };
  if (!is_generic(result) || !self.only(Kind::kInstance) || !gives_itself(info)) return result;
  Value itself = self;
  // Where the method has moved it, it is; what the method leaves alone is where it was.
  constexpr values::Places kCaller = values::Place::kCaller;
  if (!result.places.empty())
    itself.places = result.places.overlaps(kCaller) ? (result.places - kCaller) | self.places : result.places;
  return itself;
}

}  // namespace syncfree::inference
