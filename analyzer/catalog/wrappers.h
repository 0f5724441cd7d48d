// A user's own functions that block, as rows of the catalog.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "analyzer/catalog/catalog.h"

namespace syncfree::catalog {

/// The rows of a catalog and behind them those of `names` (dotted) and of the packages and classes around them. Stays
/// where it is: rows point into it.
class RowsWithWrappers {
 public:
  RowsWithWrappers(std::span<const NodeRow> rows, std::span<const std::string> names);
  RowsWithWrappers(const RowsWithWrappers&) = delete;
  RowsWithWrappers& operator=(const RowsWithWrappers&) = delete;

  std::span<const NodeRow> rows() const { return all_.empty() ? rows_ : std::span<const NodeRow>(all_); }

 private:
  std::span<const NodeRow> rows_;
  std::vector<NodeRow> all_;
  std::deque<std::string> names_;
  std::deque<Operator> operators_;
};

}  // namespace syncfree::catalog
