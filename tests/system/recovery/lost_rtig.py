#!/usr/bin/env python3
"""rtig is killed and stopped under traffic; a new one continues its federation from the journal.

    lost_rtig.py --bin BUILD/bin --rtia embedded|process [--transport tcp|shm|MESH] [--time | --saves]

Two federates send each other 10,000 updates, or with --time make 2,000 steps with a message in time-stamp order each
way in each step. While they send, rtig is killed (SIGKILL) or stopped (SIGTERM) again and again, and started again
with the same journal. Each message must arrive once, in order, and each federate must have joined once.

With --saves the federation is saved before each loss, and the loss interrupts the save. At the end it is restored to
the first save, and the same updates are sent again, with losses.

Images of the federation replace the journal meanwhile.
"""
import argparse
import os
import signal
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lost_links import (COUNT, FED, STEPS, Failure, Fixture, check_right, lines_of, received, report,  # noqa: E402
                        wait_for_both)

LOSSES = 10
IMAGE_BYTES = 4000  # of a journal after which an image replaces it
IMAGE_KIND = 21  # journal::Image among the kinds of entries (rtig/gateway/journal_entry.hpp)
RESUME_TIMEOUT_S = 600  # longer than any deadline of the test


def kind_of_second_entry(path):
    """A journal is a mark of 8 bytes, and entries of a length, 12 more bytes, a place of 9 bytes, and the kind."""
    with open(path, "rb") as file:
        journal = file.read()
    second = 8 + 16 + int.from_bytes(journal[8:12], "little")
    return journal[second + 16 + 9]


class Run:
    def __init__(self, fixture, program, count, saves):
        self.fixture, self.count, self.saves = fixture, count, saves
        self.program = program
        self.journal = os.path.join(fixture.folder, "journal")
        self.rtigs = []

    def start_rtig(self):
        self.rtigs.append(self.fixture.start_rtig(
            "--resume-timeout", str(RESUME_TIMEOUT_S), "--resume-times", "0", "--lost-grace", str(RESUME_TIMEOUT_S), "--journal", self.journal, "--journal-image-bytes", str(IMAGE_BYTES),
            "--saves", os.path.join(self.fixture.folder, "saves")))

    def start_federate(self, name):
        federate = self.fixture.start(
            name, [self.fixture.program(self.program), FED, "Lost", name, str(self.count)])
        self.fixture.wait(lambda: "joined" in federate.lines or federate.ended, name + " to join")
        if federate.ended:
            raise Failure("%s ended: %s" % (name, federate.lines))
        return federate

    def lose_rtig(self, number):
        rtig = self.fixture.rtig
        if number % 3:
            self.fixture.kill(rtig)
        else:
            rtig.signal(signal.SIGTERM)
            self.fixture.wait(lambda: rtig.ended, "the end of the stopped rtig")
        self.start_rtig()

    def exchange(self, federates, passes):
        """Waits until all messages of this pass have come. Loses rtig meanwhile."""
        def is_complete():
            return all(lines_of(f, "complete") >= passes for f in federates)

        begin = min(map(received, federates))
        losses = 0
        while not is_complete():
            due = begin + (losses + 1) * (self.count // LOSSES)
            self.fixture.wait(lambda: any(f.ended or f.lines and f.lines[-1].startswith("wrong") for f in federates)
                              or is_complete() or min(map(received, federates)) >= due, "the next messages")
            for federate in federates:
                check_right(federate)
            if min(map(received, federates)) < due or losses >= LOSSES - 1:
                continue
            losses += 1
            if self.saves:
                federates[0].tell("save")
            self.lose_rtig(losses)
            if self.saves:
                wait_for_both(self.fixture, federates, "saved", losses)

    def execute(self):
        self.start_rtig()
        federates = [self.start_federate(name) for name in ("one", "two")]
        for federate in federates:
            federate.tell("go")
        self.exchange(federates, 1)
        if self.saves:
            federates[1].tell("restore")
            wait_for_both(self.fixture, federates, "restored", 1)
            self.exchange(federates, 2)
        lines = [line for rtig in self.rtigs for line in rtig.lines]
        joins = sum(" joined federation " in line for line in lines)
        returns = sum(" has returned from " in line for line in lines)
        # On a busy machine the exchange may be complete before all losses.
        if joins != 2 or len(self.rtigs) < 2 or returns < len(self.rtigs) - 1:
            raise Failure("%d joins, %d returns and %d rtigs" % (joins, returns, len(self.rtigs)))
        self.fixture.check_end(*federates)
        # The federates do not destroy the federation.
        left = sorted(os.listdir(self.journal))
        if left != ["Lost.triad-journal", "lock"]:
            raise Failure("left in the journal folder: %s" % left)
        if kind_of_second_entry(os.path.join(self.journal, left[0])) != IMAGE_KIND:
            raise Failure("no image has replaced the journal")
        return returns


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--transport", default="tcp")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--saves", action="store_true")
    options = parser.parse_args()
    program, count = ("timed_federate", STEPS) if options.time else ("returning_federate", COUNT)
    with Fixture(options.bin, options.transport, options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": str(RESUME_TIMEOUT_S)}
        try:
            run = Run(fixture, program, count, options.saves)
            returns = run.execute()
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia, %s, %s: %d messages each way arrived once, with %d returns to %d rtigs"
           % (options.rtia, options.transport, program, count, returns, len(run.rtigs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
