#include <nlohmann/json.hpp>

#include "analyzer/engine/quote.h"
#include "analyzer/engine/selection.h"
#include "analyzer/plan/words.h"
#include "analyzer/plan/write.h"
#include "analyzer/report/json_location.h"

namespace syncfree::plan {
namespace {

using Json = nlohmann::ordered_json;

/// Counts up when a reader of the old form could stumble over the new one.
constexpr int kFormatVersion = 1;

class JsonWriter {
 public:
  JsonWriter(const engine::Report& report, const Presentation& how) : report_(report), how_(how) {}

  Json start(const Step& step) const {
    return {{"start", location(step.start)},
            {"function", step.function},
            {"is_loop", step.is_loop},
            {"words", start_words(report_, step)}};
  }

  Json step(const Step& step) const {
    Json waits = Json::array();
    const auto calls = calls_to_entries(step);
    for (std::size_t i = 0; i < step.entries.size(); ++i) waits.push_back(entry(step, i, calls[i]));
    Json order = Json::array();
    for (const Line& each : step.lines) order.push_back(line(each));
    Json worst = Json::array();
    for (const std::size_t number : step.worst_first) worst.push_back(number + 1);
    Json changes = Json::array();
    for (const Outlook& outlook : outlook_of(report_, step)) changes.push_back(change(outlook));
    Json json = start(step);
    json["waits"] = std::move(waits);
    json["worst_first"] = std::move(worst);
    json["order"] = std::move(order);
    json["changes"] = std::move(changes);
    json["left_out"] = step.left_out;
    json["worth"] = step.worth;
    return json;
  }

 private:
  Json location(const FileRange& place) const { return report::location_json(report_.files[place.file], place.range); }

  Json change(const Outlook& outlook) const {
    const std::string command = command_of(report_, outlook, how_.paths);
    return {{"action", name_of(outlook.action)},
            {"command", command.empty() ? Json() : Json(command)},
            {"waits", outlook.changed},
            {"moved", outlook.moved},
            {"remaining", outlook.remaining}};
  }

  Json times(const Step& step, const Times& times, std::uint32_t file) const {
    Json loops = Json::array();
    for (const Loop& loop : times.loops)
      loops.push_back({{"location", location(loop.head)}, {"rounds", loop.rounds ? Json(*loop.rounds) : Json()}});
    Json condition;
    if (times.condition) {
      const std::string_view text = report_.files[times.condition->file].text;
      condition = {{"text", engine::quote(text.substr(times.condition->range.begin, times.condition->range.size()))},
                   {"location", location(*times.condition)}};
    }
    return {{"words", times_words(report_, step, times, file)},
            {"chance", name_of(times.chance)},
            {"condition", std::move(condition)},
            {"loops", std::move(loops)},
            {"ways", times.ways},
            {"in_a_step", times.in_a_step}};
  }

  Json entry(const Step& step, std::size_t number, const std::vector<std::size_t>& calls) const {
    const Entry& entry = step.entries[number];
    const engine::Finding& finding = report_.findings[entry.finding];
    const engine::RuleInfo* rule = engine::find_rule(finding.code, report_.rules);
    Json way = Json::array();
    for (const std::size_t call : calls)
      way.push_back({{"calls", step.lines[call].callee}, {"location", location(step.lines[call].place)}});
    const std::string flags = flags_of(report_, entry);
    return {{"number", number + 1},
            {"code", finding.code},
            {"name", rule != nullptr ? rule->name : ""},
            {"message", finding.message},
            {"location", report::location_json(report_.files[finding.file], finding.range)},
            {"function", finding.function},
            {"confidence", engine::name_of(finding.confidence)},
            {"temperature", engine::name_of(finding.temperature)},
            {"dependency", engine::name_of(finding.dependency)},
            {"way", std::move(way)},
            {"times", times(step, entry.times, finding.file)},
            {"remedy",
             {{"kind", name_of(entry.kind)},
              {"action", name_of(entry.action)},
              {"flags", flags.empty() ? Json() : Json(flags)},
              {"advice", entry.advice},
              {"remains", name_of(entry.remains)},
              {"caution", entry.caution},
              {"behind", entry.behind ? Json(*entry.behind + 1) : Json()}}},
            {"worth", entry.worth}};
  }

  Json line(const Line& line) const {
    Json json = {{"depth", line.depth}};
    if (line.kind == LineKind::kWait) {
      json["wait"] = line.entry + 1;
      return json;
    }
    json["calls"] = line.callee;
    json["location"] = location(line.place);
    json["by_name"] = line.by_name;
    json["cut"] = line.kind == LineKind::kCut;
    json["again"] = line.kind == LineKind::kAgain ? Json::array({line.entry + 1, line.entry + line.entries}) : Json();
    return json;
  }

  const engine::Report& report_;
  const Presentation& how_;
};

}  // namespace

void write_json(const engine::Report& report, const Plan& plan, const Presentation& how, std::ostream& out) {
  const JsonWriter writer(report, how);
  Json steps = Json::array();
  for (const Step& step : plan.steps) steps.push_back(writer.step(step));
  Json beside = Json::array();
  for (const Step& step : plan.beside) beside.push_back(writer.start(step));
  const Json document = {{"format_version", kFormatVersion},
                         {"tool", {{"name", "syncfree-lint"}, {"version", report.version}}},
                         {"root", report.root},
                         {"steps", std::move(steps)},
                         {"beside", std::move(beside)},
                         {"hot_elsewhere", plan.hot_elsewhere},
                         {"milder_steps", plan.milder},
                         {"steps_without_waits", plan.without_waits},
                         {"steps_not_followed", plan.not_followed}};
  // Paths need not be UTF-8; JSON must.
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace syncfree::plan
