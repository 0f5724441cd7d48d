// Calls: arguments, followed functions, operators of the catalog.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/catalog/evaluate.h"
#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

using catalog::ArgumentValue;

class Attributes;
class Binding;
class Containers;
struct Evaluation;
class Expressions;
class Instantiation;
class Members;
class ModuleContainers;
class ModuleMoves;
class Record;
class Statements;
class Strangers;
class Subscripts;
class Variables;

class Calls {
 public:
  explicit Calls(Evaluation& all);
  void begin() {
    device_around_ = {};
    tests_gradients_.reset();
  }

  /// `with torch.device(…)`: what names no device is made there. Empty: outside of any.
  values::Places device_around() const { return device_around_; }
  void set_device_around(values::Places places) { device_around_ = places; }
  /// What the innermost `with torch.autograd.detect_anomaly():` around says.
  std::optional<bool> tests_gradients() const { return tests_gradients_; }
  void set_tests_gradients(std::optional<bool> tests) { tests_gradients_ = tests; }

  Value call(const model::Call& node);
  /// `wanted`: what of the contexts that the call leads to has a say in what follows. What is given for parts that are
  /// not wanted must not be looked at.
  Value call_value(const Value& callee, std::span<const ArgumentValue> arguments, source::TextRange range,
                   GivenParts wanted = kAllGiven);
  Value call_function(std::uint32_t function, std::uint32_t environment, const Value* self,
                      std::span<const ArgumentValue> arguments, source::TextRange range, GivenParts wanted = kAllGiven);
  Value begun(const Value& object, source::TextRange range, bool& found);
  std::optional<Value> default_device() const;
  std::vector<ArgumentValue> begun(const catalog::Operator& operation, std::span<const ArgumentValue> arguments,
                                   source::TextRange range);
  Value call_operator(const catalog::Operator& operation, const Value* self, std::span<const ArgumentValue> arguments,
                      source::TextRange range);
  Value call_method(const Value& object, model::Symbol name, std::span<const ArgumentValue> arguments,
                    source::TextRange range, bool& found);
  Special special_of(const Value& callee) const;
  const Value* cxx_result(const model::Call& node) const;

 private:
  GivenParts wanted_of(const model::Call& node) const;
  std::span<const ArgumentValue> evaluate_arguments(const model::Call& node);
  bool evaluate_parts(const model::Call& node);
  bool asks_for_gpu(const model::Expression& expression) const;
  Value taken_from(const model::Call& node, const Value& result);
  Value loaded_by_map(const model::Call& node, const Value& callee, std::span<const ArgumentValue> arguments) const;
  Value made_around(Value result) const;
  Value call_back(const catalog::Operator& operation, const Value* self, std::span<const ArgumentValue> arguments,
                  const catalog::BoundArguments& bound, source::TextRange range);
  bool use_default_validation(const catalog::Operator& operation, catalog::BoundArguments& bound) const;
  Value receiver_of(const Value& callee);
  Value as_called_on(const FunctionInfo& info, const Value& self, const Value& result) const;
  /// The arguments of `str.format`, and the attributes of theirs that the text names.
  std::vector<ArgumentValue> formatted(std::string_view text, std::span<const ArgumentValue> arguments);
  std::optional<Value> asked_tensors(std::span<const ArgumentValue> arguments);
  bool is_of_catalog(const Value& callee) const;
  Value by_name(const model::Expression& callee, std::span<const ArgumentValue> arguments) const;
  catalog::BoundArguments bound(const catalog::Operator& operation, const Value* self,
                                std::span<const ArgumentValue> arguments);
  bool may_wait(const Entity& method, std::span<const ArgumentValue> arguments);
  bool is_mostly_quiet(std::span<const Entity> methods, std::span<const ArgumentValue> arguments);
  Value call_entity(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                    source::TextRange range, GivenParts wanted);
  std::optional<Value> call_metric(std::uint32_t klass, const Value& self, std::span<const ArgumentValue> arguments,
                                   source::TextRange range, GivenParts wanted);
  Value call_object(const Value& callee, const Entity& entity, std::span<const ArgumentValue> arguments,
                    source::TextRange range, GivenParts wanted);
  Value call_partial(const Entity& entity, std::span<const ArgumentValue> arguments, source::TextRange range);
  Value call_wrapper(const Value& wrapper, const Value& wrapped, const catalog::Operator* moves,
                     std::span<const ArgumentValue> arguments, source::TextRange range);
  Value call_library_object(const Value& callee, std::uint32_t node, std::span<const ArgumentValue> arguments,
                            source::TextRange range);
  Value call_library(std::uint32_t node, const Value* self, std::span<const ArgumentValue> arguments,
                     source::TextRange range);
  std::optional<Value> call_special(Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
                                    source::TextRange range);
  std::optional<Value> cast(const model::Call& node, const Value& callee, std::span<const ArgumentValue> arguments);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Outcome& out_;
  Guards& guards_;
  State& state_;
  Record& record_;
  Binding& binding_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  ModuleMoves& module_moves_;
  Strangers& strangers_;
  Attributes& attributes_;
  Subscripts& subscripts_;
  Containers& containers_;
  Instantiation& instantiation_;
  Expressions& expressions_;
  Statements& statements_;
  Evaluation& all_;
  values::Places device_around_;
  std::optional<bool> tests_gradients_;
};

}  // namespace syncfree::inference
