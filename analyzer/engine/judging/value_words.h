// A value as people call it: "tensor on the GPU, floating point, 2 dimensions".
#pragma once

#include <string>
#include <string_view>

#include "analyzer/values/value.h"

namespace syncfree::engine {

/// Empty if nothing is known that says where data is or what kind of data it is: classes, functions, namespaces.
std::string words_of(const values::Value& value);

/// Who says so: "as the code makes it", "by its declaration", "by its name or use".
std::string_view words_of(values::Evidence evidence);

}  // namespace syncfree::engine
