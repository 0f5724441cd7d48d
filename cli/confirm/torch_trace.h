// Reads what PyTorch's profiler exports (export_chrome_trace).
//
// With `with_stack=True` the trace names Python functions by file and first line, not the lines that run in them; what
// ran inside a function is known by the built-in method or torch operator only.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// Of the text of a trace, not compressed. The error is one line.
std::expected<Process, std::string> read_torch_trace(std::string_view text);

}  // namespace syncfree::confirm
