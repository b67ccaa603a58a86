#!/usr/bin/env python3
"""If a link is too slow, best effort of the lowest priority is dropped first, and counted.

    best_effort_at_routers.py --bin BUILD/bin --shape group|below --rtia embedded|process

The file of the mesh gives OtherThing a low priority and Thing a high one. A federate that subscribes to both
is stopped (SIGSTOP) at its router. A federate at another router updates OtherThing far more often than a
queue can hold, then another federate updates Thing. rtictl shows the number of dropped messages for the
stopped federate by priority: none of the high priority. When the federate continues, it receives all updates
of Thing, and all arriving updates in order.
"""
import json
import os
import signal
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_at_routers import PLACES, expect, main  # noqa: E402
from harness import FED, Failure, report, state_of  # noqa: E402

FEDERATION = "BestEffort"
LOW, HIGH = 1, 6
LOW_UPDATES = 5000  # of 4 KB: far more than the kernel's buffers and a queue take
HIGH_UPDATES = 50  # less than a queue has room for
QUEUE = ["--flow-resume", "256K", "--flow-hold", "512K"]


class BestEffort:
    def __init__(self, fixture):
        self.fixture = fixture
        self.here, self.there = PLACES[fixture.mesh.shape]
        self.fed = os.path.join(fixture.folder, "best_effort.fed")

    def witness(self, name, router, *others):
        child = self.fixture.start(name, ["env", "RTI_URL=mesh://" + self.fixture.mesh.place(router),
                                          self.fixture.program("fault_witness"), self.fed, *others])
        expect(self.fixture, child, "join %s %s" % (FEDERATION, name.upper()), "ok")
        return child

    def dropped(self, watch, begin=0):
        """Returns the sleeper's dropped messages by priority, from later lines of rtictl; None without such a
        line."""
        for line in reversed(watch.lines[begin:]):
            for federation in json.loads(line)["federations"]:
                for federate in federation["federates"]:
                    if federate["federate"] == self.sleeper_handle and "dropped_by_priority" in federate:
                        return federate["dropped_by_priority"]
        return None

    def heard(self, child, begin, thing):
        return [int(line.split()[1]) for line in child.lines[begin:]
                if line.startswith("reflected ") and line.endswith(" of " + thing)]

    def run(self):
        fixture = self.fixture
        with open(FED) as given, open(self.fed, "w") as file:
            file.write(given.read().replace("(attribute Value reliable", "(attribute Value best_effort"))
        fixture.mesh.more = "priorities: {OtherThing: %d, ObjectRoot.Thing: %d}" % (LOW, HIGH)
        fixture.router_options = ["--flow-hold", "512K"]
        fixture.start_rtig(*QUEUE, "--message-max", "256K")
        sleeper = self.witness("sleeper", self.here)
        self.sleeper_handle = 1
        expect(fixture, sleeper, "subscribe-others", "ok")
        low = self.witness("low", self.there, "others")
        high = self.witness("high", self.there)
        fixture.wait(lambda: {"discovered LOW", "discovered HIGH"} <= set(sleeper.lines), "the sleeper to know both")
        watch = fixture.start("rtictl", [fixture.program("rtictl"), "list", "--json", "--watch", "1"])
        fixture.wait(lambda: self.dropped(watch) is not None, "rtictl to tell of the sleeper")
        readers = [sleeper.pid, *fixture.rtia_processes("sleeper")]
        for pid in readers:
            os.kill(pid, signal.SIGSTOP)
        fixture.wait(lambda: all(state_of(pid) == "T" for pid in readers), "the sleeper to stop")
        expect(fixture, low, "fill %d" % LOW_UPDATES, "ok")
        expect(fixture, high, "fill %d" % HIGH_UPDATES, "ok")
        begin = len(sleeper.lines)
        fixture.wait(lambda: (self.dropped(watch) or [0] * 8)[LOW] > 0, "rtictl to tell what was dropped")
        for pid in readers:
            os.kill(pid, signal.SIGCONT)
        fixture.wait(lambda: HIGH_UPDATES in self.heard(sleeper, begin, "HIGH"), "the sleeper to hear the end of HIGH")
        expect(fixture, low, "burst 1", "ok")
        fixture.wait(lambda: self.heard(sleeper, begin, "LOW")[-1:] == [1], "the sleeper to hear of LOW again")
        told = len(watch.lines)
        fixture.wait(lambda: self.dropped(watch, told) is not None, "rtictl to tell once more")
        self.check(self.heard(sleeper, begin, "LOW")[:-1], self.heard(sleeper, begin, "HIGH"),
                   self.dropped(watch, told))
        fixture.kill(watch)
        fixture.check_end(sleeper, low, high)

    def check(self, low, high, dropped):
        if high != list(range(1, HIGH_UPDATES + 1)):
            raise Failure("of the high priority there came %s" % high)
        if low != sorted(set(low)):
            raise Failure("what came of the low priority is not in order")
        if not 0 < dropped[LOW] <= LOW_UPDATES - len(low):
            raise Failure("of the low priority %d came, and %d are told to be dropped" % (len(low), dropped[LOW]))
        if sum(dropped) != dropped[LOW]:
            raise Failure("dropped by priority: %s" % dropped)
        report("of the low priority %d came and %d were dropped for the sleeper" % (len(low), dropped[LOW]))


if __name__ == "__main__":
    sys.exit(main(BestEffort, "the lowest priority was dropped first, and counted"))
