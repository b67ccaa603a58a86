#!/usr/bin/env python3
"""Writes the table of settings in docs/settings.md from config/settings.cpp and from the sources that read
the settings. documents_test.py says when to run it.

    tests/documents/write_settings.py
"""

import glob
import os
import re
import sys

sys.dont_write_bytecode = True

DOCUMENT = "docs/settings.md"
BEGIN = "<!-- settings: written by tests/documents/write_settings.py -->\n"
END = "<!-- settings: end -->\n"
SOURCE = "config/settings.cpp"
# Reader -> files that read a setting for it.
READERS = {"federate": "libRTI/src/*.cpp rtia/hosting/*.cpp", "rtig": "rtig/program/rtig_manual.cpp",
           "rtirouter": "router/program/*.cpp", "rtictl": "tools/rtictl/rtictl_main.cpp",
           "rtimesh": "tools/rtimesh/*.cpp", "rtimon": "tools/rtimon/*.cpp"}
READS = re.compile(r'(?:(?:->|\.)(?:text|count|seconds|bytes|flag|directories)\(|SettingOption\{)"([a-z.-]+)"')
VALUES = {"flag": "yes, no", "seconds": "seconds", "bytes": "bytes", "count": "whole number", "text": ""}
STRING = r'"((?:[^"\\]|\\.)*)"'


def settings_in(source):
    """The settings of config/settings.cpp in their order, each a dictionary of texts."""
    variables = {name: re.findall(r'environment\("(\w+)"\)', body) for name, body in
                 re.findall(r"^std::optional<std::string> (\w+)\(.*?\{(.*?)^\}", source, re.MULTILINE | re.DOTALL)}
    found = []
    for entry in source.split("{.key = ")[1:]:
        entry = entry.split("}  // namespace")[0]
        help_text = re.search(r"\.help =\s*((?:" + STRING + r"\s*)+)", entry)[1]
        composed = re.search(r"\.compose = (\w+)", entry)
        found.append({
            "key": re.match(STRING, entry)[1],
            "environment": [_text(entry, "environment"), *re.findall(STRING, _list(entry, "aliases")),
                            *(variables[composed[1]] if composed else [])],
            "default": _text(entry, "default_value"),
            "values": _values(entry),
            "help": "".join(re.findall(STRING, help_text)),
        })
    return found


def readers_in(root):
    """key -> names of the programs that read it."""
    readers = {}
    for reader, patterns in READERS.items():
        for path in sorted(path for pattern in patterns.split() for path in glob.glob(os.path.join(root, pattern))):
            if path.endswith("_test.cpp"):
                continue
            for key in READS.findall(_read(path)):
                if reader not in readers.setdefault(key, []):
                    readers[key].append(reader)
    return readers


def table_of(settings, readers):
    lines = ["| RID key | environment | default | values | read by | meaning |", "| --- | --- | --- | --- | --- | --- |"]
    for setting in settings:
        key = setting["key"]
        default = setting["default"]
        cells = [f"`{key}`", ", ".join(f"`{name}`" for name in setting["environment"]), default, setting["values"],
                 ", ".join(readers[key]), setting["help"].replace("|", "\\|")]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def rewritten(markdown, table):
    """The document with this table between the two marks."""
    before, _, rest = markdown.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + table + "\n" + END + after


def table_from(root):
    settings = settings_in(_read(os.path.join(root, SOURCE)))
    readers = readers_in(root)
    unread = [setting["key"] for setting in settings if setting["key"] not in readers]
    if unread:
        raise ValueError("no program reads " + ", ".join(unread))
    return table_of(settings, readers)


def _text(entry, field):
    return re.search(rf"\.{field} = " + STRING, entry)[1]


def _list(entry, field):
    found = re.search(rf"\.{field} = \{{(.*?)\}}", entry, re.DOTALL)
    return found[1] if found else ""


def _values(entry):
    kind = re.search(r"\.kind = Kind::(\w+)", entry)
    kind = kind[1] if kind else "text"
    if kind == "choice":
        return ", ".join(re.findall(STRING, _list(entry, "allowed")))
    least = re.search(r"\.bytes_min = (\d+) << (\d+)", entry)
    most = re.search(r"\.bytes_max = (\d+) << (\d+)", entry)
    if least and most:
        return f"bytes, {_size(least)} to {_size(most)}"
    most = re.search(r"\.count_max = ([\d']+)", entry)
    if most:
        return f"whole number up to {most[1].replace(chr(39), '')}"
    return VALUES[kind]


def _size(match):
    bits = int(match[2]) // 10 * 10
    return str(int(match[1]) << (int(match[2]) - bits)) + {10: "K", 20: "M", 30: "G"}[bits]


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    path = os.path.join(root, DOCUMENT)
    new = rewritten(_read(path), table_from(root))
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)


if __name__ == "__main__":
    main()
