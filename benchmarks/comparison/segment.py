"""Runs BmThruput on one segment of a network: a router (rtig) and the sender on one host, each receiver on a
host of its own. The hosts are network namespaces of this machine on one bridge."""
import csv
import os
import re
import resource
from dataclasses import dataclass

from comparison.distance import FED, PATIENCE_S, Failed, Place, ip, when_ready

NETWORK, OWN_HOST = "10.67.0.%d/16", 1
GROUPS = "239.192.7.0/16:60500"
HEAR = re.compile(r"no multicast to|no longer receives multicast")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Load:
    receivers: int
    updates: int  # of each cycle; one cycle warms up
    cycles: int
    pace: int  # updates per second; 0: without a pause
    size: int  # bytes of a value


@dataclass
class Figures:
    """Figures of all cycles but the first, if they can be separated; otherwise of whole processes."""
    bytes_sent: int  # by the interface of the router's host
    packets_sent: int
    router_s: float  # processor time
    router_own_s: float  # part of it outside the kernel
    receivers_s: float  # of all receivers
    lost: int
    expected: int


class Segment:
    """The hosts on their bridge, existing while it is a context."""

    def __init__(self, programs, receivers):
        self.programs = programs
        self.bridge = f"segment{os.getpid()}"[:15]
        self.hosts = [Place(f"{number}") for number in range(receivers + 1)]
        self.entered = []

    def __enter__(self):
        try:
            ip("link", "add", self.bridge, "type", "bridge")
            ip("link", "set", self.bridge, "up")
            for number, host in enumerate(self.hosts):
                self.entered.append(host.__enter__())
                port = f"sp{number}-{os.getpid()}"[:15]
                ip("link", "add", port, "type", "veth", "peer", "name", "cable", "netns", host.name)
                ip("link", "set", port, "master", self.bridge, "up")
                ip("-n", host.name, "address", "add", NETWORK % (OWN_HOST + number), "dev", "cable")
                ip("-n", host.name, "link", "set", "cable", "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for host in self.entered:
            host.__exit__()
        ip("link", "delete", self.bridge)

    def sent(self):
        """Returns the bytes and packets that the router's interface has sent."""
        shown = self.hosts[0].start(["cat", *(f"/sys/class/net/cable/statistics/tx_{what}" for what in ("bytes", "packets"))])
        # ip netns exec mounts the namespace's own /sys.
        return [int(line) for line in shown.communicate()[0].split()]

    def run(self, load, multicast):
        words = ["--multicast", GROUPS] if multicast else []
        url = "tcp://" + NETWORK.split("/")[0] % OWN_HOST + ":0"
        rtig, listens = when_ready(lambda fd: self.hosts[0].start(
            [os.path.join(self.programs, "rtig"), "--listen", url, "--ready-fd", str(fd), *words], pass_fds=(fd,)), "rtig")
        try:
            return self.measure(load, rtig, listens)
        finally:
            rtig.terminate()
            self.log = rtig.communicate()[1]

    def measure(self, load, rtig, url):
        words = [os.path.join(self.programs, "BmThruput"), "-f", FED, "--patience", str(PATIENCE_S), "--csv", "-t",
                 "-n", str(load.receivers), "-c", str(load.cycles), "-u", str(load.updates), "-s", str(load.size),
                 "--pace", str(load.pace), "-d", "best_effort"]
        bytes_before, packets_before = self.sent()
        router_before = processor_time(rtig.pid)
        children_before = children_s()
        receivers = [host.start([*words, "-r", "receiver"], RTI_URL=url) for host in self.hosts[1:]]
        sender = self.hosts[0].start([*words, "-r", "sender"], RTI_URL=url)
        said = [finish(receiver) for receiver in receivers]
        receivers_s = children_s() - children_before
        finish(sender)
        bytes_after, packets_after = self.sent()
        expected = load.receivers * load.updates * (load.cycles + 1)
        own, kernels = (after - before for after, before in zip(processor_time(rtig.pid), router_before))
        return Figures(bytes_after - bytes_before, packets_after - packets_before, own + kernels, own, receivers_s,
                       sum(int(row[9]) for row in said), expected)


def finish(process):
    """Returns the line of figures that the process prints."""
    output, errors = process.communicate(timeout=3 * PATIENCE_S)
    if process.returncode:
        raise Failed(f"BmThruput ended with status {process.returncode}: {errors.strip()}")
    return list(csv.reader(output.splitlines()))[-1]


def children_s():
    """Returns the processor time of ended child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor_time(pid):
    """Returns the processor time outside the kernel, and in it."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS
