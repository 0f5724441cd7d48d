// What is analysed when, and what is shown between an edit and the analysis of its project.
#include "lsp/workspace.h"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace syncfree::lsp {
namespace SYNCFREE_FILE {

using Extent = AnalysisTask::Extent;

constexpr const char* kUri = "file:///p/a.py";
constexpr const char* kOtherUri = "file:///p/b.py";
const driver::SettingsSource kNoSettings;
const Json kNotebook = {{"notebookDocument", {{"uri", "file:///p/n.ipynb"}, {"cells", Json::array()}}},
                        {"cellTextDocuments", Json::array()}};

ShownFinding finding(std::uint32_t begin, std::uint32_t end, std::string_view code) {
  return {.code = code, .range = {begin, end}, .message = {}, .related = {}, .fixes = {}};
}

Json inserted(std::uint32_t character, const char* text) {
  const Position place{0, character};
  return Json::array({{{"range", to_json(Range{place, place})}, {"text", text}}});
}

class WorkspaceTest : public testing::Test {
 protected:
  Clock::time_point after(int milliseconds) const { return start_ + std::chrono::milliseconds(milliseconds); }

  void open(const char* uri = kUri) { workspace_.open(uri, "python", 1, "x = 1; y = 2; z = 3", start_); }

  /// "file /p/a.py", "project /p/a.py /p/b.py" or "nothing".
  std::string next(int milliseconds) {
    task_ = workspace_.next_task(kNoSettings, after(milliseconds));
    if (!task_) return "nothing";
    std::string text = task_->extent == Extent::kFile ? "file" : "project";
    for (const auto& group : task_->groups) {
      for (const std::string& path : group) text += " " + path;
    }
    return text;
  }

  /// The last task's outcome: these findings in the text with that URI, and none elsewhere.
  Workspace::News done(std::vector<ShownFinding> findings, const char* uri = kUri) {
    AnalysisOutcome outcome{.extent = task_->extent, .is_whole = true, .texts = {}, .complaints = {}, .took = took_};
    if (task_->extent == Extent::kFile) outcome.file = task_->groups[0][0];
    for (const OpenFile& file : task_->open) {
      if (file.texts[0].uri == uri) outcome.texts.push_back({file.texts[0], true, findings});
    }
    return workspace_.take(std::move(outcome));
  }

  /// "SF301 4-5", in the order of the text.
  std::vector<std::string> shown(const char* uri = kUri) const {
    std::vector<std::string> words;
    for (const ShownFinding& each : workspace_.find(uri)->shown) {
      words.push_back(std::string(each.code) + " " + std::to_string(each.range.begin) + "-" +
                      std::to_string(each.range.end));
    }
    return words;
  }

