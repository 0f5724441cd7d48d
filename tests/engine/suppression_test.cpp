// Comments that silence findings: which lines they hold for, what they name, and what is said about them.
//
// A source marks its findings with the text `t.item()` (SF301) and `nonzero(t)` (SF502).
#include "analyzer/engine/suppression/suppression.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/fixes/apply.h"
#include "frontends/python/lower.h"

namespace syncfree::engine {
namespace SYNCFREE_FILE {

constexpr std::array<RuleInfo, 4> kRules = {{
    {.code = "SF001", .name = "unused-suppression", .for_comments = true},
    {.code = "SF301", .name = "host-scalar-read"},
    {.code = "SF502", .name = "data-dependent-shape"},
    {.code = "SF601", .name = "explicit-synchronize"},
}};

std::vector<Finding> findings_in(std::string_view text) {
  std::vector<Finding> findings;
  for (const auto& [part, code] : {std::pair{"t.item()", "SF301"}, std::pair{"nonzero(t)", "SF502"}}) {
    const std::string_view wanted = part;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
      const auto begin = static_cast<std::uint32_t>(at);
      const auto end = static_cast<std::uint32_t>(at + wanted.size());
      findings.push_back({.code = code, .range = {begin, end}, .message = std::string(wanted)});
    }
  }
  return findings;
}

struct Outcome {
  std::vector<std::string> reported;  ///< "SF301 t.item()", and "SF001 message" about comments
  std::string reason;                 ///< of the last suppressed finding
};

Outcome outcome_of(const model::Module& module) {
  const source::LineTable lines(module.text);
  std::vector<Finding> findings = findings_in(module.text);
  Suppressions suppressions(module, lines, kRules);
  suppressions.mark(findings);
  Outcome outcome;
  for (const Finding& finding : findings) {
    if (finding.suppressed) outcome.reason = finding.suppression_reason;
    if (!finding.suppressed) outcome.reported.push_back(std::string(finding.code) + " " + finding.message);
  }
  for (const Finding& finding : suppressions.about_comments(0)) {
    const std::string at(module.text.substr(finding.range.begin, finding.range.size()));
    outcome.reported.push_back(std::string(finding.code) + " at `" + at + "`: " + finding.message);
  }
  return outcome;
}

Outcome python(std::string_view text) {
  model::SymbolTable symbols;
  const auto module = python::parse_python(text, symbols);
  if (!module) throw std::runtime_error(module.error());
  return outcome_of(**module);
}

/// As the frontend for C++ hands them over: each comment, a `//` up to its line's end.
std::unique_ptr<model::Module> cpp_module(std::string_view text) {
  auto module = std::make_unique<model::Module>();
  module->text = text;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_line = text.substr(at).starts_with("//");
    if (!is_line && !text.substr(at).starts_with("/*")) continue;
    const std::size_t end = is_line ? std::min(text.find('\n', at), text.size()) : text.find("*/", at) + 2;
    module->comments.push_back({{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)}});
    at = end;
  }
  return module;
}

Outcome cpp(std::string_view text) { return outcome_of(*cpp_module(text)); }

using Reported = std::vector<std::string>;
const Reported kNothing;
const Reported kItem = {"SF301 t.item()"};

/// Without what is said of the comment itself.
Reported first_of(const Outcome& outcome) {
  return {outcome.reported.begin(), outcome.reported.begin() + (outcome.reported.empty() ? 0 : 1)};
}

TEST(Suppression, ACodeAFamilyANameOrAll) {
  for (const std::string_view comment :
       {"# syncfree: ignore[SF301]", "# syncfree: ignore[sf3]", "# syncfree: ignore",
        "# syncfree: ignore[host-scalar-read]", "#syncfree:ignore[ SF301 , ]", "# noqa", "# noqa: SF301", "# NOQA:SF3",
        "# noqa: E501,SF301", "# noqa: E501 SF301 why"}) {
    EXPECT_EQ(python("x = t.item()  " + std::string(comment) + "\n").reported, kNothing) << comment;
  }
}

TEST(Suppression, OtherCodesAndOtherCommentsSilenceNothing) {
  for (const std::string_view comment : {"# noqa: SF502", "# noqa: E501", "# noqa:", "# noqaSF301", "# type: ignore",
                                         "# syncfree", "# no syncfree: ignore", "# NOLINT", "# flake8: noqa"}) {
    EXPECT_EQ(first_of(python("x = t.item()  " + std::string(comment) + "\n")), kItem) << comment;
  }
}

TEST(Suppression, SharesItsCommentWithOthers) {
  EXPECT_EQ(python("x = t.item()  # type: ignore  # noqa: SF301\n").reported, kNothing);
  EXPECT_EQ(python("x = t.item() + nonzero(t)  # noqa: SF301  # syncfree: ignore[SF502]\n").reported, kNothing);
}

