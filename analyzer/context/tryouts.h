// What a module does when it is run by itself, though others import it: it tries itself out on random numbers.
#pragma once

#include <vector>

#include "analyzer/inference/project.h"
#include "analyzer/source/text_range.h"

namespace syncfree::context {

/// A block of a module that tries the module out.
struct Tryout {
  std::uint32_t module = 0;
  source::TextRange range;
};

/// The block of the module, whoever imports it; null if it has none.
const model::If* tryout_in(const model::Module& module, const model::SymbolTable& symbols);

/// In order of the modules: each block behind `if __name__ == "__main__":` that makes random tensors and reads neither
/// arguments nor data, of a module that another one of its layer imports.
std::vector<Tryout> tryouts(const inference::Project& project);

}  // namespace syncfree::context
