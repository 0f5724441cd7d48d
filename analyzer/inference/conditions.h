// Conditions: the truth that is taken of a value, and what the outcome of a test says of the variables in it.
#pragma once

#include <optional>

#include "analyzer/inference/declared.h"
#include "analyzer/inference/event.h"
#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/state.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/statement.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Calls;
struct Evaluation;
class Expressions;
class Record;
class Variables;

class Conditions {
 public:
  explicit Conditions(Evaluation& all);

  std::optional<bool> condition(const model::Expression& expression, TruthUse use);
  /// What stands behind this outcome of a test that was just evaluated; see BranchGuards::behind.
  Guards behind(const model::Expression& test, bool positive, const model::Block* block = nullptr);
  /// The truth of a part of a test, for `behind`.
  void note_outcome(const model::Expression& part, std::optional<bool> outcome);
  /// Somebody asks about the call, and its arguments give the test this outcome.
  bool is_decided(const model::Expression& test, bool outcome) const;
  std::optional<bool> take_truth(const Value& value, source::TextRange range, TruthUse use);
  /// `alternations`: of "all of them" and "one of them" around the expression.
  void narrow(const model::Expression& expression, bool positive, int alternations = 0);
  const model::Expression* subject_of_test(const model::Expression& test) const;
  void note_test(const model::Expression& target, const model::Expression* value);
  void narrow_to(const model::Expression& target, const Value& value);
  bool has_unknown_base(const Value& value) const;
  bool is_named_tuple(const Value& value) const;
  std::optional<Value> batch_as(const Value& value, const Value& wanted);
  Value narrow_to_class(const Value& value, const Value& klass, bool positive);
  Value without_objects(Value value, const Value& wanted);
  bool is_enumeration(const Value& klass) const;

 private:
  std::optional<bool> outcome_of(const model::Expression& expression, TruthUse use);
  bool seldom_has(const model::Expression& test, bool positive);
  void doubt_other_shapes(const model::Boolean& boolean);
  void narrow_to_one_of(const model::Boolean& boolean, bool positive, int alternations);
  void narrow_by_truth(const model::Expression& expression, bool positive);
  void narrow_call(const model::Call& call, bool positive);
  void narrow_by_named_test(const model::Expression& name, bool positive);
  void narrow_to_one_element(const model::Expression& operand);
  bool narrow_type(const model::Call& call, const model::Expression& klass, bool positive);
  bool narrow_type_name(const model::Attribute& attribute, const model::Expression& right, bool positive);
  void narrow_comparison(const model::Comparison& comparison, bool positive);
  void narrow_none(const model::Expression& subject, bool positive);
  void narrow_device(const model::Attribute& attribute, const model::Expression& right, bool positive);
  void narrow_attribute(const model::Attribute& attribute, const model::Expression& right, bool positive);
  void narrow_dim(const model::Call& call, const model::Expression& right, bool positive);
  Value instance_of(const Value& klass);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }
  const Project& project() const { return world_.project; }
  const catalog::Catalog& catalog() const { return world_.project.catalog(); }

  const World& world_;
  const Known& known_;
  const Declared& declared_;
  values::ValueArena& arena_;
  const Frame& frame_;
  BranchGuards& branches_;
  Guards& guards_;
  State& state_;
  Record& record_;
  Variables& variables_;
  Calls& calls_;
  Expressions& expressions_;
  model::FlatMap<const model::Expression*, std::optional<bool>> outcomes_;  ///< if somebody asks
};

}  // namespace syncfree::inference
