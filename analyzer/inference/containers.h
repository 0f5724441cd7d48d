// How calls change containers, records and modules in place.
#pragma once

#include <optional>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Attributes;
class Binding;
struct Evaluation;
class Expressions;
class ModuleContainers;
class Record;
class Subscripts;
class Variables;

constexpr std::size_t kMostKeys = 48;  ///< of one mapping; what comes under others is joined

class Containers {
 public:
  explicit Containers(Evaluation& all);

  std::optional<Value> look_up(const Value& mapping, std::span<const ArgumentValue> arguments);
  void apply_mutation(const model::Call& node, const Value& receiver, std::span<const ArgumentValue> arguments);
  void grow_arguments(const model::Call& node, std::span<const ArgumentValue> arguments, const Value& callee);
  void keep_arguments(const model::Call& node, const Value& callee, std::span<const ArgumentValue> arguments);
  std::optional<Value> call_record_type(const Entity& entity, std::span<const ArgumentValue> arguments);
  bool is_call_of_vars(const model::Call& call);
  void assign_back(const model::Expression& target, const Value& value);
  Value leaf_of(const Value& tree, int depth);
  Value with_leaves(const Value& tree, const Value& leaf, int depth);

 private:
  Value told(const Value& object, const Value& in_callee);
  void grow_element(const model::Call& call, const Value& value);
  Value second_of_pairs(const Value& pairs, source::TextRange where);
  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }

  const World& world_;
  const Known& known_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Outcome& out_;
  Record& record_;
  Binding& binding_;
  Variables& variables_;
  ModuleContainers& module_containers_;
  Attributes& attributes_;
  Subscripts& subscripts_;
  Expressions& expressions_;
};

}  // namespace syncfree::inference
