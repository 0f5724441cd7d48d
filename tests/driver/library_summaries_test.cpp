// Knowledge of a library from its summary, without its sources.
#include "driver/library_summaries.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/more_rows.h"
#include "analyzer/summary/summary_json.h"
#include "driver/check.h"
#include "driver/memory.h"
#include "driver/summarize.h"
#include "rules/libraries/shipped.h"
#include "tests/main/temporary_folder.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

constexpr const char* kLibrary = R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def score(self, x):
        return self.layer(x).sum()

    def prune(self, x):
        return x[x > 0]


def flatten(n: int):
    return [n]


def count(x: torch.Tensor, n: int | None = None):
    return int(x.max()) if n is None else n


class Batch:
    pass


class Tokenizer:
    def __call__(self, text, return_tensors=None) -> Batch:
        return self.encode(text, return_tensors)
)";
constexpr const char* kUser = R"(import torch
from pack import Net, flatten


def run(x):
    net = Net().cuda()
    x = x.cuda()
    if net.score(x):
        net.prune(x)
    if flatten(3):
        return 1
)";

class LibrarySummaries : public testing::Test {
 protected:
  LibrarySummaries() {
    folder_.write("library/pack/__init__.py", "from .core import Net, Tokenizer, count, flatten\n");
    folder_.write("library/pack/core.py", kLibrary);
    Progress progress;
    const auto made = summarize_package({.folder = folder_.path() / "library/pack", .others = {}}, progress);
    summary_ = folder_.write("pack.json", made ? summary::to_json(made->summary) : made.error());
    folder_.write("project/train.py", kUser);
    request_.paths = {folder_.at("project")};
    request_.settings = default_settings(folder_.path() / "project");
    request_.settings.temperature = engine::Temperature::kCold;
    request_.settings.summaries = {summary_};
  }

  /// "8 SF302", in the order of the report.
  std::vector<std::string> found() {
    Progress progress;
    result_ = check(request_, progress);
    std::vector<std::string> found;
    for (const engine::Finding& finding : result_.report.findings) {
      const std::string_view text = result_.report.files[finding.file].text;
      const auto line = 1 + std::ranges::count(text.substr(0, finding.range.begin), '\n');
      found.push_back(std::to_string(line) + " " + std::string(finding.code));
    }
    return found;
  }

  test::TemporaryFolder folder_;
  std::string summary_;
  CheckRequest request_;
  CheckResult result_;
};

using Found = std::vector<std::string>;

TEST_F(LibrarySummaries, SaysWhatCallsGiveAndWhichWait) {
  EXPECT_EQ(found(), (Found{"6 SF105", "7 SF102", "8 SF302", "9 SF506"}));
  const auto inside = std::ranges::find(result_.report.findings, "SF506", &engine::Finding::code);
  ASSERT_NE(inside, result_.report.findings.end());
  EXPECT_TRUE(inside->reason.starts_with("inside, the host waits for `x[x > 0]` (pack/core.py:14)")) << inside->reason;
  EXPECT_EQ(inside->message, "`net.prune(x)` waits for the GPU inside");
  EXPECT_EQ(inside->dependency, engine::Dependency::kTrue);
  request_.settings.summaries.clear();
  const Found without = found();
  EXPECT_EQ(std::ranges::count(without, "9 SF506"), 0);
}

TEST_F(LibrarySummaries, WhatALibraryDeclaresToBeATensorIsOne) {
  folder_.write("project/train.py",
                "import torch\nfrom pack import count\n\n\ndef run(edges, n=None):\n    rows = count(edges, n)\n"
                "    return rows, edges.tolist()\n");
  EXPECT_EQ(found(), (Found{"6 SF506", "7 SF301"}));
}

TEST_F(LibrarySummaries, AskedTensorsLieOnTheHost) {
  folder_.write("project/train.py",
                "import torch\nfrom pack import Tokenizer\n\n\ndef run(tokenizer: Tokenizer, text, device):\n"
                "    batch = tokenizer(text, return_tensors=\"pt\")\n    print(batch[\"ids\"].tolist())\n"
                "    return batch[\"ids\"].to(device)\n");
  EXPECT_EQ(found(), Found{"8 SF102"});
}

TEST_F(LibrarySummaries, WhatDecidesHowGenerationGoesOnRunsInEachStep) {
  folder_.write("project/train.py",
                "from transformers import StoppingCriteria\n\n\nclass Stop(StoppingCriteria):\n"
                "    def __call__(self, input_ids, scores, **options):\n        return input_ids[0, -1].item() == 3\n");
  request_.settings.summaries.clear();
  EXPECT_EQ(found(), Found{"6 SF301"});
  ASSERT_FALSE(result_.report.findings.empty());
  EXPECT_EQ(result_.report.findings.front().temperature, engine::Temperature::kHot);
}

