"""What the rule pages declare: code, languages, and how the good form still waits."""

import dataclasses
import pathlib
import tomllib


@dataclasses.dataclass(frozen=True)
class Page:
    stem: str
    code: str
    name: str
    languages: tuple
    good_form_waits: str  # "none", "fewer" or "elsewhere"
    measured: bool  # False for pages that speak of comments, and for those that only a goal reports (goal_evidence.py)
    fix: str = "none"  # the best kind of rewrite: "safe", "unsafe", "suggestion" or "none"


def read_page(path):
    """The front matter of one rule page, which stands between two lines of `+++`."""
    parts = path.read_text(encoding="utf-8").split("+++\n", 2)
    if len(parts) != 3 or parts[0]:
        raise ValueError(f"{path}: a rule page starts with front matter between two lines of +++")
    front = tomllib.loads(parts[1])
    return Page(
        stem=path.stem,
        code=front["code"],
        name=front["name"],
        languages=tuple(front["languages"]),
        good_form_waits=front["good_form_waits"],
        fix=front.get("fix", "none"),
        measured=front.get("analysis") not in ("suppression", "goal"),
    )


def read_pages(folder):
    """All rule pages of a folder, by stem."""
    return {path.stem: read_page(path) for path in sorted(pathlib.Path(folder).glob("*.md"))}
