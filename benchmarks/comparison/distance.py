"""Runs BmLatency, BmStream and BmThruput over a long link between two network namespaces of this machine. rtig
and one federate are at the near end; the other federate is at the far end, directly or behind a router."""
import csv
import os
import re
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass

FED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "benchmark.fed")
PATIENCE_S = 300  # seconds that federates wait for each other
US_PER_S = 1_000_000
RUN_S = 3 * PATIENCE_S
FIRST_UPDATES, STEP = 1000, 10
ENOUGH = 2  # a run that took at least this part of the requested time is not repeated
UPDATES_MOST = 1_000_000
NETWORK = "10.66.0.0/24"  # the network of long_link
TUN = "/dev/net/tun"
CONTROLS = "/proc/sys/net/ipv4/tcp_available_congestion_control"
COUNTED = re.compile(r"lost (\d+) packets .* by the queue (\d+) packets .* by the devices (\d+) packets")


FAR_ADDRESS = "10.66.0.2"  # address of the far end in that network
ROUTER_PORT = 60400
CONNECTED = "connected to router"
# The kind of link, and the options for the link between routers beside congestion control, bandwidth and
# RTT.
BUNDLED, COMPRESSED = "bundle-ms: 2", "compress-above: 256"
LINKS = {"federate": None, "routers": [], "bundled": [BUNDLED], "compressed": [COMPRESSED],
         "both": [BUNDLED, COMPRESSED]}


class Failed(Exception):
    """A program failed, or the machine lacks something."""


@dataclass
class Conditions:
    rtt: float  # ms
    loss: float  # percent
    rate: float  # Mbit/s
    queue: float  # KB
    seed: int
    congestion: str
    link: str = "federate"  # one of LINKS


def missing(programs, controls, links=("federate",)):
    """Returns the reason, as text for people, if this machine cannot measure; None if it can."""
    if os.geteuid() != 0:
        return "network namespaces need root; run it as root (sudo)"
    if not os.path.exists(TUN):
        return f"{TUN} is missing; load the kernel's module (modprobe tun), or give it to the container (--device {TUN})"
    if shutil.which("ip") is None:
        return "the program ip is missing; install iproute2"
    routers = ["rtirouter"] if set(links) != {"federate"} else []
    for program in ("rtig", "long_link", "BmLatency", "BmStream", "BmThruput", *routers):
        if not os.access(os.path.join(programs, program), os.X_OK):
            return f"{programs}/{program} is missing; build it, or name the folder of the programs by --programs"
    with open(CONTROLS, encoding="utf-8") as file:
        there = file.read().split()
    for control in controls:
        if control not in there:
            return f"the kernel has no congestion control {control}, only {', '.join(there)}; modprobe tcp_{control}, or --congestion"
    return None


def ip(*words):
    ended = subprocess.run(["ip", *words], capture_output=True, text=True, check=False, start_new_session=True)
    if ended.returncode:
        raise Failed(f"ip {' '.join(words)}: {ended.stderr.strip()}")


def end(process):
    """Ends a process with SIGTERM, so that it can print its counts, and returns its output."""
    process.terminate()
    try:
        return process.communicate(timeout=10)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]


