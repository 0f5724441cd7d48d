// Operators and comparisons.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/inference/frame.h"
#include "analyzer/inference/guards.h"
#include "analyzer/inference/known.h"
#include "analyzer/inference/world.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"
#include "analyzer/values/value_arena.h"

namespace syncfree::inference {

class Calls;
class Conditions;
class Declared;
struct Evaluation;
class Expressions;
class Record;

class Operators {
 public:
  explicit Operators(Evaluation& all);

  Value unary(const model::Unary& node);
  Value binary(const model::Binary& node);
  Value binary_values(model::BinaryOperator operation, const Value& left, const Value& right, source::TextRange range);
  Value comparison(const model::Comparison& node);

 private:
  std::optional<Value> operator_of_objects(std::string_view direct, std::string_view reflected, const Value& left,
                                           const Value& right, source::TextRange range);
  Value binary_of_text(model::BinaryOperator operation, const Value& left, const Value& right, source::TextRange range);
  Value joined_tuples(const Value& left, const Value& right);
  std::optional<Value> binary_of_sequences(model::BinaryOperator operation, const Value& left, const Value& right,
                                           source::TextRange range);
  bool is_no_key_of(const Value& key, const Value& mapping, const model::Expression& node) const;
  void search(const Value& left, const Value& right, source::TextRange range);
  Value compare(model::ComparisonOperator operation, const Value& left, const Value& right, source::TextRange range);
  static Value perhaps_of_a_tree(Value result, const Value& left, const Value& right);
  Value tensor_result(const Value& left, const Value& right, values::Elements elements);

  Value join(const Value& a, const Value& b) { return values::join(arena_, a, b); }

  const Known& known_;
  const Declared& declared_;
  const Frame& frame_;
  const Project& project_;
  const model::SymbolTable& symbols_;
  values::ValueArena& arena_;
  Guards& guards_;
  Record& record_;
  Calls& calls_;
  Conditions& conditions_;
  Expressions& expressions_;
};

}  // namespace syncfree::inference