TEST(Suppression, KeepsItsReason) {
  EXPECT_EQ(python("x = t.item()  # syncfree: ignore[SF301] once per epoch \n").reason, "once per epoch");
  EXPECT_EQ(python("x = t.item()  # syncfree: ignore - once  # other\n").reason, "once");
  EXPECT_EQ(python("x = t.item()  # noqa: SF301 once\n").reason, "once");
}

TEST(Suppression, HoldsForTheStatementsLastLine) {
  EXPECT_EQ(python("x = f(\n  t.item(),\n  1,\n)  # noqa: SF301\n").reported, kNothing);
  EXPECT_EQ(first_of(python("x = f(\n  t.item(),\n  1,  # noqa: SF301\n)\n")), kItem);
}

TEST(Suppression, HoldsForAHeaderButNotForItsBody) {
  EXPECT_EQ(python("if f(\n  t.item()\n):  # noqa: SF301\n  pass\n").reported, kNothing);
  EXPECT_EQ(python("if f(\n  t.item()  # why: not\n):  # noqa: SF301\n  pass\n").reported, kNothing);
  EXPECT_EQ(first_of(python("if t.item():\n  pass  # noqa: SF301\n")), kItem);
  EXPECT_EQ(first_of(python("if a:  # noqa: SF301\n  t.item()\n")), kItem);
  EXPECT_EQ(first_of(python("def f():\n  t.item()\n  return 1  # noqa: SF301\n")), kItem);
}

TEST(Suppression, AWholeFile) {
  EXPECT_EQ(python("# syncfree: ignore-file[SF301] all of it\nx = t.item()\ny = nonzero(t)\n").reported,
            (Reported{"SF502 nonzero(t)"}));
  EXPECT_EQ(python("x = t.item()\n  # syncfree: ignore-file\n").reported, kNothing);
  EXPECT_EQ(
      python("x = t.item()  # syncfree: ignore-file\n").reported,
      (Reported{"SF301 t.item()", "SF001 at `syncfree: ignore-file`: `ignore-file` must stand on a line of its own"}));
}

TEST(Suppression, WhatSilencesNothingIsReported) {
  EXPECT_EQ(python("x = 1  # syncfree: ignore[SF301]\n").reported,
            (Reported{"SF001 at `syncfree: ignore[SF301]`: `syncfree: ignore[SF301]` silences nothing"}));
  EXPECT_EQ(python("x = t.item()  # syncfree: ignore[SF301, SF5]\n").reported,
            (Reported{"SF001 at `SF5`: `SF5` silences nothing here"}));
}

TEST(Suppression, AStaleNoqaWithOurCodesIsReported) {
  EXPECT_EQ(python("x = 1  # noqa: SF301\n").reported,
            (Reported{"SF001 at `noqa: SF301`: `noqa: SF301` silences nothing"}));
  EXPECT_EQ(python("x = 1  # noqa: E501, SF301\n").reported,
            (Reported{"SF001 at `SF301`: `SF301` silences nothing here"}));
  EXPECT_EQ(python("x = t.item()  # noqa: SF301, SF502\n").reported,
            (Reported{"SF001 at `SF502`: `SF502` silences nothing here"}));
  EXPECT_EQ(python("x = 1  # noqa\n").reported, kNothing) << "other tools read it too";
  EXPECT_EQ(python("x = 1  # noqa: E501\n").reported, kNothing);
  EXPECT_EQ(python("x = 1  # noqa: SF999\n").reported, kNothing) << "no rule of ours";
  EXPECT_EQ(cpp("x = 1;  // NOLINT(SF601)\n").reported, kNothing) << "exact mode may find what it silences";
}

TEST(Suppression, TheNextLineOfCode) {
  EXPECT_EQ(python("# syncfree: ignore-next-line[SF301] once\nx = t.item()\n").reason, "once");
  EXPECT_EQ(python("# syncfree: ignore-next-line[SF301]\n\n# why\nx = t.item()\n").reported, kNothing);
  EXPECT_EQ(python("# syncfree: ignore-next-line\nx = f(\n  1,\n  t.item(),\n  2,\n)\n").reported, kNothing)
      << "the statement that starts there";
  EXPECT_EQ(python("# syncfree: ignore-next-line[SF301]\nif a:\n  t.item()\n").reported,
            (Reported{"SF301 t.item()",
                      "SF001 at `syncfree: ignore-next-line[SF301]`: "
                      "`syncfree: ignore-next-line[SF301]` silences nothing"}));
  EXPECT_EQ(python("x = t.item()  # syncfree: ignore-next-line[SF301]\ny = 1\n").reported.size(), 2U);
  EXPECT_EQ(cpp("// syncfree: ignore-next-line[SF301]\nt.item();\n").reported, kNothing);
}

TEST(Suppression, ARangeOfLines) {
  EXPECT_EQ(
      python("# syncfree: ignore-begin[SF301] table\nt.item()\nnonzero(t)\n# syncfree: ignore-end[SF301]\n").reported,
      (Reported{"SF502 nonzero(t)"}));
  EXPECT_EQ(python("# syncfree: ignore-begin[SF301]\n# syncfree: ignore-end[SF301]\nt.item()\n").reported,
            (Reported{"SF301 t.item()",
                      "SF001 at `syncfree: ignore-begin[SF301]`: `syncfree: ignore-begin[SF301]` silences nothing"}));
  EXPECT_EQ(
      python("# syncfree: ignore-begin[SF3]\n# syncfree: ignore-begin[SF5]\nt.item()\n# syncfree: ignore-end[SF3]\n"
             "nonzero(t)\n# syncfree: ignore-end[SF5]\n")
          .reported,
      kNothing)
      << "ranges may overlap";
  EXPECT_EQ(
      python("# syncfree: ignore-begin[SF301]\nx = 1\n").reported,
      (Reported{"SF001 at `syncfree: ignore-begin[SF301]`: `ignore-begin` has no `ignore-end` with the same codes "
                "after it"}));
  EXPECT_EQ(
      python("# syncfree: ignore-end\n").reported,
      (Reported{"SF001 at `syncfree: ignore-end`: `ignore-end` has no `ignore-begin` with the same codes before it"}));
}

/// `text` after the fixes of all findings about its comments.
template <class Read>
std::string without_stale(std::string_view text, const Read& read) {
  std::string now(text);
  for (bool changed = true; changed;) {
    model::SymbolTable symbols;
    const auto module = read(now, symbols);
    const source::LineTable lines(module->text);
    std::vector<Finding> findings = findings_in(module->text);
    Suppressions suppressions(*module, lines, kRules);
    suppressions.mark(findings);
    std::vector<Finding> about = suppressions.about_comments(0);
    std::vector<const fixes::Fix*> wanted;
    for (const Finding& finding : about) {
      if (finding.fix) wanted.push_back(&*finding.fix);
    }
    std::string fixed = fixes::apply_fixes(now, wanted).text;
    changed = fixed != now;
    now = std::move(fixed);
  }
  return now;
}

std::string without_stale(std::string_view text) {
  return without_stale(text, [](std::string_view now, model::SymbolTable& symbols) {
    return std::move(*python::parse_python(now, symbols));
  });
}

std::string without_stale_cpp(std::string_view text) {
  return without_stale(text, [](std::string_view now, model::SymbolTable&) { return cpp_module(now); });
}

TEST(Suppression, FixesTakeStaleCommentsAway) {
  for (const auto& [before, after] : {
           std::pair{"x = 1  # noqa: SF301\ny = 2\n", "x = 1\ny = 2\n"},
           std::pair{"x = 1  # syncfree: ignore[SF301] read once\n", "x = 1\n"},
           std::pair{"def f():\n  # syncfree: ignore-next-line\n  return 1\n", "def f():\n  return 1\n"},
           std::pair{"x = 1  # type: ignore  # noqa: SF301\n", "x = 1  # type: ignore\n"},
           std::pair{"x = 1  # noqa: SF301 why  # type: ignore\n", "x = 1  # type: ignore\n"},
           std::pair{"x = 1  # a: b  # noqa: SF301  # fmt: skip\n", "x = 1  # a: b  # fmt: skip\n"},
           std::pair{"x = 1  # noqa: E501, SF301\n", "x = 1  # noqa: E501\n"},
           std::pair{"x = 1  # noqa: SF301,E501\n", "x = 1  # noqa: E501\n"},
           std::pair{"x = 1  # noqa: SF301, SF502, E501\n", "x = 1  # noqa: E501\n"},
           std::pair{"x = t.item()  # syncfree: ignore[SF5, SF301, SF6] why\n",
                     "x = t.item()  # syncfree: ignore[SF301] why\n"},
           std::pair{"# syncfree: ignore-file[SF5]\r\nx = 1\r\n", "x = 1\r\n"},
           std::pair{"x = 1  # noqa: SF301", "x = 1"},
           std::pair{"x = 1  # syncfree: ignore[SF301] see #12\n", "x = 1\n"},
           std::pair{"x = 1  # syncfree: ignore[SF301] see #12  # pylint: disable=C0103\n",
                     "x = 1  # pylint: disable=C0103\n"},
       })
    EXPECT_EQ(without_stale(before), after) << before;
}

