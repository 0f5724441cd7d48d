// A piece of Python as a control-flow graph; calls such as `a()` mark its points.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "analyzer/flow/graph.h"
#include "analyzer/model/module.h"

namespace syncfree::test {

class Code {
 public:
  explicit Code(std::string_view text);
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code() = default;

  const flow::Graph& graph() const { return graph_; }
  const model::Module& module() const { return *module_; }
  model::Block body() const { return module_->body; }
  const model::SymbolTable& symbols() const { return symbols_; }
  model::Symbol symbol(std::string_view name) const { return symbols_.find(name); }
  /// The first call of `name`.
  const model::Expression& call(std::string_view name) const;
  flow::Point at(std::string_view name) const;
  bool reaches(std::string_view from, std::string_view to) const;

 private:
  std::string text_;  ///< the module's names look into it
  model::SymbolTable symbols_;
  std::unique_ptr<model::Module> module_;
  flow::Graph graph_;
};

}  // namespace syncfree::test
