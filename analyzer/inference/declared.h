// What a signature says by itself, without any call: annotations, defaults, docstrings, and how the body uses a
// parameter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analyzer/inference/known.h"
#include "analyzer/inference/layer_classes.h"
#include "analyzer/inference/parameter_table.h"
#include "analyzer/inference/project.h"
#include "analyzer/inference/use_table.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/values/entity.h"
#include "analyzer/values/value.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using values::Entity;
using values::EntityKind;
using values::Kind;
using values::Kinds;
using values::Value;

struct Annotation;

/// What a literal is.
Value constant_value(const model::Constant& constant);

/// Values that a signature alone gives: annotations, defaults, docstrings, names, and how the body uses a parameter.
/// Functions of the project alone; what has been asked once is kept.
class Declared {
 public:
  /// `uses` and `shared` are what all threads share; values point into `arena`, which lasts as long as `shared` unless
  /// that is closed.
  Declared(const Project& project, const Known& known, const UseTable& uses, ParameterTable& shared,
           values::ValueArena& arena)
      : project_(project), known_(known), uses_(uses), shared_(shared), arena_(arena) {}

  Value annotation(std::uint32_t module, const model::Expression& annotation) const;
  Value annotation_text(std::uint32_t module, std::string_view text) const;
  /// What a parameter is without any call being known. `self` becomes the generic object of the owner.
  Value parameter(const FunctionInfo& function, std::size_t index) const;
  /// `value`, which a call gives; where the signature says that it is a number or a text, it is not the tensor that it
  /// may also be.
  bool is_flag(const FunctionInfo& function, const model::Parameter& parameter) const;
  Value without_tensor(const FunctionInfo& function, std::size_t index, const Value& value) const;
  Value default_value(const FunctionInfo& function, const model::Expression& expression) const;
  std::optional<Value> returned(const FunctionInfo& function) const;
  Value target(const Target& target) const;
  Value generic_object(std::uint32_t klass) const;
  Value library_object(std::uint32_t node) const;
  /// Anything that a package of the host gives: an array, or an object of its own.
  Value host_object() const;
  /// By what is done with them, for what nothing else is known of; anything if their uses say nothing. `function` null:
  /// in the body of the module.
  Value bound_by_use(std::uint32_t module, const FunctionInfo* function, const model::Expression& target) const;
  /// `self.loss(x, y)` somewhere in the function: `self.loss` is no tensor.
  /// `batch["graph"]`, of a parameter: its parts have names.
  bool is_keyed(const FunctionInfo* function, const model::Expression& expression) const;
  bool is_called(std::uint32_t module, const FunctionInfo* function, const model::Expression& expression) const;
  Value attribute_by_use(std::uint32_t module, const FunctionInfo* function, model::Symbol name,
                         model::Symbol attribute) const;
  Value member_by_use(std::uint32_t klass, model::Symbol attribute) const;
  Value completed(values::ValueArena& arena, const Value& value, const Value& by_use) const;
  Value part_by_use(std::uint32_t module, const FunctionInfo* function, model::Symbol name, std::string_view key) const;
  Value any_part_by_use(const FunctionInfo* function, model::Symbol name) const;
  bool selects_as_mask(std::uint32_t module, const FunctionInfo* function, model::Symbol name) const;
  bool knows_torch(std::uint32_t module) const { return uses_.spoken(module).torch; }
  /// What is used as an array in the function is a tensor; `function` null: in the module's own body.
  bool arrays_are_tensors(std::uint32_t module, const FunctionInfo* function) const {
    return uses_.arrays_are_tensors(module, function);
  }
  /// By its annotations, the function handles arrays and no tensors.
  bool declares_arrays(std::uint32_t module, const FunctionInfo* function) const {
    return uses_.declares_arrays(module, function);
  }
  bool is_of_a_table(const model::Expression& expression) const;
  Value holder(std::uint32_t klass, values::Places places) const;
  /// A module of which nothing else is known.
  Value unknown_module() const;