TEST(Suppression, FixesOfCppCommentsLeaveCode) {
  for (const auto& [before, after] : {
           std::pair{"int x = y;  // syncfree: ignore[SF301] see #12\nint z;\n", "int x = y;\nint z;\n"},
           std::pair{"f();  // syncfree: ignore[SF301] NOLINT(bugprone-foo)\n", "f();  // NOLINT(bugprone-foo)\n"},
           std::pair{"f();  // syncfree: ignore[SF301] as #12 says NOLINT\n", "f();  // NOLINT\n"},
           std::pair{"f();  /* syncfree: ignore[SF301] why NOLINT(foo) */\n", "f();  /* NOLINT(foo) */\n"},
           std::pair{"f();  /* syncfree: ignore[SF301] why */\n", "f();\n"},
           std::pair{"return /* syncfree: ignore[SF301] */x;\n", "return x;\n"},
           std::pair{"return/* syncfree: ignore[SF301] */x;\n", "return x;\n"},
       })
    EXPECT_EQ(without_stale_cpp(before), after) << before;
}

TEST(Suppression, AReasonGoesOnToTheNextDirective) {
  EXPECT_EQ(python("x = t.item()  # syncfree: ignore[SF301] see #12 and # 13\n").reason, "see #12 and # 13");
  EXPECT_EQ(python("x = t.item()  # noqa: SF301 see #12 ## type: ignore\n").reason, "see #12");
  EXPECT_EQ(cpp("x = t.item();  // syncfree: ignore[SF301] see #12 noqa # noqa\n").reason, "see #12 noqa # noqa");
  EXPECT_EQ(cpp("x = t.item();  // syncfree: ignore[SF301] see #12 NOLINT\n").reason, "see #12");
}

TEST(Suppression, WhatCannotBeReadIsReported) {
  EXPECT_EQ(
      python("x = t.item()  # syncfree: ignore[SF311]\n").reported,
      (Reported{"SF301 t.item()", "SF001 at `SF311`: no rule has the code or name `SF311`; did you mean `SF301`?"}));
  EXPECT_EQ(python("x = 1  # syncfree: ingore[SF301]\n").reported,
            (Reported{"SF001 at `syncfree: ingore`: `syncfree: ingore` is not known; `ignore`, `ignore-next-line`, "
                      "`ignore-begin`, `ignore-end` and `ignore-file` are"}));
  EXPECT_EQ(python("x = 1  # syncfree: ignore[SF301\n").reported,
            (Reported{"SF001 at `syncfree: ignore[SF301`: the codes cannot be read; write `ignore[SF301, SF5]`"}));
  EXPECT_EQ(python("x = 1  # syncfree: ignore[]\n").reported,
            (Reported{"SF001 at `syncfree: ignore[]`: `ignore[]` names no code"}));
}

TEST(Suppression, TextInStringsIsNoComment) { EXPECT_EQ(first_of(python("x = f('# noqa', t.item())\n")), kItem); }

TEST(Suppression, NolintForms) {
  EXPECT_EQ(cpp("t.item();  // NOLINT\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // NOLINT(bugprone-x, SF301) why\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // NOLINT(SF3*)\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // once NOLINT(SF301)\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // NOLINT(bugprone-x) // NOLINT(SF301)\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // NOLINT(*)\n").reported, kNothing);
  EXPECT_EQ(cpp("t.item();  // NOLINT(bugprone-x)\n").reported, kItem);
  EXPECT_EQ(cpp("t.item();  // noqa\n").reported, kItem);
  EXPECT_EQ(cpp("t.item();  // syncfree: ignore[SF301]\n").reported, kNothing);
  EXPECT_EQ(cpp("// NOLINTNEXTLINE(SF301)\nt.item();\n").reported, kNothing);
  EXPECT_EQ(cpp("// NOLINTNEXTLINE(SF301)\n\nt.item();\n").reported, kItem);
}

TEST(Suppression, NolintBlocks) {
  EXPECT_EQ(cpp("// NOLINTBEGIN(SF301)\n\nt.item();\nnonzero(t);\n// NOLINTEND(SF301)\n").reported,
            (Reported{"SF502 nonzero(t)"}));
  EXPECT_EQ(cpp("// NOLINTBEGIN(SF301)\n// NOLINTEND(SF301)\nt.item();\n").reported, kItem);
  EXPECT_EQ(cpp("// NOLINTBEGIN(SF301)\nt.item();\n").reported,
            (Reported{"SF301 t.item()",
                      "SF001 at `NOLINTBEGIN(SF301)`: `NOLINTBEGIN` has no `NOLINTEND` with the same codes after it"}));
  EXPECT_EQ(cpp("t.item();\n// NOLINTEND(SF3)\n").reported,
            (Reported{"SF301 t.item()",
                      "SF001 at `NOLINTEND(SF3)`: `NOLINTEND` has no `NOLINTBEGIN` with the same codes before it"}));
  EXPECT_EQ(cpp("// NOLINTBEGIN\nt.item();\n").reported, kItem);
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::engine
