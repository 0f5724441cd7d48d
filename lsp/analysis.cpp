#include "lsp/analysis.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "analyzer/source/encoding.h"
#include "analyzer/system/path_text.h"
#include "analyzer/work/work.h"
#include "driver/check.h"
#include "driver/language.h"
#include "lsp/found_in_texts.h"
#include "lsp/notebook_text.h"

namespace syncfree::lsp {
namespace {

namespace fs = std::filesystem;

/// As the file would hold it. What its encoding lacks, no editor could save: then it is read as UTF-8.
std::string bytes_of(const OpenFile& file) {
  if (file.is_notebook) return notebook_bytes(file.texts);
  const std::string& text = *file.texts.front().text;
  if (driver::is_cxx(sys::path_text(file.path))) return text;
  const std::string encoding = source::declared_encoding(text);
  if (encoding.empty()) return text;
  auto bytes = source::encode_source({.text = text, .encoding = encoding});
  return bytes ? std::move(*bytes) : text;
}

class Run {
 public:
  Run(const AnalysisTask& task, driver::Memory& memory, driver::Progress& progress)
      : task_(task), memory_(memory), progress_(progress) {}

  AnalysisOutcome run() {
    outcome_.extent = task_.extent;
    outcome_.is_whole = true;
    for (const OpenFile& file : task_.open) {
      std::error_code ignored;
      const bool is_there = file.has_place && fs::is_regular_file(file.path, ignored);
      (is_there ? unsaved_ : new_)[sys::path_text(file.path)] = bytes_of(file);
    }
    for (const std::vector<std::string>& group : task_.groups) {
      driver::CheckRequest request{.paths = {}, .text = std::nullopt, .unsaved = unsaved_, .jobs = task_.jobs};
      for (const std::string& path : group) {
        const auto text = new_.find(path);
        if (text == new_.end()) {
          request.paths.push_back(path);
          continue;
        }
        driver::CheckRequest of_text{
            .paths = {path}, .text = driver::SourceText{path, text->second}, .unsaved = unsaved_, .jobs = task_.jobs};
        check(std::move(of_text));
      }
      if (!request.paths.empty()) check(std::move(request));
    }
    return std::move(outcome_);
  }

 private:
  void check(driver::CheckRequest request) {
    if (!outcome_.is_whole) return;
    auto settings = task_.settings.around(request.paths);
    if (!settings) return complain(std::move(settings.error()));
    request.settings = std::move(*settings);
    request.settings.force_exclude = true;  // nobody names a file by opening it
    if (task_.extent == AnalysisTask::Extent::kFile) request.settings.project = false;
    request.folders = task_.settings;
    request.cache = task_.cache;
    request.is_kept = false;
    if (task_.extent == AnalysisTask::Extent::kProject) request.memory = &memory_;
    request.files_state = task_.files_state;
    for (const OpenFile& file : task_.open) request.described.push_back(sys::path_text(file.path));
    const driver::CheckResult result = driver::check(request, progress_);
    if (!result.fault.empty()) return complain(result.fault);
    if (result.report.interrupted) {
      outcome_.is_whole = false;
      return;
    }
    add_found(result, task_.open, task_.encoding, outcome_.texts);
  }

  void complain(std::string message) { outcome_.complaints.push_back(std::move(message)); }

  const AnalysisTask& task_;
  driver::Memory& memory_;
  driver::Progress& progress_;
  std::unordered_map<std::string, std::string> unsaved_;  ///< by path
  std::unordered_map<std::string, std::string> new_;      ///< by path: no file is there
  AnalysisOutcome outcome_;
};

AnalysisOutcome failed(const AnalysisTask& task, const std::string& what) {
  return {.extent = task.extent, .is_whole = false, .texts = {}, .complaints = {"the analysis failed: " + what}};
}

}  // namespace

AnalysisOutcome analyse(const AnalysisTask& task, driver::Memory& memory, driver::Progress& progress) {
  const auto started = std::chrono::steady_clock::now();
  AnalysisOutcome outcome;
  try {
    outcome = Run(task, memory, progress).run();
  } catch (const std::bad_alloc&) {
    memory = driver::Memory();
    outcome = failed(task, "out of memory");
  } catch (const std::exception& error) {
    memory = driver::Memory();
    outcome = failed(task, error.what());
  } catch (const work::BrokenOff&) {
    outcome.extent = task.extent;
  }
  if (task.extent == AnalysisTask::Extent::kFile) outcome.file = task.groups.front().front();
  outcome.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
  return outcome;
}

}  // namespace syncfree::lsp