 private:
  const NameUses& uses(std::uint32_t module, const FunctionInfo* function, int level) const {
    return uses_.of(module, function, level, reading_);
  }
  Value container_of_tensors(values::Places places, bool has_names) const;
  Value setting_by_name(model::Symbol name) const;
  Value used_as(const NameUse& use, bool arrays_are_tensors, values::Places places, std::string_view name) const;
  Value copied_object(const FunctionInfo& function, model::Symbol name, Value value) const;
  Value parameter_by_use(const FunctionInfo& function, model::Symbol name) const;
  const ClassesByName& classes_by_name(std::uint32_t module) const;
  bool is_called_like(std::uint32_t module, model::Symbol name, std::uint32_t klass) const;
  Value instance_by_name(const FunctionInfo& function, model::Symbol name) const;
  bool is_converted(const FunctionInfo& function, model::Symbol name) const;
  Value placed_by_use(const FunctionInfo& function, model::Symbol name, Value value) const;
  Value perhaps_on_host(Value value, int depth) const;
  Value annotation(std::uint32_t module, const model::Expression& annotation, int depth) const;
  Value annotated(std::uint32_t module, const Annotation& annotation, int depth) const;
  Value annotated_name(std::uint32_t module, const Annotation& annotation, int depth) const;
  Value annotated_generic(std::uint32_t module, const Annotation& annotation, int depth) const;
  Value annotated_either(std::uint32_t module, const Annotation& annotation, int depth) const;
  Target named_target(std::uint32_t module, const Annotation& annotation) const;
  Value literal(const Annotation& annotation) const;
  Value read_default(const FunctionInfo& function, const model::Expression& expression) const;
  std::optional<Value> called_on(const FunctionInfo& function) const;
  Value read_parameter(const FunctionInfo& function, std::size_t index) const;
  Value gathered(const FunctionInfo& function, const model::Parameter& parameter, const Value& one) const;
  Value make_target(const Target& target) const;
  Value make_generic_object(std::uint32_t klass) const;
  Value make_library_object(std::uint32_t node) const;
  Value from_type_comment(const FunctionInfo& function, std::size_t index) const;
  Value open_container(std::string_view name) const;
  Value resolved_annotation(const Target& target) const;
  Value alias(const Target& target, int depth) const;
  Value one_of(std::uint32_t module, const model::Call& variable, int depth) const;
  Value known_alias(const Target& target, int depth) const;
  bool is_backward(const FunctionInfo& function) const;
  bool used_as_tensor(const FunctionInfo& function, model::Symbol parameter) const;
  bool has_device_and_dtype(const FunctionInfo& function, model::Symbol parameter) const;
  bool is_evaluation_for_metrics(const FunctionInfo& function, std::size_t index) const;
  bool used_as_host_value(const FunctionInfo& function, model::Symbol parameter) const;
  template <class Visit>
  std::optional<Value> from_docstrings(const FunctionInfo& function, std::string_view name, const Visit& visit) const;
  std::optional<Value> tensor_of_docstring(const FunctionInfo& function, std::string_view name) const;
  std::optional<Value> host_value_of_docstring(const FunctionInfo& function, std::string_view name) const;
  Value said_of(const FunctionInfo& function, const model::Parameter& parameter) const;

  const Project& project_;
  const Known& known_;
  const UseTable& uses_;
  ParameterTable& shared_;
  values::ValueArena& arena_;
  mutable model::FlatMap<const model::Expression*, Value> annotations_;
  mutable model::FlatMap<std::uint64_t, Value> aliases_;                      ///< by module, depth and name
  mutable model::FlatMap<const model::Parameter*, Value> parameters_;         ///< that `shared_` does not take any more
  mutable model::FlatMap<const model::Parameter*, Value> said_;               ///< by the signature alone
  mutable model::FlatMap<const model::Expression*, Value> defaults_;          ///< but literals
  mutable model::FlatMap<std::uint64_t, Value> targets_;                      ///< by kind and number
  mutable model::FlatMap<std::uint32_t, Value> generic_objects_;              ///< by class
  mutable model::FlatMap<std::uint32_t, Value> library_objects_;              ///< by catalog node
  mutable model::FlatMap<std::uint64_t, Value> members_by_use_;               ///< by class and name
  mutable std::unordered_map<std::uint32_t, ClassesByName> classes_by_name_;  ///< by module
  using CallsByName = std::unordered_map<std::uint32_t, std::vector<const model::Call*>>;
  mutable std::unordered_map<std::uint32_t, CallsByName> attribute_calls_;  ///< `self.f(x)`, by module and name
  mutable UseTable::Memory reading_;
};

/// What has been asked before, or what `make` gives now.
template <class Key, class Make>
Value once(model::FlatMap<Key, Value>& known, Key key, Make&& make) {
  if (const Value* before = known.find(key)) return *before;
  const Value value = make();
  return *known.insert(key, value).first;
}

}  // namespace syncfree::inference
