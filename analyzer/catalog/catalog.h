// Look-up of library names: `torch.nn.functional.relu`, `torch.Tensor.item`, `numpy.asarray`, `math.sqrt`,
// `builtins.float`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/catalog/operator.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/symbol.h"

namespace syncfree::catalog {

enum class NodeKind : std::uint8_t { kNamespace, kFunction, kClass, kConstant };

/// One row of the generated table; its index is its node. Rows are sorted by name; parents come before children and
/// always exist.
struct NodeRow {
  std::string_view name;  ///< full dotted name
  NodeKind kind;
  const Operator* operation = nullptr;  ///< for kFunction: the call; for kClass: the constructor (may be null)
  const Operator* object_call =
      nullptr;  ///< for kClass: calling an instance (nn.Module's forward); see Catalog::object_call
  const ResultNode* value =
      nullptr;  ///< for kConstant and for an attribute or property of a class: what reading it gives
  std::span<const std::string_view> bases;  ///< for kClass: full names
  std::string_view alias_of;                ///< another name of that row; empty otherwise
  bool is_wrapper = false;                  ///< see Catalog::wrappers
  /// Sources of that name come first: a user names something below it, or only that it is of the host is known.
  bool gives_way = false;
};

/// The generated data, handed in by whoever owns the run.
std::span<const NodeRow> builtin_rows();

/// Index over the rows. Immutable after construction; safe to share between threads.
class Catalog {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  Catalog(std::span<const NodeRow> rows, model::SymbolTable& symbols);

  /// Top-level package ("torch", "numpy", "math", "builtins", …).
  std::uint32_t package(model::Symbol name) const { return child(kNowhere, name); }
  /// Child of a namespace, or member of a class (own or of its bases); aliases are resolved. kNowhere if there is none.
  std::uint32_t child(std::uint32_t node, model::Symbol name) const;
  /// By full dotted name; kNowhere if there is none. For well-known nodes, looked up once.
  std::uint32_t find(std::string_view full_name) const;
  const NodeRow& row(std::uint32_t node) const { return rows_[node]; }
  std::size_t size() const { return rows_.size(); }
  /// The functions that a user says block, in whatever code they are defined.
  std::span<const std::uint32_t> wrappers() const { return wrappers_; }
  /// Is the class `node` the class `base` or derived from it.
  bool derives(std::uint32_t node, std::uint32_t base) const;
  /// Calling an instance of the class `node`, as it or a base says; null if neither does.
  const Operator* object_call(std::uint32_t node) const;
  /// What a package of the host holds under a name that no row has; every member of it is again that.
  std::uint32_t host_object() const { return host_object_; }

 private:
  std::uint32_t own_child(std::uint32_t node, model::Symbol name) const;

  std::span<const NodeRow> rows_;
  model::FlatMap<std::uint64_t, std::uint32_t> children_;  // (parent + 1) << 32 | symbol
  std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::vector<std::uint32_t> wrappers_;
  std::uint32_t host_object_ = kNowhere;
  std::vector<std::vector<std::uint32_t>> bases_;  // by node, only for classes
};

}  // namespace syncfree::catalog
