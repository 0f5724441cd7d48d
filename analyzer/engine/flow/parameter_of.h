// Which parameter of the called function of the project an argument becomes.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/engine/flow/function_view.h"

namespace syncfree::engine {

/// The text of the parameter, with annotation and default. Nothing where no function of the project is known to be
/// called, or several are and differ in it.
std::optional<std::string_view> parameter_of(const FunctionView& view, const model::Call& call,
                                             const model::Expression& argument);

}  // namespace syncfree::engine
