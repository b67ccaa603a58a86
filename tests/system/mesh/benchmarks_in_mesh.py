#!/usr/bin/env python3
"""Runs each benchmark once, short, with its federates at the routers of a mesh; the figures are meaningless.

    benchmarks_in_mesh.py --bin BUILD/bin --shape SHAPE

A benchmark checks by itself that its messages arrive.
"""
import argparse
import csv
import os
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path[:0] = [os.path.join(HERE, "..", "faults"), os.path.join(ROOT, "benchmarks")]
from harness import Failure, Fixture, report  # noqa: E402
from comparison import matrix, programs  # noqa: E402
import meshes  # noqa: E402

MATRIX = os.path.join(ROOT, "tests", "packaging", "compare.toml")
BENCHMARKS = ["latency", "throughput", "time", "objects", "stream"]


def cases(shape):
    with open(MATRIX, "rb") as file:
        described = tomllib.load(file)
    if shape.endswith("-long"):
        described["stream"]["description"] = [os.path.join(HERE, "bundled.stream"), "time"]
    return matrix.Matrix(described, BENCHMARKS, ["tcp"]).cases


def run_case(fixture, number, case):
    """Returns the figures that its federates have printed."""
    command_of, figures_of = programs.RUNS[case.benchmark]
    count, words = command_of(case, os.path.join(fixture.folder, "samples"))
    federates = [fixture.start("%s-%d-%d" % (words[0], number, i),
                               [fixture.program(words[0]), "--csv", "-f", programs.FED, *words[1:]])
                 for i in range(count)]
    fixture.wait(lambda: all(f.ended for f in federates), "the end of " + " ".join(words))
    for federate in federates:
        if federate.process.returncode != 0:
            raise Failure("%s ended with status %d" % (" ".join(words), federate.process.returncode))
    lines = [line for f in federates for line in csv.reader(f.lines) if len(line) > 1]
    return figures_of(lines)


def check(case, figures):
    for _, of_one in figures:
        lost = of_one.get("lost", 0)
        if lost:
            raise Failure("%s lost %d updates" % (case.benchmark, lost))
    if not figures:
        raise Failure("%s printed no figures" % case.benchmark)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=meshes.NAMES, required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "mesh-" + options.shape, "embedded") as fixture:
        try:
            fixture.start_rtig()
            for number, case in enumerate(cases(options.shape)):
                figures = run_case(fixture, number, case)
                check(case, figures)
                report("%s %s: %s" % (case.benchmark, case.parameters, figures))
            fixture.check_end()
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
