// What is open and what is known of it: texts, the findings in them, and what is to be analysed next. No threads: it is
// told what happens, and when.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/file_settings.h"
#include "lsp/analysis.h"
#include "lsp/client.h"
#include "lsp/document.h"

namespace syncfree::lsp {

using Clock = std::chrono::steady_clock;

/// The project is analysed when nobody has typed for a while: a part of what its last analysis took, since what the
/// next key breaks off is in vain. As long as none has been made, for the longest; one from nothing says little of the
/// next one, which follows an edit, so that the longest is short beside it.
inline constexpr std::chrono::milliseconds kLongestQuiet{100};
inline constexpr std::chrono::milliseconds kShortestQuiet{20};
inline constexpr int kPartOfAnalysis = 8;

/// So long is believed that what is on disk is as it was, if a client tells of no change. It may leave folders out, and
/// the server does not ask it about all that counts: not about summary files of the user, files of a build, packages of
/// the environment and settings above the workspace's folders.
inline constexpr std::chrono::seconds kLongestBelief{30};

/// A text that the client edits, and what is shown in it.
struct EditedText {
  Document document;
  std::vector<ShownFinding> own;            ///< of its file alone; moved with the text
  std::vector<ShownFinding> shown;          ///< of its project, or what is expected of it; moved with the text
  std::vector<ShownName> own_names = {};    ///< as `own`; sorted
  std::vector<ShownName> shown_names = {};  ///< as `shown`; sorted
  std::vector<ShownHot> hot = {};           ///< of the project once that is known, before of the file alone; moved
  bool has_project_names = false;           ///< `shown_names` is more than `own_names`
  bool is_own_known = false;                ///< `own` is of this version
  bool is_project_known = false;            ///< `shown` is of this version, and of the project as it is
  bool had_project = false;                 ///< `shown` is more than `own`
};

class Workspace {
 public:
  Workspace(Encoding encoding, unsigned jobs) : encoding_(encoding), jobs_(jobs) {}

  // Of what cannot be analysed (another language, a notebook as JSON) nothing is kept.
  void open(const std::string& uri, const std::string& language, std::int64_t version, std::string text,
            Clock::time_point now);
  /// Throws as `apply_changes`.
  void change(const std::string& uri, std::int64_t version, const Json& changes, Clock::time_point now);
  void close(const std::string& uri, Clock::time_point now);

  // Notebooks, by the protocol's params; each of their code cells in Python is a text. They throw as nlohmann's `at`
  // and `get` do where the JSON is of another form.
  void open_notebook(const Json& params, Clock::time_point now);
  /// The URIs of the cells that are gone.
  std::vector<std::string> change_notebook(const Json& params, Clock::time_point now);
  std::vector<std::string> close_notebook(const Json& params, Clock::time_point now);

  /// Files on disk or settings have changed.
  void refresh(Clock::time_point now);
  /// No analysis is due for what has changed on disk, but the next one looks at it.
  void look_again() { ++files_state_; }
  void set_folders(std::vector<std::string> folders) { folders_ = std::move(folders); }
  const std::vector<std::string>& folders() const { return folders_; }
  void set_scope(Scope scope) { scope_ = scope; }
  /// The client says when files in the folders change, so that nobody has to look before each analysis.
  void expect_news_of_files() { is_told_of_files_ = true; }

  /// Null if it is not open. It stays where it is until the next of the functions above.
  const EditedText* find(const std::string& uri) const;
  /// Of the file that it is of, whose name says the language; empty if it is not open.
  std::string path_of(const std::string& uri) const;

  /// What to analyse now, if anything is due.
  std::optional<AnalysisTask> next_task(const driver::SettingsSource& settings, Clock::time_point now);
  /// When next_task() may have something.
  std::optional<Clock::time_point> next_time() const;
  /// The project's analysis that was given last is of no use any more. A file's own is short, and never is.
  bool is_outdated() const { return task_extent_ == AnalysisTask::Extent::kProject && task_state_ != state_; }
  /// The project is as it was when it was last analysed.
  bool is_settled() const { return !project_due_ && analysed_state_ == state_; }

  /// The URIs of open texts whose findings are new, and what is known of closed files.
  struct News {
    std::vector<std::string> open;
    std::vector<TextFindings> closed;
    bool has_closed = false;  ///< `closed` is all that there is of them
  };
  News take(AnalysisOutcome outcome);

 private:
  struct EditedFile {
    std::filesystem::path path;
    bool is_notebook = false;
    bool has_place = true;
    bool is_own_due = true;
    std::vector<EditedText> texts;   ///< of a notebook: its code cells, in order
    std::vector<std::string> cells;  ///< of a notebook: the URIs of all cells, in order
  };

  EditedFile* file_of(const std::string& uri);
  EditedText* text_of(const std::string& uri);
  void take_nothing(EditedFile& file, const AnalysisOutcome& outcome, News& news);
  void changed(EditedFile& file, Clock::time_point now);
  void change_text(const std::string& uri, std::int64_t version, const Json& changes);
  static void splice_cells(EditedFile& notebook, const Json& structure);
  void add_cells(EditedFile& notebook, const Json& documents);
  std::vector<std::string> forget_cells(EditedFile& notebook);
  std::vector<OpenFile> snapshot() const;
  std::vector<std::vector<std::string>> groups() const;
  std::optional<std::uint64_t> state_of_files(Clock::time_point now);
  void take_own(TextFindings found, News& news);
  void take_of_project(TextFindings found, News& news);

  Encoding encoding_;
  unsigned jobs_;
  Scope scope_ = Scope::kOpen;
  std::vector<std::string> folders_;
  std::map<std::string, EditedFile> files_;        ///< by path
  std::map<std::string, std::string> file_paths_;  ///< by URI of a text
  std::map<std::string, std::string> notebooks_;   ///< paths by URI of a notebook
  std::chrono::milliseconds quiet_ = kLongestQuiet;
  std::optional<Clock::time_point> project_due_;
  bool is_told_of_files_ = false;
  std::uint64_t files_state_ = 0;                                   ///< counts what changes on disk
  std::uint64_t looked_at_state_ = 0;                               ///< `files_state_` of the last analysis
  Clock::time_point looked_at_files_;                               ///< when the first one at that state began
  std::uint64_t state_ = 0;                                         ///< counts what changes the project
  AnalysisTask::Extent task_extent_ = AnalysisTask::Extent::kFile;  ///< of the last task
  std::uint64_t task_state_ = 0;                                    ///< at which it was made
  std::uint64_t analysed_state_ = 0;                                ///< of which the project's findings are
};

}  // namespace syncfree::lsp
