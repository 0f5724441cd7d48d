#include "tests/report/sample_report.h"

#include <array>
#include <stdexcept>

namespace syncfree::report {
namespace {

using engine::Confidence;
using engine::Severity;
using engine::Temperature;

constexpr std::string_view kTrain =
    "import torch\n"
    "\n"
    "def train(loader, model):\n"
    "    for batch in loader:\n"
    "        loss = model(batch)\n"
    "\t\ttotal = loss.item()  # tabs before it\n"
    "        n = int(x); m = int(x)\n"
    "        y = torch.where(\n"
    "            mask,\n"
    "        )\n";

// Characters of two columns, of none, beyond U+FFFF, and one that would steer the terminal.
constexpr std::string_view kWide =
    "名前 = \"日本\"; 値 = t.item()\n"
    "s = \"🙂e\u0301\"; z = t.item()  # \x1b[31m\n"
    "if x[\n"
    "  1,\n"
    "  2,\n"
    "  3,\n"
    "  4,\n"
    "  5,\n"
    "]:\n"
    "  pass\n";

constexpr std::array<std::string_view, 1> kPython = {"python"};
constexpr std::array<engine::RuleInfo, 3> kRules = {{
    {.code = "SF001",
     .name = "unused-suppression",
     .summary = "A comment silences nothing.",
     .cost = 0,
     .languages = kPython,
     .page = "## What it finds\n\nComments.\n",
     .severity_hot = Severity::kNote},
    {.code = "SF301",
     .name = "host-scalar-read",
     .summary = "A value is read.",
     .cost = 0.0894,
     .languages = kPython,
     .page = "## What it finds\n\nReads such as `t.item()`.\n"},
    {.code = "SF502",
     .name = "data-dependent-shape",
     .summary = "A shape depends on data.",
     .cost = 0.0894,
     .languages = kPython,
     .page = "## What it finds\n\n`nonzero`.\n"},
}};

/// The `occurrence`-th place of `part` in `text`.
source::TextRange range_of(std::string_view text, std::string_view part, int occurrence = 0) {
  std::size_t at = text.find(part);
  while (occurrence-- > 0 && at != std::string_view::npos) at = text.find(part, at + 1);
  if (at == std::string_view::npos) throw std::logic_error("the sample has no " + std::string(part));
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
}

std::vector<engine::Finding> sample_findings() {
  const engine::Related caller{.file = 0, .range = range_of(kTrain, "model(batch)"), .message = "called from train"};
  return {
      {.code = "SF301",
       .file = 0,
       .range = range_of(kTrain, "loss.item()"),
       .message = "`loss.item()` waits for the GPU to read one number",
       .reason = "copies to the host and waits (cuStreamSynchronize)",
       .hint = "read it after the loop",
       .confidence = Confidence::kCertain,
       .temperature = Temperature::kHot,
       .severity = Severity::kWarning,
       .dependency = engine::Dependency::kTrue,
       .loop_depth = 1,
       .function = "train",
       .fix = fixes::Fix{.title = "keep the tensor", .edits = {{range_of(kTrain, "loss.item()"), "loss.detach()"}}},
       .also = {{.code = "SF704",
                 .message = "`loss.item()` gives the same in each iteration",
                 .hint = "do it once before the loop",
                 .dependency = engine::Dependency::kFalse,
                 .related = {caller},
                 .fix = fixes::Fix{.applicability = fixes::Applicability::kUnsafe,
                                   .title = "read it before the loop",
                                   .edits = {{range_of(kTrain, "    for batch"),
                                              "    number = loss.item()\n    for batch"},
                                             {range_of(kTrain, "loss.item()"), "number"}}}}}},
      {.code = "SF301",
       .file = 0,
       .range = range_of(kTrain, "int(x)"),
       .message = "`int(x)` waits for the GPU",
       .confidence = Confidence::kLikely,
       .temperature = Temperature::kWarm,
       .severity = Severity::kNote,
       .function = "train"},
      {.code = "SF301",
       .file = 0,
       .range = range_of(kTrain, "int(x)", 1),
       .message = "`int(x)` waits for the GPU",
       .confidence = Confidence::kLikely,
       .temperature = Temperature::kWarm,
       .severity = Severity::kNote,
       .function = "train",
       .suppressed = true,
       .suppression_reason = "only \"once\""},
      {.code = "SF502",
       .file = 0,
       .range = range_of(kTrain, "torch.where(\n            mask,\n        )"),
       .message = "the shape of `torch.where(mask)` depends on data",
       .reason = "the host needs the number of elements",
       .confidence = Confidence::kPossible,
       .temperature = Temperature::kCold,
       .severity = Severity::kNote,
       .function = "train"},
      {.code = "SF301",
       .file = 1,
       .range = range_of(kWide, "t.item()"),
       .message = "`t.item()` waits",
       .confidence = Confidence::kLikely,
       .temperature = Temperature::kHot,
       .severity = Severity::kError,
       .related = {caller},
       .chain = {caller, {.file = 1, .range = range_of(kWide, "値"), .message = "called from 値"}}},
      {.code = "SF301",
       .file = 1,
       .range = range_of(kWide, "t.item()", 1),
       .message = "`t.item()` waits",
       .confidence = Confidence::kLikely,
       .temperature = Temperature::kHot,
       .severity = Severity::kWarning},
      {.code = "SF502",
       .file = 1,
       .range = range_of(kWide, "x[\n  1,\n  2,\n  3,\n  4,\n  5,\n]"),
       .message = "`x[…]` waits",
       .confidence = Confidence::kLikely,
       .temperature = Temperature::kWarm,
       .severity = Severity::kNote},
  };
}

}  // namespace

engine::Report SampleReport::empty() {
  engine::Report report;
  report.rules = kRules;
  report.root = "/home/me/my project";
  report.version = "0.1.0";
  return report;
}

SampleReport::SampleReport() : report_(empty()) {
  for (const std::string_view text : {kTrain, kWide}) lines_.push_back(std::make_unique<source::LineTable>(text));
  report_.files = {{.path = "src/train.py", .uri = "src/train.py", .text = kTrain, .lines = lines_[0].get()},
                   {.path = "src/wide #1.py", .uri = "src/wide #1.py", .text = kWide, .lines = lines_[1].get()}};
  report_.findings = sample_findings();
  report_.hidden = {.cold = 3, .possible = 2, .both = 1};
  report_.problems = {{.path = "src/broken.py",
                       .uri = "src/broken.py",
                       .line = 3,
                       .column = 5,
                       .message = "syntax error; the statement is left out"},
                      {.path = "src/gone.py",
                       .uri = "src/gone.py",
                       .message = "cannot be read: No such file or directory",
                       .fatal = true}};
}

}  // namespace syncfree::report
