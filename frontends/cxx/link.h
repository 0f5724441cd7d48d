// Finds the functions that calls of C++ files mean in each other.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"
#include "frontends/cxx/links.h"

namespace syncfree::cxx {

struct LinkedFile {
  std::string_view path;  ///< absolute
  model::Module* module;  ///< null for a file that is not C++ or could not be read
  FileLinks* links;
  bool is_apart = false;  ///< tests, shows or measures the others, which mean no function that it defines
};

/// What a name in one file's calls means.
struct OutsideName {
  model::Symbol name;
  std::uint32_t file;      ///< number in the span
  std::uint32_t function;  ///< model::Function::id there
};

/// Sets the callees of calls to the functions that they mean, where a file, or a header that it includes, declares
/// them, and says by file which names stand for functions of others. A macro that renames a library's function means
/// that function (`FileLinks::names_library`). A header is found among the files by the end of its path, the nearest
/// first. A call that may mean several functions, as one of a virtual method, means each of them.
std::vector<std::vector<OutsideName>> link_files(std::span<const LinkedFile> files, model::SymbolTable& symbols);

}  // namespace syncfree::cxx
