// --fix and its relatives: what is written, where, and what stays as it is.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/fixing.h"
#include "tests/cli/program.h"

namespace syncfree::cli {
namespace SYNCFREE_FILE {

constexpr std::string_view kOneNumber =
    "import torch\n"
    "\n"
    "def forward(x: torch.Tensor):\n"
    "    return x * torch.tensor(0.5, device=x.device)\n";
constexpr std::string_view kOneNumberFixed =
    "import torch\n"
    "\n"
    "def forward(x: torch.Tensor):\n"
    "    return x * torch.full((), 0.5, device=x.device)\n";
constexpr std::string_view kUnsafe =
    "import torch\n"
    "\n"
    "def forward(x: torch.Tensor):\n"
    "    return x[:, [0, 1]].clone()\n";

std::string with_line_ends(std::string_view text, std::string_view end) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += end;
    } else {
      result += c;
    }
  }
  return result;
}

TEST(Fix, SafeOnesAreWritten) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  place.write("b.py", kUnsafe);
  const Outcome outcome = place.run("--fix a.py b.py");
  EXPECT_EQ(outcome.status, 1) << "the unsafe one is left";
  EXPECT_EQ(place.read("a.py"), kOneNumberFixed);
  EXPECT_EQ(place.read("b.py"), kUnsafe);
  EXPECT_NE(outcome.error.find("1 finding fixed in 1 file (1 more with `--unsafe-fixes`)"), std::string::npos)
      << outcome.error;
  EXPECT_EQ(place.run("--fix a.py").status, 0);
}

TEST(Fix, UnsafeOnesOnRequest) {
  const Workplace place;
  place.write("b.py", kUnsafe);
  EXPECT_EQ(place.run("--fix --unsafe-fixes b.py").status, 0);
  EXPECT_NE(place.read("b.py").find("x[:, 0:2].clone()"), std::string::npos);
}

TEST(Fix, UnsafeOnesAloneAreOnlyShown) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  place.write("b.py", kUnsafe);
  const Outcome outcome = place.run("--unsafe-fixes a.py b.py");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(place.read("a.py"), kOneNumber);
  EXPECT_EQ(place.read("b.py"), kUnsafe);
  EXPECT_NE(outcome.out.find("x[:, 0:2]"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nfixable: 1 with `--fix`; 1 more with `--fix --unsafe-fixes`"), std::string::npos)
      << outcome.out;
}

TEST(Fix, OnlyWhatIsSelectedAndNotSilenced) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  EXPECT_EQ(place.run("--fix --ignore SF202 a.py").status, 0);
  EXPECT_EQ(place.read("a.py"), kOneNumber);
  std::string silenced(kOneNumber);
  silenced.insert(silenced.size() - 1, "  # syncfree: ignore[SF202] once");
  place.write("a.py", silenced);
  EXPECT_EQ(place.run("--fix a.py").status, 0);
  EXPECT_EQ(place.read("a.py"), silenced);
}

TEST(Fix, FixOnlyReportsNothing) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  place.write("b.py", kUnsafe);
  const Outcome outcome = place.run("--fix-only --show-fixes a.py b.py");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.error.find("a.py:\n    1 x SF202 constant-tensor\n"), std::string::npos) << outcome.error;
  EXPECT_EQ(place.read("a.py"), kOneNumberFixed);
}

TEST(Fix, ADiffThatPatchTakes) {
  const Workplace place;
  place.write("src/a b.py", kOneNumber);
  const Outcome outcome = place.run("--diff src > changes.patch");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(place.read("src/a b.py"), kOneNumber) << "nothing is written";
  EXPECT_EQ(place.read("changes.patch"),
            "--- src/a b.py\t\n+++ src/a b.py\t\n@@ -1,4 +1,4 @@\n import torch\n \n def forward(x: torch.Tensor):\n"
            "-    return x * torch.tensor(0.5, device=x.device)\n"
            "+    return x * torch.full((), 0.5, device=x.device)\n");
  EXPECT_EQ(place.run("--diff --ignore SF202 src").out, "");
  EXPECT_EQ(place.run("--diff --ignore SF202 src").status, 0);
}

TEST(Fix, LineEndsByteOrderMarkAndEncodingStay) {
  const Workplace place;
  const std::string windows = "\xEF\xBB\xBF" + with_line_ends(kOneNumber, "\r\n");
  place.write("windows.py", windows);
  const std::string latin = "# -*- coding: latin-1 -*-\n# caf\xE9\n";
  place.write("latin.py", latin + std::string(kOneNumber));
  EXPECT_EQ(place.run("--fix windows.py latin.py").status, 0);
  EXPECT_EQ(place.read("windows.py"), "\xEF\xBB\xBF" + with_line_ends(kOneNumberFixed, "\r\n"));
  EXPECT_EQ(place.read("latin.py"), latin + std::string(kOneNumberFixed));
}

