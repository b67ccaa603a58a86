#!/usr/bin/env python3
"""A federate is upgraded while its federation goes on, as examples/handover does it.

    handover.py --bin BUILD/bin --rtia embedded|process

`counter` sends ascending numbers to `hello`. Again and again it suspends its membership at a signal, and its program
file starts again in its place. Each number must arrive once and in order, from the same federate, and nothing must be
left of the files of suspended memberships.
"""
import argparse
import glob
import os
import re
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from harness import Failure, Fixture, report  # noqa: E402

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "examples")
LAST = 40
UPGRADES = 5
PAUSE_S = 1
RESUME_TIMEOUT_S = "60"


def numbers(listener):
    found = (re.fullmatch(r"alice: MessagesSent = '(\d+)'", line) for line in listener.lines)
    return [int(match.group(1)) for match in found if match]


def continuations(federate):
    return [line for line in federate.lines if line.startswith("alice goes on as federate ")]


def continue_later(fixture, counter, program):
    """Ends the process without a successor, and starts another one after some checks of rtig."""
    os.remove(program)
    counter.signal(signal.SIGHUP)
    fixture.wait(lambda: counter.ended, "the end of the first process")
    command = next((line for line in counter.lines if "continue with: counter " in line), None)
    if command is None:
        raise Failure("alice did not say how to continue")
    until = time.monotonic() + PAUSE_S
    fixture.wait(lambda: time.monotonic() > until, "time to pass")
    arguments = command.partition("continue with: counter ")[2].split()
    return fixture.start("alice-again", [fixture.program("counter"), *arguments])


def run(fixture):
    fixture.start_rtig("--resume-timeout", RESUME_TIMEOUT_S, "--resume-times", "0")
    fed = os.path.join(EXAMPLES, "hello.fed")
    listener = fixture.start("bob", [fixture.program("hello"), "bob", fed, "1000"])
    fixture.wait(lambda: listener.ended or any("waits for a second federate" in line for line in listener.lines),
                 "bob to join")
    program = os.path.join(fixture.folder, "counter")
    shutil.copy(fixture.program("counter"), program)
    counter = fixture.start("alice", [program, "alice", fed, str(LAST)])
    for upgrade in range(1, UPGRADES + 1):
        fixture.wait(lambda: counter.ended or len(numbers(listener)) >= upgrade * LAST / (UPGRADES + 2), "more numbers")
        counter.signal(signal.SIGHUP)
        fixture.wait(lambda: counter.ended or len(continuations(counter)) == upgrade, "upgrade %d" % upgrade)
    counter = continue_later(fixture, counter, program)
    fixture.wait(lambda: counter.ended and (listener.ended or any(line.endswith(" has left") for line in listener.lines)),
                 "the end of alice")
    if counter.process.returncode != 0:
        raise Failure("alice ended with status %s" % counter.process.returncode)
    if numbers(listener) != list(range(1, LAST + 1)):
        raise Failure("the numbers that arrived: %s" % numbers(listener))
    handles = {re.findall(r"federate (\d+)", line)[0] for child in fixture.children for line in continuations(child)}
    if len(handles) != 1:
        raise Failure("federates went on as %s" % handles)
    if glob.glob(os.path.join(fixture.folder, "*.membership")):
        raise Failure("files of memberships are left")
    fixture.kill(listener)
    fixture.check_end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", default="tcp")
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    with Fixture(options.bin, options.transport, options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": RESUME_TIMEOUT_S}
        try:
            run(fixture)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia: a federate was upgraded %d times" % (options.rtia, UPGRADES + 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
