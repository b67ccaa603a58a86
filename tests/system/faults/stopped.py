#!/usr/bin/env python3
"""A federate that is stopped (SIGSTOP, as in a debugger) is not resigned and loses nothing.

    stopped.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process [--heartbeat S --hold S]

Two witnesses are joined. One is stopped, with its rtia; the other continues to send to it, and a third
federate joins and resigns. Then the stopped one continues, receives everything in order, and sends. With a
heartbeat it is stopped for longer than the heartbeat; that duration is part of the test.
"""
import argparse
import os
import signal
import sys
import time

sys.dont_write_bytecode = True  # keeps the source tree unchanged
from harness import FED, TRANSPORTS, Failure, Fixture, report, state_of  # noqa: E402

FEDERATION = "Stopped"
BURST = 500  # updates, and as many interactions: far less than flow control would hold


class Stopped:
    def __init__(self, fixture, options):
        self.fixture = fixture
        self.options = options

    def witness(self, name):
        child = self.fixture.start(name, [self.fixture.program("fault_witness"), FED])
        self.ask(child, "join %s %s" % (FEDERATION, name.upper()))
        return child

    def ask(self, child, command):
        outcome = self.fixture.ask(child, command)
        if outcome != "ok":
            raise Failure("%s, told to %s: %s" % (child.name, command, outcome))

    def run(self):
        fixture = self.fixture
        heartbeat = self.options.heartbeat
        fixture.start_rtig(*(["--heartbeat", str(heartbeat)] if heartbeat else []))
        sender = self.witness("sender")
        sleeper = self.witness("sleeper")
        fixture.wait(lambda: "discovered SENDER" in sleeper.lines, "the sleeper to be awake")
        stopped = [sleeper.pid] + fixture.rtia_processes("sleeper")
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        fixture.wait(lambda: all(state_of(pid) == "T" for pid in stopped), "the sleeper to stop")

        self.ask(sender, "burst %d" % BURST)
        time.sleep(self.options.hold)
        guest = self.witness("guest")
        self.ask(guest, "leave")
        self.check_still_joined(guest)

        begin = len(sleeper.lines)
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
        fixture.wait(lambda: "removed GUEST" in sleeper.lines[begin:] or sleeper.ended,
                     "the sleeper to hear what it missed")
        self.check_nothing_lost(sleeper.lines[begin:])

        self.ask(sleeper, "burst 1")
        fixture.wait(lambda: "reflected 1 of SLEEPER" in sender.lines, "the sleeper's update")
        for child in (sender, sleeper):
            self.ask(child, "leave")
        self.ask(sender, "destroy " + FEDERATION)
        lost = [line for line in fixture.rtig.lines if " lost federate " in line]
        if lost:
            raise Failure("rtig gave up a federate: %s" % lost)
        fixture.check_end(sender, sleeper, guest)

    def check_still_joined(self, guest):
        """Checks that a federate that joins later discovers the sleeper's object from rtig."""
        self.fixture.wait(lambda: "discovered SLEEPER" in guest.lines,
                          "the newcomer to discover the sleeper's object")
        if "removed SLEEPER" in guest.lines:
            raise Failure("the stopped federate's object was removed")

    def check_nothing_lost(self, lines):
        expected = []
        for i in range(1, BURST + 1):
            expected += ["reflected %d of SENDER" % i, "received word %d" % i]
        expected += ["discovered GUEST", "removed GUEST"]
        if lines != expected:
            at = next((i for i, (a, b) in enumerate(zip(lines, expected)) if a != b),
                      min(len(lines), len(expected)))
            raise Failure("after SIGCONT, line %d of %d (%d expected): %s"
                          % (at, len(lines), len(expected), lines[at:at + 3]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--heartbeat", type=int, default=0)
    parser.add_argument("--hold", type=float, default=0)
    options = parser.parse_args()
    with Fixture(options.bin, options.transport, options.rtia) as fixture:
        try:
            Stopped(fixture, options).run()
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s, %s rtia: a stopped federate stayed joined and got all of %d updates and "
           "interactions, in order" % (options.transport, options.rtia, 2 * BURST))
    return 0


if __name__ == "__main__":
    sys.exit(main())
