#!/usr/bin/env python3
"""A federate that is killed on another host is resigned after lost.grace, although it might return for ten minutes.

    killed_elsewhere.py --bin BUILD/bin --rtia embedded|process

One of two federates runs under another host name, so that rtig cannot look at its process. It is killed while both
send each other updates. rtig must resign it because its host has closed the connection. The other one must then be
able to resign. Without the right to set a host name the test is skipped.
"""
import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lost_links  # noqa: E402
from harness import FED, Failure, Fixture, report  # noqa: E402

COUNT = 1000000  # more than the federates send before the end of the test
ELSEWHERE = ["unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh"]
GIVEN_UP = "has given up its membership without resigning"
REASON = "and has not returned for 5 s (lost.grace)"


def start(fixture, name, prefix):
    federate = fixture.start(name, [*prefix, fixture.program("returning_federate"), FED, "Lost", name, str(COUNT)])
    fixture.wait(lambda: "joined" in federate.lines or federate.ended, name + " to join")
    if federate.ended:
        raise Failure("%s ended: %s" % (name, federate.lines))
    return federate


def run(fixture, rtia):
    fixture.start_rtig("--resume-timeout", str(lost_links.RESUME_TIMEOUT_S))
    stays = start(fixture, "one", [])
    killed = start(fixture, "two", ELSEWHERE)
    for federate in (stays, killed):
        federate.tell("go")
    fixture.wait(lambda: all(lost_links.received(f) >= 1000 for f in (stays, killed)), "both to receive updates")
    fixture.kill(killed)
    fixture.wait(lambda: any("lost federate 2 " in line for line in fixture.rtig.lines),
                 "rtig to resign the killed federate")
    # The rtia process, which survives the federate, gives up the membership.
    reason = GIVEN_UP if rtia == "process" else REASON
    if not any(reason in line for line in fixture.rtig.lines):
        raise Failure("rtig's log does not say: " + reason)
    lost_links.check_right(stays)
    fixture.check_end(stays)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    if subprocess.run([*ELSEWHERE, "true"], capture_output=True).returncode != 0:
        report("skipped: this user may not set a host name in a namespace")
        return 77
    with Fixture(options.bin, "tcp", options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": str(lost_links.RESUME_TIMEOUT_S)}
        try:
            run(fixture, options.rtia)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia: rtig resigned a federate of another host that was killed" % options.rtia)
    return 0


if __name__ == "__main__":
    sys.exit(main())
