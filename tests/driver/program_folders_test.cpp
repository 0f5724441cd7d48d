// A file that is named by itself is read with the program that it belongs to, as if its folder were named.
#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

// A function of which only its caller says that it waits.
constexpr const char* kTests = "def positive(x):\n    return 1 if x > 0 else 0\n";
constexpr const char* kGivesTensors =
    "import torch\nfrom scene.ops import positive\n\n\ndef main():\n"
    "    return positive(torch.zeros(3, device='cuda').sum())\n\n\nmain()\n";

class Programs : public testing::Test {
 protected:
  Programs() {
    request_.settings = default_settings(folder_.path());
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.selection = {};
    request_.settings.selection.insert("SF302");
    folder_.write("scene/ops.py", kTests);
  }

  /// Findings of the function, where its file alone is named.
  std::size_t found(const std::string& file = "scene/ops.py") {
    request_.paths = {folder_.at(file)};
    Progress progress;
    return check(request_, progress).report.findings.size();
  }

  test::TemporaryFolder folder_;
  CheckRequest request_;
};

TEST_F(Programs, AScriptBesideThePackage) {
  folder_.write("scene/__init__.py");
  EXPECT_EQ(found(), 0U);
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(Programs, AScriptBesideAFolderOfModules) {
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(Programs, AScriptInAFolderBesideThePackage) {
  folder_.write("scene/__init__.py");
  folder_.write("tools/train.py", kGivesTensors);
  EXPECT_EQ(found(), 1U);
}

TEST_F(Programs, OverTwoFolders) {
  folder_.write("lib/scene/__init__.py");
  folder_.write("lib/scene/ops.py", kTests);
  folder_.write("run.py",
                "import torch\nfrom lib.scene.ops import positive\n\npositive(torch.zeros(3, device='cuda').sum())\n");
  EXPECT_EQ(found("lib/scene/ops.py"), 0U);  // nothing right beside `scene` imports it
  folder_.write("lib/train.py", "import scene.ops\n");
  EXPECT_EQ(found("lib/scene/ops.py"), 1U);
}

TEST_F(Programs, WhatStandardInputSays) {
  folder_.write("scene/__init__.py");
  folder_.write("tools/train.py", "import torch\n");
  request_.text =
      SourceText{folder_.at("tools/train.py"), std::string(kGivesTensors) + "positive(torch.zeros(3).cuda().sum())\n"};
  Progress progress;
  // The call is reported, where the function that waits is in another file.
  EXPECT_FALSE(check(request_, progress).report.findings.empty());
}

TEST_F(Programs, NotWhatAnEditorHasNotSavedYet) {
  folder_.write("scene/__init__.py");
  folder_.write("train.py", "import torch\n");
  request_.unsaved[folder_.at("train.py")] = kGivesTensors;
  EXPECT_EQ(found(), 0U);
}

TEST_F(Programs, NotWhereDataLies) {
  folder_.write("scene/__init__.py");
  folder_.write("train.py", kGivesTensors);
  for (int i = 0; i < 600; ++i) folder_.write("frame" + std::to_string(i) + ".txt");
  EXPECT_EQ(found(), 0U);
}

TEST_F(Programs, NeitherTestsNorWhatBuildsThePackage) {
  folder_.write("scene/__init__.py");
  for (const char* name : {"test_ops.py", "conftest.py", "setup.py", "tests/run.py", ".hidden/run.py"})
    folder_.write(name, kGivesTensors);
  EXPECT_EQ(found(), 0U);
}

TEST_F(Programs, NotWithoutTheProject) {
  folder_.write("train.py", kGivesTensors);
  request_.settings.project = false;
  EXPECT_EQ(found(), 0U);
}

TEST_F(Programs, NothingAboveARepository) {
  folder_.write("scene/__init__.py");
  folder_.write("scene/.git/HEAD");
  folder_.write("train.py", kGivesTensors);
  EXPECT_EQ(found(), 0U);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
