// Every rewrite of statements in every kind of place that a statement can stand in.
#include <gtest/gtest.h>

#include "tests/fixes/fix_text.h"

namespace syncfree::test {
namespace SYNCFREE_FILE {

struct Rewrite {
  std::string rule;
  std::string before;  ///< lines without indentation of their own
  std::string after;
};

const std::vector<Rewrite>& of_one_line() {
  static const std::vector<Rewrite> all = {
      {"SF402", "x[0] = 0", "x[0].fill_(0)"},
      {"SF402", "x[i] = 1", "x[i] = x.new_full((), 1)"},
      {"SF401", "m[:, [0, 2]] = 0", "m[:, 0:3:2] = 0"},
      {"SF501", "x[x > 1] = s", "x.copy_(torch.where(x > 1, s, x))"},
      {"SF302", "assert not (s > 9), 'large'", "torch._assert_async(torch.logical_not(s > 9), 'large')"},
  };
  return all;
}

const std::vector<Rewrite>& of_several_lines() {
  static const std::vector<Rewrite> all = {
      {"SF302", "if s > 0:\n    y = s * 2\nelse:\n    y = s\n", "y = torch.where(s > 0, s * 2, s)\n"},
      {"SF701", "a = s.item()\nb = x.mean().item()\n", "a, b = torch.stack([s, x.mean()]).tolist()\n"},
      {"SF701", "g(s.item())  # the sum\ng(x.mean().item())\n",
       "s_value, x_mean_value = torch.stack([s, x.mean()]).tolist()\ng(s_value)  # the sum\ng(x_mean_value)\n"},
      {"SF704", "for _ in range(3):  # each\n    g(s.item())\n",
       "s_value = s.item()\nfor _ in range(3):  # each\n    g(s_value)\n"},
      {"SF704", "while flag:\n    # the factor\n    k = s.item()\n    g(k)\n",
       "# the factor\nk = s.item()\nwhile flag:\n    g(k)\n"},
  };
  return all;
}

/// Places within a line; `@` stands for the statement.
const std::vector<std::string>& places_in_lines() {
  static const std::vector<std::string> all = {
      "    @  # said of it\n",
      "    @   \n\n\n    g()\n",
      "    if flag: @\n",
      "    if flag: pass\n    else: @\n",
      "    y = 1; @; z = 2\n",
      "    for _ in w: g(); @\n",
      "    while flag and \\\n            w: @\n",
      "    with w, w as v: @\n",
      "    try: @\n    except ValueError: pass\n    finally: g()\n",
      "    try: pass\n    finally: @\n",
      "    match flag:\n        case 1: @\n        case _:\n            pass\n",
      "\n    if flag:\n\t\t@\n",
      "    y = f'{flag!r:>{w}}'; @\n",
      "    \"\"\"A text.\n  @@\n    \"\"\"; @\n",
      "    @",
  };
  return all;
}

struct Surrounding {
  std::string before;  ///< lines
  std::string indentation;
  std::string after;
};

const std::vector<Surrounding>& places_of_lines() {
  static const std::vector<Surrounding> all = {
      {"", "    ", ""},
      {"    # above it\n", "    ", "    # below it\n"},
      {"    g(1,\n      2)\n\n", "    ", "\n    g()\n"},
      {"    if flag:\n", "        ", "    else:\n        pass\n"},
      {"    with w as v:\n", "      ", "    g()\n"},
      {"    try:\n", "        ", "    finally:\n        pass\n"},
      {"    match flag:\n        case 1:\n", "            ", "        case _:\n            pass\n"},
      {"    if flag:\n", "    \t", ""},
      {"    t = '''\n  x\n'''\n", "    ", ""},
  };
  return all;
}

std::string indented(const std::string& lines, const std::string& indentation) {
  std::string text;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at) + 1;
    text += indentation + lines.substr(at, end - at);
    at = end;
  }
  return text;
}

std::string program(const std::string& code, bool is_async) {
  return std::string("import torch\n\n\n@torch.no_grad()\n") + (is_async ? "async " : "") +
         "def step(x: torch.Tensor, flag: bool, g, w):\n"
         "    x = x.cuda().float().flatten()\n    m = x.view(3, 4)\n    s = x.sum()\n    i = torch.zeros(2, "
         "dtype=torch.long, "
         "device=x.device)\n" +
         code;
}

std::string with_line_ends(const std::string& text, const std::string& line_end) {
  std::string other;
  for (const char c : text) c == '\n' ? other += line_end : other += c;
  return other;
}

void expect_made_once(const std::string& rule, const std::string& before, const std::string& after) {
  const auto least = fixes::Applicability::kUnsafe;
  const driver::FixResult fixed = fix_text("code.py", before, least, rule);
  EXPECT_EQ(fixed.changed.empty() ? before : fixed.changed.front().text, after) << rule;
  const driver::FixResult again = fix_text("code.py", after, least, rule);
  EXPECT_TRUE(again.changed.empty()) << rule << " in\n" << after;
  EXPECT_TRUE(again.check.report.problems.empty()) << rule << " in\n" << after;
}

TEST(StatementSurroundings, OneLineInEachPlace) {
  for (const Rewrite& rewrite : of_one_line()) {
    for (const std::string& place : places_in_lines()) {
      const auto filled = [&](const std::string& statement) {
        std::string code = place;
        code.replace(code.rfind('@'), 1, statement);
        return program(code, false);
      };
      expect_made_once(rewrite.rule, filled(rewrite.before), filled(rewrite.after));
    }
  }
}

TEST(StatementSurroundings, SeveralLinesInEachPlace) {
  for (const Rewrite& rewrite : of_several_lines()) {
    for (const Surrounding& place : places_of_lines()) {
      const auto filled = [&](const std::string& lines) {
        return program(place.before + indented(lines, place.indentation) + place.after, true);
      };
      expect_made_once(rewrite.rule, filled(rewrite.before), filled(rewrite.after));
    }
  }
}

TEST(StatementSurroundings, LineEndsStayAsTheyAre) {
  for (const std::vector<Rewrite>& rewrites : {of_one_line(), of_several_lines()}) {
    for (const Rewrite& rewrite : rewrites) {
      for (const std::string line_end : {"\r\n", "\r"}) {
        const auto filled = [&](std::string lines) {
          if (!lines.ends_with('\n')) lines += '\n';
          return with_line_ends(program(indented(lines, "    "), false), line_end);
        };
        expect_made_once(rewrite.rule, filled(rewrite.before), filled(rewrite.after));
      }
    }
  }
}

TEST(StatementSurroundings, WhatSharesItsLineIsNotTakenAway) {
  // Both statements would have to go from lines that others stand on.
  const std::string code = program("    if s > 0:\n        y = s * 2; g()\n    else:\n        y = s\n", false);
  EXPECT_TRUE(fix_text("code.py", code, fixes::Applicability::kUnsafe, "SF302").changed.empty());
  const std::string commented = program("    if s > 0:\n        y = s * 2  # twice\n    else:\n        y = s\n", false);
  EXPECT_TRUE(fix_text("code.py", commented, fixes::Applicability::kUnsafe, "SF302").changed.empty());
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::test
