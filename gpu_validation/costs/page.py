"""The page COSTS.md, from the figures alone. Pure."""

_ABOUT = """# What a wait costs

A training step with the habits that make the host wait, against the same step without. Written by
`gpu_validation/cost` from `costs.json`, on {gpu}, torch {torch}, driver {driver}.

*Against* compares with the step without the habit: the first one, and for the loop the one with a fixed count. *Held* is
the time that the host spends in calls that wait. Times are the median of {rounds} runs, with the least and the most; the
comparison is the median over the runs too, each within its own run.
"""


def _against(row):
    return "" if row["against"] is None else f"{100 * row['against']:+.1f} %"


def page(data):
    out = [_ABOUT.format(**data["environment"], rounds=data["rounds"])]
    for regime in data["regimes"]:
        out += [f"## {regime['name']}", "", regime["about"], ""]
        out += ["| step | ms | least–most | against | held, ms | waits |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
        rows = {row["variant"]: row for row in data["rows"] if row["regime"] == regime["name"]}
        for variant in data["variants"]:
            row = rows[variant["name"]]
            span = f"{row['least_ms']:.2f}–{row['most_ms']:.2f}"
            cells = (variant["about"], f"{row['ms']:.2f}", span, _against(row), f"{row['held_ms']:.2f}", row["waits"])
            out.append("| " + " | ".join(map(str, cells)) + " |")
        out.append("")
    return "\n".join(out)
