// The results of a package's functions, classes and attributes, and the calls that wait inside.
#pragma once

#include <string>

#include "analyzer/catalog/more_rows.h"

namespace syncfree::summary {

struct Summary {
  std::string package;     ///< as it is imported: "torch_geometric"
  std::string version;     ///< empty if nobody said so
  catalog::TextRows rows;  ///< sorted by name
};

}  // namespace syncfree::summary
