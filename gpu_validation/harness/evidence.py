"""The evidence files: what one GPU run showed for each rule, the summary page, and whether both are still true."""

import json
import pathlib

from harness import fixtures, judge

_LANGUAGES = {"python": "Python", "c++": "C++ or CUDA"}

ENVIRONMENT = ("torch", "cuda", "driver", "gpu", "python")


def _site_data(fixture, stem, site):
    """A site as evidence shows it: with its text, so that a reader needs no column counting."""
    data = dict(site)
    if site.get("waits") and judge.is_part_of_the_form(stem, site):
        data["part_of_the_form"] = True
    if site["range"]:
        data["text"] = fixture.segment(tuple(site["range"]))
    return data


def case_data(fixture, stem, case, result, reasons):
    """One case, or a case of a file that was not run."""
    data = {"name": case.name, "line": case.line, "verdict": "disagrees" if reasons else "agrees"}
    if result["status"] == "skipped":
        data["verdict"] = "not run"
        return data
    if reasons:
        data["reasons"] = reasons
    data.update({key: value for key, value in result.items() if key not in ("sites", "other_ranks")})
    data["sites"] = [_site_data(fixture, stem, site) for site in result.get("sites", ())]
    for other in result.get("other_ranks", ()):
        waits = [site["waits"] for site in other.get("sites", ()) if site.get("waits")]
        data.setdefault("other_ranks", []).append({"status": other["status"], "waits": sum(waits)})
    return data


def path_of(folder, stem):
    return pathlib.Path(folder) / f"{stem}.json"


