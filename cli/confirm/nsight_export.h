// Reads what Nsight Systems exports (`nsys export --type sqlite`).
//
// Such an export has no source lines. A place is known by the functions of its call chain, where they were recorded
// (`nsys profile --cudabacktrace=sync`), and by the NVTX ranges that hold it.
#pragma once

#include <expected>
#include <string>

#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// One process of the recording for each process of the export. The error is one line.
std::expected<Recording, std::string> read_nsight_export(const std::string& path);

}  // namespace syncfree::confirm
