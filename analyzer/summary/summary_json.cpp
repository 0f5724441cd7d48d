#include "analyzer/summary/summary_json.h"

#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace syncfree::summary {

namespace {

using catalog::NodeKind;
using catalog::TextBlock;
using catalog::TextCall;
using catalog::TextRow;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kFormat = 2;
/// Of constructors, unless objects keep some.
const std::vector<std::string> kAnyParameters = {"*arguments", "**options"};

ordered_json to_json(const TextCall& call) {
  ordered_json made;
  made["parameters"] = call.parameters;
  if (!call.result.empty()) made["result"] = call.result;
  for (const TextBlock& block : call.blocks)
    made["waits"].push_back(
        {{"rule", block.rule}, {"when", block.when}, {"reason", block.reason}, {"call", block.call}});
  return made;
}

ordered_json to_json(const TextRow& row) {
  if (!row.alias_of.empty()) return row.alias_of;
  ordered_json made;
  if (row.kind == NodeKind::kClass) {
    made["bases"] = row.bases;
    if (row.call) made["constructor"] = row.call->result;
    if (row.call && row.call->parameters != kAnyParameters) made["parameters"] = row.call->parameters;
    if (row.object_call) made["call"] = to_json(*row.object_call);
  } else if (row.call) {
    made["function"] = to_json(*row.call);
  }
  if (!row.value.empty()) made["value"] = row.value;
  return made;
}

std::string text(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::string() : found->get<std::string>();
}

std::optional<TextCall> call_of(const json& row, const char* key) {
  const auto found = row.find(key);
  if (found == row.end()) return std::nullopt;
  TextCall call{.parameters = found->at("parameters").get<std::vector<std::string>>(),
                .result = text(*found, "result"),
                .blocks = {}};
  if (const auto waits = found->find("waits"); waits != found->end()) {
    for (const json& wait : *waits)
      call.blocks.push_back({.rule = wait.at("rule").get<std::string>(),
                             .when = wait.at("when").get<std::string>(),
                             .reason = wait.at("reason").get<std::string>(),
                             .call = text(wait, "call")});
  }
  return call;
}

TextRow row_of(const std::string& name, const json& content) {
  TextRow row{.name = name};
  if (content.is_string()) {
    row.alias_of = content.get<std::string>();
    return row;
  }
  row.value = text(content, "value");
  if (content.contains("constructor")) {
    row.kind = NodeKind::kClass;
    row.bases = content.at("bases").get<std::vector<std::string>>();
    row.call = TextCall{.parameters = kAnyParameters, .result = text(content, "constructor"), .blocks = {}};
    if (const auto own = content.find("parameters"); own != content.end())
      row.call->parameters = own->get<std::vector<std::string>>();
    row.object_call = call_of(content, "call");
  } else {
    row.call = call_of(content, "function");
    row.kind = row.call ? NodeKind::kFunction : NodeKind::kConstant;
  }
  return row;
}

}  // namespace

std::string to_json(const Summary& summary) {
  const auto quoted = [](const std::string& word) {
    return json(word).dump(-1, ' ', false, json::error_handler_t::replace);
  };
  std::string made = "{\n\"syncfree-lint summary\": " + std::to_string(kFormat) +
                     ",\n\"package\": " + quoted(summary.package) + ",\n\"version\": " + quoted(summary.version) +
                     ",\n\"rows\": {\n";
  bool is_first = true;
  for (const TextRow& row : summary.rows) {
    made += (std::exchange(is_first, false) ? "" : ",\n") + quoted(row.name) + ": " +
            to_json(row).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  }
  return made + "\n}\n}\n";
}

std::expected<Summary, std::string> from_json(std::string_view text_of_file) try {
  const json document = json::parse(text_of_file);
  const auto format = document.is_object() ? document.find("syncfree-lint summary") : document.end();
  if (format == document.end()) return std::unexpected("is no summary of a library");
  if (*format != kFormat) return std::unexpected("is a summary of another version of syncfree-lint; make it again");
  Summary summary{.package = document.at("package").get<std::string>(),
                  .version = document.at("version").get<std::string>(),
                  .rows = {}};
  for (const auto& [name, content] : document.at("rows").items()) {
    const bool is_inside = name.starts_with(summary.package) &&
                           (name.size() == summary.package.size() || name[summary.package.size()] == '.');
    if (!is_inside) return std::unexpected("`" + name + "` is no name of " + summary.package);
    summary.rows.push_back(row_of(name, content));
  }
  return summary;
} catch (const json::exception& problem) {
  return std::unexpected(std::string("cannot be read as a summary: ") + problem.what());
}

}  // namespace syncfree::summary
