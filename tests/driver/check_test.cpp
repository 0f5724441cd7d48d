// The analysis as a library: paths and unsaved texts in, findings out, and an end when somebody asks for it.
#include "driver/check.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/work/work.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

namespace fs = std::filesystem;

constexpr const char* kReads = "import torch\n\n\ndef value(x):\n    return x.cuda().item()\n";
constexpr const char* kDoesNotRead = "import torch\n\n\ndef value(x):\n    return x.cuda()\n";
constexpr const char* kTestsTheValue = "from ops import value\n\n\ndef test(x):\n    if value(x):\n        return 1\n";

class Check : public testing::Test {
 protected:
  Check() {
    request_.paths = {folder_.path().string()};
    request_.settings = default_settings(folder_.path());
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.selection = {};
    for (const char* code : {"SF301", "SF302"}) request_.settings.selection.insert(code);
  }

  std::string path(const std::string& name) const { return folder_.at(name); }
  void write(const std::string& name, const char* text) const { folder_.write(name, text); }

  /// "ops.py SF301", in the order of the report.
  std::vector<std::string> found() {
    Progress progress;
    const CheckResult result = check(request_, progress);
    interrupted_ = result.report.interrupted.has_value();
    std::vector<std::string> found;
    for (const engine::Finding& finding : result.report.findings) {
      const fs::path file(result.report.files[finding.file].path);
      found.push_back(file.filename().string() + " " + std::string(finding.code));
    }
    return found;
  }

  test::TemporaryFolder folder_;
  CheckRequest request_;
  bool interrupted_ = false;
};

using Found = std::vector<std::string>;

TEST_F(Check, ANumberOrATensorIsMostlyANumber) {
  for (const std::string read : {"float(value)", "bool(value.sum().item())", "int(value.item())"}) {
    const std::string text =
        "import torch\n\n\ndef plain(value):\n    return " + read + " if isinstance(value, torch.Tensor) else value\n";
    write("ops.py", text.c_str());
    request_.settings.confidence = engine::Confidence::kLikely;
    // The sum is taken of a tensor that has several elements, and is no number either way.
    const Found expected = read.contains("sum") ? Found{"ops.py SF301"} : Found{};
    EXPECT_EQ(found(), expected) << text;
    request_.settings.confidence = engine::Confidence::kPossible;
    EXPECT_EQ(found(), expected) << text;
  }
}

TEST_F(Check, FoldersWithoutAnInitBelongToThePackageAround) {
  write("pack/__init__.py", "");
  write("pack/tools/ops.py", "import torch\n\n\ndef make(n):\n    return torch.zeros(n, device=\"cuda\")\n");
  for (const char* import : {"from pack.tools.ops import make", "from pack.tools import ops\nmake = ops.make"}) {
    const std::string text = std::string("import torch\n") + import + "\n\nprint(make(3).sum().item())\n";
    write("run.py", text.c_str());
    write("pack/bin/start.py", text.c_str());
    EXPECT_EQ(found(), (Found{"start.py SF301", "run.py SF301"})) << text;
  }
}

TEST_F(Check, ATensorThatIsDeclaredIsNoNumber) {
  for (const std::string read : {"float(value)", "bool(value.sum().item())", "int(value.item())"}) {
    write("ops.py", ("import torch\n\n\ndef plain(value: torch.Tensor):\n    return " + read + "\n").c_str());
    EXPECT_EQ(found(), Found{"ops.py SF301"}) << read;
  }
}

TEST_F(Check, WhatNothingIsKnownOfIsNoTensor) {
  request_.settings.confidence = engine::Confidence::kPossible;
  const auto reads = [this](const std::string& body) {
    write("ops.py", ("import torch\n\n\ndef number(a, b, **options):\n    return " + body + "\n").c_str());
    return found();
  };
  EXPECT_EQ(reads("int(options[\"a\"])"), Found{});
  EXPECT_EQ(reads("int(options[\"tensor\"].cuda())"), Found{"ops.py SF301"});
  // A method of tensors says what it is called on.
  EXPECT_EQ(reads("options[\"a\"].item()"), Found{"ops.py SF301"});
}

TEST_F(Check, CodeBelowAFolderOfTestsIsColdInAProject) {
  const char* step =
      "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x: torch.Tensor):\n"
      "        return x / x.max().item()\n";
  fs::create_directories(path("tests/models/parts"));
  write("net.py", step);
  write("tests/models/parts/reference.py", step);
  request_.settings.temperature = engine::Temperature::kHot;
  // Somebody keeps all work in a folder of that name.
  EXPECT_EQ(found(), (Found{"net.py SF301", "reference.py SF301"}));
  write("pyproject.toml", "[project]\nname = 'net'\n");
  EXPECT_EQ(found(), (Found{"net.py SF301"}));
}

