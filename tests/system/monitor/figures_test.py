#!/usr/bin/env python3
"""What rtimon serves about a running federation, against /proc and the federates' own output.

    figures_test.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process

A stopped federate becomes late, a killed one lost, an rtig that has ended is reported, and a killed rtimon keeps
its history.
"""
import argparse
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, HERE)
from monitored import FEDERATION, Monitored, federate_of  # noqa: E402
from harness import TRANSPORTS, Failure, Fixture, report  # noqa: E402


def check(condition, text):
    if not condition:
        raise Failure(text)


def check_access(watched):
    check(watched.get("healthz", token=False)[0] == 200, "/healthz needs a token")
    for target in ("", "metrics", "api/snapshot", "api/events", "api/live"):
        status = watched.get(target, token=False)[0]
        check(status == 401, "/%s without a token: %d" % (target, status))


def check_processes(watched):
    """The figures of each process are those that /proc has."""
    for name, child in watched.federates.items():
        shown = watched.await_federate(
            name, lambda one: all(one["figures"].get(figure) is not None for figure in
                                  ("cpu_user", "cpu_system", "memory", "updates_out", "logical_time")),
            "all figures of " + name)
        threads = len(os.listdir("/proc/%d/task" % child.pid))
        check(shown["figures"]["threads"] == threads,
              "%s has %d threads, shown %s" % (name, threads, shown["figures"]["threads"]))
        descriptors = len(os.listdir("/proc/%d/fd" % child.pid))
        check(shown["figures"]["descriptors"] == descriptors,
              "%s has %d descriptors, shown %s" % (name, descriptors, shown["figures"]["descriptors"]))
        with open("/proc/%d/statm" % child.pid) as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        check(resident / 2 < shown["figures"]["memory"] < resident * 2,
              "%s has %d bytes, shown %s" % (name, resident, shown["figures"]["memory"]))
    snapshot = watched.json("api/snapshot")
    check(snapshot["rtig"]["figures"]["memory"] > 0, "the rtig has no memory")
    check(len(snapshot["hosts"]) == 1, "not one host: %s" % snapshot["hosts"])
    host = snapshot["hosts"][0]["figures"]
    check(host["memory_total"] == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") or
          host["memory_total"] > host["memory"] > 0, "the memory of the host: %s" % host)


def check_progress(watched):
    """Logical time rises, and the history has it."""
    node = watched.await_federate("one", lambda one: one["answers"], "an answer")["node"]
    target = "api/series?node=%s&figure=logical_time,memory" % node
    series = watched.await_json(
        target, lambda one: len(one["points"]) >= 3 and
        one["points"][-1][1] is not None and one["points"][0][1] is not None and
        one["points"][-1][1] > one["points"][0][1], "a rising time in the history")
    check(series["figures"] == ["logical_time", "memory"], "figures %s" % series["figures"])
    metrics = watched.get("metrics")[1]
    for part in ("triad_rtig_up 1\n", 'triad_federate_logical_time{federation="%s"' % FEDERATION,
                 "triad_host_memory_total_bytes{", "# EOF\n"):
        check(part in metrics, "/metrics has no %s" % part)


def check_stopped(watched, rtia):
    """A stopped federate is late if its RTIA is stopped with it. Otherwise it holds up the others."""
    expected = "late" if rtia == "embedded" else "holds up"
    watched.federates["two"].signal(signal.SIGSTOP)
    shown = watched.await_federate("two", lambda one: one["state"] == expected, "the stopped federate")
    if expected == "late":
        check(shown["figures"]["memory"] is None, "a late federate has figures")
    watched.await_federate("one", lambda one: one["state"] == "waits", "the one that waits")
    watched.federates["two"].signal(signal.SIGCONT)
    watched.await_federate("two", lambda one: one["state"] in ("runs", "waits"), "the one that continues")
    if expected == "late":
        kinds = [one["kind"] for one in watched.json("api/events")["events"]]
        check("late" in kinds and "answers again" in kinds, "events %s" % kinds)


def check_killed(watched):
    watched.federates["three"].signal(signal.SIGKILL)
    shown = watched.await_federate("three", lambda one: one["state"] == "lost", "the killed federate")
    check(shown["state_text"] != "", "a lost federate has no reason")
    events = watched.await_json(
        "api/events?federation=" + FEDERATION,
        lambda one: any(event["kind"] == "lost" for event in one["events"]), "the event of the loss")["events"]
    lost = [event for event in events if event["kind"] == "lost"]
    check(len(lost) == 1 and lost[0]["type"] == "three", "lost: %s" % lost)
    joined = [event["type"] for event in events if event["kind"] == "joined"]
    check(joined == ["one", "two", "three"], "joined: %s" % joined)


def check_restarts(watched):
    before = watched.json("api/events")["events"]
    watched.end_rtimon(signal.SIGKILL)
    watched.start_rtimon()
    after = watched.await_json("api/events", lambda one: len(one["events"]) >= len(before), "the history")
    check(after["events"][:len(before)] == before, "the history has changed")
    watched.await_federate("one", lambda one: one["answers"], "a federate after the restart")
    if watched.fixture.mesh:
        return
    watched.fixture.rtig.signal(signal.SIGKILL)
    snapshot = watched.await_json("api/snapshot", lambda one: not one["rtig"]["connected"], "the end of the rtig")
    check(snapshot["rtig"]["fault"] != "", "no reason")
    check(federate_of(snapshot, "one")["figures"]["memory"] is None, "figures without an rtig")


def run_checks(fixture, rtia):
    watched = Monitored(fixture)
    check_access(watched)
    check_processes(watched)
    check_progress(watched)
    check_stopped(watched, rtia)
    check_killed(watched)
    check_restarts(watched)
    watched.end_rtimon(signal.SIGTERM)
    check(watched.rtimon.process.returncode == 0, "rtimon ended with %d" % watched.rtimon.process.returncode)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    with Fixture(os.path.abspath(options.bin), options.transport, options.rtia) as fixture:
        try:
            run_checks(fixture, options.rtia)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("rtimon has shown figures, a stopped and a killed federate, and kept its history")
    return 0


if __name__ == "__main__":
    sys.exit(main())