TEST_F(LibrarySummaries, ObjectsKeepTheTensorsTheyAreMadeOf) {
  folder_.write("project/train.py",
                "import torch\nfrom diffusers import AutoencoderKL\n\n\ndef run(loader):\n"
                "    vae = AutoencoderKL.from_pretrained(\"vae\").cuda()\n    for x in loader:\n"
                "        z = vae.encode(x.cuda()).latent_dist.sample()\n        print(z.sum().item())\n");
  request_.settings.summaries.clear();
  EXPECT_EQ(found(), (Found{"6 SF105", "8 SF102", "9 SF301"}));
}

TEST_F(LibrarySummaries, SourcesOfItsOwnComeFirst) {
  folder_.write("project/pack/__init__.py", "def flatten(n):\n    return n\n");
  const Found with = found();
  request_.settings.summaries.clear();
  EXPECT_EQ(found(), with);
}

TEST_F(LibrarySummaries, AWrongOneIsAFault) {
  request_.settings.summaries = {folder_.write("wrong.json", "{}")};
  EXPECT_EQ(found(), Found());
  EXPECT_EQ(result_.fault, request_.settings.summaries.front().string() + ": is no summary of a library");
  request_.settings.summaries = {folder_.write(
      "row.json",
      R"({"syncfree-lint summary": 2, "package": "pack", "version": "", "rows": {"pack.f": {"value": "moon"}}})")};
  found();
  EXPECT_EQ(result_.fault, request_.settings.summaries.front().string() + ": pack.f: `moon` is no result");
  request_.settings.summaries = {folder_.at("missing.json")};
  found();
  EXPECT_TRUE(result_.fault.starts_with(request_.settings.summaries.front().string() + ": ")) << result_.fault;
}

TEST_F(LibrarySummaries, WhatIsKeptIsOfOneSummary) {
  request_.cache = folder_.path() / "cache";
  const Found with = found();
  EXPECT_EQ(found(), with);
  request_.settings.summaries.clear();
  EXPECT_NE(found(), with);
  request_.settings.summaries = {summary_};
  EXPECT_EQ(found(), with);
}

TEST_F(LibrarySummaries, AMemoryNoticesAnImportMore) {
  Memory memory;
  request_.memory = &memory;
  const std::string path = folder_.at("project/train.py");
  const std::string with_import = kUser;
  const std::string without_import = "import torch\n\n\ndef run(x):\n    return x.cuda().item()\n";
  for (const std::string& text : {without_import, with_import, without_import}) {
    request_.unsaved[path] = text;
    request_.memory = &memory;
    const Found with_memory = found();
    request_.memory = nullptr;
    EXPECT_EQ(found(), with_memory) << text;
  }
}

/// What objects keep of their constructor's arguments, and constants that calls give.
TEST_F(LibrarySummaries, ConditionsAreAskedOfCallsAndObjects) {
  folder_.write("library/pack/core.py", R"(import torch


class Net:
    def __init__(self, size, how="mean", check=True):
        self.how = how
        self.check = check

    def score(self, x):
        if self.how == "mean":
            x.nonzero()
        return 1

    def look(self, x):
        if self.check:
            x.nonzero()
        return 1


def flatten(x: torch.Tensor, p=0.5):
    if p == 0.0:
        return 1
    return x.nonzero()
)");
  Progress progress;
  const auto made = summarize_package({.folder = folder_.path() / "library/pack", .others = {}}, progress);
  ASSERT_TRUE(made.has_value());
  request_.settings.summaries = {folder_.write("more.json", summary::to_json(made->summary))};
  folder_.write("project/train.py", R"(import torch
from pack import Net, flatten

x = torch.rand(3, device="cuda")


def run():
    Net(1).score(x)
    Net(1, "mean").score(x)
    Net(1, "sum").score(x)
    Net(1, how="sum").look(x)
    Net(1, check=False).look(x)
    flatten(x)
    flatten(x, 0.2)
    flatten(x, p=0.0)
)");
  EXPECT_EQ(found(), (Found{"8 SF506", "9 SF506", "11 SF506", "13 SF506", "14 SF506"}));
}

TEST(ShippedSummaries, CanAllBeRead) {
  for (const rules::ShippedSummary& shipped : rules::shipped_summaries()) {
    const auto read = summary::from_json(shipped.text);
    ASSERT_TRUE(read.has_value()) << shipped.package << ": " << read.error();
    EXPECT_EQ(read->package, shipped.package);
    const std::shared_ptr<const catalog::TextRows> rows[] = {std::make_shared<const catalog::TextRows>(read->rows)};
    EXPECT_EQ(catalog::MoreRows(catalog::builtin_rows(), rows, {}).faults(), std::vector<std::string>())
        << shipped.package;
    EXPECT_FALSE(read->version.empty()) << shipped.package;
  }
}

TEST(ShippedSummaries, AreReadOnce) {
  const auto first = rows_of({"einops", "nobody_has_this"}, {}, {}, true);
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(rows_of({"einops"}, {}, {}, true), first);
  EXPECT_TRUE(rows_of({"einops"}, {"einops"}, {}, true).empty());
  EXPECT_TRUE(rows_of({"einops"}, {}, {}, false).empty());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