class Place:
    """One end: a network namespace, deleted with the processes in it."""

    def __init__(self, name):
        self.name = f"longlink-{os.getpid()}-{name}"
        self.processes = []

    def __enter__(self):
        ip("netns", "add", self.name)
        try:
            ip("-n", self.name, "link", "set", "lo", "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()
        ip("netns", "delete", self.name)

    def start(self, words, pass_fds=(), **environment):
        # A separate session: Ctrl-C reaches only this program, which then ends the others.
        process = subprocess.Popen(["ip", "netns", "exec", self.name, *words], pass_fds=pass_fds, text=True,
                                   env=dict(os.environ, **environment), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        self.processes.append(process)
        return process

    # Set by the route, because a namespace's sysctl accepts only values of the machine's
    # tcp_allowed_congestion_control.
    def control_congestion(self, control):
        ip("-n", self.name, "route", "replace", NETWORK, "dev", "longlink", "scope", "link", "congctl", control)


def when_ready(start, what):
    """Returns the process that `start` makes with a descriptor to write to, and the first line that it writes
    there."""
    read_end, write_end = os.pipe()
    with os.fdopen(read_end) as ready:
        try:
            process = start(write_end)
        finally:
            os.close(write_end)
        line = ready.readline().strip()
    if not line:
        raise Failed(f"{what} does not come up: {process.communicate()[1].strip()}")
    return process, line


class LongLink:
    """Both ends and the link between them, existing while it is a context."""

    def __init__(self, programs, conditions):
        self.programs, self.conditions = programs, conditions
        self.near, self.far = Place("near"), Place("far")
        self.process = self.address = None

    def __enter__(self):
        self.near.__enter__()
        try:
            self.far.__enter__()
            try:
                self.join_ends()
            except BaseException:
                self.far.__exit__()
                raise
        except BaseException:
            self.near.__exit__()
            raise
        return self

    def join_ends(self):
        c = self.conditions
        self.process, self.address = when_ready(
            lambda ready: self.near.start(
                [f"{self.programs}/long_link", "--rtt", str(c.rtt), "--loss", str(c.loss), "--rate", str(c.rate),
                 "--queue", str(c.queue), "--seed", str(c.seed), "--ready-fd", str(ready), self.near.name,
                 self.far.name], pass_fds=[ready]), "long_link")
        for place in (self.near, self.far):
            place.control_congestion(c.congestion)

    # A second Ctrl-C waits until everything is cleaned up.
    def __exit__(self, *_):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            self.far.__exit__()
        finally:
            self.near.__exit__()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def counts(self):
        """Ends the link. Returns the packets, of both directions, that it lost, its queue dropped and its
        devices dropped."""
        text = end(self.process)
        found = [[int(count) for count in line] for line in COUNTED.findall(text)]
        if len(found) != 2:
            raise Failed(f"long_link has ended early: {text} {self.process.returncode}")
        return [sum(column) for column in zip(*found)]

    def run(self, near, far):
        """Returns the CSV lines of both federates, each given by the words of its command, with a new rtig."""
        with tempfile.TemporaryDirectory() as folder:
            urls, gateways = self.start_gateways(folder)
            federates = [place.start([f"{self.programs}/{words[0]}", "--csv", "-t", "--patience", str(PATIENCE_S), "-f",
                                      FED, *words[1:]], RTI_URL=url, RTI_CONNECT_TIMEOUT="60")
                         for place, words, url in zip((self.near, self.far), (near, far), urls)]
            try:
                said = [federate.communicate(timeout=RUN_S) for federate in federates]
            except subprocess.TimeoutExpired:
                raise Failed(f"no end within {RUN_S} s of {' '.join(near)}") from None
            for gateway in gateways:
                end(gateway)
        if any(federate.returncode for federate in federates):
            raise Failed(f"{' '.join(near)} with {self.conditions}: " + "".join(errors for _, errors in said).strip())
        return [list(csv.reader(output.splitlines())) for output, _ in said]

    def start_gateways(self, folder):
        """Starts the servers. Returns the URLs for the near and the far federate, and the servers in the order in
        which to end them."""
        if self.conditions.link == "federate":
            rtig, url = self.start_rtig("--listen", f"tcp://{self.address}:0")
            return [url, url], [rtig]
        mesh = os.path.join(folder, "mesh.yaml")
        with open(mesh, "w", encoding="utf-8") as file:
            file.write(self.mesh())
        rtig, _ = self.start_rtig("--topology", mesh)
        router = self.far.start([f"{self.programs}/rtirouter", "--topology", mesh, "--name", "far", "--log-level", "info"])
        said = ""
        while CONNECTED not in said:
            line = router.stderr.readline()
            if not line:
                raise Failed(f"rtirouter does not come up: {said.strip()}")
            said += line
        return [f"mesh://{address}:{ROUTER_PORT}" for address in (self.address, FAR_ADDRESS)], [router, rtig]

    def start_rtig(self, *words):
        return when_ready(lambda ready: self.near.start(
            [f"{self.programs}/rtig", *words, "--log-level", "error", "--ready-fd", str(ready)], pass_fds=[ready]), "rtig")

    def mesh(self):
        """Returns the file of two routers with the link between them."""
        c = self.conditions
        of_link = [f"congestion: {c.congestion}", *LINKS[c.link]]
        if c.rtt >= 1 and c.rate >= 1:
            of_link += [f"bandwidth-mbit: {c.rate:.0f}", f"rtt-ms: {c.rtt:.0f}"]
        places = (("near", self.address), ("far", FAR_ADDRESS))
        routers = [f"{{name: {name}, host: here, listen: tcp://{address}:{ROUTER_PORT}}}" for name, address in places]
        return (f"rtig: near\nlink-defaults: {{peer-lost-after-ms: 60000, long: {{{', '.join(of_link)}}}}}\n"
                f"groups: [{{name: ends, head: near, routers: [{', '.join(routers)}]}}]\n")


@dataclass
class Latency:
    p50: float  # ms, one way
    p99: float
    unanswered: int


def latency(link, delivery, samples, size):
    """Measures latency at the near federate."""
    words = ["BmLatency", "-u", str(samples), "-w", "5", "-s", str(size), *(["-b"] if delivery == "best_effort" else [])]
    fields = link.run([*words, "-r", "sender"], [*words, "-r", "receiver"])[0][0]
    return Latency(float(fields[5]) / 1000, float(fields[6]) / 1000, int(fields[9]))


@dataclass
class Stream:
    p50: float  # ms, one way
    p99: float
    lost: int


def stream(link, delivery, seconds, size, pace, beside):
    """Sends updates at a steady pace, one way, from the federate that joins first: updates after a lost one show
    the delay. Beside them the given number of reliable updates is sent each second and not measured."""
    def described(name, updates_per_s, how):
        return (f"stream {name} from 1 to 2 updates {max(1, int(seconds * updates_per_s))} size {size} "
                f"interval {US_PER_S / updates_per_s} delivery {how}\n")

    with tempfile.NamedTemporaryFile("w", suffix=".stream", encoding="utf-8") as file:
        file.write("federates 2\nphases 1\n" + described("measured", pace, delivery)
                   + (described("beside", beside, "reliable") if beside else ""))
        file.flush()
        words = ["BmStream", "-d", file.name]
        found = {fields[4]: fields for said in link.run(words, words) for fields in said if fields[1] == "measured"}
    times, lost = found["t1-t0"], found["lost"]
    return Stream(float(times[9]) / 1000, float(times[10]) / 1000, int(float(lost[6])))


@dataclass
class Throughput:
    updates: int  # in both cycles, the warm-up and the measured one
    sent: float  # a second
    received: float
    megabytes: float
    lost: int


def throughput(link, delivery, seconds, size, sender, values):
    """Measures a number of updates that takes about the requested time: to arrive if reliable, otherwise to be
    sent. Finds the number in steps, because with packet loss few updates arrive faster than many."""
    updates = FIRST_UPDATES
    while True:
        found = thruput(link, delivery, updates, size, sender, values)
        wanted = int((found.received if delivery == "reliable" else found.sent) * seconds)
        if wanted <= ENOUGH * updates or updates == UPDATES_MOST:
            return found
        updates = min(wanted, STEP * updates, UPDATES_MOST)


def thruput(link, delivery, updates, size, sender, values):
    words = ["BmThruput", "-c", "1", "-u", str(updates), "-s", str(size), "-d", delivery, "--values", values]
    near, far = ("sender", "receiver") if sender == "near" else ("receiver", "sender")
    lines = [said[0] for said in link.run([*words, "-r", near], [*words, "-r", far])]
    sent, received = lines if sender == "near" else reversed(lines)
    return Throughput(2 * updates, float(sent[5]), float(received[5]), float(received[8]), int(received[9]))


def take_termination():
    """Makes SIGTERM, too, clean up."""
    def stop(number, _):
        raise SystemExit(128 + number)
    signal.signal(signal.SIGTERM, stop)
