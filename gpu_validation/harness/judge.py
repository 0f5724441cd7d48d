"""Compares what was observed with what the fixture's source and the rule's page say. Pure: no GPU, no torch."""

import collections

# What a finding of a rule looks like on the hardware. All rules not named here: the range waits.
RAISES = {"SF605", "SF803"}  # the driver refuses: during capture, or while the event is not done
GOES_ON = {"SF801", "SF901", "SF902"}  # the host does not wait, and that is the fault
RACES = {"SF903", "SF904", "SF905"}  # what the case returns depends on which stream is late
TIMES_MORE = {"SF804"}  # the time that the case returns holds the work that was queued before it
TIMES_COLD = {"SF805"}  # the time that the case returns is longer in the first run of a process
SHOWN_BY_RESULT = RACES | TIMES_MORE | TIMES_COLD

# Rules whose cases return the milliseconds that they measure, and those of them that need a new process for each case.
TIMES_ITSELF = {"earlier_work_timed", "cold_start_timed"}
RUNS_COLD = {"cold_start_timed"}
MORE_MS = 30.0  # the queued work is 50 ms
COLDER = 3.0  # times as long

# Waits that a page declares to be part of the good form: (stem, a frame that the wait goes through).
PART_OF_THE_FORM = (("sync_in_capture", "torch/cuda/graphs.py"),)  # entering a capture synchronizes once


def _overlap(one, other):
    return one[:2] < other[2:] and other[:2] < one[2:]


def match(fixture, observed, expectations):
    """Pairs observed ranges with expectations, one to one. Returns {range: expectation}.

    Equal ranges first. Then ranges that overlap within one statement: CPython's range of a store is its target, that
    of a branch the whole condition, while the finding names the tensor in it.
    """
    pairs, left = {}, list(expectations)
    for range_ in observed:
        hit = next((e for e in left if range_ in e.ranges), None)
        if hit is not None:
            pairs[range_] = hit
            left.remove(hit)
    for range_ in observed:
        if range_ in pairs:
            continue
        for expectation in left:
            near = (r for r in expectation.ranges if _overlap(range_, r))
            if any(fixture.statement(range_) == fixture.statement(r) for r in near):
                pairs[range_] = expectation
                left.remove(expectation)
                break
    return pairs


def _quote(fixture, range_):
    lines = fixture.segment(range_).splitlines()
    text = lines[0] if lines else "?"
    return f"line {range_[0]}: `{text}{' …' if len(lines) > 1 else ''}`"


def is_part_of_the_form(stem, site):
    """Whether a wait is one that the rule's page declares to belong to the construct itself."""
    return any(
        stem == form and any(part in frame for frame in site.get("through", ())) for form, part in PART_OF_THE_FORM
    )


def _waiting_sites(stem, result):
    return [s for s in result.get("sites", ()) if s.get("waits") and not is_part_of_the_form(stem, s)]


def _judge_run(fixture, result):
    """The reasons why a run as such proves nothing."""
    reasons = []
    if result["status"] == "hang":
        reasons.append(f"did not come back within {result['limit_s']} s")
    elif result["status"] == "died":
        reasons.append(f"its process died: {result['error']}")
    elif result["status"] in ("raised", "fault"):
        at = result.get("raised_at")
        reasons.append(f"raised {result['error']}" + (f" at {_quote(fixture, tuple(at))}" if at else ""))
        if result["status"] == "fault":
            reasons.append(f"left the GPU unusable: {result['fault']}")
    for fault in result.get("observer_faults", ()):
        reasons.append(f"the observer failed: {fault.strip().splitlines()[-1]}")
    return reasons


def judge_case(fixture, stem, bad, case, result):
    """Returns (reasons for disagreement, expectations that were shown)."""
    reasons, shown = [], []
    own = [e for e in fixture.expectations if e.owner == case.name]
    raised = result["status"] in ("raised", "fault") and result.get("raised_at")
    raising = [e for e in fixture.expectations if RAISES & set(e.codes)]
    where = match(fixture, [tuple(result["raised_at"])], raising) if raised else {}
    if where:
        shown += where.values()  # it raises as expected; what that does to the process is no matter
    else:
        reasons += _judge_run(fixture, result)

    # C and C++ go on with an error code.
    refused = [tuple(s["range"]) for s in result.get("sites", ()) if s.get("refused") and s["range"]]
    shown += match(fixture, refused, [e for e in raising if e not in shown]).values()

    sites = _waiting_sites(stem, result)
    stalling = [tuple(s["range"]) for s in sites if s["range"]]
    waiting = [e for e in fixture.expectations if set(e.codes) - RAISES - GOES_ON - SHOWN_BY_RESULT]
    pairs = match(fixture, stalling, waiting)
    shown += pairs.values()
    for site in sites:
        if site["range"] is None:
            reasons.append(
                f"waits outside the fixture's code: {', '.join(site['calls'])} through {site.get('through')}"
            )
        elif tuple(site["range"]) not in pairs:
            reasons.append(
                f"waits, but is not expected to: {_quote(fixture, tuple(site['range']))} ({', '.join(site['calls'])})"
            )
    if result.get("stalls") and not sites and not result["status"] == "raised" and not _form_waits(stem, result):
        reasons.append(f"the host was held for {result['host_ms']} ms, and no driver call shows where")

    reasons += _judge_result(fixture, stem, own, result, shown)
    for expectation in own:
        going_on = GOES_ON & set(expectation.codes)
        if set(expectation.codes) <= SHOWN_BY_RESULT:
            continue
        if going_on and result.get("pending"):
            shown.append(expectation)
        elif going_on:
            reasons.append(f"no GPU work was left when it returned: line {expectation.line}: `{expectation.text}`")
        elif expectation not in shown and expectation.certain:
            reasons.append(_missing(fixture, expectation, result))
    goes_on = result.get("pending") and _helper_has(fixture, GOES_ON)
    if bad and not own and not shown and not reasons and not goes_on:
        reasons.append("nothing in it waits")
    return reasons, shown


