#include "driver/insight.h"

#include <algorithm>
#include <utility>

namespace syncfree::driver {

std::vector<std::uint32_t> described_files(const Unit& unit) {
  std::vector<std::uint32_t> files;
  if (unit.request.described.empty()) return files;
  for (std::uint32_t file = 0; file < unit.files.size(); ++file) {
    if (std::ranges::find(unit.request.described, unit.files[file].absolute.string()) != unit.request.described.end())
      files.push_back(file);
  }
  return files;
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
