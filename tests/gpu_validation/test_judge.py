"""Verdicts from observations that are written down here, and the bookkeeping of driver calls."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from harness import judge, pages, sites, source  # noqa: E402

MS = 1_000_000


def ran(*waiting, **more):
    """A run in which the given ranges waited once each."""
    rows = [{"range": list(r), "calls": {"cuStreamSynchronize": 1}, "waits": 1, "stall_ms": 50.0} for r in waiting]
    return {
        "status": "ran",
        "host_ms": 50.0,
        "free_ms": 0.1,
        "stalls": bool(waiting),
        "pending": True,
        "sites": rows,
        **more,
    }


def verdict(body, result, name="bad.py", stem="some_rule"):
    fixture = source.parse(name, f"def case():\n    {body}\n")
    verdicts, whole = judge.judge_file(fixture, stem, {"case": result})
    return verdicts["case"] + whole


class JudgeTest(unittest.TestCase):
    def test_an_equal_range_agrees(self):
        self.assertEqual(verdict("x.item()  # expect: SF301 `x.item()`", ran((2, 4, 2, 12))), [])

    def test_the_condition_of_a_branch_stands_for_the_tensor_in_it(self):
        self.assertEqual(verdict("return not m.any()  # expect: SF302 `m.any()`", ran((2, 11, 2, 22))), [])

    def test_another_statement_does_not(self):
        reasons = verdict("y = x * 2  # expect: SF301 `x * 2`\n    y.item()", ran((3, 4, 3, 12)))
        self.assertEqual(len(reasons), 2)
        self.assertIn("waits, but is not expected to: line 3: `y.item()`", reasons[0])
        self.assertIn("does not wait: line 2: `x * 2`", reasons[1])

    def test_one_wait_does_not_pay_for_two_expectations(self):
        reasons = verdict("f(a.item(), b.item())  # expect: SF301 `a.item()`, SF301 `b.item()`", ran((2, 6, 2, 14)))
        self.assertEqual(reasons, ["does not wait: line 2: `b.item()` (no driver call seen)"])

    def test_a_call_that_came_back_at_once_is_no_wait(self):
        result = ran()
        result["sites"] = [{"range": [2, 4, 2, 12], "calls": {"cuStreamSynchronize": 1}}]
        reasons = verdict("x.item()  # expect: SF301 `x.item()`", result)
        self.assertEqual(reasons, ["does not wait: line 2: `x.item()` (1 × cuStreamSynchronize; came back at once)"])

    def test_a_stall_that_no_call_shows_is_reported(self):
        reasons = verdict("x.copy_(c, non_blocking=True)", ran(stalls=True), name="good.py")
        self.assertIn("no driver call shows where", reasons[0])

    def test_a_refused_capture_agrees_where_it_raises(self):
        body = "x.item()  # expect: SF605 `x.item()`"
        result = {"status": "fault", "error": "E: refused", "fault": "spoiled", "raised_at": [2, 4, 2, 12], "sites": []}
        self.assertEqual(verdict(body, result), [])
        self.assertEqual(verdict(body, ran()), ["does not raise: line 2: `x.item()`"])

    def test_a_refused_capture_agrees_where_the_driver_refuses(self):
        body = "x.item()  # expect: SF605 `x.item()`"
        row = {"range": [2, 4, 2, 12], "calls": {"cuStreamSynchronize": 1}}
        self.assertEqual(verdict(body, ran(sites=[row | {"refused": 1}])), [])
        self.assertEqual(verdict(body, ran(sites=[row])), ["does not raise: line 2: `x.item()`"])

    def test_an_exception_elsewhere_disagrees(self):
        result = {"status": "raised", "error": "E: other", "raised_at": [2, 0, 2, 4], "sites": []}
        reasons = verdict("x.item()  # expect: SF301 `x.item()`", result)
        self.assertIn("raised E: other", reasons[0])

    def test_a_race_is_shown_by_work_that_is_left(self):
        body = "return h.sum()  # expect: SF901 `h.sum()`"
        self.assertEqual(verdict(body, ran()), [])
        self.assertIn("no GPU work was left", verdict(body, ran(pending=False))[0])

    def test_a_race_of_streams_is_shown_by_what_is_returned(self):
        body = "return y + 1  # expect: SF903 `y + 1`"
        late = {"caller": "equal", "side": "differs"}
        equal = {"caller": "equal", "side": "equal"}
        self.assertEqual(verdict(body, ran(late_streams=late)), [])
        self.assertIn("is the same, whichever stream is late", verdict(body, ran(late_streams=equal))[0])
        self.assertIn("nothing was looked at", verdict(body, ran())[0])

    def test_a_good_form_does_not_depend_on_late_streams(self):
        late = {"caller": "differs", "side": "equal"}
        reasons = verdict("return y + 1", ran(late_streams=late), name="good.py")
        self.assertEqual(reasons, ["what it returns depends on which stream is late"])

    def test_a_race_of_streams_in_a_helper(self):
        text = "def _h(x):\n    return x + 1  # expect: SF903 `x + 1`\ndef case():\n    return _h(1)\n"
        fixture = source.parse("bad.py", text)
        differs, equal = ({"late_streams": {"side": word}} for word in ("differs", "equal"))
        self.assertEqual(judge.judge_file(fixture, "r", {"case": ran(**differs)}), ({"case": []}, []))
        _, whole = judge.judge_file(fixture, "r", {"case": ran(**equal)})
        self.assertEqual(whole, ["no case shows line 2: `x + 1`"])

    def test_a_time_that_holds_queued_work(self):
        body = "start = time.time()  # expect: SF804 `time.time()`"
        self.assertEqual(verdict(body, ran(measured_ms=[3.0, 0.1, 50.2]), stem="earlier_work_timed"), [])
        reasons = verdict(body, ran(measured_ms=[3.0, 0.1, 0.2]), stem="earlier_work_timed")
        self.assertIn("0.2 ms behind queued work: line 2", reasons[0])
        good = verdict("return 1.0", ran(measured_ms=[3.0, 0.1, 50.2]), name="good.py", stem="earlier_work_timed")
        self.assertEqual(len(good), 1)

    def test_a_time_that_holds_a_cold_start(self):
        body = "net(x)  # expect: SF805 `net(x)`"
        self.assertEqual(verdict(body, ran(measured_ms=[30.0, 0.1, 50.2]), stem="cold_start_timed"), [])
        reasons = verdict(body, ran(measured_ms=[0.2, 0.1, 50.2]), stem="cold_start_timed")
        self.assertIn("it measures 0.2 ms at first, 0.1 ms then", reasons[0])

    def test_a_helper_must_be_shown_by_some_case(self):
        fixture = source.parse(
            "bad.py", "def _h(x):\n    x.item()  # expect: SF301 `x.item()`\ndef case():\n    _h(x)\n"
        )
        self.assertEqual(judge.judge_file(fixture, "r", {"case": ran((2, 4, 2, 12))}), ({"case": []}, []))
        verdicts, whole = judge.judge_file(fixture, "r", {"case": ran()})
        self.assertEqual(verdicts, {"case": ["nothing in it waits"]})
        self.assertEqual(whole, ["no case shows line 2: `x.item()`"])

    def test_entering_a_capture_belongs_to_the_form(self):
        result = ran((2, 4, 2, 12))
        result["sites"][0]["through"] = ["torch/cuda/graphs.py:250 __enter__"]
        self.assertEqual(verdict("with g(): pass", result, name="good.py", stem="sync_in_capture"), [])
        self.assertEqual(len(verdict("with g(): pass", result, name="good.py", stem="mask_select")), 1)


class FormTest(unittest.TestCase):
    def judge(self, declared, bad, good):
        page = pages.Page("r", "SF301", "r", ("python",), declared, True)
        return judge.judge_form(page, bad, good)

    def test_none(self):
        self.assertEqual(self.judge("none", [1, 1], [0, 0]), [])
        self.assertIn("does not wait", self.judge("none", [1], [0, 1])[0])

    def test_fewer(self):
        self.assertEqual(self.judge("fewer", [3, 2], [1, 0]), [])
        self.assertIn("less often", self.judge("fewer", [1, 1], [1, 1])[0])

    def test_elsewhere(self):
        self.assertEqual(self.judge("elsewhere", [1], [1]), [])

    def test_a_good_form_must_exist(self):
        self.assertEqual(self.judge("none", [1], []), ["there is no good form"])


class RecordTest(unittest.TestCase):
    """The GPU is busy from 0 to 50 ms."""

    def call(self, record, start, end, copies=False, busy=50, place=(1, 0, 1, 5)):
        return record.called(place, [], "call", start * MS, (end - start) * MS, busy * MS, copies)

    def test_a_call_that_ends_with_the_queued_work_has_waited(self):
        record = sites.Record()
        self.assertTrue(self.call(record, 1, 50))
        self.assertEqual(record.site((1, 0, 1, 5)).waits, 1)

    def test_a_call_that_ends_before_has_not(self):
        record = sites.Record()
        self.assertFalse(self.call(record, 1, 8))

    def test_a_call_on_an_idle_gpu_proves_nothing(self):
        record = sites.Record()
        self.assertFalse(self.call(record, 60, 61))
        self.assertEqual(record.site((1, 0, 1, 5)).unjudged, 1)

    def test_a_copy_that_stalls_and_its_synchronize_are_one_wait(self):
        record = sites.Record()
        self.call(record, 1, 50, copies=True)
        self.call(record, 50.1, 100, busy=100)
        self.assertEqual(record.site((1, 0, 1, 5)).waits, 1)

    def test_a_copy_that_returns_and_its_synchronize_are_one_wait(self):
        record = sites.Record()
        self.call(record, 1, 1.1, copies=True)
        self.call(record, 1.2, 50)
        self.assertEqual(record.site((1, 0, 1, 5)).waits, 1)

    def poll(self, record, at, ready):
        record.queried((1, 0, 1, 5), [], "cuEventQuery", at * MS, (at + 0.01) * MS, ready, 50 * MS)

    def test_asking_until_it_is_done_is_a_wait(self):
        record = sites.Record()
        for at in range(1, 50):
            self.poll(record, at, False)
        self.poll(record, 50, True)
        self.assertTrue(record.site((1, 0, 1, 5)).polled)

    def test_looking_once_is_not(self):
        record = sites.Record()
        self.poll(record, 1, False)
        self.poll(record, 50, True)
        self.assertEqual(record.site((1, 0, 1, 5)).waits, 0)

    def test_queries_around_another_wait_are_not(self):
        record = sites.Record()
        for at in (1, 2, 3, 4):
            self.poll(record, at, False)
        self.call(record, 5, 50, place=(9, 0, 9, 5))
        self.poll(record, 50, True)
        self.assertEqual(record.site((1, 0, 1, 5)).waits, 0)


if __name__ == "__main__":
    unittest.main()
