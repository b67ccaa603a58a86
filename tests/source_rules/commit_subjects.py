#!/usr/bin/env python3
"""Checks the subjects of the commits since the merge base with origin/main, or of the last 100 commits if
there are none: an imperative verb first, at most 72 characters, no period. Run by ctest as
style.commit_subjects; by hand: tests/source_rules/commit_subjects.py [REVISION-RANGE].
"""

import os
import re
import subprocess
import sys

LENGTH = 72
LAST_COMMITS = 100
# First words that are not imperatives: articles, pronouns, and forms of verbs.
NO_VERB = re.compile(r"(?:A|An|The|This|That|These|Those|It|Its|In|On|At|For|Of|To|With|Some|Each|Every|No|Now|When|If)$"
                     r"|\w*(?:ed|ing|tion|ment|ness)$")
# Imperatives that look like other forms.
VERBS = {"Bring", "Embed", "Feed", "Heed", "Mention", "Need", "Ping", "Proceed", "Position", "Ring", "Seed", "Shed", "Speed", "Spring",
         "String", "Swing", "Section", "Document", "Implement", "Increment", "Decrement", "Comment", "Cement", "Supplement", "Succeed",
         "Exceed", "Shred", "Wed", "Question", "Condition", "Function", "Ration", "Station", "Witness", "Harness", "Partition"}


def fault_of(subject):
    """Returns the fault of a subject, or None."""
    if len(subject) > LENGTH:
        return f"{len(subject)} characters, more than {LENGTH}"
    first = re.match(r"[\w'-]*", subject).group()
    if not re.match(r"[A-Z]", first):
        return "begins with no capital letter"
    if first not in VERBS and NO_VERB.match(first):
        return f"begins with \"{first}\", which is no imperative verb"
    if subject.endswith("."):
        return "ends with a period"
    return None


def _git(*arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    ran = subprocess.run(["git", *arguments], cwd=here, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else ""


def range_to_check():
    base, head = _git("merge-base", "HEAD", "origin/main"), _git("rev-parse", "HEAD")
    if base and base != head:
        return f"{base}..HEAD"
    # Nothing is ahead of origin/main, or there is none: the last commits.
    return f"HEAD~{LAST_COMMITS}..HEAD" if _git("rev-parse", "--verify", "-q", f"HEAD~{LAST_COMMITS}") else "HEAD"


def main(arguments):
    subjects = _git("log", "--no-merges", "--format=%h %s", arguments[0] if arguments else range_to_check()).splitlines()
    faults = 0
    for line in subjects:
        commit, _, subject = line.partition(" ")
        fault = fault_of(subject)
        if fault:
            faults += 1
            print(f"{commit} \"{subject}\": {fault}")
    print(f"{len(subjects)} commits, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
