#include "cli/confirm/kept_results.h"

#include <stdexcept>

#include "cli/confirm/base64.h"

namespace syncfree::confirm {
namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;

KeptValue value_from(const Json& json) {
  KeptValue value{.name = json.at("name").get<std::string>(), .type = json.at("type").get<std::string>()};
  if (const auto text = json.find("text"); text != json.end()) {
    value.is_plain = true;
    value.data = text->get<std::string>();
    return value;
  }
  value.shape = json.at("shape").get<std::vector<std::int64_t>>();
  value.every = json.at("every").get<std::uint64_t>();
  auto bytes = from_base64(json.at("data").get_ref<const std::string&>());
  if (!bytes) throw std::runtime_error("the data of `" + value.name + "` are no base64");
  value.data = std::move(*bytes);
  return value;
}

nlohmann::ordered_json value_json(const KeptValue& value) {
  nlohmann::ordered_json json = {{"name", value.name}, {"type", value.type}};
  if (value.is_plain) {
    json["text"] = value.data;
  } else {
    json["shape"] = value.shape;
    json["every"] = value.every;
    json["data"] = base64(value.data);
  }
  return json;
}

}  // namespace

KeptResults kept_results_from(const Json& json) {
  if (json.at("format") != kFormat) throw std::runtime_error("results of another version");
  KeptResults results{.left_out = json.at("left_out").get<std::uint64_t>(),
                      .problem = json.at("problem").get<std::string>()};
  for (const Json& value : json.at("values")) results.values.push_back(value_from(value));
  return results;
}

nlohmann::ordered_json kept_results_json(const KeptResults& results) {
  nlohmann::ordered_json values = nlohmann::ordered_json::array();
  for (const KeptValue& value : results.values) values.push_back(value_json(value));
  return {
      {"format", kFormat}, {"left_out", results.left_out}, {"problem", results.problem}, {"values", std::move(values)}};
}

std::expected<KeptResults, std::string> read_kept_results(std::string_view text) {
  try {
    return kept_results_from(Json::parse(text));
  } catch (const std::exception& error) {
    return std::unexpected("no results of this program: " + std::string(error.what()));
  }
}

}  // namespace syncfree::confirm
