// Reads what the observer has written: one JSON file for each process (gpu_validation/observer/record_file.cpp).
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "cli/confirm/recording.h"

namespace syncfree::confirm {

/// Of one process. The error is one line.
std::expected<Process, std::string> read_record(std::string_view text);

/// Of all processes that left a record in the folder and used the GPU.
std::expected<Recording, std::string> read_records(const std::filesystem::path& folder);

}  // namespace syncfree::confirm