def write(folder, data):
    path = path_of(folder, data["rule"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_all(folder):
    """All evidence of a folder, by rule."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        found[path.stem] = json.loads(path.read_text(encoding="utf-8"))
    return found


def counts(data, language=None):
    """(cases that agree, that disagree, that were not run) in one rule's evidence."""
    files = [f for f in data["files"] if language in (None, fixtures.language(f["path"]))]
    verdicts = [case["verdict"] for file in files for case in file["cases"]]
    return tuple(verdicts.count(word) for word in ("agrees", "disagrees", "not run"))


def disagreements(data):
    """Lines that say where the run and the sources differ."""
    lines = []
    for file in data["files"]:
        if file.get("not_run"):
            continue
        for case in file["cases"]:
            lines += [f"{file['path']}: {case['name']}: {reason}" for reason in case.get("reasons", ())]
        lines += [f"{file['path']}: {reason}" for reason in file.get("reasons", ())]
    return lines + list(data.get("reasons", ()))


def stale_file(file, path):
    """Why the recorded evidence of one fixture does not hold for it, or None."""
    if file["sha256"] != fixtures.read(path).sha256:
        return "has changed since it was run"
    if file.get("not_run"):
        return f"was not run: {file['not_run']}"
    if file.get("reasons") or any(case["verdict"] == "disagrees" for case in file["cases"]):
        return "disagrees"
    return None


def kept(folder, data, environment):
    """{file name: recorded evidence} of the fixtures that need no new run: of the same text, machine and versions."""
    if data is None or any(data[key] != environment[key] for key in ENVIRONMENT):
        return {}
    recorded = {file["path"]: file for file in data["files"]}
    return {
        path.name: recorded[path.name]
        for path in fixtures.paths(folder)
        if path.name in recorded and not stale_file(recorded[path.name], path)
    }


def waits_of_cases(file):
    """How often the host waited in each case of a fixture, the waits that the form itself needs left out."""
    return [
        sum(site["waits"] for site in case.get("sites", ()) if site.get("waits") and not site.get("part_of_the_form"))
        for case in file["cases"]
        if case["verdict"] != "not run"
    ]


def form_reasons(page, files):
    """Why the good form does not wait as the page declares, by language. Languages with files that were not run are left out."""
    reasons = []
    for language in dict.fromkeys(fixtures.language(file["path"]) for file in files):
        own = [file for file in files if fixtures.language(file["path"]) == language]
        if any(file.get("not_run") for file in own):
            continue
        waits = {"bad": [], "good": []}
        for file in own:
            waits[fixtures.form(file["path"])] += waits_of_cases(file)
        reasons += [f"{language}: {reason}" for reason in judge.judge_form(page, waits["bad"], waits["good"])]
    return reasons


def stale_rule(folder, page, data):
    """What one rule's evidence does not cover, or no longer: lines for people. `data` is None where there is none."""
    paths = fixtures.paths(pathlib.Path(folder) / page.stem)
    forms = {(fixtures.language(path), fixtures.form(path)) for path in paths}
    lines = [
        f"the rule has no {form} fixture in {_LANGUAGES[language]}"
        for language in page.languages
        for form in ("bad", "good")
        if (language, form) not in forms
    ]
    if data is None:
        return lines + ["there is no evidence"] if paths else lines
    recorded = {file["path"]: file for file in data["files"]}
    for path in paths:
        file = recorded.pop(path.name, None)
        if file is None:
            lines.append(f"{path.name} was never run")
        elif (why := stale_file(file, path)) not in (None, "disagrees"):  # disagreements are told below
            lines.append(f"{path.name} {why}")
    lines += [f"{name} was run, but is no longer there" for name in recorded]
    return lines + disagreements(data)


def stale(folder, pages, found):
    """The same for all rules. Needs no GPU."""
    lines = []
    for stem, page in sorted(pages.items()):
        if page.measured:
            lines += [f"{stem}: {line}" for line in stale_rule(folder, page, found.get(stem))]
    return lines + [f"{stem}: there is evidence, but no rule page" for stem in sorted(found.keys() - pages.keys())]


def _environment_lines(found):
    seen = {}
    for stem, data in found.items():
        seen.setdefault(tuple(data[key] for key in ENVIRONMENT), []).append(stem)
    lines = []
    for (torch, cuda, driver, gpu, python), stems in sorted(seen.items(), key=lambda item: -len(item[1])):
        lines.append(f"* torch {torch}, CUDA {cuda}, driver {driver}, {gpu}, Python {python}: {len(stems)} rules")
    return lines


def _language_lines(found):
    lines = [""]
    for language, name in _LANGUAGES.items():
        cases = [sum(counts(data, language)) for data in found.values()]
        lines.append(f"* {name}: {sum(cases)} cases of {sum(map(bool, cases))} rules")
    return lines


def _waiting(data, form):
    """The waiting sites of a rule's bad or good form."""
    return [
        site
        for file in data["files"]
        if file["path"].startswith(form)
        for case in file["cases"]
        for site in case.get("sites", ())
        if site.get("waits") and not site.get("part_of_the_form")
    ]


def _row(pages, stem, data):
    agree, disagree, not_run = counts(data)
    bad, good = _waiting(data, "bad"), _waiting(data, "good")
    silent = sum(not site.get("debug_mode") for site in bad)
    mean = sum(s["stall_ms"] for s in bad) / sum(s["waits"] for s in bad) if bad else 0
    cells = [
        data["code"],
        pages[stem].name if stem in pages else stem,
        sum(counts(data, "python")) or "",
        sum(counts(data, "c++")) or "",
        agree,
        disagree,
        not_run,
        sum(site["waits"] for site in bad),
        f"{mean:.1f}" if bad else "",
        f"{silent} of {len(bad)}" if bad else "",
        sum(site["waits"] for site in good),
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def summary(pages, found):
    """The summary page, made from the evidence files alone."""
    totals = [sum(counts(data)[k] for data in found.values()) for k in range(3)]
    out = [
        "# GPU validation",
        "",
        "Each case of each fixture, run on a GPU that was kept busy for 50 ms at a time: what waited, against what the",
        "source expects. Written by `gpu_validation/run`; `gpu_validation/check` says whether it still holds.",
        "",
        *_environment_lines(found),
        "",
        f"{len(found)} rules, {sum(totals)} cases: {totals[0]} agree, {totals[1]} disagree, {totals[2]} were not run.",
        *_language_lines(found),
        "",
        "A wait is a call that came back only when the queued work was done. *Silent* counts the waiting places of the",
        "bad form that torch's sync debug mode does not report; plain C++ and CUDA it never reports. SF605 and SF803 are",
        "shown by the exception that they raise, in C++ by the driver's refusal, SF801, SF901 and SF902 by the work that",
        "is still queued when the case returns, SF903 to SF905 by results that differ when one stream is late, SF804 and",
        "SF805 by the times that the cases measure.",
        "",
        "| code | rule | Python | C++ | agree | disagree | not run | waits, bad form | ms each | silent | waits, good form |",
        "| --- | --- |" + " ---: |" * 9,
    ]
    out += [_row(pages, stem, data) for stem, data in sorted(found.items(), key=lambda item: item[1]["code"])]
    out += ["", "## Disagreements", ""]
    out += [f"* {stem}: {line}" for stem, data in found.items() for line in disagreements(data)] or ["None."]
    skipped = [
        f"* {stem}: {file['path']}: {file['not_run']}"
        for stem, data in found.items()
        for file in data["files"]
        if file.get("not_run")
    ]
    if skipped:
        out += ["", "## Not run", "", *skipped]
    return "\n".join(out) + "\n"
