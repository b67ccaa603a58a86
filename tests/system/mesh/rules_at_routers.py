"""Common parts of tests of rules at routers (regulation_at_routers.py, classes_at_routers.py,
best_effort_at_routers.py)."""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import Failure, Fixture, report  # noqa: E402
import meshes  # noqa: E402,F401

# By shape: the routers where the rule holds, and where it does not.
PLACES = {"group": ("beta", "gamma"), "below": ("beta", "epsilon")}


def expect(fixture, child, command, wanted):
    outcome = fixture.ask(child, command)
    if outcome != wanted:
        raise Failure("%s, told to %s: %s (expected: %s)" % (child.name, command, outcome, wanted))


def main(case, shown):
    """Runs case(fixture).run() with the options of the command line; `shown` is the text to print after success."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=PLACES, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "mesh-" + options.shape, options.rtia) as fixture:
        try:
            case(fixture).run()
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("mesh-%s, %s: %s" % (options.shape, options.rtia, shown))
    return 0