  Clock::time_point start_ = Clock::now();
  Workspace workspace_{Encoding::kUtf16, 1};
  std::chrono::milliseconds took_{0};  ///< each task
  std::optional<AnalysisTask> task_;
};

using Words = std::vector<std::string>;

TEST_F(WorkspaceTest, AFileComesBeforeItsProjectAndTheProjectWhenNobodyTypes) {
  open();
  EXPECT_EQ(next(0), "file /p/a.py");
  done({});
  EXPECT_EQ(next(0), "nothing");
  EXPECT_EQ(next(99), "nothing");
  EXPECT_EQ(next(100), "project /p/a.py");
  done({});
  EXPECT_TRUE(workspace_.is_settled());
  EXPECT_EQ(next(10'000), "nothing");
}

TEST_F(WorkspaceTest, AnEditOutdatesTheProjectThatIsAnalysed) {
  open();
  next(0);
  done({finding(4, 5, "SF301")});
  next(300);
  workspace_.change(kUri, 2, inserted(19, "4"), after(400));
  EXPECT_TRUE(workspace_.is_outdated());
  EXPECT_TRUE(done({finding(0, 1, "SF302")}).open.empty());
  EXPECT_EQ(shown(), (Words{"SF301 4-5"}));
  EXPECT_EQ(next(400), "file /p/a.py");
  done({});
  EXPECT_EQ(next(499), "nothing");
  EXPECT_EQ(next(500), "project /p/a.py");
}

// Otherwise each analysis looks for itself.
TEST_F(WorkspaceTest, FilesAreAsTheyWereUntilTheClientTellsOfAChange) {
  workspace_.set_folders({"/p"});
  open();
  next(0), done({});
  const auto state = [&](int milliseconds) {
    workspace_.change(kUri, 2, inserted(0, " "), after(milliseconds));
    next(milliseconds), done({});
    EXPECT_EQ(next(milliseconds + 200), "project /p/a.py");
    const std::optional<std::uint64_t> files = task_->files_state;
    done({});
    return files;
  };
  EXPECT_EQ(state(0), std::nullopt);
  workspace_.expect_news_of_files();
  const auto first = state(1000);
  EXPECT_TRUE(first);
  EXPECT_EQ(state(2000), first);
  workspace_.refresh(after(3000));
  const auto second = state(3000);
  EXPECT_NE(second, first);
  workspace_.look_again();
  const auto third = state(4000);
  EXPECT_NE(third, second);
  workspace_.open(kOtherUri, "python", 1, "x = 1", after(5000));
  workspace_.close(kOtherUri, after(5000));
  const auto fourth = state(5000);
  EXPECT_NE(fourth, third) << "the text on disk counts again";
  workspace_.open_notebook(kNotebook, after(6000));
  workspace_.close_notebook(kNotebook, after(6000));
  const auto fifth = state(6000);
  EXPECT_NE(fifth, fourth);
  EXPECT_NE(state(40'000), fifth) << "the client may leave out folders";
  workspace_.set_folders({"/elsewhere"});
  EXPECT_EQ(state(41'000), std::nullopt);
}

TEST_F(WorkspaceTest, AProjectThatIsAnalysedQuicklyWaitsForLess) {
  open();
  next(0), done({});
  took_ = std::chrono::milliseconds(200);
  next(300), done({});
  workspace_.change(kUri, 2, inserted(19, "4"), after(400));
  next(400), done({});
  EXPECT_EQ(next(424), "nothing");
  EXPECT_EQ(next(425), "project /p/a.py");
  took_ = std::chrono::seconds(5);
  done({});
  workspace_.change(kUri, 3, inserted(19, "5"), after(1000));
  next(1000), done({});
  EXPECT_EQ(next(1099), "nothing");
  EXPECT_EQ(next(1100), "project /p/a.py");
}

TEST_F(WorkspaceTest, AFilesOwnAnalysisIsFinishedWhateverIsTyped) {
  open();
  open(kOtherUri);
  EXPECT_EQ(next(0), "file /p/a.py");
  workspace_.change(kOtherUri, 2, inserted(0, " "), after(1));
  EXPECT_FALSE(workspace_.is_outdated());
  done({finding(4, 5, "SF301")});
  EXPECT_EQ(shown(), (Words{"SF301 4-5"}));
  EXPECT_EQ(next(1), "file /p/b.py");
}

TEST_F(WorkspaceTest, AnOutcomeOfAnOlderTextShowsNothing) {
  open();
  next(0);
  workspace_.change(kUri, 2, inserted(0, " "), after(1));
  EXPECT_TRUE(done({finding(4, 5, "SF301")}).open.empty());
  EXPECT_FALSE(workspace_.find(kUri)->is_own_known);
  EXPECT_EQ(next(1), "file /p/a.py");
}

TEST_F(WorkspaceTest, FindingsMoveWithTheText) {
  open();
  next(0);
  done({finding(4, 5, "SF301"), finding(11, 12, "SF301")});
  workspace_.change(kUri, 2, inserted(7, "# "), after(1));
  EXPECT_EQ(shown(), (Words{"SF301 4-5", "SF301 13-14"}));
  workspace_.change(kUri, 3, inserted(4, "7"), after(2));
  EXPECT_EQ(shown(), (Words{"SF301 14-15"})) << "what was typed into is gone";
}

TEST_F(WorkspaceTest, WhatOnlyTheProjectKnowsStaysUntilItIsAnalysedAgain) {
  open();
  next(0);
  done({finding(4, 5, "SF301"), finding(11, 12, "SF302")});
  next(300);
  done({finding(4, 5, "SF301"), finding(18, 19, "SF501")});
  EXPECT_EQ(shown(), (Words{"SF301 4-5", "SF501 18-19"}));
  workspace_.change(kUri, 2, inserted(7, " "), after(400));
  next(400);
  // The first is gone and one is new; the project did not have the second, and the text there is as it was.
  done({finding(0, 1, "SF202"), finding(12, 13, "SF302")});
  EXPECT_EQ(shown(), (Words{"SF202 0-1", "SF501 19-20"}));
}

TEST_F(WorkspaceTest, AnExcludedFileHasNoFindings) {
  open();
  next(0);
  done({}, "file:///none");
  EXPECT_TRUE(workspace_.find(kUri)->is_own_known);
  next(300);
  done({}, "file:///none");
  EXPECT_TRUE(workspace_.find(kUri)->is_project_known);
}

TEST_F(WorkspaceTest, OpenFilesOfAFolderAreReportedTogether) {
  open();
  open(kOtherUri);
  open("file:///q/c.py");
  next(0), done({}), next(0), done({}), next(0), done({});
  EXPECT_EQ(next(300), "project /p/a.py /p/b.py /q/c.py");
  EXPECT_EQ(task_->groups.size(), 2U) << "each folder has settings of its own";
  workspace_.close(kOtherUri, after(400));
  EXPECT_EQ(next(700), "project /p/a.py /q/c.py");
}

TEST_F(WorkspaceTest, WhatIsNoCodeIsNotKept) {
  workspace_.open("file:///p/a.md", "markdown", 1, "", start_);
  workspace_.open("file:///p/a.ipynb", "json", 1, "{}", start_);
  workspace_.open("untitled:x", "plaintext", 1, "", start_);
  EXPECT_EQ(next(1000), "nothing");
  workspace_.open("untitled:x", "python", 1, "", start_);
  EXPECT_EQ(next(1000), "file /unsaved/untitled:x.py");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::lsp
