"""Measures the number of entities of examples/clutter that a machine carries in real time: one run, and the
search for the maximum."""
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass

from comparison.gateway import Gateway
from comparison.networks import Failed, Network, urls_of_federates

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FED = os.path.join(SOURCE, "examples", "clutter", "clutter.fed")
REPORT = re.compile(r"clutter \d+: entities \d+, updates (\d+), late (\d+), regions moved (\d+); others' updates (\d+), "
                    r"wanted (\d+), reflected (\d+), in sight (\d+), late (\d+), astray \d+; processor ([\d.e+-]+) s of \d+")
TOLD = re.compile(r"wanted (?P<wanted>\d+), reflected (?P<reflected>\d+), .*astray (?P<astray>\d+);")
PATIENCE_S = 120
CONNECT_S = 60  # a machine that is too slow delays every federate
LATE_SHARE = 0.01  # more late updates than this mean that the machine is too slow


class TooMuch(Failed):
    """The load was too high: the run did not finish, or a federate lost its link."""


@dataclass
class Carried:
    """Sums over all federates, from their own counts; rates are per second."""
    entities: int
    seconds: int
    updates: int
    sent_late: int
    moved: int
    others: int  # updates that would reach the federates without interest management
    wanted: int
    reflected: int
    in_sight: int
    came_late: int
    federates_cpu: float  # seconds
    rtig_cpu: float
    routers_cpu: float  # of all processes but rtig
    idle: float  # share of the machine's processor time
    delivered: float  # updates per second that arrived at the federates' RTIAs, by rtictl's count of bytes
    link_frames: int  # carried by the links between routers
    link_kb: float
    rtig_mb: float
    routers_mb: float
    federate_mb: float
    start: float  # seconds until all federates had registered their entities

    def keeps_up(self):
        return self.sent_late <= LATE_SHARE * self.updates and self.came_late <= LATE_SHARE * self.reflected


def read_reports(text):
    """Returns the number of federates' reports, and the sums of their figures."""
    found = REPORT.findall(text)
    return len(found), [sum(column) for column in zip(*([float(figure) for figure in line] for line in found))]


def is_wrong(text):
    """Returns whether a federate received updates that it should not receive, or missed some that it should."""
    figures = [line.groupdict() for line in TOLD.finditer(text)]
    return any(one["wanted"] != one["reflected"] or one["astray"] != "0" for one in figures)


def delivered_updates(looks):
    """Returns the updates per second that arrive at all federates, from the last output of `rtictl list --watch
    --json`. The bytes of an update are those that senders count; other traffic counts as if it were updates."""
    federates = [one for federation in looks["federations"] for one in federation["federates"]]
    sums = {name: sum(one.get(name) or 0 for one in federates)
            for name in ("updates_per_s", "bytes_sent_per_s", "bytes_received_per_s")}
    if not sums["bytes_sent_per_s"]:
        return 0.0
    return sums["bytes_received_per_s"] * sums["updates_per_s"] / sums["bytes_sent_per_s"]


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine_seconds():
    """Returns the (idle, all) time of all processors, in ticks."""
    with open("/proc/stat", encoding="utf-8") as file:
        fields = [int(field) for field in file.readline().split()[1:9]]
    return fields[3] + fields[4], sum(fields)


