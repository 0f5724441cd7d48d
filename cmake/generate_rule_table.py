#!/usr/bin/env python3
"""Writes the rule table from the rule pages.

Each page rules/<stem>.md starts with TOML front matter between `+++` lines and describes the rule whose matcher is
`syncfree::rules::<stem>::match` in rules/<stem>.cpp. It judges single events, or with `analysis = "flow"` what happens
in a function (`match_flow`); with `analysis = "event and flow"` there are both. A rule that an analysis of its own finds
says which and has no matcher. A page with neither is not a rule yet and stays out of the table.
If there is a rules/<stem>_fix.cpp, its `propose` rewrites what the rule finds (`propose_flow` with `analysis = "flow"`).
"""

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path

DEPENDENCY = {"false": "kFalse", "true": "kTrue", "either": "kEither"}
FIX = {"none": "kNone", "suggestion": "kSuggestion", "unsafe": "kUnsafe", "safe": "kSafe"}
WAITS = {"none": "kNone", "fewer": "kFewer", "elsewhere": "kElsewhere"}
WAITS_FOR = {"value": "kValue", "value or tensor": "kValueOrTensor", "shape": "kShape", "work": "kWork"}
REMEDY = {
    "remove": "kRemove",
    "device=": "kDevice",
    "pinned": "kPinned",
    "other API": "kOtherApi",
    "delay": "kDelay",
    "coalesce": "kCoalesce",
    "off the path": "kOffThePath",
    "leave": "kLeave",
    "none": "kNone",
}
SEVERITY = {"note": "kNote", "warning": "kWarning", "error": "kError"}
REQUIRED = {"code", "name", "summary", "dependency", "fix", "good_form_waits", "remedy", "languages"}
OPTIONAL = {
    "unmeasured",
    "torch",
    "analysis",
    "costs_like",
    "waits_for",
    "completes_work",
    "short_when_idle",
    "for_captures",
    "at_any_temperature",
    "severity",
    "stops",
}

# Of the step that the wait and the queueing of work share; the other regimes hide the one or the other.
REGIME = "balanced"
# A wait of a kind that nobody has measured by itself: the host waits once for all that is queued.
USUAL_COST = "item"
NO_COST = "nothing"  # a rule about the source alone


class PageError(Exception):
    pass


def read_page(path):
    text = path.read_text(encoding="utf-8")
    parts = re.match(r"\+\+\+\n(.*?)\n\+\+\+\n(.*)", text, re.DOTALL)
    if not parts:
        raise PageError("does not start with front matter between +++ lines")
    try:
        front = tomllib.loads(parts[1])
    except tomllib.TOMLDecodeError as error:
        raise PageError(f"front matter: {error}") from error
    if missing := REQUIRED - front.keys():
        raise PageError(f"front matter lacks {', '.join(sorted(missing))}")
    if unknown := front.keys() - REQUIRED - OPTIONAL:
        raise PageError(f"front matter has unknown keys: {', '.join(sorted(unknown))}")
    if not re.fullmatch(r"SF\d{3}", front["code"]):
        raise PageError(f"code {front['code']!r} is not SF and three digits")
    if front["name"].replace("-", "_") != path.stem:
        raise PageError(f"name {front['name']!r} does not fit the file's name")
    for key, words in (("dependency", DEPENDENCY), ("fix", FIX), ("good_form_waits", WAITS)):
        if front[key] not in words:
            raise PageError(f"{key} is {front[key]!r}, not one of {', '.join(words)}")
    check_for_engine(front)
    return front | {
        "remedies": remedies_of(front["remedy"]),
        "stem": path.stem,
        "page": parts[2].lstrip("\n"),
        "has_matcher": path.with_suffix(".cpp").exists(),
        "has_fix": path.with_name(path.stem + "_fix.cpp").exists(),
    }


def remedies_of(remedy):
    """The kinds of change that help where the host does not need the value, and where it does."""
    kinds = [remedy, remedy] if isinstance(remedy, str) else [remedy.get("unneeded"), remedy.get("needed")]
    if set(kinds) - REMEDY.keys() or (not isinstance(remedy, str) and len(remedy) != 2):
        raise PageError(f"remedy is {remedy!r}, not one of {', '.join(REMEDY)}, or a table of them: unneeded, needed")
    return kinds


