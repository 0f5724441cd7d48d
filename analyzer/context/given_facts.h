// What decides about functions that code hands to others (given_functions.cpp), as facts that can be compared.
#pragma once

#include <cstdint>

#include "analyzer/context/call_links.h"
#include "analyzer/context/code_shape.h"
#include "analyzer/context/facts.h"
#include "analyzer/inference/project.h"

namespace syncfree::context {

/// The functions that code gives by their names, or out of a table.
void add_given(const inference::Project& project, Code code, const CodeShape& shape, Facts& facts);

/// The tables of functions that a module holds.
void add_tables(const inference::Project& project, std::uint32_t module, Facts& facts);

/// Where a function calls its parameters, or hands them on.
void add_hands(const model::Function& function, Facts& facts);

}  // namespace syncfree::context