def own_megabytes(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
        return int(re.search(r"Anonymous: +(\d+) kB", file.read()).group(1)) / 1024


def wait_for_start(processes):
    for process in processes:
        line = process.stdout.readline()
        if not line.endswith(": starts\n"):
            raise TooMuch(f"{' '.join(process.args)}: {line.strip() or 'has ended before the start'}")


def look_once(program, environment, seconds):
    """Returns the output of rtictl about the second half."""
    with subprocess.Popen([program, "list", "--watch", str(seconds), "--json"], env=environment, text=True,
                          stdout=subprocess.PIPE) as rtictl:
        try:
            rtictl.stdout.readline()
            return json.loads(rtictl.stdout.readline())
        except json.JSONDecodeError:
            raise TooMuch("rtictl list --watch says nothing of the federation") from None
        finally:
            rtictl.kill()


def environment_of(served, number):
    """Returns the environment of that federate."""
    own = served.environments[number % len(served.environments)]
    return dict(os.environ, RTI_CONNECT_TIMEOUT=str(CONNECT_S), **own)


class Mesh(Network):
    """The routers of a way, running while it is a context. The federates join at them as its file says."""

    def __init__(self, rti, way, federates):
        super().__init__(rti.programs, way.name, [*way.gateway, "--federates", str(federates)], way.environment)
        self.environments = []

    def start(self):
        self.environments = [{"RTI_URL": url} for url in urls_of_federates(self.made)]
        super().start()


class Federates:
    """The federates of one federation, running while it is a context; all have reached the start."""

    def __init__(self, programs, served, federates, words):
        self.commands = [([f"{programs}/clutter", str(number), str(federates), FED, *words],
                          environment_of(served, number)) for number in range(federates)]
        self.processes = []

    def __enter__(self):
        try:
            for words, environment in self.commands:
                self.processes.append(subprocess.Popen(words, env=environment, text=True, stdout=subprocess.PIPE))
            wait_for_start(self.processes)
        except BaseException:
            self.__exit__()
            raise
        return self

    def reports(self):
        """Returns the reports at the end; None if a federate has not ended in time."""
        deadline = time.monotonic() + PATIENCE_S
        try:
            return "".join(process.communicate(timeout=max(0, deadline - time.monotonic()))[0]
                           for process in self.processes)
        except subprocess.TimeoutExpired:
            return None

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()


class Meter:
    """Counts from its construction: seconds of the RTI's processes and of the machine, and data that links
    carried."""

    def __init__(self, served):
        self.served = served
        self.before = self.read()

    def read(self):
        processors = [processor_seconds(pid) for pid in self.served.pids()]
        machine = machine_seconds()
        try:
            return [processors[0], sum(processors[1:]), *machine, *self.served.carried()]
        except Failed as error:
            raise TooMuch(str(error)) from None

    def counted(self):
        return [after - before for before, after in zip(self.before, self.read())]


def run(rti, way, federates, entities, seconds, options):
    """Runs one federation; `entities` is the number of all federates, each federate gets `options`."""
    begun = time.monotonic()
    words = ["--entities", str(entities // federates), "--seconds", str(seconds), *options]
    with Mesh(rti, way, federates) if is_mesh(way) else Gateway(rti, way, Failed) as served, \
            Federates(rti.programs, served, federates, words) as running:
        started, meter = time.monotonic(), Meter(served)
        looks = look_once(f"{rti.programs}/rtictl", environment_of(served, 0), max(1, seconds // 2))
        own, *others = [own_megabytes(pid) for pid in served.pids()]
        memory = own, sum(others), own_megabytes(running.processes[0].pid)
        time.sleep(max(0, seconds - (time.monotonic() - started)))
        rtig, routers, idle, machine, *carried = meter.counted()
        text = running.reports()
    if text is None:
        raise TooMuch(f"no end within {PATIENCE_S} s with {entities} entities over {way.name}")
    if is_wrong(text):
        raise Failed(f"with {entities} entities over {way.name}: {text}")
    reports, sums = read_reports(text)
    well = sum(process.returncode == 0 for process in running.processes)
    if reports != federates or well != federates:
        raise TooMuch(f"{well} of {federates} federates ended well with {entities} entities over {way.name}")
    *counts, cpu = sums
    return Carried(entities // federates * federates, seconds, *map(int, counts), cpu, rtig, routers, idle / machine,
                   delivered_updates(looks), *carried, *memory, started - begun)


def is_mesh(way):
    """Returns whether the way is a mesh; its gateway is then the options for `rtimesh make`."""
    return not way.url


def most(first, keeps_up, precision=1.1):
    """Returns the largest number for which `keeps_up` holds, or None if it holds for none. Doubles the number,
    then halves the interval between the last two. A number that fails gets a second attempt, because a
    machine sometimes has other work."""
    def holds(number):
        return keeps_up(number) or keeps_up(number)

    good, bad = None, first
    while holds(bad):
        good, bad = bad, 2 * bad
    while good is None and bad > 1:
        bad //= 2
        if holds(bad):
            good, bad = bad, 2 * bad
    while good and bad > good * precision and bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good
