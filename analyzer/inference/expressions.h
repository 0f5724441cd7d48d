// Values of expressions: names, constants, containers, comprehensions, texts; and the elements that a loop takes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Assignment;
class Attributes;
class Calls;
class Conditions;
struct Evaluation;
class Members;
class ModuleContainers;
class Operators;
class Record;
class Subscripts;
class Variables;

class Expressions {
 public:
  explicit Expressions(Evaluation& all);
  void begin() {
    yielded_ = {};
    wanted_elements_ = 0;
  }
  /// What the `yield`s so far have given.
  const Value& yielded() const { return yielded_; }
  /// The sequence that is evaluated next is unpacked into as many names.
  void expect_elements(std::size_t count) { wanted_elements_ = count; }

  Value evaluate(const model::Expression& expression);
  Value iterate(const Value& iterable, source::TextRange range);
  const values::Entities* others_than_objects(const values::Entities* entities);
  Value variable_of_environment(std::uint32_t environment, model::Symbol name, bool& found);

 private:
  Value evaluate_name(const model::Name& name);
  Value evaluate_global(model::Symbol name);
  void assume(model::Symbol name, Value& value) const;
  Value evaluate_boolean(const model::Boolean& boolean);
  bool means_either(const model::Conditional& conditional) const;
  Value either(const model::Conditional& conditional);
  Value evaluate_conditional(const model::Conditional& conditional);
  bool takes_a_number(const model::Conditional& conditional);
  Value evaluate_sequence(const model::Sequence& sequence);
  Value evaluate_dictionary(const model::Dictionary& dictionary);
  Value evaluate_comprehension(const model::Comprehension& comprehension);
  bool evaluate_clauses(const model::Comprehension& comprehension, std::size_t clause, Value& key, Value& element);
  Value evaluate_formatted(const model::Formatted& formatted);
  Value evaluate_yield(const model::Yield& yield);
  Value evaluate_named(const model::Named& named);
  Value evaluate_lambda(const model::Lambda& lambda);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  int& depth_;
  Guards& guards_;
  State& state_;
  Record& record_;
  Variables& variables_;
  Members& members_;
  ModuleContainers& module_containers_;
  Attributes& attributes_;
  Subscripts& subscripts_;
  Calls& calls_;
  Operators& operators_;
  Conditions& conditions_;
  Assignment& assignment_;
  Value yielded_;
  std::size_t wanted_elements_ = 0;
};

}  // namespace syncfree::inference
