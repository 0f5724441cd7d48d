// One call of a library function that acts on control, on objects, or through callbacks.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/inference/arguments.h"
#include "analyzer/inference/evaluation.h"

namespace syncfree::inference {

/// Lives as long as the call that it evaluates. A handler gives no value where the catalog's row says enough.
class SpecialCall {
 public:
  /// `node` is the function's in the catalog.
  SpecialCall(Evaluation& all, Special special, std::uint32_t node, std::span<const ArgumentValue> arguments,
              source::TextRange range);
  std::optional<Value> evaluate();

 private:
  using Handler = std::optional<Value> (SpecialCall::*)();
  static Handler handler_of(Special special);

  // control, objects, types, texts: special_objects.cpp
  std::optional<Value> execute();
  std::optional<Value> super_object();
  std::optional<Value> always_true();
  std::optional<Value> always_false();
  std::optional<Value> decided();
  std::optional<Value> is_tensor();
  std::optional<Value> is_instance();
  std::optional<Value> has_attribute();
  std::optional<Value> get_attribute();
  std::optional<Value> set_attribute();
  std::optional<Value> store_attribute();
  bool has_own_setattr(const Value& object) const;
  std::optional<Value> variables_of();
  std::optional<Value> fields_of();
  std::optional<Value> to_float();
  std::optional<Value> to_integer();
  std::optional<Value> to_boolean();
  std::optional<Value> converted(model::Symbol method, Kind kind);
  std::optional<Value> to_string();
  std::optional<Value> length();
  std::optional<Value> type();
  std::optional<Value> keep_function();
  std::optional<Value> named_tuple();
  // functions that are given: special_callbacks.cpp
  std::optional<Value> map();
  std::optional<Value> filter();
  std::optional<Value> reduce();
  std::optional<Value> sort_like();
  std::optional<Value> partial();
  std::optional<Value> lower_case();
  std::optional<Value> upper_case();
  std::optional<Value> tree_map();
  std::optional<Value> tree_leaves();
  std::optional<Value> tree_flatten();
  // containers: special_containers.cpp
  std::optional<Value> container_of_elements();
  std::optional<Value> next();
  std::optional<Value> enumerate();
  std::optional<Value> dictionary();
  std::optional<Value> zip();
  std::optional<Value> sample();

  Value call(const Value& callee, std::span<const ArgumentValue> arguments) {
    return all_.calls.call_value(callee, arguments, range_);
  }
  Value iterate(const Value& iterable) { return all_.expressions.iterate(iterable, range_); }
  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return all_.world.project; }
  const catalog::Catalog& catalog() const { return all_.world.project.catalog(); }

  Evaluation& all_;
  values::ValueArena& arena_;
  const Known& known_;
  Special special_;
  std::string_view name_;  ///< of the function, in the catalog
  std::span<const ArgumentValue> arguments_;
  source::TextRange range_;
  const Value *first_, *second_;  ///< of the positional arguments; null if there are fewer
};

}  // namespace syncfree::inference
