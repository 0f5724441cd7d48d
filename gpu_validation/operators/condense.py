"""The raw results in the form of the truth data: bench/truth/sweep.json and probe.json. Pure."""

import json


def blocks(found):
    """Whether the host waited, or an observer saw a call that waits for whatever is queued."""
    return bool(found["waited"] or found["warned"] or found["calls"])


def _lists(results, direction):
    """(calls that wait, that do not, that do one or the other: their words do not tell sizes and values)."""
    waits, free = set(), set()
    for operator in results.values():
        for row in operator.get("samples", ()):
            if row["call"] and direction in row:
                (waits if blocks(row[direction]) else free).add(row["call"])
    return sorted(waits - free), sorted(free - waits), sorted(waits & free)


def _row(operator):
    """Counts for one operator: samples that wait and samples, forward and backward."""
    row = {}
    for direction in ("forward", "backward"):
        found = [sample[direction] for sample in operator.get("samples", ()) if direction in sample]
        if found:
            row[direction] = [sum(map(blocks, found)), len(found)]
        silent = sum(f["waited"] and not f["warned"] for f in found)
        if silent:
            row[f"{direction}_silent"] = silent
    if operator["status"] != "ran":
        row["not_run"] = operator.get("error") or operator["status"]
    return row


def condense(environment, results):
    waits, free, depends = _lists(results, "forward")
    backward, _, backward_depends = _lists(results, "backward")
    return {
        "torch": environment["torch"],
        "gpu": environment["gpu"],
        "operators": {name: _row(operator) for name, operator in sorted(results.items())},
        "waits": waits,
        "free": free,
        "depends": depends,
        "backward_waits": backward,
        "backward_depends": backward_depends,
    }


def altered(environment, results):
    waits, free, depends = _lists(results, "forward")
    return {"torch": environment["torch"], "gpu": environment["gpu"], "waits": waits, "free": free, "depends": depends}


def probes(environment, setup, codes, results):
    """`blocks`: an observer saw it; `stalls`: the host did not come back; `error`: it proves nothing."""
    rows = []
    for code, result in zip(codes, results, strict=True):
        row = {"code": code, "blocks": bool(result.get("warned") or result.get("calls"))}
        row["stalls"] = bool(result.get("waited"))
        if result["status"] != "ran":
            row["error"] = True
        rows.append(row)
    return {"torch": environment["torch"], "gpu": environment["gpu"], "setup": setup, "probes": rows}


def probe_changes(old, new):
    """Snippets whose verdict is not what it was: lines for people."""
    known = {probe["code"]: probe for probe in old["probes"]}
    lines = []
    for probe in new["probes"]:
        before = known.get(probe["code"])
        if before is None or "error" in probe or "error" in before:
            continue
        was, is_now = (p["blocks"] or p["stalls"] for p in (before, probe))
        if was != is_now:
            lines.append(f"{probe['code']}: {'waited' if was else 'was free'}, now {'waits' if is_now else 'is free'}")
    return lines


def sweep_changes(old, new):
    """The same for the calls of the sweep."""
    before = {call: True for call in old["waits"]} | {call: False for call in old["free"]}
    after = {call: True for call in new["waits"]} | {call: False for call in new["free"]}
    return [
        f"{call}: {'waited' if before[call] else 'was free'}, now {'waits' if waits else 'is free'}"
        for call, waits in after.items()
        if before.get(call, waits) != waits
    ]


def text(data):
    """JSON with one row a line, so that a change shows as one."""
    out = []
    for key, value in data.items():
        if isinstance(value, list):
            rows = [json.dumps(row, ensure_ascii=False) for row in value]
            shown = "[\n" + ",\n".join(rows) + "\n]"
        elif isinstance(value, dict):
            rows = [f"{json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in value.items()]
            shown = "{\n" + ",\n".join(rows) + "\n}"
        else:
            shown = json.dumps(value)
        out.append(f"{json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(out) + "\n}\n"
