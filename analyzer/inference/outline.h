// What stands in a text outside of its functions, and which signatures are others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/module.h"

namespace syncfree::inference {

inline std::string_view text_in(const model::Module& module, source::TextRange range) {
  return module.text.substr(range.begin, range.end - range.begin);
}

/// The text of a part of a module without what functions take and do.
std::string outline_of(const model::Module& module, source::TextRange range);
/// A function up to its body.
std::string_view header_of(const model::Module& module, const model::Function& function);
/// What linking and others read of a signature by its method's name alone is its first parameter.
bool begin_alike(const model::Function& a, const model::Function& b);

/// Functions by their ids that say of themselves something else in their signature or docstring. Nothing if the two
/// modules differ in anything else but the bodies of functions: they have the same functions and classes with the same
/// names, decorators and first parameters, and the same text around them.
std::optional<std::vector<std::uint32_t>> changed_signatures(const model::Module& before, const model::Module& after);

}  // namespace syncfree::inference
