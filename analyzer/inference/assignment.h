// Assignment to names, elements, attributes and subscripts.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Attributes;
class Calls;
struct Evaluation;
class Expressions;
class Members;
class ModuleContainers;
class Operators;
class Conditions;
class Subscripts;
class Variables;

class Assignment {
 public:
  explicit Assignment(Evaluation& all);

  void assign(const model::Expression& target, const Value& value, bool is_made_here = false);
  void augmented_assign(const model::AugmentedAssign& statement);

 private:
  void note_masked_change(const model::Expression& changed);
  void assign_name(const model::Expression& target, const Value& value, bool is_made_here);
  void assign_elements(model::Expressions targets, const Value& value);
  std::optional<std::vector<Value>> fields_in_order(const Value& value, std::size_t count, source::TextRange range);
  std::vector<Value> fields_of_entity(const Value& value, const Entity& entity);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  Attributes& attributes_;
  Subscripts& subscripts_;
  Calls& calls_;
  Operators& operators_;
  Conditions& conditions_;
  Expressions& expressions_;
};

}  // namespace syncfree::inference
