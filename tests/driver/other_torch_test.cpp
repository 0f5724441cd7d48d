// Code that runs on another version of torch than the one that was measured.
#include "driver/other_torch.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "driver/check.h"
#include "driver/memory.h"

namespace syncfree::driver {
namespace SYNCFREE_FILE {

using catalog::TorchVersion;
using engine::Finding;

constexpr TorchVersion kOld = {2, 4};
constexpr TorchVersion kMeasured = {2, 11};
constexpr TorchVersion kNew = {2, 12};

std::vector<Finding> found(std::string_view text, TorchVersion version) {
  CheckRequest request{.paths = {"a.py"}, .text = SourceText{"a.py", "import torch\n" + std::string(text)}};
  request.settings = default_settings(".");
  request.settings.project = false;
  request.settings.temperature = engine::Temperature::kCold;
  request.settings.confidence = engine::Confidence::kPossible;
  request.settings.torch_version = version;
  Progress progress;
  return check(request, progress).report.findings;
}

std::string written(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    if (!finding.fix) continue;
    for (const fixes::TextEdit& edit : finding.fix->edits) text += edit.text + "\n";
  }
  return text;
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

constexpr std::string_view kMasks =
    "def select(x: torch.Tensor, y: torch.Tensor):\n"
    "    x, y = x.cuda(), y.cuda()\n"
    "    positive = x > 0\n"
    "    large = y > 1\n"
    "    return x[positive], y[large]\n";

TEST(OtherTorch, AShownLineNamesNothingThatIsNewer) {
  EXPECT_TRUE(holds(written(found(kMasks, kMeasured)), "torch.nonzero_static"));
  EXPECT_TRUE(holds(written(found(kMasks, {2, 6})), "torch.nonzero_static"));
  EXPECT_FALSE(holds(written(found(kMasks, {2, 5})), "torch.nonzero_static"));
  EXPECT_EQ(found(kMasks, kOld).size(), found(kMasks, kMeasured).size());  // the waits are the same
}

TEST(OtherTorch, AHintSaysWhatIsNewer) {
  constexpr std::string_view kText = "def places(x: torch.Tensor):\n    return (x.cuda() > 0).nonzero()\n";
  const auto hint = [&](TorchVersion version) {
    std::string text;
    for (const Finding& finding : found(kText, version)) text += finding.hint + "\n";
    return text;
  };
  EXPECT_TRUE(holds(hint(kOld), "`torch.nonzero_static` needs torch 2.6"));
  EXPECT_FALSE(holds(hint(kMeasured), "needs torch"));
  EXPECT_FALSE(holds(hint(kNew), "needs torch"));
}

TEST(OtherTorch, ARowHoldsInItsVersions) {
  constexpr std::string_view kText =
      "def start(weight: torch.Tensor):\n    torch.nn.init.trunc_normal_(weight.cuda(non_blocking=True))\n";
  const auto waits = [&](TorchVersion version) {
    return std::ranges::count(found(kText, version), "SF503", &Finding::code);
  };
  EXPECT_EQ(waits(kMeasured), 0);
  EXPECT_EQ(waits(kNew), 1);
  EXPECT_EQ(waits(catalog::torch_versions().newest), 1);
  constexpr std::string_view kScheduler =
      "def train(optimizer, loader):\n"
      "    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)\n"
      "    for batch in loader:\n"
      "        scheduler.step()\n";
  EXPECT_EQ(found(kScheduler, kMeasured).size(), 0U);
  EXPECT_EQ(found(kScheduler, {2, 5}).size(), 0U);
  ASSERT_EQ(found(kScheduler, kOld).size(), 1U);
  EXPECT_EQ(found(kScheduler, kOld)[0].confidence, engine::Confidence::kPossible);  // few rates are tensors
  EXPECT_TRUE(holds(found(kScheduler, kOld)[0].reason, "unmeasured"));
}

TEST(OtherTorch, AReasonSaysWhichVersionWasMeasured) {
  constexpr std::string_view kText = "def read(x: torch.Tensor):\n    return torch.unique(x.cuda())\n";
  const auto reasons = [&](TorchVersion version) {
    std::string text;
    for (const Finding& finding : found(kText, version)) text += finding.reason + "\n";
    return text;
  };
  EXPECT_TRUE(holds(reasons(kOld), "measured with torch 2.11"));
  EXPECT_FALSE(holds(reasons(kMeasured), "measured with"));
}

TEST(OtherTorch, NoMemoryIsSharedByVersions) {
  Memory memory;
  const auto count = [&](TorchVersion version) {
    CheckRequest request{
        .paths = {"a.py"},
        .text = SourceText{"a.py", "import torch\ntorch.nn.init.trunc_normal_(torch.empty(3).cuda())\n"}};
    request.settings = default_settings(".");
    request.settings.temperature = engine::Temperature::kCold;
    request.settings.project = false;
    request.settings.torch_version = version;
    request.memory = &memory;
    Progress progress;
    return std::ranges::count(check(request, progress).report.findings, "SF503", &Finding::code);
  };
  EXPECT_EQ(count(kMeasured), 0);
  EXPECT_EQ(count(kNew), 1);
  EXPECT_EQ(count(kMeasured), 0);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::driver
