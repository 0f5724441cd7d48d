// What the quick parser read against what the grammar says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/python/flat_tree.h"

namespace syncfree::python {

/// Walks both trees at once. Of a string the model looks at the fields only.
class TreeComparison {
 public:
  TreeComparison(const FlatTree& quick, const FlatTree& expected, std::string_view text);

  /// The first one; empty if the trees are the same to the model.
  const std::string& difference() const { return difference_; }

 private:
  std::string show(const FlatNode& node) const;
  void compare(std::uint32_t a, std::uint32_t b);

  const std::vector<FlatNode>& quick_;
  const std::vector<FlatNode>& expected_;
  std::string_view text_;
  std::string difference_;
};

}  // namespace syncfree::python
