"""The collected sites and lines in the form of bench/truth/python, and the comparison of two such files. Pure."""


def _spans(lines):
    """`3-7,12`, as the truth files write lines."""
    spans = []
    for line in sorted(lines):
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def lines_of(text):
    """The set of lines that `3-7,12` names."""
    lines = set()
    for span in text.split(",") if text else ():
        first, _, last = span.partition("-")
        lines.update(range(int(first), int(last or first) + 1))
    return lines


def packages(results):
    """The packages whose files ran."""
    return sorted({_package_of(file) for result in results.values() for file in result.get("lines", ())})


def _package_of(file):
    return file.partition("/")[0]


def merge(package, environment, results):
    """The truth file of one package, from what each piece of a workload did."""
    lines, sites = {}, {}
    for name, result in results.items():
        for file, ran in result.get("lines", {}).items():
            if _package_of(file) == package:
                lines.setdefault(file, set()).update(ran)
        for site in result.get("sites", ()):
            if _package_of(site["place"][0]) != package:
                continue
            merged = sites.setdefault(tuple(site["place"]), {"seen_by": set(), "pieces": [], **site})
            merged["seen_by"] = set(merged["seen_by"]) | set(site["seen_by"])
            merged["pieces"].append(name)
    rows = []
    for (file, line, col, end_line, end_col, func), site in sorted(sites.items(), key=lambda item: item[0][:5]):
        row = {"file": file, "line": line, "col": col, "end_line": end_line, "end_col": end_col, "func": func}
        row.update(seen_by=sorted(site["seen_by"]), through=site["through"], pieces=site["pieces"][:3])
        rows.append(row)
    data = {"package": package, **{key: environment[key] for key in ("torch", "python", "gpu")}}
    return {**data, "lines": {file: _spans(ran) for file, ran in sorted(lines.items())}, "sites": rows}


def _key(site):
    return site["file"], site["line"], site["col"], site["end_line"], site["end_col"]


def compare(old, new):
    """Places: {both, only_old, only_new}, and how many of those only in `old` lie on lines that did not run.

    Lines: how many ran in both, and in one only.
    """
    before, after = ({_key(site): site for site in data["sites"]} for data in (old, new))
    missing = [before[key] for key in sorted(before.keys() - after.keys())]
    ran = {file: lines_of(text) for file, text in new["lines"].items()}
    lines = [{(f, line) for f, text in data["lines"].items() for line in lines_of(text)} for data in (old, new)]
    return {
        "lines_both": len(lines[0] & lines[1]),
        "lines_only_old": len(lines[0] - lines[1]),
        "lines_only_new": len(lines[1] - lines[0]),
        "both": len(before.keys() & after.keys()),
        "only_old": missing,
        "only_new": [after[key] for key in sorted(after.keys() - before.keys())],
        "only_old_not_run": sum(site["line"] not in ran.get(site["file"], ()) for site in missing),
    }
