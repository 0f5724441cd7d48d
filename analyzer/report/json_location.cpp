#include "analyzer/report/json_location.h"

#include "analyzer/report/place.h"

namespace syncfree::report {

nlohmann::ordered_json place_json(const engine::ReportedFile& file, std::uint32_t offset) {
  const ShownPlace place = shown_place(file, offset);
  nlohmann::ordered_json json = {{"line", place.line}, {"column", place.column}};
  if (place.cell > 0) json["cell"] = place.cell;
  return json;
}

nlohmann::ordered_json location_json(const engine::ReportedFile& file, source::TextRange range) {
  return {{"path", file.path},
          {"uri", file.uri},
          {"start", place_json(file, range.begin)},
          {"end", place_json(file, range.end)}};
}

}  // namespace syncfree::report
