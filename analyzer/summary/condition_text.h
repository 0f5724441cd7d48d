// The condition of a wait as text, in the language of rules/catalog/README.md.
#pragma once

#include <optional>
#include <string>

#include "analyzer/summary/inner_waits.h"

namespace syncfree::summary {

/// "device(x) and none(size)"; nothing: it would be longer than a row may have. `constructor`: of the object that a
/// method is called on; null for other functions.
std::optional<std::string> condition_text(const InnerWait& wait, const inference::FunctionInfo& function,
                                          const model::Function* constructor, const model::SymbolTable& symbols);

/// "true(check) and equals(mode, sum)"; "always" for none.
std::optional<std::string> guards_text(const Guards& guards, const inference::FunctionInfo& function,
                                       const model::SymbolTable& symbols);

}  // namespace syncfree::summary
