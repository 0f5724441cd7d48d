// `object.name` in the text, read and written.
#pragma once

#include <optional>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Binding;
class Calls;
struct Evaluation;
class Expressions;
class Members;
class ModuleContainers;
class ModuleMoves;
class Record;
class Statements;
class Strangers;
class Variables;

class Attributes {
 public:
  explicit Attributes(Evaluation& all);

  Value load_attribute(const model::Attribute& node);
  bool is_weight(const model::Expression& expression) const;
  bool is_made_on_given_device(const model::Expression& expression) const;
  void store_attribute(const model::Attribute& target, const Value& value);
  void store_into_objects(const Value& object, model::Symbol name, const Value& value);
  void store_under_any_name(const Value& object, const Value& value);
  void forget_attributes_of(const model::Expression& object);
  void store_variables(const model::Expression& object, const Value& variables);
  void rule_out_tensor(const model::Expression& expression, Value& value);
  void rule_out_device(const model::Expression& expression, const Value& object);
  std::optional<Value> attribute_by_beginning(const model::Call& node, const Value& callee,
                                              std::span<const ArgumentValue> arguments);
  void store_by_beginning(const model::Call& node, const Value& callee, std::span<const ArgumentValue> arguments);
  model::Symbol stored_name(const model::Expression& written, const Value& name) const;

 private:
  bool only_holds_the_place(std::uint32_t slot, model::Symbol name, const Value& value);
  Value attribute_by_use(const model::Attribute& node, const Value& object);
  Value part_of_parameter(const model::Attribute& node, const Value& otherwise) const;

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Outcome& out_;
  State& state_;
  Record& record_;
  Binding& binding_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  ModuleMoves& module_moves_;
  Strangers& strangers_;
  Calls& calls_;
  Expressions& expressions_;
  Statements& statements_;
};

}  // namespace syncfree::inference
