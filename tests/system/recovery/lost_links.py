#!/usr/bin/env python3
"""Federates whose connections are cut again and again return, and lose nothing.

    lost_links.py --bin BUILD/bin --rtia embedded|process [--time | --saves] [--memory]

Two federates over tcp send each other 10,000 updates through a relay, which resets connections with bytes in
transit. The first connection of each is cut before it carries the answer to the join: each must join once. Each
update must arrive once, in order. Then a federate is killed: it must be resigned at once, although a federate that
lives may return for ten minutes.

With --time both regulate time and are constrained. They make 2,000 steps, in each of which they send each other a
message in time-stamp order: it must arrive once, in order, before the grant of its time.

With --saves the federation is saved before each cut, and the cut interrupts the save. At the end it is restored
to the first save, and the same updates are sent again, with cuts.

With --memory the first federate shares memory with rtig, and only the connections of the second are cut.
"""
import argparse
import os
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from harness import FED, Failure, Fixture, report  # noqa: E402
from relay import Relay  # noqa: E402

COUNT = 10000
STEPS = 2000
CUTS = 10
RESUME_TIMEOUT_S = 600  # longer than any deadline of the test


def start_federate(fixture, name, url, program, count):
    rtig_url, fixture.url = fixture.url, url
    federate = fixture.start(name, [fixture.program(program), FED, "Lost", name, str(count)])
    fixture.url = rtig_url
    fixture.wait(lambda: "joined" in federate.lines or federate.ended, name + " to join")
    if federate.ended:
        raise Failure("%s ended: %s" % (name, federate.lines))
    return federate


def received(federate):
    return sum(line.startswith("received ") for line in federate.lines) * 100


def check_right(federate):
    wrong = [line for line in federate.lines if line.startswith("wrong")]
    if wrong or federate.ended:
        raise Failure("%s: %s" % (federate.name, wrong or "it has ended"))


def lines_of(federate, text):
    return sum(line == text for line in federate.lines)


def wait_for_both(fixture, federates, text, count):
    fixture.wait(lambda: any(f.ended or f.lines[-1].startswith("wrong") for f in federates)
                 or all(lines_of(f, text) >= count for f in federates), "the line %d '%s' of both" % (count, text))
    for federate in federates:
        check_right(federate)


def exchange(fixture, federates, relay, cut_every, passes=1, saves=False):
    """Waits until all messages have come, in pass number `passes`. Cuts a connection each time that `cut_every`
    messages have come to each federate, after a request to save if `saves`."""
    def is_complete():
        return all(lines_of(f, "complete") >= passes for f in federates)

    begin = min(map(received, federates))
    cuts = 0
    while not is_complete():
        due = begin + (cuts + 1) * cut_every
        fixture.wait(lambda: any(f.ended or f.lines and f.lines[-1].startswith("wrong") for f in federates)
                     or is_complete() or min(map(received, federates)) >= due, "the next updates")
        for federate in federates:
            check_right(federate)
        if min(map(received, federates)) < due:
            continue
        cuts += 1
        if cuts >= CUTS:
            continue
        if saves:
            federates[0].tell("save")
        relay.cut()
        if saves:
            wait_for_both(fixture, federates, "saved", cuts)


def start_federates(fixture, program, count, relay, memory):
    federates = []
    if memory:
        federates.append(start_federate(fixture, "one", memory, program, count))
        with open("/proc/%d/maps" % fixture.rtig.pid) as maps:
            shared = {line.split()[4] for line in maps if "memfd:triad-outbox" in line}
            if len(shared) < 2:  # of rtig and of the federate
                raise Failure("the first federate does not share memory with rtig")
    for name in ("two",) if memory else ("one", "two"):
        relay.loses_joins = 1
        federates.append(start_federate(fixture, name, relay.url, program, count))
        if relay.loses_joins != 0:
            raise Failure("the join of %s lost no connection" % name)
    joins = sum(" joined federation " in line for line in fixture.rtig.lines)
    if joins != 2:
        raise Failure("%d joins were logged for 2 federates that repeated their joins" % joins)
    return federates


def run(fixture, program, count, saves, memory):
    cut_every = count // CUTS  # messages received by each federate between two cuts of a connection
    os.environ["RTI_CONNECT_TIMEOUT"] = "5"
    fixture.start_rtig("--resume-timeout", str(RESUME_TIMEOUT_S), "--resume-times", "0", "--lost-grace", str(RESUME_TIMEOUT_S),
                       "--saves", os.path.join(fixture.folder, "saves"), *(("--listen", memory) if memory else ()))
    relay = Relay(int(fixture.url.rpartition(":")[2]))
    federates = start_federates(fixture, program, count, relay, memory)
    for federate in federates:
        federate.tell("go")
    exchange(fixture, federates, relay, cut_every, saves=saves)
    if saves:
        federates[1].tell("restore")
        wait_for_both(fixture, federates, "restored", 1)
        exchange(fixture, federates, relay, cut_every, passes=2)
    returns = sum("has returned from" in line for line in fixture.rtig.lines)
    if returns < 5:
        raise Failure("only %d returns were logged after %d cuts" % (returns, CUTS - 1))
    # A killed federate does not return.
    killed, other = reversed(federates) if memory else federates
    fixture.kill(killed)
    lost = "lost federate %d " % (2 if memory else 1)
    fixture.wait(lambda: any(lost in line for line in fixture.rtig.lines), "rtig to resign the killed federate")
    fixture.check_end(other)
    return returns


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--saves", action="store_true")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    program, count = ("timed_federate", STEPS) if options.time else ("returning_federate", COUNT)
    with Fixture(options.bin, "tcp", options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": str(RESUME_TIMEOUT_S)}
        try:
            returns = run(fixture, program, count, options.saves,
                          "shm://lost-links-%d" % os.getpid() if options.memory else None)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia, %s: %d messages each way arrived once, over connections with %d returns"
           % (options.rtia, program, count, returns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
