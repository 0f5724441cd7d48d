#!/usr/bin/env python3
"""Opens the HTML report's snapshot in a headless Chromium: filters, links, themes, and a browser without scripts.

Ends with 77, which ctest shows as skipped, where no Chromium is installed.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

SNAPSHOT = Path(__file__).resolve().parent / "snapshots" / "sample.html"
ASSETS = Path(__file__).resolve().parents[2] / "analyzer" / "report" / "html"
FOLDER = tempfile.TemporaryDirectory()
REPORT = Path(FOLDER.name) / "report.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SKIPPED = 77


def write_report():
    """The snapshot names its style and script, which are kept once."""
    html = SNAPSHOT.read_text(encoding="utf-8")
    for name in ("report.css", "report.js"):
        html = html.replace(f"{{{{{name}}}}}\n", (ASSETS / name).read_text(encoding="utf-8"))
    REPORT.write_text(html, encoding="utf-8")


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

    def after(self, script, *options, html=None, fragment=""):
        """What `script` leaves in the page's title, run behind the report's own."""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.html"
            text = html or REPORT.read_text(encoding="utf-8")
            report.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
            process = browse("--dump-dom", *options, report=report, fragment=fragment)
        return re.search(r"<title>(.*?)</title>", process.stdout)[1]

    def test_keys(self):
        keys = "const hit = key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
        number = "document.title = findings.findIndex(f => f.element.classList.contains('current'));"
        self.assertEqual(self.after(keys + "hit('j'); hit('j'); hit('j'); hit('k');" + number), "1")
        self.assertEqual(self.after(keys + "hit('k');" + number), "-1")
        self.assertEqual(self.after(keys + "for (let i = 0; i < 99; ++i) hit('j');" + number), "5")
        self.assertEqual(self.after(keys + "hit('j');" + number, fragment="#severity=error"), "3")
        self.assertEqual(self.after(keys + "hit('/'); document.title = document.activeElement.name;"), "text")
        typing = "const box = document.querySelector('[name=text]'); box.focus();"
        typing += "box.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}));"
        self.assertEqual(self.after(typing + number), "-1")

    def test_rule_pages(self):
        page = Page("#page-SF301")
        self.assertRegex(page.html, r'<details class="page" id="page-SF301" open')
        self.assertNotRegex(page.html, r'<details class="page" id="page-SF502" open')

    def test_narrow_screens(self):
        """In a frame of a telephone's width, since a window is at least 500 pixels wide; the rules' pages are open."""
        script = "document.querySelectorAll('details').forEach(each => each.open = true);"
        script += "parent.postMessage(document.documentElement.scrollWidth - document.documentElement.clientWidth, '*');"
        with tempfile.TemporaryDirectory() as folder:
            report, telephone = Path(folder) / "report.html", Path(folder) / "telephone.html"
            html = REPORT.read_text(encoding="utf-8")
            report.write_text(html.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
            for width in (390, 320):
                telephone.write_text(
                    "<!DOCTYPE html><title>silent</title>"
                    "<script>addEventListener('message', event => { document.title = event.data; });</script>"
                    f'<iframe src="report.html" style="border: 0; width: {width}px; height: 800px"></iframe>',
                    encoding="utf-8",
                )
                page = browse("--virtual-time-budget=5000", "--dump-dom", report=telephone).stdout
                self.assertEqual(re.search(r"<title>(.*?)</title>", page)[1], "0", f"wider than {width} pixels by so many")

    def test_thousands_of_findings_open_in_a_second(self):
        html = REPORT.read_text(encoding="utf-8")
        start, end = html.index('<section class="file"'), html.rindex("</section>") + len("</section>")
        many = "".join(re.sub(r' id="(\w+)"', rf' id="\1x{i}"', html[start:end]) for i in range(834))
        # Read, filtered, and laid out as far as the screen goes.
        script = "document.body.offsetHeight; document.title = findings.length + ' ' + Math.round(performance.now());"
        times = []
        patience = max(1, os.getloadavg()[0] / os.cpu_count())  # a busy machine is not the report's fault
        for _ in range(5):
            title = self.after(script, html=html[:start] + many + html[end:])
            count, time = map(int, title.split())
            self.assertGreaterEqual(count, 5000)
            times.append(time)
            if time < 1000 * patience:
                return
        self.fail(f"took {times} ms")

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
    write_report()
    unittest.main()