def check_for_engine(front):
    """The optional keys: what the analysis around the matcher must know of a rule (analyzer/engine/rule.h)."""
    if front.get("waits_for", "value") not in WAITS_FOR:
        raise PageError(f"waits_for is {front['waits_for']!r}, not one of {', '.join(WAITS_FOR)}")
    for key in ("completes_work", "short_when_idle", "for_captures", "at_any_temperature"):
        if not isinstance(front.get(key, True), bool):
            raise PageError(f"{key} is not true or false")
    stops = front.get("stops", {"capture": True, "compile": True})
    if stops.keys() != {"capture", "compile"} or not all(isinstance(each, bool) for each in stops.values()):
        raise PageError("stops is not a table such as { capture = true, compile = false }")
    severity = front.get("severity", {})
    if not isinstance(severity, dict) or severity.keys() - {"hot", "elsewhere"} or set(severity.values()) - SEVERITY.keys():
        raise PageError('severity is not a table such as { hot = "error", elsewhere = "note" }')


def read_costs(path):
    """By variant, the share of a step that the habit adds."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    measured = {row["variant"]: row["against"] for row in rows if row["regime"] == REGIME and row["against"] is not None}
    return measured | {NO_COST: 0}


def add_cost(rule, costs):
    variant = rule.get("costs_like", USUAL_COST)
    if variant not in costs:
        raise PageError(f"costs_like is {variant!r}, not one of {', '.join(costs)}")
    rule["cost"] = costs[variant]


def read_pages(paths, costs):
    rules = []
    for path in sorted(paths):
        try:
            rules.append(read_page(path))
            add_cost(rules[-1], costs)
        except PageError as error:
            sys.exit(f"{path}: error: {error}")
    rules = [rule for rule in rules if rule["has_matcher"] or "analysis" in rule]
    rules.sort(key=lambda rule: rule["code"])
    for first, second in zip(rules, rules[1:]):
        if first["code"] == second["code"]:
            sys.exit(f"error: {first['code']} is the code of both {first['name']} and {second['name']}")
    return rules


def literal(text):
    """A C++ string literal of `text`."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def page_literal(text):
    """As `literal`, one literal for each line, to keep the generated file readable."""
    return "\n".join("    " + literal(line) for line in text.splitlines(keepends=True)) or '    ""'


def has_event_matcher(rule):
    return rule["has_matcher"] and rule.get("analysis") != "flow"


def has_flow_matcher(rule):
    return rule["has_matcher"] and "flow" in rule.get("analysis", "")


def engine_fields(rule):
    """Those that differ from what rule.h gives every rule, in its order."""
    severity = rule.get("severity", {})
    fields = {
        "waits_for": f"engine::WaitsFor::{WAITS_FOR[rule['waits_for']]}" if "waits_for" in rule else None,
        "completes_work": "false" if rule.get("completes_work") is False else None,
        "short_when_idle": "true" if rule.get("short_when_idle") else None,
        "remedied_by_device": "true" if rule["remedies"][0] == "device=" else None,
        "for_captures": "true" if rule.get("for_captures") else None,
        "for_comments": "true" if rule.get("analysis") == "suppression" else None,
        "at_any_temperature": "true" if rule.get("at_any_temperature") else None,
        "severity_hot": f"engine::Severity::{SEVERITY[severity['hot']]}" if "hot" in severity else None,
        "severity_elsewhere": f"engine::Severity::{SEVERITY[severity['elsewhere']]}" if "elsewhere" in severity else None,
    }
    return "".join(f"        .{name} = {value},\n" for name, value in fields.items() if value)


def rule_entry(rule):
    matcher = f"{rule['stem']}::match" if has_event_matcher(rule) else "nullptr"
    flow = f"{rule['stem']}::match_flow" if has_flow_matcher(rule) else "nullptr"
    fixes_flow = rule["has_fix"] and not has_event_matcher(rule)
    proposer = f"{rule['stem']}::propose" if rule["has_fix"] and not fixes_flow else "nullptr"
    flow_proposer = f"{rule['stem']}::propose_flow" if fixes_flow else "nullptr"
    return f"""    engine::RuleInfo{{
        .code = {literal(rule["code"])},
        .name = {literal(rule["name"])},
        .summary = {literal(rule["summary"])},
        .dependency = engine::Dependency::{DEPENDENCY[rule["dependency"]]},
        .fix = engine::FixSafety::{FIX[rule["fix"]]},
        .good_form_waits = engine::GoodFormWaits::{WAITS[rule["good_form_waits"]]},
        .cost = {rule["cost"]},
        .languages = kLanguages_{rule["stem"]},
        .page = kPage_{rule["stem"]},
        .match = {matcher},
        .match_flow = {flow},
        .propose = {proposer},
        .propose_flow = {flow_proposer},
{engine_fields(rule)}    }},
"""


