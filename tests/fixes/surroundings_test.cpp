// Every rewrite of an expression in every kind of place that an expression can stand in.
#include <gtest/gtest.h>

#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

struct Rewrite {
  std::string rule;
  std::string before;
  std::string after;
};

const std::vector<Rewrite>& rewrites() {
  static const std::vector<Rewrite> all = {
      {"SF102", R"((torch.rand(4) + torch.tensor(2.0)).to(x.device))",
       R"((torch.rand(4) + torch.tensor(2.0)).pin_memory().to(x.device, non_blocking=True))"},
      {"SF103", R"(x.type(torch.LongTensor))", R"(x.type(torch.long))"},
      {"SF104", R"(large.to(x.device, non_blocking=True))", R"(large.pin_memory().to(x.device, non_blocking=True))"},
      {"SF105", R"(torch.arange(4).to(x.device))", R"(torch.arange(4, device=x.device))"},
      {"SF106", R"(x.cpu().to(x.device))", R"(x.to(x.device))"},
      {"SF201", R"(torch.tensor(sizes, device=x.device))",
       R"(torch.tensor(sizes, pin_memory=True).to(x.device, non_blocking=True))"},
      {"SF202", R"(torch.tensor(0.5, device=x.device))", R"(torch.full((), 0.5, device=x.device))"},
      {"SF203", R"(x.clamp(0, x.max()))", R"(x.clamp(min=0).clamp(max=x.max()))"},
      {"SF204", R"(torch.tensor([x.sum(), x.max()]))", R"(torch.stack([x.sum(), x.max()]))"},
      {"SF302", R"((x * n if n > 0 else x))", R"((torch.where(n > 0, x * n, x)))"},
      {"SF303", R"(max(x.sum(), 3))", R"(x.sum().clamp(min=3))"},
      {"SF401", R"(x[:, [0, 2]])", R"(x[:, 0:3:2])"},
      {"SF403", R"(x[n])", R"(x[n.view(1)].squeeze(0))"},
      {"SF501", R"(x[x > 0].sum())", R"(torch.where(x > 0, x, 0).sum())"},
      {"SF502", R"(F.one_hot(x.argmax(dim=1)))", R"(F.one_hot(x.argmax(dim=1), num_classes=x.shape[1]))"},
      {"SF503", R"(torch.linalg.inv(x))", R"(torch.linalg.inv_ex(x).inverse)"},
      {"SF504", R"(D.Categorical(logits=x))", R"(D.Categorical(logits=x, validate_args=False))"},
  };
  return all;
}

struct Surrounding {
  std::string name;
  std::string code;  ///< `@` stands for the expression
};

const std::vector<Surrounding>& places() {
  static const std::vector<Surrounding> all = {
      {"a comment behind it", "    y = @  # said of y\n"},
      {"odd spacing", "    y  =  g( @ ,1 )   \n"},
      {"a continued line", "    y = 1, \\\n        @, \\\n  2\n"},
      {"nested brackets", "    y = [[{'a': (@, [1])}], 2]\n"},
      {"several lines with comments", "    y = g(\n        # first\n        @,  # second\n    )\n"},
      {"a conditional expression", "    y = @ if flag else None\n"},
      {"a decorator", "    @w(@)\n    def h():\n        pass\n"},
      {"a default value", "    def h(y=@):\n        return y\n"},
      {"a lambda", "    y = (lambda: @)()\n"},
      {"a comprehension", "    y = [@ for _ in range(2)]\n"},
      {"a keyword argument", "    return g(a=@, *[], **{})\n"},
      {"a compound statement on one line", "    if flag: y = @; z = 1\n"},
      {"tabs", "\n    if flag:\n\t\ty = @\n"},
      {"an element's index", "    y = {}\n    y[id(@)] = 0\n"},
  };
  return all;
}

std::string program(const Surrounding& place, const std::string& expression) {
  std::string code = place.code;
  // In the decorator the sign stands for itself first.
  code.replace(code.rfind('@'), 1, expression);
  return "import torch\nimport torch.nn.functional as F\nfrom torch import distributions as D\n\n\n"
         "def step(x: torch.Tensor, sizes: list[int], flag: bool, g, w):\n"
         "    x = x.cuda()\n    n = x.sum().long()\n    c = torch.rand(4) + torch.tensor(2.0)\n    large = "
         "torch.rand(4096, 4096)\n" +
         code;
}

TEST(Surroundings, EachRewriteIsMadeInEachPlaceAndOnce) {
  for (const Rewrite& rewrite : rewrites()) {
    for (const Surrounding& place : places()) {
      const std::string before = program(place, rewrite.before);
      const std::string after = program(place, rewrite.after);
      const auto least = fixes::Applicability::kUnsafe;
      const driver::FixResult fixed = fix_text("code.py", before, least, rewrite.rule);
      EXPECT_EQ(fixed.changed.empty() ? before : fixed.changed.front().text, after)
          << rewrite.rule << " in " << place.name;
      const driver::FixResult again = fix_text("code.py", after, least, rewrite.rule);
      EXPECT_TRUE(again.changed.empty()) << rewrite.rule << " in " << place.name;
      EXPECT_TRUE(again.check.report.problems.empty()) << rewrite.rule << " in " << place.name;
    }
  }
}

TEST(Surroundings, AFormattedStringTakesWhatItCanHold) {
  const Surrounding place{"a formatted string", "    y = f\"<{@}>\"\n"};
  for (const Rewrite& rewrite : rewrites()) {
    const std::string before = program(place, rewrite.before);
    const driver::FixResult fixed = fix_text("code.py", before, fixes::Applicability::kUnsafe, rewrite.rule);
    EXPECT_EQ(fixed.changed.empty() ? before : fixed.changed.front().text, program(place, rewrite.after))
        << rewrite.rule;
  }
  // Before Python 3.12 this quotation mark ends the string.
  const std::string quoted = program(place, "torch.zeros(4).cuda()");
  EXPECT_TRUE(fix_text("code.py", quoted, fixes::Applicability::kUnsafe, "SF105").changed.empty());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test
