#!/usr/bin/env python3
"""Routers of a mesh as ranks of an MPI job, and the ways in which the job ends.

    ranks_test.py --bin BUILD/bin --case CASE

lost     kill -9 of one rank: every rank ends, mpirun with another status than 0, and another rank names the lost one
stopped  SIGTERM of one rank: every rank ends in order, mpirun with 0
wrong    numbers of ranks that the file does not have, and a name beside them, are refused with a reason
Linux only.
"""
import argparse
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import DEADLINE_S, Failure, Fixture, report, state_of  # noqa: E402

VICTIM = "left"  # with links to other ranks and to the rtig's router


def said(fixture, text):
    return any(text in line for name in fixture.mesh.ranks if name != VICTIM for line in fixture.routers[name].lines)


def wait_until_all_are_served(fixture):
    """Waits until the router above each rank logs its link. The ranks may share one log, so a rank's own line
    does not show its author."""
    def is_served(name):
        above = [fixture.rtig, *(fixture.routers[other] for other in fixture.mesh.ranks)]
        return any("router %s has connected from " % name in line for router in above for line in router.lines)

    for name in fixture.mesh.ranks:
        fixture.wait(lambda name=name: is_served(name), "router %s to be served" % name)


def end(fixture, number):
    fixture.start_rtig()
    wait_until_all_are_served(fixture)
    job = fixture.routers[VICTIM].job
    pids = [fixture.routers[name].pid for name in fixture.mesh.ranks]
    fixture.routers[VICTIM].signal(number)
    fixture.wait(lambda: job.ended, "the end of mpirun")
    fixture.wait(lambda: all(state_of(pid) in ("Z", None) for pid in pids), "the end of all ranks")
    return job.process.returncode


def check_lost(fixture):
    # mpirun passes on no output of ranks after it has begun to end them, so they write to files.
    log = os.path.join(fixture.folder, "ranks.log")
    fixture.log_of_ranks = log
    status = end(fixture, signal.SIGKILL)
    if status == 0:
        raise Failure("mpirun ended with status 0")
    with open(log, errors="replace") as file:
        lines = file.readlines()
    wanted = "error: router %s, rank %d, is lost; all ranks of its MPI job end: " % (
        VICTIM, fixture.mesh.ranks.index(VICTIM))
    lost = [line for line in lines if " is lost" in line]
    if not lost or not all(wanted in line for line in lost):
        raise Failure("not all ranks say: %s\n%s" % (wanted, "".join(lines)))


def check_stopped(fixture):
    status = end(fixture, signal.SIGTERM)
    if status != 0:
        raise Failure("mpirun ended with status %d" % status)
    wanted = "router %s, rank %d, was stopped; all ranks of its MPI job end" % (
        VICTIM, fixture.mesh.ranks.index(VICTIM))
    if not said(fixture, wanted):
        raise Failure("no rank says: " + wanted)


def refusal(fixture, *arguments):
    """Returns its output at its end."""
    done = subprocess.run(arguments, env=fixture.environment("refused"), cwd=fixture.folder, timeout=DEADLINE_S,
                          capture_output=True, text=True, check=False)
    if done.returncode != 2:
        raise Failure("%s ended with status %d" % (" ".join(arguments), done.returncode))
    return done.stderr


def check_wrong(fixture):
    with open(fixture.topology(), "w") as file:
        file.write(fixture.mesh.text())
    router = [fixture.program("rtirouter"), "--topology", fixture.topology()]
    start = "mpirun -n %d rtirouter --topology %s" % (len(fixture.mesh.ranks), fixture.topology())
    for wanted, arguments in [
            ("this is rank 0 of 2, and %d routers of %s listen on mpi://: %s"
             % (len(fixture.mesh.ranks), fixture.topology(), start), [*fixture.mpirun(2), *router]),
            ("router %s listens on mpi://: it starts with the others that do, and without --name, %s"
             % (VICTIM, start), [*router, "--name", VICTIM])]:
        said_there = refusal(fixture, *arguments)
        if wanted not in said_there:
            raise Failure("instead of:\n%s\nit says:\n%s" % (wanted, said_there))


CASES = {"lost": check_lost, "stopped": check_stopped, "wrong": check_wrong}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--case", choices=CASES, required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "mesh-tree-mpi", "embedded") as fixture:
        try:
            CASES[options.case](fixture)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
