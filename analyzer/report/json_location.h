// Places as JSON has them in all of our formats.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "analyzer/engine/report_data.h"

namespace syncfree::report {

/// `{"line": 1, "column": 1}`, with the `cell` of a notebook.
nlohmann::ordered_json place_json(const engine::ReportedFile& file, std::uint32_t offset);

/// `{"path", "uri", "start", "end"}`
nlohmann::ordered_json location_json(const engine::ReportedFile& file, source::TextRange range);

}  // namespace syncfree::report
