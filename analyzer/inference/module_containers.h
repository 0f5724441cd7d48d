// nn.ModuleList, nn.ModuleDict and nn.Sequential.
#pragma once

#include <cstdint>
#include <span>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Calls;
class Containers;
class Declared;
struct Evaluation;
class Expressions;
class Record;
class Subscripts;

class ModuleContainers {
 public:
  explicit ModuleContainers(Evaluation& all);

  bool is_module(const Value& value) const;
  bool is_module_container(std::uint32_t node) const;
  bool is_module_container(const Value& value) const;
  void grow_module_container(const model::Attribute& method, const Value& container,
                             std::span<const ArgumentValue> arguments, source::TextRange range);
  Value module_at(const Value& container, const Value& index);
  Value with_module(const Value& container, const Value& key, const Value& added);
  Value call_in_turn(const Value& sequence, std::span<const ArgumentValue> arguments, source::TextRange range);
  Value moved_into(const Value& container, const Value& element) const;
  Value module_container(std::uint32_t node, const Value& object, std::span<const ArgumentValue> arguments,
                         source::TextRange range);

 private:
  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  Value as_module(const Value& held) const;
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  Record& record_;
  Subscripts& subscripts_;
  Containers& containers_;
  Calls& calls_;
  Expressions& expressions_;
};

}  // namespace syncfree::inference
