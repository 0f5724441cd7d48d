// Where the variables and attributes of a module are named: for questions that many findings of one file ask.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/statement.h"
#include "analyzer/model/symbol.h"

namespace syncfree::model {

/// Reads the module when it is first asked. The module must outlive it. For one thread.
class MentionIndex {
 public:
  explicit MentionIndex(const Module& module) : module_(module) {}

  /// The expressions that are this name and begin in the range, in the order of the source.
  Expressions names(Symbol name, source::TextRange range);
  /// The accesses to an attribute of this name that begin in the range, in the order of the source.
  Expressions attributes(Symbol name, source::TextRange range);

 private:
  using Mentions = std::unordered_map<std::uint32_t, std::vector<const Expression*>>;  // by symbol

  void read();
  Expressions within(const Mentions& mentions, Symbol name, source::TextRange range);

  const Module& module_;
  bool is_read_ = false;
  Mentions names_;
  Mentions attributes_;
};

}  // namespace syncfree::model
