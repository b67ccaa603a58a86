#!/usr/bin/env python3
"""Routers are killed and stopped under traffic; their federates return by other routers, and lose nothing.

    lost_routers.py --bin BUILD/bin --rtia embedded|process [--mesh NAME] [--time] [--spare]

Two federates send each other 10,000 updates through a mesh, or with --time make 2,000 steps with a message in
time-stamp order each way in each step. Each has the URLs of all routers, in different orders. While they send, the
router that one of them uses is killed or stopped again and again, or the router above it, and started again later. Each
message must arrive once, in order, and each federate must have joined once.

With --spare each federate has the URL of one router only. The routers above these are killed in turn, and the head of
their group: the others attach to spare parents and heads, and the federates return at the same routers.
"""
import argparse
import os
import signal
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lost_links import (COUNT, FED, STEPS, Failure, Fixture, check_right, lines_of, received, report)  # noqa: E402

KILLS = 10
RESUME_TIMEOUT_S = 600  # longer than any deadline of the test


def start_federate(fixture, name, first, program, count, spare):
    """Starts a federate with the URLs of all routers, beginning with the one at place `first`, or only with that."""
    urls = fixture.mesh.urls
    urls = urls[first:first + 1] if spare else urls[first:] + urls[:first]
    environment = fixture.environment
    fixture.environment = lambda role: {**environment(role), "RTI_URL": ",".join(urls),
                                        "RTI_CONNECT_TIMEOUT": "5", "RTI_RESUME_TIMEOUT": str(RESUME_TIMEOUT_S)}
    federate = fixture.start(name, [fixture.program(program), FED, "Lost", name, str(count)])
    fixture.environment = environment
    fixture.wait(lambda: "joined" in federate.lines or federate.ended, name + " to join")
    if federate.ended:
        raise Failure("%s ended: %s" % (name, federate.lines))
    return federate


def router_of(fixture, handle):
    """Returns the router at which the federate was last, by rtig's log."""
    text = " federate %d " % handle
    lines = [line for line in fixture.rtig.lines
             if text in " " + line and (" joined federation " in line or " has returned from " in line)]
    return lines[-1].partition(" at router ")[2].split()[0].rstrip(";") if " at router " in lines[-1] else None


def end_router(fixture, name, number):
    """Kills or stops a router. Returns its name."""
    if number % 2:
        fixture.kill(fixture.routers[name])
    else:
        fixture.routers[name].signal(signal.SIGTERM)
        fixture.wait(lambda: fixture.routers[name].ended, "the end of the stopped router " + name)
    return name


def kill_some_router(fixture, number):
    """Kills the router of a federate or, each third time, the router above it. Returns its name."""
    name = router_of(fixture, 1 + number % 2)
    if number % 3 == 2 and name and fixture.mesh.next_up[name] in fixture.routers:
        name = fixture.mesh.next_up[name]
    if name not in fixture.routers:
        return None  # the federate has a link to the rtig's own router
    return end_router(fixture, name, number)


def kill_in_turn(fixture, number):
    """Kills or stops a router above those of the federates, or the head of their group. Returns its name."""
    name = ["beta", "gamma", "delta"][number % 3]
    return end_router(fixture, name, number)


def start_again(fixture, name):
    fixture.start_router(name)
    fixture.wait_connected(name)


def run(fixture, program, count, spare):
    step = count // KILLS
    fixture.start_rtig("--resume-timeout", str(RESUME_TIMEOUT_S), "--resume-times", "0", "--lost-grace", str(RESUME_TIMEOUT_S))
    federates = [start_federate(fixture, "one", 0, program, count, spare),
                 start_federate(fixture, "two", 1, program, count, spare)]
    for federate in federates:
        federate.tell("go")
    kills = 0
    dead = None
    while not all(lines_of(federate, "complete") for federate in federates):
        due = (kills + 1) * step
        fixture.wait(lambda: any(f.ended or f.lines and f.lines[-1].startswith("wrong") for f in federates)
                     or all(lines_of(f, "complete") for f in federates)
                     or min(map(received, federates)) >= due, "the next messages")
        for federate in federates:
            check_right(federate)
        if dead:
            start_again(fixture, dead)
            dead = None
        if min(map(received, federates)) >= due and kills < KILLS - 1:
            dead = (kill_in_turn if spare else kill_some_router)(fixture, kills)
            kills += 1
            if spare and dead == "delta":  # the only router of the first federate
                start_again(fixture, dead)
                dead = None
    if dead:
        start_again(fixture, dead)  # check_end stops each router, and checks its status
    joins = sum(" joined federation " in line for line in fixture.rtig.lines)
    returns = sum(" has returned from " in line for line in fixture.rtig.lines)
    if joins != 2 or returns < KILLS // 2:
        raise Failure("%d joins and %d returns were logged" % (joins, returns))
    by_spare = sum(" has returned from " in line and line.endswith(" at router gamma") for line in fixture.rtig.lines)
    if spare and by_spare < 4:
        raise Failure("only %d returns by the spare parent were logged" % by_spare)
    fixture.check_end(*federates)
    return returns


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--mesh", default="mesh-tree")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--spare", action="store_true")
    options = parser.parse_args()
    program, count = ("timed_federate", STEPS) if options.time else ("returning_federate", COUNT)
    with Fixture(options.bin, options.mesh, options.rtia) as fixture:
        try:
            returns = run(fixture, program, count, options.spare)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia, %s, %s: %d messages each way arrived once, with %d returns"
           % (options.rtia, options.mesh, program, count, returns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
