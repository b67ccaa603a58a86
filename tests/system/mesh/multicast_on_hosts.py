#!/usr/bin/env python3
"""Best effort from one router to federates on eight hosts of its segment, by multicast.

    multicast_on_hosts.py --source DIR --bin BUILD/bin carried|stopped|refused

The hosts are network namespaces with their own names on one bridge. Between the router, beta, and the RTIG is
another router; a federate is also on beta's own host. All send hello to all, best effort.

  carried   all receive it by multicast: the counts of the router and of the hosts' kernels show it, and none is missed
  stopped   then the bridge stops carrying multicast: the log names the federates that no longer receive it, and all
            continue
  refused   the bridge never carries multicast: the log names the federates that do not receive it, and none is sent

Needs root. Exit status 77: skipped.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts"))
from namespaces import enter, run  # noqa: E402
from switched_hosts import Failure, SwitchedHosts  # noqa: E402

GROUPS = "239.192.7.0/4:60500"
OWN = "ws0"  # host of the router
HOSTS = [OWN] + ["ws%d" % number for number in range(1, 9)]
FOREVER = "1000000"  # rounds of hello: until the test ends it
COUNTED = re.compile(r"^beta sent (\d+) datagrams? by multicast, each to ([\d.]+) clients on average; (\d+) clients? "
                     r"receives? it, and missed (\d+) datagrams?$", re.M)
MESH = """rtig: alpha
groups:
  - name: all
    head: alpha
    routers:
      - {name: alpha, host: %s, listen: "tcp://%s:60400"}
      - {name: beta, host: %s, listen: "tcp://%s:60401", multicast: "%s"}
""" % (OWN, OWN, OWN, OWN, GROUPS)


class Test(SwitchedHosts):
    def __init__(self, options, folder):
        super().__init__(options.bin, folder, HOSTS)
        self.source = options.source

    def prepare(self, carries):
        self.set_up()
        # Without snooping, only the switch decides to which ports multicast goes.
        run("ip", "link", "set", "switch", "type", "bridge", "mcast_snooping", "0")
        if not carries:
            self.stop_multicast()
        self.file = os.path.join(self.folder, "mesh.yaml")
        with open(self.file, "w") as file:
            file.write(MESH)
        self.fed = os.path.join(self.folder, "lossy.fed")
        with open(os.path.join(self.source, "examples", "hello.fed")) as given, open(self.fed, "w") as file:
            file.write(re.sub(r"\b(Nickname|MessagesSent|Message) reliable\b", r"\1 best_effort", given.read()))
        self.up[OWN] = self.open("rtimesh up", OWN, "rtimesh", "up", "--log-directory",
                                 os.path.join(self.folder, "logs-" + OWN), self.file)
        self.wait_for(self.up[OWN], "^ready:")

    def stop_multicast(self):
        for host in HOSTS[1:]:
            run("ip", "link", "set", "port-" + host, "type", "bridge_slave", "mcast_flood", "off")

    def join(self, hosts):
        self.federates = {host: self.open("at " + host, host, "hello", "at-" + host, self.fed, FOREVER,
                                          RTI_URL="mesh://%s:60401" % OWN) for host in hosts}
        self.all_hear_all()

    def all_hear_all(self):
        """Waits until all receive updates and interactions of all others from now on."""
        behind = {host: len(federate.text) for host, federate in self.federates.items()}
        for host, federate in self.federates.items():
            for other in set(self.federates) - {host}:
                self.wait_for(federate, "^at-%s: .*MessagesSent = " % other, behind[host])
                self.wait_for(federate, "^InteractionRoot.Message: Sender = 'at-%s'" % other, behind[host])

    def counts(self):
        """Returns datagrams, receivers of each, clients that receive multicast, and missed ones, from
        `rtimesh status`."""
        status = self.ask(OWN, "rtimesh", "status", self.file)
        found = COUNTED.search(status)
        return (int(found[1]), float(found[2]), int(found[3]), int(found[4])) if found else (0, 0.0, 0, 0)

    def wait_for_hearers(self, hearers):
        while self.counts()[2] != hearers:
            self.all_hear_all()

    def received_by_multicast(self, host):
        """Returns the count of the host's kernel."""
        names, values = [line.split() for line in self.ask(host, "cat", "/proc/net/netstat").splitlines()
                         if line.startswith("IpExt:")]
        return int(values[names.index("InMcastPkts")])

    def end(self):
        for federate in self.federates.values():
            federate.process.terminate()
        for host, federate in self.federates.items():
            self.wait_end(federate, status=-15)
        self.names = [OWN]
        self.end_mesh()

    # --- The cases ---

    def carried(self):
        self.prepare(carries=True)
        self.join(HOSTS)
        self.wait_for_hearers(len(HOSTS))
        # The kernels are read around the router's counts: they also count datagrams between two reads.
        kernels = {host: self.received_by_multicast(host) for host in HOSTS}
        before = self.counts()
        for _ in range(4):
            self.all_hear_all()
        after = self.counts()
        sent = after[0] - before[0]
        # Each of nine has sent hello to eight others at least three times, by an update and an interaction.
        if sent < 3 * 2 * len(HOSTS) or after[1] < 2:
            raise Failure("%d datagrams, each to %.1f clients" % (sent, after[1]))
        for host in HOSTS:
            if self.received_by_multicast(host) - kernels[host] < sent:
                raise Failure("the kernel of %s has received fewer than the %d datagrams" % (host, sent))
        if after[3] != 0:
            raise Failure("%d datagrams were missed" % after[3])
        self.expect_no_word_of_deaf()
        print("%d datagrams went to %d clients at once, and none was missed" % (sent, after[2]))

    def expect_no_word_of_deaf(self):
        log = self.log("beta", OWN)
        if "no multicast to" in log or "no longer receives multicast" in log:
            raise Failure("the log says that somebody does not hear it: " + log)

    def stopped(self):
        self.prepare(carries=True)
        self.join(HOSTS[1:])
        self.wait_for_hearers(len(HOSTS) - 1)
        self.stop_multicast()
        self.wait_for_log("beta", OWN, "no longer receives multicast to %s: best effort is sent there separately" % GROUPS,
                          len(HOSTS) - 1)
        self.all_hear_all()
        datagrams = self.counts()
        self.all_hear_all()
        if self.counts()[:3] != (datagrams[0], datagrams[1], 0):
            raise Failure("it still sends by multicast: %s, %s" % (datagrams, self.counts()))
        print("%d federates ceased to hear multicast and go on" % (len(HOSTS) - 1))

    def refused(self):
        self.prepare(carries=False)
        self.join(HOSTS[1:])
        for host in HOSTS[1:]:
            self.wait_for_log("beta", OWN, "no multicast to %s reaches tcp 10.9.0.%d:" % (GROUPS, HOSTS.index(host) + 1))
        self.all_hear_all()
        if self.counts()[0] != 0:
            raise Failure("it has sent by multicast")
        print("%d federates do not hear multicast and go on without" % (len(HOSTS) - 1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("case", choices=["carried", "stopped", "refused"])
    options = parser.parse_args()
    if not options.inside:
        return enter()
    with tempfile.TemporaryDirectory(prefix="triad-multicast.") as folder:
        test = Test(options, folder)
        try:
            getattr(test, options.case)()
            test.end()
        except Failure as failure:
            print("FAILED: %s%s" % (failure, test.story()))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
