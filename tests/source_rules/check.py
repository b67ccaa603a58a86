#!/usr/bin/env python3
"""Checks the rules of the source tree (rules.py) on the files that git tracks. Run by ctest as
style.source_rules.check; by hand: tests/source_rules/check.py [--write-ratchet].

ratchet.txt tolerates faults that are older than their rule, at their present size. A fault may not grow; when
it shrinks, its line must shrink too. --write-ratchet writes the file again, unless a fault has grown.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from rules import RULES, Tree  # noqa: E402

RATCHET = "tests/source_rules/ratchet.txt"


def read_ratchet(text):
    tolerated = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            rule, path, subject, amount = line.split()
            tolerated[rule, path, subject] = int(amount)
    return tolerated


def judge(findings, tolerated):
    """Returns faults as text for people, and the ratchet that tolerates exactly the present faults."""
    faults, left, tightened = [], dict(tolerated), {}
    for finding in findings:
        key = (finding.rule, finding.path, finding.subject)
        allowed = left.pop(key, None) if finding.subject else None
        where = f"{finding.path}:{finding.line}: [{finding.rule}] {finding.text}"
        if allowed is None or finding.amount > allowed:
            faults.append(where + (f" (tolerated: {allowed})" if allowed else ""))
            continue
        tightened[key] = finding.amount
        if finding.amount < allowed:
            faults.append(where + f": better than the {allowed} of {RATCHET}; run check.py --write-ratchet")
    for rule, path, subject in left:
        faults.append(f"{path}: [{rule}] {subject} is within the limit now; run check.py --write-ratchet")
    return faults, tightened


def main(arguments):
    root = subprocess.check_output(["git", "rev-parse", "--show-toplevel"], text=True,
                                   cwd=os.path.dirname(os.path.abspath(__file__))).strip()
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=root).decode().split("\0")
    tree = Tree(root, [path for path in listed if path and os.path.isfile(os.path.join(root, path))])
    findings = [finding for rule in RULES for finding in rule(tree)]
    faults, tightened = judge(findings, read_ratchet(tree.read(RATCHET)))
    if arguments == ["--write-ratchet"]:
        head = "".join(l for l in tree.read(RATCHET).splitlines(True) if l.startswith("#"))
        with open(os.path.join(root, RATCHET), "w", encoding="utf-8") as file:
            file.write(head + "".join(f"{' '.join(key)} {amount}\n" for key, amount in sorted(tightened.items())))
        faults = [fault for fault in faults if "--write-ratchet" not in fault]
    for fault in faults:
        print(fault)
    print(f"{len(tree.cpp)} C++ files, {sum(len(s.functions) for s in tree.cpp)} functions, "
          f"{len(RULES)} rules, {len(tightened)} old sins tolerated, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
