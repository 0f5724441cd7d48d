// Rows of the catalog as text, in the language of rules/catalog/README.md: what a file about a library holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/catalog/catalog.h"

namespace syncfree::catalog {

struct TextBlock {
  std::string rule;    ///< "SF506"
  std::string when;    ///< "any_device()"
  std::string reason;  ///< one plain clause
  std::string call;    ///< the driver call that waits; may be empty
  friend bool operator==(const TextBlock&, const TextBlock&) = default;
};

struct TextCall {
  std::vector<std::string> parameters;  ///< "self", "dim=None", "*", "**options"
  std::string result;                   ///< empty: unknown
  std::vector<TextBlock> blocks;
  friend bool operator==(const TextCall&, const TextCall&) = default;
};

struct TextRow {
  std::string name;  ///< full dotted name
  NodeKind kind = NodeKind::kNamespace;
  std::optional<TextCall> call;         ///< of a function, or the constructor of a class
  std::optional<TextCall> object_call;  ///< of a class
  std::string value;                    ///< of a constant, attribute or property; empty: none
  std::vector<std::string> bases;       ///< of a class
  std::string alias_of;                 ///< another name of that row; empty otherwise
  friend bool operator==(const TextRow&, const TextRow&) = default;
};

}  // namespace syncfree::catalog
