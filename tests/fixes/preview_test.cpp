#include "analyzer/fixes/preview.h"

#include <gtest/gtest.h>

namespace syncfree::fixes {
namespace SYNCFREE_FILE {

source::TextRange place_of(std::string_view text, std::string_view part) {
  const auto at = static_cast<std::uint32_t>(text.find(part));
  return {at, at + static_cast<std::uint32_t>(part.size())};
}

/// "1 + import torch" and the like, a line each.
std::string shown(std::string_view text, std::string_view finding, std::vector<TextEdit> edits) {
  const source::LineTable lines(text);
  std::string all;
  for (const PreviewLine& line :
       preview(text, lines, place_of(text, finding), {.title = "change it", .edits = std::move(edits)})) {
    all += std::to_string(line.number) + (line.is_removed ? " - " : " + ") + line.text + "\n";
  }
  return all;
}

constexpr std::string_view kStep =
    "from torch import nn\n"
    "\n"
    "def step(loss):\n"
    "    if loss.isnan():\n"
    "        raise ValueError(loss)\n"
    "    return loss\n";

TEST(Preview, ANeededImportIsPartOfWhatIsTypedIn) {
  EXPECT_EQ(shown(kStep, "return loss",
                  {{{0, 0}, "import torch\n"}, {place_of(kStep, "return loss"), "return torch.f(loss)"}}),
            "1 + import torch\n7 +     return torch.f(loss)\n");
}

TEST(Preview, AnIncludeBeforeOthers) {
  const std::string_view text = "#include <a.h>\nint n = x.item();\n";
  EXPECT_EQ(shown(text, "x.item()", {{{15, 15}, "#include <b.h>\n"}, {place_of(text, "x.item()"), "f(x)"}}),
            "2 + #include <b.h>\n3 + int n = f(x);\n");
}

TEST(Preview, LinesThatGoAreShown) {
  EXPECT_EQ(shown(kStep, "loss.isnan()",
                  {{place_of(kStep, "if loss.isnan():\n        raise ValueError(loss)"), "torch.check(loss)"}}),
            "4 +     torch.check(loss)\n5 -         raise ValueError(loss)\n");
}

TEST(Preview, AWholeStatementThatGoesIsShown) {
  EXPECT_EQ(shown(kStep, "return loss",
                  {{place_of(kStep, "    if loss.isnan():\n        raise ValueError(loss)\n"), ""},
                   {place_of(kStep, "return loss"), "return f(loss)"}}),
            "4 -     if loss.isnan():\n5 -         raise ValueError(loss)\n4 +     return f(loss)\n");
}

TEST(Preview, LinesThatStayAreNotRemoved) {
  const std::string_view text = "a(\n  b,\n  c)\n";
  EXPECT_EQ(shown(text, "a(\n  b,\n  c)", {{place_of(text, "  b,\n"), ""}}), "1 + a(\n2 -   b,\n2 +   c)\n");
}

TEST(Preview, MoreLinesThanBefore) {
  EXPECT_EQ(shown(kStep, "return loss", {{place_of(kStep, "return loss"), "n = f(loss)\n    return n"}}),
            "6 +     n = f(loss)\n7 +     return n\n");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::fixes
