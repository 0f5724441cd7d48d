// Members by the kind of their owner: objects, classes, what is above a class, libraries, holders of tensors.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Binding;
class Calls;
struct Evaluation;
class ModuleContainers;
class Record;

class Members {
 public:
  explicit Members(Evaluation& all);

  Value attribute_of(const Value& object, model::Symbol name, bool* found = nullptr);
  /// `object.name` as written there: a property is called at that place.
  Value read(const Value& object, const model::Attribute& node);
  Value member_of_library(const Value& self, std::uint32_t node, model::Symbol name, bool& found);
  Value declared_attribute(std::uint32_t klass, model::Symbol name) const;
  Value attribute_fact(std::uint32_t object, model::Symbol name, bool& found);
  Value moved_with(const Value& owner, const Value& attribute) const;
  /// A class of the project has a method of this name.
  bool is_own_method(model::Symbol name) const;
  Value device_or_dtype(model::Symbol name) const;
  Value saved_tensors() const;

 private:
  Value with_parts_moved(const Value& owner, const Value& whole) const;
  Value member_of_entity(const Value& object, const Entity& entity, model::Symbol name, bool& found);
  std::optional<Value> measured_member(const Value& self, const ClassInfo& klass, const FunctionInfo& method,
                                       model::Symbol name);
  Value member_of_object(const Value& self, std::uint32_t object, model::Symbol name, bool& found);
  std::optional<Value> applied(const Value& self, std::uint32_t klass);
  Value member_of_class(const Value& klass, std::uint32_t number, model::Symbol name, bool& found);
  bool is_field_of_output(std::uint32_t klass, model::Symbol name) const;
  Value placed_record(const Value& self, std::uint32_t node) const;
  Value member_above(const Entity& super, model::Symbol name, bool& found);
  Value member_of_holder(const Value& object, std::uint32_t klass, model::Symbol name, bool& found);
  Value wrapped_module(const Value& self, model::Symbol name, bool& found);
  Value held_module(const Value& self, std::uint32_t node, model::Symbol name, bool& found);
  Value method_by_name(const Value& object, model::Symbol name);
  static bool is_another_thing(const Value& object);
  bool is_taken_back_above(std::uint32_t object, model::Symbol name, const Value& value);
  Value attributes_as_dictionary(std::uint32_t object);
  std::optional<Value> constructor_argument(std::uint32_t klass, model::Symbol name) const;
  bool is_field(const ClassInfo& record, model::Symbol name) const;
  bool is_answered_below(std::uint32_t klass, model::Symbol name);
  Value of_any_instance(std::uint32_t klass, model::Symbol name, Value value);
  Value declared_below(std::uint32_t klass, model::Symbol name) const;
  Value of_instance_below(std::uint32_t klass, model::Symbol name, Value value);
  Value or_set_by_data(std::uint32_t object, model::Symbol name, Value value);
  Value fact(std::uint32_t owner, const model::FlatMap<model::Symbol, Value>& attributes, model::Symbol name,
             bool& found);
  Value bind_method(std::uint32_t function, const Value& self);
  Value read_property(const FunctionInfo& property, const Value& bound);
  bool checks_nothing(std::uint32_t klass, std::uint32_t base);
  bool declares_constraints(std::uint32_t klass);
  bool is_overridden(const Value& object, model::Symbol name) const;

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Record& record_;
  Binding& binding_;
  ModuleContainers& module_containers_;
  Calls& calls_;
  std::optional<source::TextRange> reading_;  ///< the attribute that is read
};

}  // namespace syncfree::inference
