"""Judges recorded evidence again: do its verdicts follow from the recorded sites, and do its figures go together? Needs no GPU.

A hash says that a fixture's text is the one that ran. It does not say that the evidence is what ran showed: whoever edits a
fixture can write its new hash. So each verdict is made again from the fixture's text, the page and what was observed.
"""

from harness import evidence, fixtures, judge

# As the harness has them where torch is needed to import it: the bound of the oracle, and what a waiting call lasts at least
# (sites.START_SLACK_NS less sites.END_SLACK_NS).
STALL_MS = 30.0
SHORTEST_WAIT_MS = 7.0

# Host time of a case that its waits need not account for: its own work, twice for what the observers add, and this much.
OWN_MS = 20.0
OWN_SHARE = 0.02
ROUNDING_MS = 1.0

_NO_RESULT = ("name", "line", "verdict", "reasons")
_ADDED_TO_SITES = ("text", "part_of_the_form")
_NEVER_ZERO = ("waits", "stall_ms", "debug_mode", "refused", "unjudged", "forward_line")


def _result(case):
    """What was observed, without what the evidence adds for its readers."""
    if case["verdict"] == "not run":
        return {"status": "skipped"}
    result = {key: value for key, value in case.items() if key not in _NO_RESULT}
    result["sites"] = [
        {key: value for key, value in site.items() if key not in _ADDED_TO_SITES} for site in case.get("sites", ())
    ]
    return result


def _site_faults(site, where):
    faults = [f"{where} records {key} as 0, which a run leaves out" for key in _NEVER_ZERO if site.get(key) == 0]
    if bool(site.get("waits")) != bool(site.get("stall_ms")):
        faults.append(f"{where} has {site.get('waits', 0)} waits and was held for {site.get('stall_ms', 0)} ms")
    elif site.get("waits") and site["stall_ms"] < SHORTEST_WAIT_MS * site["waits"]:
        faults.append(f"{where} was held for {site['stall_ms']} ms, too short for {site['waits']} waits")
    return faults


def figure_faults(case):
    """Figures of one case that cannot all be true."""
    faults = []
    for site in case.get("sites", ()):
        faults += _site_faults(site, f"`{site.get('text', 'outside the fixture')}`")
    if case.get("status") != "ran" or "free_ms" not in case:
        return faults
    host, free = case["host_ms"], case["free_ms"]
    held = sum(site.get("stall_ms", 0) for site in case.get("sites", ()))
    if held > host + ROUNDING_MS:
        faults.append(f"its calls were held for {held:.2f} ms, more than the {host} ms that it took")
    if held and host - held > OWN_MS + 2 * free + OWN_SHARE * host:
        faults.append(f"it took {host} ms, and its calls were held for {held:.2f} ms only")
    if case.get("stalls", False) != (host - free > STALL_MS):
        faults.append(f"it says stalls: {case.get('stalls', False)}, and it took {host} ms, {free} ms without queued work")
    return faults


def file_faults(path, stem, file):
    """What one fixture's recorded evidence claims and does not show. Takes evidence of the fixture as it is now."""
    if file.get("not_run"):
        return []
    fixture = fixtures.read(path)
    recorded = {case["name"]: case for case in file["cases"]}
    if list(recorded) != [case.name for case in fixture.cases]:
        return ["its cases are not those of the evidence"]
    results = {name: _result(case) for name, case in recorded.items()}
    verdicts, whole = judge.judge_file(fixture, stem, results)
    faults = []
    for case in fixture.cases:
        again = evidence.case_data(fixture, stem, case, results[case.name], verdicts[case.name])
        old = recorded[case.name]
        new = verdicts[case.name]
        if new != old.get("reasons", []):
            faults.append(f"{case.name}: judged again, {new[0] if new else 'it agrees'}; the evidence says otherwise")
        elif again["verdict"] != old["verdict"] or again["line"] != old["line"] or again["sites"] != old.get("sites", again["sites"]):
            faults.append(f"{case.name}: the evidence is not what its observations come to")
        faults += [f"{case.name}: {fault}" for fault in figure_faults(old)]
    if whole != file.get("reasons", []):
        faults.append(f"judged again, {whole[0] if whole else 'it agrees'}; the evidence says otherwise")
    return faults


def form_faults(page, data):
    """Whether the good form waits as the page declares now, and as it declared when it was judged."""
    declared = data.get("good_form_waits")
    if declared != page.good_form_waits:
        return [f"the page says good_form_waits = {page.good_form_waits!r}; the evidence was judged for {declared!r}"]
    reasons = evidence.form_reasons(page, data["files"])
    if reasons != data.get("reasons", []):
        return [f"judged again, {reasons[0] if reasons else 'the good form waits as declared'}; the evidence says otherwise"]
    return []


def faults(folder, pages, found):
    """All of that for all rules whose fixtures are as they were run: lines for people."""
    lines = []
    for stem, data in sorted(found.items()):
        page = pages.get(stem)
        if page is None:
            continue
        if data["code"] != page.code:
            lines.append(f"{stem}: the evidence is of {data['code']}, the page of {page.code}")
        lines += [f"{stem}: {line}" for line in form_faults(page, data)]
        recorded = {file["path"]: file for file in data["files"]}
        for path in fixtures.paths(folder / stem):
            file = recorded.get(path.name)
            if file is not None and file["sha256"] == fixtures.read(path).sha256:
                lines += [f"{stem}: {path.name}: {line}" for line in file_faults(path, stem, file)]
    return lines
