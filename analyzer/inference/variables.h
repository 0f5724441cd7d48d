// The variables of the context in evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyzer/inference/frame.h"
#include "analyzer/inference/slots.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Binding;
struct Evaluation;

class Variables {
 public:
  explicit Variables(Evaluation& all);
  /// All are unbound, in the scope of the frame.
  void begin();

  State state;

  // Names inside: targets of comprehensions and what class bodies define.
  /// In between, what is assigned is a name inside.
  void enter() { ++inner_depth_; }
  void leave() { --inner_depth_; }
  bool is_inside() const { return inner_depth_ > 0; }
  /// The innermost of that name; null if there is none.
  Value* inner(model::Symbol name);
  using InnerNames = std::vector<std::pair<model::Symbol, Value>>;
  std::span<const std::pair<model::Symbol, Value>> inner_names() const { return inner_names_; }
  void keep_inner(std::size_t count) { inner_names_.resize(count); }
  /// The innermost of them before a test, at most as many as comprehensions nest: a class body may have thousands.
  struct Untaught {
    std::size_t begin = 0;
    InnerNames names;
  };
  Untaught untaught() const;
  /// What tests have taught of them since then ends.
  void unlearn_inner(const Untaught& before);

  /// The outcome has room for them, by slot.
  void keep_for_others();
  /// What tests inside an expression taught ends with it; what `:=` bound there for the first time stays.
  void unlearn(const State& before);
  void assign_name(model::Symbol name, const Value& value);
  /// The variable is the same, and its value has changed.
  void change(std::uint32_t slot, const Value& value);
  void export_variables();
  std::uint32_t slot_of(const model::Expression& expression) const;

 private:
  void export_variable(std::uint32_t slot, const Value& value);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }

  const World& world_;
  values::ValueArena& arena_;
  const Frame& frame_;
  Outcome& out_;
  Binding& binding_;
  /// Targets of comprehensions and names of class bodies, innermost last.
  InnerNames inner_names_;
  int inner_depth_ = 0;
  bool exports_ = false;  ///< from here on others can read the variables
  Slots exported_;        ///< the variables when they were exported last
};

}  // namespace syncfree::inference
