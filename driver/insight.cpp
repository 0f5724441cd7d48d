#include "driver/insight.h"

#include <algorithm>
#include <utility>

#include "analyzer/system/path_text.h"
#include "driver/goal_call.h"
#include "rules/goal_table.h"

namespace syncfree::driver {

std::vector<std::uint32_t> described_files(const Unit& unit) {
  std::vector<std::uint32_t> files;
  if (unit.request.described.empty()) return files;
  for (std::uint32_t file = 0; file < unit.files.size(); ++file) {
    if (std::ranges::find(unit.request.described, sys::path_text(unit.files[file].absolute)) !=
        unit.request.described.end())
      files.push_back(file);
  }
  return files;
}

std::vector<bool> reported_files(const Unit& unit) {
  std::vector<bool> reported;
  if (unit.request.is_kept || unit.request.wants_runs || unit.request.goal || unit.request.build) return reported;
  for (const UnitFile& file : unit.files) reported.push_back(file.reported);
  return reported;
}

bool names_file(const std::optional<GoalRequest>& goal, const std::filesystem::path& absolute) {
  return goal &&
         std::ranges::find(goal->targets, sys::path_text(absolute), &GoalRequest::Target::path) != goal->targets.end();
}

std::optional<engine::GoalQuestion> goal_question(const Unit& unit, model::SymbolTable& symbols) {
  const std::optional<GoalRequest>& goal = unit.request.goal;
  if (!goal) return std::nullopt;
  engine::GoalQuestion question{
      .goal = goal->goal, .facts = rules::goal_facts(), .targets = {}, .all = goal->targets.empty()};
  for (const GoalRequest::Target& target : goal->targets) {
    for (std::uint32_t file = 0; file < unit.files.size(); ++file) {
      if (unit.files[file].absolute != target.path) continue;
      auto asked = read_goal_call(target.call, symbols);
      if (!asked) continue;  // who made the request has read it
      asked->file = file;
      asked->name = target.name;
      question.targets.push_back(std::move(*asked));
    }
  }
  return question;
}

void give_to_files(engine::Insight insight, std::span<const std::size_t> group, bool is_whole,
                   const std::function<AnalysedFile*(std::uint32_t file)>& file_of) {
  for (engine::HotFunction& each : insight.hot) {
    AnalysedFile* file = file_of(each.file);
    if (file == nullptr) continue;
    if (each.caller && file_of(each.caller->file) == nullptr) each.caller.reset();
    file->summary.hot.push_back(std::move(each));
  }
  for (engine::RunFunction& each : insight.runs) {
    if (AnalysedFile* file = file_of(each.key.file)) file->runs.push_back(std::move(each));
  }
  for (engine::GoalAnswer& each : insight.answers.answers) {
    if (AnalysedFile* file = file_of(each.file)) file->goals.answers.push_back(std::move(each));
  }
  for (engine::GoalFailure& each : insight.answers.failures) {
    if (AnalysedFile* file = file_of(each.target.file)) file->goals.failures.push_back(std::move(each));
  }
  for (const std::uint32_t number : insight.files) {
    AnalysedFile* file = file_of(number);
    if (is_whole && file != nullptr && std::ranges::find(group, number) != group.end()) file->names.emplace();
  }
  for (engine::KnownName& each : insight.names) {
    AnalysedFile* file = file_of(each.file);
    if (file != nullptr && file->names) file->names->push_back(std::move(each));
  }
}

}  // namespace syncfree::driver
