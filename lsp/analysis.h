// An analysis of what is open, from the client's texts to findings in them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "driver/file_settings.h"
#include "driver/memory.h"
#include "driver/progress.h"
#include "lsp/document.h"
#include "lsp/position.h"
#include "lsp/shown_finding.h"
#include "lsp/shown_insight.h"

namespace syncfree::lsp {

/// A file as the client has it: one text, or the code cells of a notebook.
struct OpenFile {
  std::filesystem::path path;  ///< absolute and normal
  bool is_notebook = false;
  bool has_place = true;  ///< false: `path` is only a name, as of a text that was never saved
  std::vector<Document> texts;
};

struct AnalysisTask {
  /// A file by itself takes milliseconds; the project around it is what decides.
  enum class Extent : std::uint8_t { kFile, kProject };
  Extent extent = Extent::kFile;
  std::vector<OpenFile> open;  ///< all that the client has
  /// Files and folders that are reported, and of a project read with what is around them; groups that have settings of
  /// their own. Of kFile: the one file.
  std::vector<std::vector<std::string>> groups;
  driver::SettingsSource settings;
  Encoding encoding = Encoding::kUtf16;
  unsigned jobs = 1;
  std::optional<std::filesystem::path> cache;  ///< is only read
  std::optional<std::uint64_t> files_state;    ///< as driver::CheckRequest has it
};

struct TextFindings {
  Document document;  ///< as it was analysed
  bool is_open = false;
  std::vector<ShownFinding> findings;
  std::optional<std::vector<ShownName>> names = std::nullopt;  ///< nothing: it was not analysed, only looked up
  std::vector<ShownHot> hot = {};
};

struct AnalysisOutcome {
  AnalysisTask::Extent extent = AnalysisTask::Extent::kFile;
  std::string file;                     ///< path, of kFile
  bool is_whole = false;                ///< otherwise somebody asked to stop, or something went wrong
  std::vector<TextFindings> texts;      ///< those that are open and were to be reported, and closed ones with findings
  std::vector<std::string> complaints;  ///< one line each: a wrong configuration, a fault
  std::chrono::milliseconds took = {};
};

/// To end it early, see driver/check.h. Exceptions become complaints. `memory` is that of all tasks, one after another.
AnalysisOutcome analyse(const AnalysisTask& task, driver::Memory& memory, driver::Progress& progress);

}  // namespace syncfree::lsp
