"""Runs RtiPerf over a tree and over a mesh of routers on this machine. The federates of each pair are so far
from each other that its updates pass as many links as in the paper."""
import csv
import os
import select
import signal
import subprocess

from comparison import networks
from comparison.networks import Failed

FED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rtiperf", "pairs.fed")
PATIENCE_S = 300  # seconds that federates wait for each other
RUN_S = 3600
PAIRS_MOST = 64  # classes of pairs.fed

# Options for `rtimesh make`. Both networks have the same number of routers for federates: in the tree those
# of the lowest level.
SHAPES = {"tree": ["tree", "--routers", "15", "--fan-out", "2"], "mesh": ["mesh", "--routers", "8"]}
PLACES = 8
# Number of links that an update passes, including those of the two federates. The paper's table 1 has 0, 2
# and 3 hops.
LINKS = {"tree": {0: 2, 1: 4, 2: 6, 3: 8}, "mesh": {0: 2, 1: 3, 2: 3, 3: 3}}
HOPS = sorted(LINKS["tree"])


def place_of_slave(place, hops):
    """Returns the place of the slave of a master at that place. In the tree they have a common parent (1 hop),
    or a common router two or three levels above."""
    return place if hops == 0 else place ^ (1 << (hops - 1))


def places(pairs, hops):
    """Returns (place of the master, place of the slave) of each pair."""
    return [(pair % PLACES, place_of_slave(pair % PLACES, hops)) for pair in range(pairs)]


def missing(programs):
    """Returns the reason, as text for people, if this machine cannot measure; None if it can."""
    for program in ("rtig", "rtirouter", "rtimesh", "RtiPerf"):
        if not os.access(os.path.join(programs, program), os.X_OK):
            return f"{programs}/{program} is missing; build it, or name the folder of the programs by --programs"
    return None


class Network(networks.Network):
    """The routers of one shape, running while it is a context; `urls` are those of the places of federates."""

    def __init__(self, programs, shape):
        super().__init__(programs, shape, SHAPES[shape])
        self.urls = []

    def start(self):
        self.urls = networks.urls_of(self.made)
        if len(self.urls) != PLACES:
            raise Failed(f"rtimesh make {self.name} names {len(self.urls)} routers for federates, not {PLACES}")
        super().start()


class Exchanges:
    """The exchanges of each run."""

    def __init__(self, pairs, sizes, exchanges, warm_up, polling=False):
        self.pairs, self.sizes, self.exchanges, self.warm_up, self.polling = pairs, sizes, exchanges, warm_up, polling

    def options(self):
        return ["-n", str(self.pairs), "-s", ",".join(map(str, self.sizes)), "-u", str(self.exchanges),
                "-w", str(self.warm_up), "--patience", str(PATIENCE_S), *([] if self.polling else ["-t"])]

    def kilobytes(self):
        """Kilobytes of the values that are sent, in both directions."""
        return 2 * self.pairs * (self.exchanges + self.warm_up) * sum(self.sizes) / 1000


class Federates:
    """The federates of one run, running while it is a context."""

    def __init__(self, network, exchanges, hops):
        self.network = network
        self.running = {}  # by name
        self.starts = [(f"{role}-{pair}", place, ["-k", str(pair), "-r", role, *exchanges.options()])
                       for pair, of_pair in enumerate(places(exchanges.pairs, hops), 1)
                       for role, place in zip(("master", "slave"), of_pair)]

    def __enter__(self):
        try:
            for name, place, options in self.starts:
                self.running[name] = self.start(name, place, options)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name, place, options):
        environment = dict(os.environ, RTI_URL=self.network.urls[place], RTI_RTIA="embedded", RTI_CONNECT_TIMEOUT="60")
        with self.network.file_for(name) as errors:
            return subprocess.Popen(
                [os.path.join(self.network.programs, "RtiPerf"), "--csv", "-f", FED, *options], env=environment,
                text=True, stdout=subprocess.PIPE, stderr=errors, start_new_session=True)

    def rows(self):
        """Returns the rows that the masters have printed when all have ended. Ends at the first failure."""
        name_of = {os.pidfd_open(process.pid): name for name, process in self.running.items()}
        poller = select.poll()
        try:
            for descriptor in name_of:
                poller.register(descriptor, select.POLLIN)
            left = len(name_of)
            while left > 0:
                ended = poller.poll(RUN_S * 1000)
                if not ended:
                    raise Failed(f"no federate has ended within {RUN_S} s")
                for descriptor, _ in ended:
                    poller.unregister(descriptor)
                    self.check(name_of[descriptor])
                    left -= 1
        finally:
            for descriptor in name_of:
                os.close(descriptor)
        return [row for process in self.running.values() for row in csv.reader(process.stdout)]

    def check(self, name):
        status = self.running[name].wait()
        if status:
            raise Failed(f"the {name.replace('-', ' of pair ')} ended with status {status}: {self.network.read(name)}")

    def __exit__(self, *_):
        for process in self.running.values():
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()


def run(programs, shape, hops, exchanges):
    """Makes one run. Returns the rows (pair, size, exchanges, mean, ...) of the masters, and the number of links
    that an update has passed, from the traffic of the links between routers."""
    with Network(programs, shape) as network:
        with Federates(network, exchanges, hops) as federates:
            rows = federates.rows()
        return rows, 2 + network.carried()[1] / exchanges.kilobytes()


def take_termination():
    """Makes SIGTERM, too, clean up."""
    def stop(number, _):
        raise SystemExit(128 + number)
    signal.signal(signal.SIGTERM, stop)
