"""Meshes of routers on this host, for tests: their topology files, and the places of their federates.

Independent of processes; ../faults/harness.py starts them.
"""
import os

# Of the first router; each further one has the next. Below the range from which the kernel chooses: mpirun has a
# port of that range at all addresses.
PORT = 20401

# Groups as (parent, routers, the first of which is the head). The first router of all has the RTIG.
SHAPES = {
    "one": [(None, ["alpha"])],
    "group": [(None, ["alpha", "beta", "gamma"])],
    "tree": [(None, ["root"]), ("root", ["left"]), ("root", ["right"]),
             ("left", ["left-1"]), ("left", ["left-2"]), ("right", ["right-1"]), ("right", ["right-2"])],
    "below": [(None, ["alpha", "beta", "gamma"]), ("beta", ["delta", "epsilon", "zeta"])],
    "triad": [(None, ["alpha", "omega"]), ("alpha", ["up", "primary", "down"]), ("down", ["range"])],
    "pair": [(None, ["alpha", "beta", "gamma"])],
    "segments": [(None, ["root"]), ("root", ["west", "east"])],
    "spare": [(None, ["alpha"]), ("alpha", ["beta"]), ("alpha", ["gamma"]), ("beta", ["delta", "epsilon", "zeta"])],
}
# Spare heads and parents of groups, by their heads.
SPARE_HEADS = {"spare": {"delta": ["epsilon"]}}
SPARE_PARENTS = {"spare": {"delta": ["gamma"]}}
# Routers at which federates share memory; the places of the federates, in turn, as in LEAVES below.
SHARING = {"segments": ["west", "east"]}
# Routers that are one process.
PROCESSES = {
    "triad": {"triad": ["up", "primary", "down"]},
    "pair": {"two": ["beta", "gamma"]},
}
# These shapes also exist with all routers except the rtig's as ranks of an MPI job: "group-mpi".
WITH_RANKS = ["group", "tree", "below"]
# Routers in the order in which federates take them: neighbours in this list are far apart in the mesh.
LEAVES = {
    "one": ["alpha"],
    "group": ["beta", "alpha", "gamma"],
    "tree": ["left-1", "right-1", "left-2", "right-2"],
    "below": ["epsilon", "gamma", "zeta", "delta", "alpha"],
    "triad": ["primary", "omega", "down", "range", "up", "alpha"],
    "pair": ["beta", "alpha", "gamma"],
    "segments": ["west"],
    "spare": ["delta", "zeta", "epsilon"],
}
# These shapes also exist with links as over a long distance: "group-long".
WITH_LONG_LINKS = ["group", "below"]
LONG = "congestion: reno, bandwidth-mbit: 1000, rtt-ms: 1, compress-above: 100, bundle-ms: 2, bundle-bytes: 4000"
NAMES = [*SHAPES, *(shape + "-mpi" for shape in WITH_RANKS), *(shape + "-long" for shape in WITH_LONG_LINKS)]
TRANSPORTS = ["mesh-" + name for name in NAMES]


def is_mesh(transport):
    return transport in TRANSPORTS


def own_address():
    """Returns a loopback address that no other living process has, so that ports can be fixed."""
    pid = os.getpid()  # less than 2^22
    return "127.%d.%d.%d" % (64 + (pid >> 16), (pid >> 8) & 255, pid & 255)


class Mesh:
    """The contents of the mesh's file. The first of `routers` is rtig's own, the others are rtirouters. Each is
    listed after the next router on its way to the rtig, which `next_up` names."""

    def __init__(self, transport, address=None):
        name = transport.removeprefix("mesh-")
        self.shape = name.removesuffix("-mpi").removesuffix("-long")
        self.long = ", long: {%s}" % LONG if name.endswith("-long") else ""
        self.groups = SHAPES[self.shape]
        self.address = address or own_address()
        self.processes = {router: process for process, routers in PROCESSES.get(self.shape, {}).items()
                          for router in routers}
        self.more = None  # an additional line for the file
        self.options = {}  # of routers by name, as in the file: "federates-regulate: false"
        self.lost_after_ms = 60000  # so long that a slow router is not given up
        self.routers = [name for _, names in self.groups for name in names]
        self.ranks = self.routers[1:] if name.endswith("-mpi") else []
        self.next_up = {}
        for parent, (head, *others) in self.groups:
            self.next_up[head] = parent
            self.next_up.update(dict.fromkeys(others, head))
        self.sharing = SHARING.get(self.shape, [])
        self.urls = ["mesh://" + self.place(name) for name in LEAVES[self.shape]]
        if self.sharing:  # first two neighbours on one host, then one on another
            west, east = map(self.memory, self.sharing)
            self.urls = [west, west, east, *self.urls]

    def place(self, name):
        return "%s:%d" % (self.address, PORT + self.routers.index(name))

    def memory(self, name):
        return "shm://%s-%s" % (name, self.address.replace(".", "-"))

    def text(self):
        """Returns the text of the file. Routers connect again after a short time."""
        lines = ["name: test", "rtig: " + self.routers[0],
                 "link-defaults: {keepalive-ms: 500, retry-ms: [10, 50], peer-lost-after-ms: %d%s}"
                 % (self.lost_after_ms, self.long),
                 *filter(None, [self.more]),
                 "groups:"]
        for parent, names in self.groups:
            heads = [names[0], *SPARE_HEADS.get(self.shape, {}).get(names[0], [])]
            parents = [parent, *SPARE_PARENTS.get(self.shape, {}).get(names[0], [])]
            lines += ["  - name: group-of-" + names[0], "    head: [%s]" % ", ".join(heads)]
            lines += ["    parent: [%s]" % ", ".join(parents)] if parent else []
            lines.append("    routers:")
            lines += ["      - {%s}" % ", ".join(
                ["name: " + name, "host: here",
                 "listen: [tcp://%s%s%s]" % (self.place(name), ", mpi://" if name in self.ranks else "",
                                             ", " + self.memory(name) if name in self.sharing else ""),
                 *["process: " + self.processes[name] for _ in range(name in self.processes)],
                 *filter(None, [self.options.get(name)])]) for name in names]
        return "\n".join(lines) + "\n"

    def together(self, name):
        """Returns the routers in the same process as the router `name`, including itself."""
        return [other for other in self.routers
                if other == name or self.processes.get(other, "") == self.processes.get(name)]

    def behind(self, name):
        """Returns the router `name`, and those with a way to the rtig through it."""
        return {other for other in self.routers if name in self.way_up(other)}

    def peer_links(self):
        """Returns links between two routers of a group with the same upper router: (connecting router, other
        router)."""
        return [(name, other) for _, names in self.groups for i, name in enumerate(names)
                for other in names[:i] if self.next_up[name] == self.next_up[other]]

    def way_up(self, name):
        """Returns the routers on the way to the rtig, the router `name` first, rtig's own last."""
        way = [name]
        while self.next_up[way[-1]]:
            way.append(self.next_up[way[-1]])
        return way

    def connected(self, name):
        """Returns the log line of the router `name` when it has its link towards the rtig."""
        up = self.next_up[name]
        if name in self.processes:
            return "router %s: connected to router %s at " % (name, up)
        by_mpi = name in self.ranks and up in self.ranks
        return "connected to router %s at %s" % (up, "mpi rank %d " % self.ranks.index(up) if by_mpi else "tcp://")
