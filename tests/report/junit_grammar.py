#!/usr/bin/env python3
"""Holds a JUnit report against the elements and attributes of Jenkins' schema junit-10, and its sums against its parts.

usage: junit_grammar.py DOCUMENT...
"""

import sys
import xml.etree.ElementTree as ElementTree

# Of each element: the attributes it must have, those it may have, and its children. Text stands in failures and errors alone.
GRAMMAR = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
}


def faults_of(element):
    if element.tag not in GRAMMAR:
        yield f"<{element.tag}> is no element of the schema"
        return
    needed, allowed, children = GRAMMAR[element.tag]
    yield from (f"<{element.tag}> lacks `{name}`" for name in needed - set(element.attrib))
    yield from (f"<{element.tag}> cannot have `{name}`" for name in set(element.attrib) - needed - allowed)
    if element.tag not in ("failure", "error") and (element.text or "").strip():
        yield f"<{element.tag}> holds text"
    for child in element:
        if child.tag not in children:
            yield f"<{child.tag}> cannot stand in <{element.tag}>"
        yield from faults_of(child)


def wrong_sums(element):
    """GitLab keeps only the first of several cases with one name in one class."""
    for counted in [element, *element.iter("testsuite")]:
        for attribute, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            if int(counted.get(attribute)) != len(list(counted.iter(tag))):
                yield f"<{counted.tag}> has another number of <{tag}> than its `{attribute}` says"
    names = [(case.get("classname"), case.get("name")) for case in element.iter("testcase")]
    yield from (f"two cases are called {name}" for name in set(names) if names.count(name) > 1)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    failed = False
    for path in sys.argv[1:]:
        root = ElementTree.parse(path).getroot()
        faults = ["the root is no <testsuites>"] if root.tag != "testsuites" else [*faults_of(root), *wrong_sums(root)]
        for fault in faults:
            failed = True
            print(f"{path}: {fault}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
