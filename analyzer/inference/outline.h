// What stands in a text outside of the bodies of its functions, and signatures that take more than before.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/model/module.h"

namespace syncfree::inference {

inline std::string_view text_in(const model::Module& module, source::TextRange range) {
  return module.text.substr(range.begin, range.end - range.begin);
}

/// Functions by their ids of which the signature takes more, and otherwise says the same: parameters behind the others
/// that may be left out, or other constants in place of one that is not given. Nothing if the two modules differ in
/// anything else but the bodies of functions: they have the same functions and classes with the same names, decorators
/// and docstrings, and the same text around them.
std::optional<std::vector<std::uint32_t>> changed_signatures(const model::Module& before, const model::Module& after);

}  // namespace syncfree::inference