def render(rules):
    out = ["// Generated from the pages in rules/ by cmake/generate_rule_table.py.\n"]
    out.append('#include "rules/rule_table.h"\n\n#include <array>\n\nnamespace syncfree::rules {\n\n')
    for rule in rules:
        if has_event_matcher(rule):
            out.append(
                f"namespace {rule['stem']} {{\n"
                "std::optional<engine::Match> match(const engine::Event&, const engine::MatchContext&);\n}\n"
            )
        if has_flow_matcher(rule):
            out.append(
                f"namespace {rule['stem']} {{\n"
                "std::vector<engine::FlowMatch> match_flow(const engine::FunctionView&);\n}\n"
            )
        if rule["has_fix"]:
            proposer = (
                "propose(const engine::Event&, const engine::FixContext&)"
                if has_event_matcher(rule)
                else "propose_flow(const engine::FunctionView&, const engine::FlowMatch&, const engine::FixContext&)"
            )
            out.append(f"namespace {rule['stem']} {{\nstd::optional<fixes::Proposal> {proposer};\n}}\n")
    out.append("\nnamespace {\n")
    for rule in rules:
        spoken = [*rule["languages"], *rule.get("unmeasured", [])]
        languages = ", ".join(literal(language) for language in spoken)
        count = len(spoken)
        out.append(f"\nconstexpr std::array<std::string_view, {count}> kLanguages_{rule['stem']} = {{{languages}}};\n")
        out.append(f"constexpr std::string_view kPage_{rule['stem']} =\n{page_literal(rule['page'])};\n")
    out.append("\n}  // namespace\n\n")
    out.append("std::span<const engine::RuleInfo> rule_table() {\n")
    if rules:
        out.append(f"  static constexpr std::array<engine::RuleInfo, {len(rules)}> kRules = {{\n")
        out.extend(rule_entry(rule) for rule in rules)
        out.append("  };\n  return kRules;\n")
    else:
        out.append("  return {};\n")
    out.append("}\n\n}  // namespace syncfree::rules\n")
    return "".join(out)


def read_advice(path):
    """Phrases of advice with the kind of change that each asks for, in order."""
    rows = [(row["phrase"], row["kind"]) for row in tomllib.loads(path.read_text(encoding="utf-8"))["advice"]]
    if unknown := {kind for _, kind in rows} - REMEDY.keys():
        sys.exit(f"{path}: error: unknown kinds: {', '.join(sorted(unknown))}")
    return rows


def render_remedies(rules, advice):
    out = ["// Generated from the pages in rules/ by cmake/generate_rule_table.py.\n"]
    out.append('#include "rules/remedy_table.h"\n\n#include <array>\n\nnamespace syncfree::rules {\n\n')
    out.append("std::span<const engine::RuleRemedy> remedy_table() {\n  using enum engine::RemedyKind;\n")
    out.append(f"  static constexpr std::array<engine::RuleRemedy, {len(rules)}> kRemedies = {{{{\n")
    for rule in rules:
        unneeded, needed = (REMEDY[kind] for kind in rule["remedies"])
        out.append(f"      {{.code = {literal(rule['code'])}, .if_unneeded = {unneeded}, .if_needed = {needed}}},\n")
    out.append("  }};\n  return kRemedies;\n}\n\n")
    out.append("std::span<const engine::AdviceKind> advice_table() {\n  using enum engine::RemedyKind;\n")
    out.append(f"  static constexpr std::array<engine::AdviceKind, {len(advice)}> kAdvice = {{{{\n")
    out.extend(f"      {{.phrase = {literal(phrase)}, .kind = {REMEDY[kind]}}},\n" for phrase, kind in advice)
    out.append("  }};\n  return kAdvice;\n}\n\n}  // namespace syncfree::rules\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", type=Path, required=True, help="the folder of the pages")
    parser.add_argument("--costs", type=Path, required=True, help="what waits cost: gpu_validation/costs.json")
    parser.add_argument("--output", type=Path, required=True, help="the C++ file to write")
    parser.add_argument("--remedies", type=Path, required=True, help="the C++ file to write of what helps")
    arguments = parser.parse_args()
    rules = read_pages(arguments.rules.glob("*.md"), read_costs(arguments.costs))
    remedies = render_remedies(rules, read_advice(arguments.rules / "advice_kinds.toml"))
    for path, text in ((arguments.output, render(rules)), (arguments.remedies, remedies)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
