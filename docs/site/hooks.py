"""What the site needs beside the pages in docs: pages from elsewhere in the project, and links that hold there.

Pages link to each other, and to files of the project, as a reader of the repository needs it. On the site a link to a file that is
a page leads to the page; one to any other file becomes its words.
"""

import os.path
import re
from pathlib import Path, PurePosixPath

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent.parent
PLACEHOLDER = "ALL RULES"  # in the navigation

# Page on the site, and where it is written.
ELSEWHERE = {
    "catalog.md": "rules/catalog/README.md",
    "changes.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "costs.md": "gpu_validation/COSTS.md",
    "evidence.md": "gpu_validation/SUMMARY.md",
    "results.md": "bench/RESULTS.md",
    **{f"results/{path.name}": f"bench/results/{path.name}" for path in sorted((ROOT / "bench/results").glob("*.md"))},
}
PAGE_OF = {path: page for page, path in ELSEWHERE.items()}

LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```|^    \S.*?$|``.*?``|`[^`\n]*`)", re.DOTALL | re.MULTILINE)


def on_config(config):
    """The page of each rule, behind the index."""
    pages = sorted(path.name for path in (ROOT / "docs/rules").glob("SF*.md"))
    for section in config["nav"]:
        for title, entries in section.items():
            if isinstance(entries, list) and PLACEHOLDER in entries:
                section[title] = [entry for entry in entries if entry != PLACEHOLDER] + [f"rules/{page}" for page in pages]
    return config


def on_files(files, config):
    for page, path in ELSEWHERE.items():
        files.append(File.generated(config, page, content=(ROOT / path).read_text(encoding="utf-8")))
    return files


def place_of(target, source):
    """What a link of the file `source` leads to, as a path in the project."""
    return os.path.normpath(PurePosixPath(source).parent / target)


def site_link(link, source, page):
    target, _, fragment = link["target"].partition("#")
    if not target or ":" in target.split("/")[0]:
        return link[0]
    place = place_of(target, source)
    wanted = PAGE_OF.get(place)
    if wanted is None and place.startswith("docs/") and (ROOT / place).is_file():
        wanted = place.removeprefix("docs/")
    if wanted is None:
        # A link to nothing stays one, so that the build fails on it.
        return link["words"] if (ROOT / place).exists() else link[0]
    relative = os.path.relpath(wanted, PurePosixPath(page).parent)
    return f"[{link['words']}]({relative}{'#' + fragment if fragment else ''})"


def on_page_markdown(markdown, page, **_):
    uri = page.file.src_uri
    source = ELSEWHERE.get(uri, f"docs/{uri}")
    # Links only: what stands in code is no link. A link's words may hold code, so that code is put back first.
    held = []

    def hold(code):
        held.append(code[0])
        return f"\x00{len(held) - 1}\x00"

    def release(text):
        return re.sub("\x00(\\d+)\x00", lambda number: held[int(number[1])], text)

    return release(LINK.sub(lambda link: site_link(link, source, uri), CODE.sub(hold, markdown)))