TEST(Fix, PermissionsAndLinksStay) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  const auto path = place.folder() / "work" / "a.py";
  namespace fs = std::filesystem;
  fs::permissions(path, fs::perms(0750));
  fs::create_symlink("a.py", place.folder() / "work" / "link.py");
  EXPECT_EQ(place.run("--fix link.py").status, 0);
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0750));
  EXPECT_TRUE(fs::is_symlink(place.folder() / "work" / "link.py"));
  EXPECT_EQ(place.read("a.py"), kOneNumberFixed);
}

TEST(Fix, StandardInputGoesToStandardOutput) {
  const Workplace place;
  EXPECT_EQ(place.run("--fix -", kOneNumber).out, kOneNumberFixed);
  EXPECT_EQ(place.run("--fix -", kNoRead).out, kNoRead);
  EXPECT_NE(place.run("--diff --stdin-filename a.py -", kOneNumber).out.find("+++ a.py"), std::string::npos);
}

TEST(Fix, StandardInputIsFixedUntilNothingIsLeft) {
  // What the first fix leaves, the second one sees.
  const Workplace place;
  const Outcome outcome = place.run("--unsafe-fixes --fix-only -",
                                    "import torch\n\ndef f():\n    x = torch.ones(3, device='cuda')\n"
                                    "    return max((x + torch.zeros(3).cuda()).sum(), 3.)\n");
  EXPECT_NE(outcome.out.find("    return (x + torch.zeros(3, device=\"cuda\")).sum().clamp(min=3.)\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.error.find("2 findings fixed in 1 file"), std::string::npos) << outcome.error;
}

TEST(Fix, AReadOnlyFileIsLeftAlone) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  std::filesystem::permissions(place.folder() / "work" / "a.py", std::filesystem::perms(0444));
  const Outcome outcome = place.run("--fix a.py");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("a.py: is read-only; it is left as it is"), std::string::npos) << outcome.error;
  EXPECT_EQ(place.read("a.py"), kOneNumber);
  // What is still in the file is still reported.
  EXPECT_NE(outcome.out.find("SF202"), std::string::npos) << outcome.out;
}

TEST(Fix, AllNamesOfAFileStayOneFile) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  std::filesystem::create_hard_link(place.folder() / "work" / "a.py", place.folder() / "work" / "b.txt");
  EXPECT_EQ(place.run("--fix a.py").status, 0);
  EXPECT_EQ(place.read("a.py"), kOneNumberFixed);
  EXPECT_EQ(place.read("b.txt"), kOneNumberFixed);
}

TEST(Fix, TheOwnerStaysWhoItWas) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can write the files of others without becoming their owner";
  const Workplace place;
  place.write("a.py", kOneNumber);
  const std::string path = (place.folder() / "work" / "a.py").string();
  if (::chown(path.c_str(), 1234, 1235) != 0) GTEST_SKIP() << "files cannot be given away here";
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  EXPECT_EQ(place.run("--fix a.py").status, 0);
  EXPECT_EQ(place.read("a.py"), kOneNumberFixed);
  struct stat status = {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 1235U);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
}

TEST(Fix, AFileThatChangedMeanwhileIsLeftAlone) {
  const Workplace place;
  place.write("a.py", kNoRead);
  const std::string path = (place.folder() / "work" / "a.py").string();
  const driver::ChangedFile file{
      .before = {.path = path, .text = std::string(kOneNumber)}, .text = std::string(kOneNumberFixed), .fixed = {}};
  const auto written = driver::write_back(file);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error(), "has changed since it was read; its fixes are not written");
  EXPECT_EQ(place.read("a.py"), kNoRead);
}

TEST(Fix, ReportsShowThem) {
  const Workplace place;
  place.write("a.py", kOneNumber);
  const Outcome text = place.run("a.py");
  EXPECT_NE(text.out.find("= fix: make the number on the GPU with `full` (safe: `--fix`)\n"
                          "4 +     return x * torch.full((), 0.5, device=x.device)\n"),
            std::string::npos)
      << text.out;
  const auto json = nlohmann::json::parse(place.run("--output-format json a.py").out);
  EXPECT_EQ(json["findings"][0]["fix"]["applicability"], "safe");
  EXPECT_EQ(json["findings"][0]["fix"]["edits"].size(), 2U);
  const auto sarif = nlohmann::json::parse(place.run("--output-format sarif a.py").out);
  const auto& changes = sarif["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(changes["replacements"][0]["deletedRegion"]["startColumn"], 22);
  EXPECT_EQ(changes["replacements"][0]["insertedContent"]["text"], "full");
}

TEST(Fix, StaleCommentsGo) {
  const Workplace place;
  place.write("a.py", "import torch\n\nx = torch.ones(3)  # noqa: SF301\ny = 1  # syncfree: ignore[SF5] why\n");
  EXPECT_EQ(place.run("--fix-only a.py").status, 0);
  EXPECT_EQ(place.read("a.py"), "import torch\n\nx = torch.ones(3)\ny = 1\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cli