TEST_F(Check, WhatBecomesAnArrayIsOnTheHost) {
  write("ops.py",
        "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x: torch.Tensor, y: torch.Tensor):\n"
        "        print(y.sum().item())\n        z = x.numpy()\n        return x.sum().item() + z\n");
  EXPECT_EQ(found(), Found{"ops.py SF301"});
}

TEST_F(Check, WhatIsWrongOnceIsReportedAtEachTemperature) {
  write("ops.py",
        "import torch\n\n\nclass Net(torch.nn.Module):\n    def __repr__(self):\n"
        "        x = torch.ones(4, device='cuda')\n"
        "        host = x.to('cpu', non_blocking=True)\n"
        "        return str(host.numpy()) + str(x.sum().item())\n");
  request_.settings.selection.insert("SF901");
  request_.settings.temperature = engine::Temperature::kHot;
  EXPECT_EQ(found(), Found{"ops.py SF901"});
}

TEST_F(Check, GivesOneFunctionToManyCallersByName) {
  std::string text =
      "import torch\n\n\ndef log(**values):\n    for value in values.values():\n"
      "        print(value.item())\n\n\ndef train(loss: torch.Tensor):\n";
  for (int i = 0; i < 12; ++i) text += "    log(loss_" + std::to_string(i) + "=loss)\n";
  write("ops.py", text.c_str());
  EXPECT_EQ(found(), Found{"ops.py SF301"});
}

TEST_F(Check, ReadsFolders) {
  write("ops.py", kReads);
  EXPECT_EQ(found(), (Found{"ops.py SF301"}));
}

TEST_F(Check, DocstringsMayHaveAnyLineEnds) {
  const std::string text =
      "import torch\n\n\ndef f(x):\n    \"\"\"It tests.\n\n    Args:\n        x (`torch.Tensor`): what it tests\n    "
      "\"\"\"\n    if x:\n"
      "        return 1\n";
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string other;
    for (const char c : text) c == '\n' ? other += end : other += c;
    write("ops.py", other.c_str());
    EXPECT_EQ(found(), (Found{"ops.py SF302"}));
  }
}

TEST_F(Check, APassBesideARefusalSaysNothing) {
  for (const std::string before : {"", "        pass\n", "        \"\"\"Gives a tensor.\"\"\"\n        pass\n"}) {
    const std::string text =
        "import torch\n\n\nclass Model:\n    def run(self) -> torch.Tensor:\n" + before +
        "        raise NotImplementedError\n\n    def test(self):\n        if self.run():\n            return 1\n";
    write("ops.py", text.c_str());
    EXPECT_EQ(found(), (Found{"ops.py SF302"})) << text;
  }
}

/// What is joined for a name and is kept must not point into what an evaluation leaves behind.
TEST_F(Check, WhatIsCompletedByItsUseLasts) {
  write("ops.py",
        "import torch.utils.checkpoint\ndef load(a, b, c):\ndef make(\n    )\n    third = make(\n    )\n"
        "    one, two, three = load(\n        first, second, third\n    )\n    one.requires_grad_(False)\n"
        "    two.requires_grad_(False)\n    def unwrap(model):\n    if args.eight:\n"
        "        kind = bnb.optim.AdamW8bit\n    else:\n        kind = torch.optim.AdamW\n    optimizer = kind(\n"
        "        eps=args.epsilon,\n    )\n                optimizer.zero_grad(set_to_none=args.none)\n");
  EXPECT_EQ(found(), Found{});
}

TEST_F(Check, UnsavedBytesTakeThePlaceOfTheFile) {
  write("ops.py", kDoesNotRead);
  request_.unsaved[path("ops.py")] = kReads;
  EXPECT_EQ(found(), (Found{"ops.py SF301"}));
}

TEST_F(Check, UnsavedBytesOfAFileBesideCountToo) {
  write("ops.py", kReads);
  write("run.py", kTestsTheValue);
  request_.paths = {path("run.py")};
  request_.unsaved[path("ops.py")] = kDoesNotRead;
  EXPECT_EQ(found(), (Found{"run.py SF302"}));
}

TEST_F(Check, WhatIsCachedDoesNotHoldForUnsavedBytes) {
  request_.cache = folder_.path() / "cache";
  write("ops.py", kDoesNotRead);
  write("run.py", kTestsTheValue);
  EXPECT_EQ(found(), (Found{"run.py SF302"}));
  request_.unsaved[path("ops.py")] = kReads;
  EXPECT_EQ(found(), (Found{"ops.py SF301"}));
  request_.unsaved.clear();
  EXPECT_EQ(found(), (Found{"run.py SF302"}));
}

TEST_F(Check, WhatIsCachedIsReadWithoutKeepingMore) {
  request_.cache = folder_.path() / "cache";
  write("ops.py", kDoesNotRead);
  write("run.py", kTestsTheValue);
  request_.is_kept = false;
  EXPECT_EQ(found(), (Found{"run.py SF302"}));
  EXPECT_FALSE(fs::exists(folder_.path() / "cache"));
  request_.is_kept = true;
  found();
  EXPECT_TRUE(fs::exists(folder_.path() / "cache"));
}

