#!/usr/bin/env python3
"""Runs a program with federates at the routers of a mesh.

    over_mesh.py --bin BUILD/bin --shape SHAPE [--patience SECONDS] COMMAND...

In COMMAND {urls} stands for the URLs of the routers, separated by commas. Ends with the program's status. If
that is 0, the routers and rtig must end with status 0, too, and leave nothing behind. A program that runs for
longer than the patience is ended, and what it and the gateways have said is shown: a federate that waits says
for what. Linux only.
"""
import argparse
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import Failure, Fixture, report  # noqa: E402
import meshes  # noqa: E402


def show_errors(fixture):
    with open(os.path.join(fixture.folder, "program.err"), errors="replace") as file:
        sys.stderr.write(file.read())


def run(fixture, command, patience):
    """Returns the program's exit status; its output goes to this script's output."""
    until = time.monotonic() + patience
    fixture.start_rtig("--saves", os.path.join(fixture.folder, "saves"))
    program = fixture.start("program", [word.replace("{urls}", ",".join(fixture.mesh.urls)) for word in command])
    while not program.ended:
        fixture.pump(1)
        while (line := program.take()) is not None:
            report(line)
        if time.monotonic() > until:
            show_errors(fixture)
            raise Failure("the program still runs after %d s" % patience)
    show_errors(fixture)
    if program.process.returncode == 0:
        fixture.check_end()
    return program.process.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=meshes.NAMES, required=True)
    parser.add_argument("--patience", type=int, default=800)  # seconds, less than the time limit of the test
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    with Fixture(options.bin, "mesh-" + options.shape, "embedded") as fixture:
        try:
            status = run(fixture, options.command, options.patience)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
        if status != 0:
            report("FAILED: the program ended with status %d%s" % (status, fixture.story()))
        return 1 if status != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
