#!/usr/bin/env python3
"""Opens the HTML report's snapshot in a headless Chromium: filters, links, themes, and a browser without scripts.

Ends with 77, which ctest shows as skipped, where no Chromium is installed.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

REPORT = Path(__file__).resolve().parent / "snapshots" / "sample.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SKIPPED = 77


def browser():
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def browse(*options, fragment="", report=REPORT):
    """What Chromium prints, with the console's lines on standard error."""
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
            f"--user-data-dir={profile}", *options, report.as_uri() + fragment,
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def first_pixel(png):
    """The colour of the upper left corner: for it, each of PNG's filters leaves the bytes as they are."""
    data = b""
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    return tuple(zlib.decompress(data)[1:4])


class Page:
    def __init__(self, fragment="", report=REPORT):
        process = browse("--virtual-time-budget=5000", "--dump-dom", fragment=fragment, report=report)
        self.html = process.stdout
        self.console = [line for line in process.stderr.splitlines() if "CONSOLE" in line]

    def articles(self):
        return re.findall(r"<article [^>]*>", self.html)

    def visible(self):
        return [tag for tag in self.articles() if " hidden" not in tag]

    def shown(self):
        return re.search(r'<output id="shown"[^>]*>(.*?)</output>', self.html)[1]


class ReportInABrowser(unittest.TestCase):
    def test_everything_is_shown_at_first(self):
        page = Page()
        self.assertEqual(page.console, [])
        self.assertEqual(len(page.visible()), 6)
        self.assertEqual(page.shown(), "6 of 6 shown")
        self.assertNotRegex(page.html, r"<form [^>]*hidden")

    def test_filters(self):
        page = Page("#rule=SF301&severity=note")
        self.assertEqual(page.console, [])
        self.assertEqual(page.shown(), "1 of 6 shown")
        self.assertEqual(len(page.visible()), 1)
        self.assertIn('data-rule="SF301" data-severity="note"', page.visible()[0])
        # The file without a finding that fits goes too.
        self.assertEqual(len(re.findall(r'<section class="file"[^>]* hidden', page.html)), 1)
        self.assertEqual(Page("#text=READ+ONE&temperature=hot&confidence=certain&rule=").shown(), "1 of 6 shown")

    def test_themes(self):
        def corner(theme):
            with tempfile.TemporaryDirectory() as folder:
                picture = Path(folder) / "report.png"
                browse(f"--screenshot={picture}", "--window-size=600,400", fragment=f"#theme={theme}")
                return first_pixel(picture.read_bytes())

        self.assertEqual(corner("light"), (0xFF, 0xFF, 0xFF))
        self.assertEqual(corner("dark"), (0x14, 0x17, 0x1C))

    def test_without_scripts_all_findings_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.html"
            report.write_text(re.sub(r"(?s)<script>.*?</script>", "", REPORT.read_text(encoding="utf-8")))
            page = Page(report=report)
        self.assertEqual(len(page.visible()), 6)
        self.assertRegex(page.html, r"<form [^>]*hidden")

    def test_it_loads_nothing(self):
        html = REPORT.read_text(encoding="utf-8")
        self.assertIn("default-src 'none'", html)
        self.assertIsNone(re.search(r"<(?:link|img|iframe|script [^>]*src)|url\(|@import|https?://", html))


if __name__ == "__main__":
    if browser() is None:
        print("skipped: no Chromium is installed")
        sys.exit(SKIPPED)
    unittest.main()
