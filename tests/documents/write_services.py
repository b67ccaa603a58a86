#!/usr/bin/env python3
"""Writes the column "source" of the tables of docs/services.md: the files in which libRTI turns a service into a
message, and in which RTIA and RTIG handle that message or make that callback. documents_test.py reports when
it must be run.

    tests/documents/write_services.py
"""

import glob
import os
import re
import sys

sys.dont_write_bytecode = True

import documents  # noqa: E402

DOCUMENT = "docs/services.md"
# Files that name many messages and handle none: texts of reports, commands of the MOM, the list of
# callbacks, reads of records of neighbours, the lists of allowed senders.
NOT_SOURCES = ("service_report", "rtia/mom_", "callbacks", "neighbours", "saved_state", "rtia/membership")


class Sources:
    def __init__(self, root):
        self.kinds = set(re.findall(r"X\(\d+, (\w+)\)", _read(root, "wire/message_list.hpp")))
        self.bindings = {}
        for path in _cpp_files(root, "libRTI/src/services_*.cpp"):
            for name, kinds in messages_of_functions(_read(root, path)).items():
                self.bindings[name] = (path, kinds & self.kinds)
        everything = {path: _read(root, path) for folder in ("rtia", "rtig", "rtig/gateway")
                      for path in _cpp_files(root, folder + "/*.cpp")}
        self.cores = {path: text for path, text in everything.items() if not any(w in path for w in NOT_SOURCES)}
        self.others = {path: text for path, text in everything.items() if path not in self.cores}

    def of(self, name, kind):
        own = name[0].upper() + name[1:]
        if kind == "callback":
            return self._naming(own)
        path, kinds = self.bindings.get(name, (None, set()))
        found = [] if path is None else [path]
        for message in sorted(kinds or {own} & self.kinds):
            found += self._handling(message) or self._naming(message)
        return list(dict.fromkeys(found))

    def _handling(self, message):
        """Returns the files in which a function that handles the message has it as a parameter."""
        takes = re.compile(rf"::(?:(?:receive|perform|apply|make|process|answer)_\w+)\([^;{{}}]*?const (?:wire::)?{message}&")
        return [path for path, text in self.cores.items() if takes.search(text)]

    def _naming(self, message):
        names = re.compile(rf"\b{message}\b")
        return ([path for path, text in self.cores.items() if names.search(text)] or
                [path for path, text in self.others.items() if names.search(text)][:1])


def rewritten(markdown, sources):
    """Returns the document with the current sources; sources(name, kind) returns paths."""
    lines = []
    for line in markdown.split("\n"):
        cells = line.split("|")
        if len(cells) >= 6 and cells[3].strip() in ("service", "callback"):
            name = re.search(r"`(\w+)`", cells[2])[1]
            cells[4] = " " + ", ".join(sources(name, cells[3].strip())) + " "
            line = "|".join(cells)
        lines.append(line)
    return "\n".join(lines)


def messages_of_functions(text):
    """Returns function -> messages that it, or a function of this file that it calls, names."""
    function = re.compile(r"^(?:\w[\w:<>*& ]*?[ *&])?(?:RTI::RTIambassador::)?(~?\w+)\([^;{}]*?\)\s*(?:const\s*)?"
                          r"\{(.*?)^\}", re.MULTILINE | re.DOTALL)
    bodies = {}
    for match in function.finditer(text):
        bodies[match[1]] = bodies.get(match[1], "") + match[2]
    found = {}
    for name, body in bodies.items():
        called = [bodies[other] for other in re.findall(r"\b([a-z]\w*)\(", body) if other in bodies and other != name]
        found[name] = set(re.findall(r"wire::(\w+)", body + "".join(called)))
    return found


def _cpp_files(root, pattern):
    paths = (os.path.relpath(path, root) for path in sorted(glob.glob(os.path.join(root, pattern))))
    return [path for path in paths if not path.endswith("_test.cpp")]


def _read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    new = rewritten(_read(root, DOCUMENT), Sources(root).of)
    unknown = [name for name, entry in documents.listed_services(new).items() if not entry[1]]
    if unknown:
        sys.exit(f"no source found for {', '.join(unknown)}")
    with open(os.path.join(root, DOCUMENT), "w", encoding="utf-8") as file:
        file.write(new)


if __name__ == "__main__":
    main()