/// Editors show the line of the call, which they take from the text.
TEST_F(Check, TheCallersOfHotFunctionsHaveTheirTextsFromTheCacheToo) {
  request_.cache = folder_.path() / "cache";
  write("pack/__init__.py", "");
  write("pack/ops.py", "import torch\n\n\ndef value(x):\n    return x + 1\n");
  write("pack/run.py",
        "import torch\nfrom pack.ops import value\n\n\ndef train(optimizer, loss, loader):\n"
        "    for batch in loader:\n        loss.backward()\n        optimizer.step()\n        value(batch)\n");
  for (const char* run : {"cold", "warm"}) {
    Progress progress;
    const CheckResult result = check(request_, progress);
    const auto value = std::ranges::find_if(result.hot, [&](const engine::HotFunction& hot) {
      return result.report.files[hot.file].path.ends_with("ops.py");
    });
    ASSERT_NE(value, result.hot.end()) << run;
    ASSERT_TRUE(value->caller) << run;
    const engine::ReportedFile& caller = result.report.files[value->caller->file];
    ASSERT_GE(caller.text.size(), value->caller->range.end) << run;
    EXPECT_EQ(caller.lines->position(value->caller->range.begin).line, 9U) << run;
  }
}

/// Who shows some files alone, and keeps nothing, is told no more.
TEST_F(Check, HotFunctionsAreThoseOfTheDescribedFilesWhereNothingIsKept) {
  write("ops.py", "import torch\n\n\ndef value(x):\n    return x + 1\n");
  write("run.py",
        "import torch\nfrom ops import value\n\n\ndef train(optimizer, loss, loader):\n"
        "    for batch in loader:\n        loss.backward()\n        optimizer.step()\n        value(batch)\n");
  const auto files_of_hot = [&] {
    Progress progress;
    const CheckResult result = check(request_, progress);
    std::vector<std::string> files;
    for (const engine::HotFunction& hot : result.hot)
      files.push_back(fs::path(result.report.files[hot.file].path).filename().string());
    return files;
  };
  EXPECT_EQ(files_of_hot(), std::vector<std::string>{"ops.py"});
  request_.is_kept = false;
  EXPECT_EQ(files_of_hot(), std::vector<std::string>{"ops.py"});
  request_.described = {path("run.py")};
  EXPECT_EQ(files_of_hot(), std::vector<std::string>{});
  request_.described = {path("ops.py")};
  EXPECT_EQ(files_of_hot(), std::vector<std::string>{"ops.py"});
}

/// What C++ assigns to numbers is not in the model, so a mark counts whether it is moved on or not.
TEST_F(Check, WhatCxxDoesOnceInSoManySteps) {
  write("train.cpp",
        "#include <torch/torch.h>\nvoid train(torch::optim::SGD& sgd, at::Tensor loss, int n) {\n  int last_log = 0;\n"
        "  for (int step = 0; step < n; ++step) {\n    loss.backward();\n    sgd.step();\n"
        "    if (step - last_log >= 100) {\n      log(loss.item<float>());\n      last_log = step;\n    }\n"
        "    log(loss.item<float>());\n  }\n}\n");
  Progress progress;
  const CheckResult result = check(request_, progress);
  ASSERT_EQ(result.report.findings.size(), 2U);
  EXPECT_EQ(result.report.findings[0].temperature, engine::Temperature::kCold);
  EXPECT_EQ(result.report.findings[1].temperature, engine::Temperature::kHot);
}

TEST_F(Check, SourcesOfHipAreAdvisedInItsNames) {
  for (const char* code : {"SF601", "SF602"}) request_.settings.selection.insert(code);
  write("copy.hip",
        "#include <hip/hip_runtime.h>\nvoid copy(float* d, float* h, size_t n) {\n"
        "  hipMemcpy(d, h, n, hipMemcpyHostToDevice);\n  hipDeviceSynchronize();\n}\n");
  Progress progress;
  const CheckResult result = check(request_, progress);
  ASSERT_EQ(result.report.findings.size(), 2U);
  EXPECT_EQ(result.report.findings[0].hint, "hipMemcpyAsync from pinned memory");
  for (const engine::Finding& finding : result.report.findings) {
    EXPECT_TRUE(finding.reason.ends_with("unmeasured on HIP")) << finding.reason;
    EXPECT_EQ((finding.reason + finding.hint).find("cuda"), std::string::npos) << finding.reason << finding.hint;
  }
}

TEST_F(Check, EndsWhenSomebodyAsksForIt) {
  write("ops.py", kReads);
  work::ask_to_stop();
  EXPECT_EQ(found(), Found{});
  EXPECT_TRUE(interrupted_);
  work::forget_to_stop();
  EXPECT_EQ(found(), (Found{"ops.py SF301"}));
  EXPECT_FALSE(interrupted_);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