def _helper_has(fixture, codes):
    """Whether a helper holds a finding of one of them."""
    return bool(_of_helpers(fixture, codes))


def _of_helpers(fixture, codes):
    names = {case.name for case in fixture.cases}
    return [e for e in fixture.expectations if codes & set(e.codes) and e.owner not in names]


def _faults_of_result(stem, result):
    """{codes: (whether what the case returned shows such a fault, what that is, what it is not)}, of what was looked at."""
    found = {}
    if "late_streams" in result:
        differs = "differs" in result["late_streams"].values()
        found[frozenset(RACES)] = (
            differs,
            "what it returns depends on which stream is late",
            "what it returns is the same, whichever stream is late",
        )
    if "measured_ms" in result:
        first, free, behind = result["measured_ms"]
        text = f"it measures {first} ms at first, {free} ms then, and {behind} ms behind queued work"
        if stem in RUNS_COLD:
            found[frozenset(TIMES_COLD)] = (first > COLDER * free, text, text)
        else:
            found[frozenset(TIMES_MORE)] = (behind - free > MORE_MS, text, text)
    return found


def _judge_result(fixture, stem, own, result, shown):
    """Holds findings that no wait shows against what the case returned; adds those that it shows to `shown`."""
    reasons, looked_at = [], set()
    for codes, (is_there, fault, none) in _faults_of_result(stem, result).items():
        looked_at |= codes
        expected = [e for e in own if codes & set(e.codes)]
        helpers = _of_helpers(fixture, codes)
        may_race = any(GOES_ON & set(e.codes) for e in own)
        if is_there:
            shown += expected or helpers
            if not expected and not helpers and not may_race:
                reasons.append(fault)
        else:
            reasons += [f"{none}: line {e.line}: `{e.text}`" for e in expected]
    for expectation in own:
        if SHOWN_BY_RESULT & set(expectation.codes) - looked_at:
            reasons.append(f"nothing was looked at that could show it: line {expectation.line}: `{expectation.text}`")
    return reasons


def _form_waits(stem, result):
    return any(s.get("waits") and is_part_of_the_form(stem, s) for s in result.get("sites", ()))


def _missing(fixture, expectation, result):
    place = f"line {expectation.line}: `{expectation.text}`"
    if RAISES & set(expectation.codes):
        return f"does not raise: {place}"
    for site in result.get("sites", ()):
        if site["range"] and any(_overlap(tuple(site["range"]), r) for r in expectation.ranges):
            calls = ", ".join(f"{count} × {name}" for name, count in site.get("calls", {}).items())
            why = "met an idle GPU" if site.get("unjudged") else "came back at once"
            return f"does not wait: {place} ({calls or 'warning only'}; {why})"
    return f"does not wait: {place} (no driver call seen)"


def judge_file(fixture, stem, results):
    """Verdicts for one fixture file: ({case: reasons}, [reasons about the file])."""
    bad = fixture.path.rpartition("/")[2].startswith("bad")
    verdicts, seen = {}, set()
    pending_elsewhere = False
    for case in fixture.cases:
        result = results[case.name]
        if result["status"] == "skipped":
            verdicts[case.name] = []
            continue
        reasons, shown = judge_case(fixture, stem, bad, case, result)
        verdicts[case.name] = reasons
        seen.update(shown)
        pending_elsewhere |= bool(result.get("pending"))
    whole = []
    names = {case.name for case in fixture.cases}
    for expectation in fixture.expectations:
        if expectation in seen or expectation.owner in names:
            continue  # a case's own expectations were judged with it
        if GOES_ON & set(expectation.codes) and pending_elsewhere or not expectation.certain:
            continue
        whole.append(f"no case shows line {expectation.line}: `{expectation.text}`")
    return verdicts, whole


def waits_of(stem, result):
    """How often the host waited in one case, the waits that the form itself needs left out."""
    return sum(site["waits"] for site in _waiting_sites(stem, result))


def judge_form(page, bad_waits, good_waits):
    """Whether the good form waits as the page declares. Takes the number of waits of each case."""
    if not good_waits:
        return ["there is no good form"]
    if page.good_form_waits == "none" and any(good_waits):
        return [f"the page says that the good form does not wait, but it waits {sum(good_waits)} times"]
    if page.good_form_waits == "fewer" and bad_waits:
        bad_mean, good_mean = (sum(w) / len(w) for w in (bad_waits, good_waits))
        if good_mean >= bad_mean:
            return [
                f"the page says that the good form waits less often: {good_mean:.1f} against {bad_mean:.1f} per case"
            ]
    return []


def count(verdicts):
    """How many cases agree and disagree."""
    return collections.Counter("disagree" if reasons else "agree" for reasons in verdicts.values())
