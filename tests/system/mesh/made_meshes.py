#!/usr/bin/env python3
"""The meshes that `rtimesh make` writes, run as a user runs them: checked, drawn, started by `rtimesh up`, with
a federate at each router that the file names for federates.

    made_meshes.py --bin BUILD/bin
"""
import argparse
import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import Failure, Fixture, report  # noqa: E402
import meshes  # noqa: E402

FED = os.path.join(HERE, "..", "..", "..", "benchmarks", "benchmark.fed")
FIRST_PORT = 20400  # a port that the kernel never assigns
UPDATES = 200

# The options, the output of `rtimesh check`, and the number of routers for federates.
MESHES = [
    (["tree", "--routers", "7", "--fan-out", "2"], "7 routers in 7 groups, 6 links, 3 levels deep", 4),
    (["mesh-of-trees", "--routers", "9"], "9 routers in 7 groups, 9 links, 2 levels deep", 6),
    (["tree-of-meshes", "--routers", "5", "--parts", "2"], "5 routers in 2 groups, 5 links, 2 levels deep", 4),
    (["mesh", "--routers", "3"], "3 routers in 1 group, 3 links, 1 level deep", 3),
]


def said(fixture, name, *arguments):
    """Returns the output of rtimesh."""
    rtimesh = fixture.start(name, [fixture.program("rtimesh"), *arguments])
    fixture.wait(lambda: rtimesh.ended, "the end of rtimesh " + arguments[0])
    if rtimesh.process.returncode != 0:
        raise Failure("rtimesh %s ended with status %d" % (arguments[0], rtimesh.process.returncode))
    return rtimesh.lines


def urls_of(lines):
    """Returns the URLs of the federates, in their order."""
    urls = []
    for line in lines:
        found = re.fullmatch(r"(?:#   )?RTI_URL=(mesh://\S+) +federates? (\d+)(?: to (\d+))? at \S+", line)
        if found:
            first, last = int(found[2]), int(found[3] or found[2])
            if first != len(urls) + 1:
                raise Failure("federate %d comes after federate %d" % (first, len(urls)))
            urls += [found[1]] * (last - first + 1)
    return urls


def make(fixture, number, what, size, places):
    """Makes the file; returns its path and the URLs of its federates."""
    path = os.path.join(fixture.folder, "made-%d.yaml" % number)
    lines = said(fixture, "make-%d" % number, "make", *what, "--federates", str(places), "--hosts",
                 meshes.own_address(), "--first-port", str(FIRST_PORT), "--name", "made", "--output", path)
    checked = said(fixture, "check-%d" % number, "check", path)
    if lines[0] != checked[0] or not checked[0].startswith("%s: %s, hash " % (path, size)):
        raise Failure("rtimesh make says %r, check %r" % (lines[0], checked[0]))
    if said(fixture, "draw-%d" % number, "draw", path)[0] != 'digraph "made" {':
        raise Failure("rtimesh draw draws something else")
    urls = urls_of(lines)
    with open(path) as file:
        if urls_of(file.read().splitlines()) != urls:
            raise Failure("the file names other routers for federates than rtimesh make has printed")
    if len(urls) != places or len(set(urls)) != places:
        raise Failure("%d federates are to use %s" % (places, urls))
    return path, urls


def run(fixture, number, path, urls):
    """Runs a federate that sends to all others, which check that all messages arrive."""
    fixture.rtig, ready = fixture.start_gateway(
        "up-%d" % number, [fixture.program("rtimesh"), "up", "--host", meshes.own_address(), path])
    if not ready:
        raise Failure("rtimesh up did not become ready")
    federates = []
    for i, url in enumerate(urls):
        fixture.url = url
        federates.append(fixture.start("federate-%d-%d" % (number, i), [
            fixture.program("BmThruput"), "--csv", "-f", FED, "-n", str(len(urls) - 1), "-u", str(UPDATES), "-c", "1",
            "-t"]))
    fixture.wait(lambda: all(federate.ended for federate in federates), "the end of the federates")
    rows = [row for federate in federates for row in csv.reader(federate.lines)]
    roles = sorted(row[0] for row in rows)
    if any(f.process.returncode != 0 for f in federates) or roles != ["receiver"] * (len(urls) - 1) + ["sender"]:
        raise Failure("the federates have said %s" % rows)
    if any(row[9] != "0" for row in rows):
        raise Failure("updates were lost: %s" % rows)
    fixture.check_end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "tcp", "embedded") as fixture:
        for number, (what, size, places) in enumerate(MESHES):
            try:
                run(fixture, number, *make(fixture, number, what, size, places))
            except Failure as failure:
                report("FAILED: rtimesh make %s: %s%s" % (" ".join(what), failure, fixture.story()))
                return 1
            report("rtimesh make %s: %s; %d federates" % (" ".join(what), size, places))
    return 0


if __name__ == "__main__":
    sys.exit(main())
