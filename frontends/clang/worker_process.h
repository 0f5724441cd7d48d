// A worker and what becomes of it.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "frontends/clang/request.h"

namespace syncfree::clang_frontend {

/// The worker's program: beside this one, or where an installation keeps it. Nothing if this build has none.
std::optional<std::string> worker_program();

/// What Clang calls itself: "Debian clang version 19.1.7"; nothing without a worker.
std::optional<std::string> clang_version();

/// What the worker wrote, or what became of it, in words: "ran out of memory".
std::expected<std::string, std::string> run_worker(const std::string& program, const WorkRequest& request);

}  // namespace syncfree::clang_frontend
