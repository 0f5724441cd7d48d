// Reads the results and conditions of rows that are text. It knows the part of the language that summaries of libraries
// are written in (see rules/catalog/README.md): results without operands, conditions about whole calls
// and about what a parameter is given.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/operator.h"
#include "analyzer/catalog/result.h"
#include "analyzer/catalog/text_row.h"

namespace syncfree::catalog {

/// Owns what the rows that it reads point to, but not their texts, which must outlive it.
class RowReader {
 public:
  /// The row of a class or function by its full name; Catalog::kNowhere if there is none.
  using FindRow = std::function<std::uint32_t(std::string_view)>;

  explicit RowReader(FindRow find) : find_(std::move(find)) {}
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  /// `name`: of the row, for `instance(this)`. The error is one line. Null for an empty text.
  std::expected<const ResultNode*, std::string> result(std::string_view text, std::string_view name);
  std::expected<const Operator*, std::string> call(const TextCall& call, std::string_view name);

 private:
  struct Term;
  class Parser;

  /// `call`: of the callable that gives the result; null where there is none.
  ResultNode build(const Term& term, std::string_view name, const TextCall* call);
  std::expected<const ResultNode*, std::string> result(std::string_view text, std::string_view name,
                                                       const TextCall* call);
  std::span<const Kept> kept(const Term& term, const TextCall& call);
  const TensorRule* tensor(const Term& term);
  static void set_device(std::string_view where, TensorRule& rule);
  std::vector<ResultNode>& children(const Term& term, std::string_view name, const TextCall* call);
  void add_condition(const Term& term, const TextCall& call, std::vector<ConditionNode>& nodes) const;

  FindRow find_;
  std::deque<ResultNode> results_;
  std::deque<std::vector<ResultNode>> children_;
  std::deque<TensorRule> tensors_;
  std::deque<std::vector<std::string_view>> names_;
  std::deque<std::vector<Kept>> kept_;
  std::deque<Operator> operators_;
  std::deque<std::vector<Parameter>> parameters_;
  std::deque<std::vector<Block>> blocks_;
  std::deque<std::vector<ConditionNode>> conditions_;
};

}  // namespace syncfree::catalog
