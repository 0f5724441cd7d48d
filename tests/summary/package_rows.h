// The rows of a package that a test writes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/catalog/text_row.h"

namespace syncfree::summary {

/// By name, the rows of a package `pack` of these files.
std::map<std::string, catalog::TextRow> rows_of(const std::map<std::string, std::string>& files);
std::map<std::string, catalog::TextRow> rows_of_core(const std::string& text);

/// Of `f` in the package's only module, which imports torch.
std::vector<catalog::TextBlock> waits_of(const std::string& body);
/// The conditions of f's waits.
using Conditions = std::vector<std::string>;
Conditions conditions_of(const std::string& body);

}  // namespace syncfree::summary
