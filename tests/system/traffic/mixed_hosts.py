#!/usr/bin/env python3
"""One federation on two hosts: neighbours share memory, other members use TCP, best effort uses UDP.

    mixed_hosts.py --bin BUILD/bin open|firewall

An rtig on host A listens on shm:// and tcp://. Two federates of host A connect by shm, one of host A and two
of host B by tcp. All regulate, are constrained, and send updates and interactions in every order. They check
received messages (traffic_federate): every message once and in order, time stamps in order, and at each grant
none missing. Some updates are longer than a datagram and than the cable's 1500 bytes, some longer than a
piece of shared memory.

  open      the kernels' counts show that best effort came as datagrams, both ways
  firewall  a router between the hosts drops every datagram: both ends log it, and best effort comes
            by TCP

Needs root, for network namespaces (hosts/namespaces.py). Exit status 77: skipped.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path[:0] = [os.path.join(HERE, "..", "faults"), os.path.join(HERE, "..", "hosts")]
from harness import Failure, Fixture, report  # noqa: E402
from namespaces import ADDRESS_A, ADDRESS_B, enter, host_b, host_b_behind_firewall, run  # noqa: E402

FED = os.path.join(HERE, "traffic.fed")
TCP = "tcp://%s:60400" % ADDRESS_A
PER_STEP = 2  # ledger.hpp
STEPS = 400
NO_DATAGRAMS = "no UDP datagram reaches tcp "


class Federation:
    def __init__(self, fixture, b):
        self.fixture = fixture
        self.b = b
        self.on_shm, self.on_tcp, self.on_b = [], [], []

    def all(self):
        return self.on_shm + self.on_tcp + self.on_b

    def start(self):
        self.fixture.start_rtig("--listen", TCP)
        for name, place, before in (
                ("shm1", self.on_shm, []), ("shm2", self.on_shm, []),
                ("tcp1", self.on_tcp, ["env", "RTI_URL=" + TCP]),
                ("b1", self.on_b, [*self.b.before(), "env", "RTI_URL=" + TCP]),
                ("b2", self.on_b, [*self.b.before(), "env", "RTI_URL=" + TCP])):
            place.append(self.fixture.start(name, [
                *before, self.fixture.program("traffic_federate"), FED, "Mixed", name, "4", "0"]))
        self.wait_for_all("ready", "to know each other")
        self.check_ways()
        for federate in self.all():
            federate.tell("go")

    def wait_for_all(self, line, what):
        self.wait(lambda: all(any(said == line for said in f.lines) for f in self.all()),
                  "all " + what)

    def wait(self, condition, what):
        def holds():
            for federate in self.all():
                wrong = [line for line in federate.lines if line.startswith("failed")]
                if wrong or federate.ended:
                    raise Failure("%s: %s" % (federate.name, wrong or "ended"))
            return condition()
        self.fixture.wait(holds, what)

    def check_ways(self):
        """Checks that each federate uses the expected connection, and that neighbours share memory."""
        for federate in self.all():
            way = "over shm" if federate in self.on_shm else "over tcp " + (
                ADDRESS_B if federate in self.on_b else ADDRESS_A)
            if not any("'%s' joined" % federate.name in line and way in line
                       for line in self.fixture.rtig.lines):
                raise Failure("rtig does not say that %s joined %s" % (federate.name, way))
            # Its own memory, rtig's and its neighbour's. Each is mapped in two parts, and the first page of
            # others' once more.
            expected = 3 * 2 + 2 if federate in self.on_shm else 0
            with open("/proc/%d/maps" % federate.pid) as file:
                mapped = sum("memfd:triad-outbox" in line for line in file)
            if mapped != expected:
                raise Failure("%s has %d parts of others' memory, not %d"
                              % (federate.name, mapped, expected))

    def run_until(self, at_least, condition, what):
        """Waits until all federates have reached one time, at least the given one, and the condition holds."""
        self.wait(lambda: all(self.time_of(f) >= at_least for f in self.all()),
                  "time to go on to %d" % at_least)
        self.wait(condition, what)
        until = max(self.time_of(f) for f in self.all()) + 100
        while True:
            for federate in self.all():
                federate.tell("until %d" % until)
            self.wait(lambda: all(self.done_at(f) >= until for f in self.all()),
                      "all to be done at %d" % until)
            latest = max(self.done_at(f) for f in self.all())
            if latest == until:
                return until
            until = latest  # a federate had already passed it

    @staticmethod
    def last_number(federate, word):
        lines = [line for line in federate.lines if line.startswith(word + " ")]
        return int(lines[-1].split()[1]) if lines else 0

    def time_of(self, federate):
        return max(self.last_number(federate, "time"), self.done_at(federate))

    def done_at(self, federate):
        return self.last_number(federate, "done")

    def best_effort(self):
        """Ends the federates; returns for each the number of best-effort messages that it received."""
        self.fixture.check_end(*self.all())
        return {f.name: int(self.summary(f).rsplit(" ", 1)[1]) for f in self.all()}

    @staticmethod
    def summary(federate):
        return next(line for line in federate.lines if line.startswith("summary"))

    def check_all_received(self, until):
        for federate in self.all():
            others = [f.name for f in self.all() if f is not federate]
            for name in others:
                sent = str(until * PER_STEP)
                if " %s,%s," % (name, ",".join([sent] * 4)) not in self.summary(federate):
                    raise Failure("not %s of each reliable flow of %s: %s"
                                  % (sent, name, self.summary(federate)))


def datagrams_received(before=()):
    text = subprocess.run([*before, "cat", "/proc/net/snmp"], check=True, capture_output=True,
                          text=True).stdout
    names, values = [line.split() for line in text.splitlines() if line.startswith("Udp:")]
    return int(values[names.index("InDatagrams")])


def check_open(federation):
    until = federation.run_until(STEPS, lambda: True, "")
    at_a, at_b = datagrams_received(), datagrams_received(federation.b.before())
    best_effort = federation.best_effort()
    federation.check_all_received(until)
    # Messages of more than 1400 bytes came by the stream; a few may have been lost on the way.
    if min(at_a, at_b) < until:
        raise Failure("host A received %d datagrams, host B %d, in %d steps" % (at_a, at_b, until))
    if any(NO_DATAGRAMS in line for line in federation.fixture.rtig.lines):
        raise Failure("rtig logged that no datagrams come through")
    report("time %d; datagrams received: host A %d, host B %d; best effort received of %d: %s" % (
        until, at_a, at_b, 4 * until * PER_STEP, best_effort))


def check_firewall(federation):
    fixture = federation.fixture

    def logged():
        at_rtig = sum(NO_DATAGRAMS + ADDRESS_B in line for line in fixture.rtig.lines)
        return at_rtig == 2 and all(said_no_datagrams(fixture, f) for f in federation.on_b)

    until = federation.run_until(STEPS, logged, "rtig and both federates of host B to log that no "
                                                "datagrams come through")
    at_b = datagrams_received(federation.b.before())
    best_effort = federation.best_effort()
    federation.check_all_received(until)
    if at_b != 0:
        raise Failure("host B received %d datagrams" % at_b)
    sent = until * PER_STEP
    if any(best_effort[f.name] < 4 * sent for f in federation.on_b):
        raise Failure("best effort was lost by TCP: of %d there are %s" % (4 * sent, best_effort))
    report("time %d; no datagram came through; best effort received of %d: %s" % (
        until, 4 * sent, best_effort))


def said_no_datagrams(fixture, federate):
    with open(os.path.join(fixture.folder, federate.name + ".err"), errors="replace") as file:
        return NO_DATAGRAMS in file.read()


def run_inside(options):
    run("ip", "link", "set", "lo", "up")
    hosts = host_b() if options.case == "open" else host_b_behind_firewall()
    b = hosts[0]
    with Fixture(options.bin, "shm", "embedded") as fixture:
        fixture.hosts.update(host.holder.pid for host in hosts)
        federation = Federation(fixture, b)
        try:
            federation.start()
            check_open(federation) if options.case == "open" else check_firewall(federation)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("case", choices=["open", "firewall"])
    options = parser.parse_args()
    return run_inside(options) if options.inside else enter()


if __name__ == "__main__":
    sys.exit(main())
