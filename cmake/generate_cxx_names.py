#!/usr/bin/env python3
"""Makes C++ tables of the names in rules/cxx_names, and of those of Thrust in the catalog.

    generate_cxx_names.py --names FOLDER --thrust rules/catalog/thrust.toml --header frontends/cxx/name_tables.h --output FILE

Fails where the files and the header name different tables, where a name stands twice in one, and where a type is none.
"""
import argparse
import re
import tomllib
from pathlib import Path

DECLARATION = re.compile(r"extern const (.+) k(\w+);")
TYPE = re.compile(r"^  k(\w+),", re.MULTILINE)


class Wrong(Exception):
    pass


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def text(value):
    if not isinstance(value, str) or not re.fullmatch(r"[ -~]+", value) or '"' in value or "\\" in value:
        raise Wrong(f"{value!r} is no plain text")
    return f'"{value}"'


def once(names, where):
    names = list(names)
    if not names:
        raise Wrong(f"{where} is empty")
    for name in names:
        if names.count(name) > 1:
            raise Wrong(f"{where}: {name!r} stands there twice")
    return sorted(names)


def words(name, value):
    rows = ", ".join(text(word) for word in once(value, name))
    return f"constexpr std::string_view k{name}Words[] = {{{rows}}};\n", f"const WordTable k{name}{{k{name}Words}};\n"


def mapping(name, value, kind, convert):
    rows = ", ".join(f"{{{text(key)}, {convert(value[key])}}}" for key in once(value, name))
    return (
        f"constexpr NameMap<{kind}>::Entry k{name}Rows[] = {{{rows}}};\n",
        f"const NameMap<{kind}> k{name}{{k{name}Rows}};\n",
    )


def pattern_rows(name, value):
    rows = ", ".join(f"{{{text(word.removesuffix('*'))}, {str(word.endswith('*')).lower()}}}" for word in once(value, name))
    return f"constexpr NamePattern k{name}Rows[] = {{{rows}}};\n"


def patterns(name, value):
    return pattern_rows(name, value), f"const NamePatterns k{name}{{k{name}Rows}};\n"


def families(name, value):
    tables, rows = "", ""
    for number, family in enumerate(value):
        tables += pattern_rows(f"Family{number}", family["names"])
        rows += f"{{{text(family['namespace'])}, kFamily{number}Rows, {text(family['path'])}}}, "
    return (
        tables + f"constexpr FunctionFamily k{name}Rows[] = {{{rows}}};\n",
        f"const std::span<const FunctionFamily> k{name}{{k{name}Rows}};\n",
    )


def read(folder):
    """All tables by the names that the header has for them."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            parts = {f"{key}_{part}": inner for part, inner in value.items()} if key == "checks" else {key: value}
            for part, inner in parts.items():
                name = "".join(word.capitalize() for word in part.split("_"))
                if name in found:
                    raise Wrong(f"{path.name}: {part} is there twice")
                found[name] = inner
    return found


def algorithms(catalog):
    """What the catalog has of Thrust, without its namespace."""
    rows = tomllib.loads(catalog.read_text(encoding="utf-8"))["callable"]
    return sorted({name for row in rows for names in re.findall(r"thrust\.\{([\w,]+)\}", row["names"]) for name in names.split(",")})


def generate(folder, catalog, header):
    declared = {name: kind for kind, name in DECLARATION.findall(header.read_text(encoding="utf-8"))}
    types = {snake(name): name for name in TYPE.findall((header.parent / "types.h").read_text(encoding="utf-8"))}
    found = read(folder) | {"ThrustAlgorithms": algorithms(catalog)}
    if unknown := sorted(set(found) ^ set(declared)):
        raise Wrong(f"in one of the header and the files alone: {', '.join(unknown)}")

    def of_type(name):
        if name not in types:
            raise Wrong(f"{name!r} is no type: {', '.join(sorted(types))}")
        return f"Type::k{types[name]}"

    writers = {
        "WordTable": words,
        "NameMap<std::string_view>": lambda name, value: mapping(name, value, "std::string_view", text),
        "NameMap<Type>": lambda name, value: mapping(name, value, "Type", of_type),
        "NamePatterns": patterns,
        "std::span<const FunctionFamily>": families,
    }
    rows, definitions = "", ""
    for name, value in found.items():
        table, definition = writers[declared[name]](name, value)
        rows += table
        definitions += definition
    return (
        '// Made by cmake/generate_cxx_names.py of rules/cxx_names.\n#include "frontends/cxx/name_tables.h"\n\n'
        f"namespace syncfree::cxx::tables {{\n\nnamespace {{\n{rows}}}  // namespace\n\n{definitions}\n"
        "}  // namespace syncfree::cxx::tables\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--names", type=Path, required=True)
    parser.add_argument("--thrust", type=Path, required=True)
    parser.add_argument("--header", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        made = generate(arguments.names, arguments.thrust, arguments.header)
    except (Wrong, tomllib.TOMLDecodeError) as error:
        raise SystemExit(f"error: rules/cxx_names: {error}") from error
    arguments.output.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
