// The rows of a catalog, others in the place of some, and behind them those of one run: what summaries say of
// libraries, and a user's own functions that block.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/row_reader.h"
#include "analyzer/catalog/text_row.h"
#include "analyzer/catalog/torch_version.h"

namespace syncfree::catalog {

/// The rows of one or more libraries as text.
using TextRows = std::vector<TextRow>;

/// A user's own functions that block, and the rule that reports their calls.
struct NamedBlocks {
  std::span<const std::string> names = {};  ///< dotted
  std::string_view rule = {};
};

/// Stays where it is: rows point into it.
class MoreRows {
 public:
  /// What a name has in `rows` already stays, but for what `others` say instead; `texts` add to it.
  MoreRows(std::span<const NodeRow> rows, std::span<const std::shared_ptr<const TextRows>> texts,
           const NamedBlocks& blocks, std::span<const OtherRow> others = {});
  MoreRows(const MoreRows&) = delete;
  MoreRows& operator=(const MoreRows&) = delete;

  std::span<const NodeRow> rows() const { return all_.empty() ? rows_ : std::span<const NodeRow>(all_); }
  /// Of rows that cannot be read: one line each. What is said of their names is left out.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  NodeRow& add(std::string_view name, NodeKind kind);
  void add_parents(std::string_view name);
  void add_names(const TextRows& texts);
  void add_contents(const TextRows& texts);
  void add_content(const TextRow& text, NodeRow& row);
  void check_bases();
  std::uint32_t find(std::string_view name) const;

  std::span<const NodeRow> rows_;
  std::array<Block, 1> named_block_;
  std::vector<NodeRow> all_;
  std::unordered_map<std::string_view, std::uint32_t> known_;
  std::vector<std::shared_ptr<const TextRows>> texts_;
  std::deque<std::string> names_;
  std::deque<std::vector<std::string_view>> bases_;
  std::deque<Operator> wrappers_;
  RowReader reader_;
  std::vector<std::string> faults_;
};

}  // namespace syncfree::catalog
