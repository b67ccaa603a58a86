#!/usr/bin/env python3
"""A federate is told that its connection is lost, while it is lost, and when it is restored. Operators see it.

    observed_losses.py --bin BUILD/bin --rtia embedded|process

Two federates send each other updates, one of them through a relay, which cuts its connection once. Each update must
arrive once. Later the relay ends the connection and accepts no other for a time, while the federate only ticks.
Meanwhile its tick must tell its observer of the loss, and `rtictl list` must show for how long the federate has been
away. When the relay accepts connections again, the observer must be told of the return, once.
"""
import argparse
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lost_links  # noqa: E402
from harness import Failure, Fixture, report  # noqa: E402

COUNT = 2000
OUTAGES = 3


def state_of(fixture, name):
    """Returns the federate's state in the JSON and in the table of `rtictl list`."""
    def output(*options):
        return subprocess.run([fixture.program("rtictl"), "--url", fixture.url, "list", *options], check=True,
                              capture_output=True, text=True, timeout=60).stdout

    federates = json.loads(output("--json"))["federations"][0]["federates"]
    row = next(line for line in output().splitlines() if re.search(r"\b%s\b" % name, line))
    return next(federate["state"] for federate in federates if federate["type"] == name), row


def pass_outage(fixture, relay, federate, number):
    relay.stop()
    fixture.wait(lambda: federate.ended or lost_links.lines_of(federate, "connection lost") == number,
                 "the federate to learn of loss %d" % number)
    lost_links.check_right(federate)
    if lost_links.lines_of(federate, "connection restored") != number - 1:
        raise Failure("a connection was restored without a relay")
    state, row = state_of(fixture, "one")
    if not re.fullmatch(r"away for \d+ s", state) or not re.search(r" away for \d+ s ", row):
        raise Failure("rtictl list shows the state '%s', and the row '%s'" % (state, row))
    relay.start()
    fixture.wait(lambda: federate.ended or lost_links.lines_of(federate, "connection restored") == number,
                 "the federate to learn of return %d" % number)
    lost_links.check_right(federate)
    state, _ = state_of(fixture, "one")
    if state.startswith("away"):
        raise Failure("rtictl list shows '%s' after the return" % state)


def run(fixture):
    fixture.start_rtig("--resume-timeout", str(lost_links.RESUME_TIMEOUT_S), "--resume-times", "0",
                       "--lost-grace", str(lost_links.RESUME_TIMEOUT_S))
    port = int(fixture.url.rpartition(":")[2])
    relay = lost_links.Relay(port)
    one = lost_links.start_federate(fixture, "one", relay.url, "returning_federate", COUNT)
    two = lost_links.start_federate(fixture, "two", lost_links.Relay(port).url, "returning_federate", COUNT)
    for federate in (one, two):
        federate.tell("go")
    # Under traffic: calls wait, and the next tick tells of the loss and the return.
    fixture.wait(lambda: one.ended or lost_links.received(one) >= COUNT / 4, "some updates")
    relay.cut()
    lost_links.wait_for_both(fixture, [one, two], "complete", 1)
    fixture.wait(lambda: one.ended or lost_links.lines_of(one, "connection restored") == 1, "the first return")
    for number in range(2, OUTAGES + 2):
        pass_outage(fixture, relay, one, number)
    if any(line.startswith("connection") for line in two.lines):
        raise Failure("two was told of a loss of one")
    fixture.check_end(one, two)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "tcp", options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": str(lost_links.RESUME_TIMEOUT_S)}
        try:
            run(fixture)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia: a federate learned of %d losses and returns" % (options.rtia, OUTAGES + 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
