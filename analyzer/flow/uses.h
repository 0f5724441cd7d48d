// Where values go: what an expression is a part of, and which reads of a variable see an assignment.
#pragma once

#include <limits>
#include <unordered_map>
#include <vector>

#include "analyzer/flow/graph.h"

namespace syncfree::flow {

/// Where the expressions of one function stand. Nested functions and classes are left out.
class Parents {
 public:
  struct Holder {
    const model::Expression* parent = nullptr;  ///< null: directly in the statement
    const model::Statement* statement = nullptr;
  };

  explicit Parents(model::Block body);
  Holder of(const model::Expression& expression) const;
  /// The smallest expression that holds `range`; null if none does.
  const model::Expression* at(source::TextRange range) const;
  std::size_t size() const { return places_.size(); }

 private:
  void add(const model::Expression& expression, const model::Expression* parent, const model::Statement& statement);
  void add(model::Block block);

  std::unordered_map<const model::Expression*, Holder> places_;
  std::vector<const model::Expression*> roots_;  // of all statements, in source order
};

/// Reads of `name` that may see what it was bound to just before `from` (the step after the binding). Of more than
/// `most` it gives one more than that.
std::vector<const model::Expression*> reads_after(const Graph& graph, Point from, model::Symbol name,
                                                  std::size_t most = std::numeric_limits<std::size_t>::max());

/// Is the variable read on some way from `from` to `to`, before it is bound again.
bool read_between(const Graph& graph, Point from, Point to, model::Symbol name);

}  // namespace syncfree::flow
