// A file that is named by itself is read with the program that it belongs to, as if its folder were named.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

// A function of which only its caller says that it waits.
constexpr const char* kTests = "def positive(x):\n    return 1 if x > 0 else 0\n";
constexpr const char* kGivesTensors =
    "import torch\nfrom scene.ops import positive\n\n\ndef main():\n"
    "    return positive(torch.zeros(3, device='cuda').sum())\n\n\nmain()\n";

class ProgramFolders : public testing::Test {
 protected:
  ProgramFolders() {
    request_.settings = default_settings(folder_.path());
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.selection = {};
    request_.settings.selection.insert("SF302");
    folder_.write("scene/ops.py", kTests);
  }

  /// Findings of the function, where its file alone is named.
  std::size_t found() {
    request_.paths = {folder_.at("scene/ops.py")};
    Progress progress;
    return check(request_, progress).report.findings.size();
  }

  test::TemporaryFolder folder_;
  CheckRequest request_;
};

TEST_F(ProgramFolders, AScriptBesideThePackage) {
  folder_.write("scene/__init__.py");
  EXPECT_EQ(found(), 0U);
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(ProgramFolders, AScriptBesideAFolderOfModules) {
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(ProgramFolders, AScriptInAFolderBesideThePackage) {
  folder_.write("scene/__init__.py");
  folder_.write("tools/train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(ProgramFolders, WhatAnEditorHasNotSavedYet) {
  folder_.write("scene/__init__.py");
  folder_.write("train.py", "import torch\n");
  EXPECT_EQ(found(), 0U);
  request_.unsaved[folder_.at("train.py")] = kGivesTensors;
  EXPECT_EQ(found(), 1U);
}

TEST_F(ProgramFolders, NeitherTestsNorWhatBuildsThePackage) {
  folder_.write("scene/__init__.py");
  for (const char* name : {"test_ops.py", "conftest.py", "setup.py", "tests/run.py", ".hidden/run.py"})
    folder_.write(name, kGivesTensors);
  EXPECT_EQ(found(), 0U);
}

TEST_F(ProgramFolders, NotWithoutTheProject) {
  folder_.write("train.py", kGivesTensors);
  request_.settings.project = false;
  EXPECT_EQ(found(), 0U);
}

TEST_F(ProgramFolders, NothingAboveARepository) {
  folder_.write("scene/__init__.py");
  folder_.write("scene/.git/HEAD");
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 0U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
