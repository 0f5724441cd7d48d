// The keys of a configuration as JSON, as an editor's settings hold them.
#pragma once

#include <expected>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/options.h"

namespace syncfree::cli {

/// The error is one line: no object, an unknown key, a value of the wrong kind.
std::expected<Options, std::string> options_from_json(const nlohmann::json& object);

}  // namespace syncfree::cli
