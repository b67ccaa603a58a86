"""How many entities of examples/clutter a machine carries in real time: one run, and the search for the most."""
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass

from comparison.gateway import Gateway

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FED = os.path.join(SOURCE, "examples", "clutter", "clutter.fed")
REPORT = re.compile(r"clutter \d+: entities \d+, updates (\d+), late (\d+), regions moved (\d+); others' updates (\d+), "
                    r"wanted (\d+), reflected (\d+), in sight (\d+), late (\d+), astray \d+; processor ([\d.e+-]+) s of \d+")
PATIENCE_S = 120
LATE_SHARE = 0.01  # who has more of that does not keep up


class Failed(Exception):
    """A program did not do what it should."""


@dataclass
class Carried:
    """Of all federates together, by their own counts; rates are of a second."""
    entities: int
    seconds: int
    updates: int
    sent_late: int
    moved: int
    others: int  # what would come to federates without any interest management
    wanted: int
    reflected: int
    in_sight: int
    came_late: int
    federates_cpu: float  # seconds
    rtig_cpu: float
    idle: float  # share of the machine's
    delivered: float  # updates a second that came to the federates' RTIAs, by rtictl's count of bytes
    rtig_mb: float
    federate_mb: float

    def keeps_up(self):
        return self.sent_late <= LATE_SHARE * self.updates and self.came_late <= LATE_SHARE * self.reflected


def read_reports(text):
    """The sums of what the federates say."""
    found = REPORT.findall(text)
    return len(found), [sum(column) for column in zip(*([float(figure) for figure in line] for line in found))]


def delivered_updates(looks):
    """Updates a second that arrive at all federates, from what `rtictl list --watch --json` says last. The bytes of
    an update are those that senders count; what else travels is counted as if it were updates."""
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
    """(idle, all) of all processors."""
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
            raise Failed(f"{' '.join(process.args)}: {line.strip() or 'has ended before the start'}")


def look_once(program, environment, seconds):
    """What rtictl says of the second half."""
    with subprocess.Popen([program, "list", "--watch", str(seconds), "--json"], env=environment, text=True,
                          stdout=subprocess.PIPE) as rtictl:
        try:
            rtictl.stdout.readline()
            return json.loads(rtictl.stdout.readline())
        finally:
            rtictl.kill()


def run(rti, way, federates, entities, seconds, options):
    """One federation; `entities` is of all federates, `options` goes to each of them."""
    with Gateway(rti, way, Failed) as gateway:
        environment = dict(os.environ, **gateway.environments[0])
        processes = [subprocess.Popen([f"{rti.programs}/clutter", str(number), str(federates), FED, "--entities",
                                       str(entities // federates), "--seconds", str(seconds), *options],
                                      env=environment, text=True, stdout=subprocess.PIPE)
                     for number in range(federates)]
        try:
            wait_for_start(processes)
            begun, idle, rtig = time.monotonic(), machine_seconds(), processor_seconds(gateway.process.pid)
            looks = look_once(f"{rti.programs}/rtictl", environment, max(1, seconds // 2))
            memory = own_megabytes(gateway.process.pid), own_megabytes(processes[0].pid)
            time.sleep(max(0, seconds - (time.monotonic() - begun)))
            rtig = processor_seconds(gateway.process.pid) - rtig
            idle = [after - before for before, after in zip(idle, machine_seconds())]
            text = "".join(process.communicate(timeout=PATIENCE_S)[0] for process in processes)
        except subprocess.TimeoutExpired:
            raise Failed(f"no end within {PATIENCE_S} s with {entities} entities") from None
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
                    process.wait()
    reports, sums = read_reports(text)
    if reports != federates or any(process.returncode for process in processes):
        raise Failed(f"with {entities} entities over {way.name}: {text}")
    *counts, cpu = sums
    return Carried(entities // federates * federates, seconds, *map(int, counts), cpu, rtig, idle[0] / idle[1],
                   delivered_updates(looks), *memory)


def most(first, keeps_up, precision=1.1):
    """The largest number for which `keeps_up` holds, found by doubling and then halving between the last two; None
    if it holds for none. Who fails may try once more, since a machine has other things to do at times."""
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
