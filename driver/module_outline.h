// The definitions and imports of a module by name, and which names its definitions use: as its text says it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/inference/lazy_names.h"
#include "analyzer/model/flat_map.h"
#include "analyzer/model/module.h"
#include "analyzer/model/symbol.h"

namespace syncfree::driver {

/// One imported name: `import path`, or `from <level dots>path import name`.
struct ImportedAs {
  std::uint32_t level = 0;
  std::span<const model::Symbol> path;
  model::Symbol name;  ///< none: the module itself
};

/// `a.b.c` in an expression.
using NameChain = std::vector<model::Symbol>;

struct ModuleOutline {
  model::FlatMap<model::Symbol, std::vector<const model::Statement*>> definitions;  ///< at its top level
  model::FlatMap<model::Symbol, std::vector<ImportedAs>> imports;                   ///< wherever they stand
  std::vector<ImportedAs> stars;                                                    ///< `name` is empty
  std::vector<inference::LazyName> lazy;                                            ///< what `imports` has of them
  std::vector<model::Symbol> forwarded;                                             ///< what `stars` has of it
};

ModuleOutline outline_of(const model::Module& module, model::SymbolTable& symbols);

/// Each chain of names in the statements once, in order; those of inner functions and of annotations too.
std::vector<NameChain> chains_in(std::span<const model::Statement* const> statements);

}  // namespace syncfree::driver
