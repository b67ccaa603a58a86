#!/usr/bin/env python3
"""At a router with `federates-regulate: false` in the topology's file no federate may be time-regulating;
elsewhere all may.

    regulation_at_routers.py --bin BUILD/bin --shape group|below --rtia embedded|process

Tested at rtig's own router, for federates with a link and for those in shared memory on its host, and at
another router. A federate there is refused at once, continues, and delays no other federate. A federate with
a way to rtig through such a router may regulate. Then the same with files that rtig refuses to start with.
"""
import os
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_at_routers import PLACES, expect, main  # noqa: E402
from harness import FED, Failure  # noqa: E402

FEDERATION = "Regulation"
REFUSAL = ("RTIinternalError enableTimeRegulation: federates at router %s may not be time-regulating "
           "(`federates-regulate: false` in the file of the mesh): join at another router, or change the file")


class Regulation:
    def __init__(self, fixture):
        self.fixture = fixture
        self.mesh = fixture.mesh
        self.own = self.mesh.routers[0]
        self.closed, self.open = PLACES[self.mesh.shape]

    def join(self, name, url):
        child = self.fixture.start(name, ["env", "RTI_URL=" + url, self.fixture.program("fault_witness"), FED])
        outcome = self.fixture.ask(child, "join %s %s" % (FEDERATION, name.upper()))
        if outcome != "ok":
            raise Failure("%s, told to join: %s" % (name, outcome))
        return child

    def refuses_small_queues(self):
        """Checks that rtig does not start with a queue in which flow.hold would never wait."""
        self.mesh.options[self.open] = "limits: {queue-bytes: 4096}"
        with open(self.fixture.topology(), "w") as file:
            file.write(self.mesh.text())
        child, said = self.fixture.start_gateway(
            "hasty", [self.fixture.program("rtig"), "--topology", self.fixture.topology()])
        self.fixture.wait(lambda: child.ended, "an rtig that could not start to end")
        wanted = "router %s: `queue-bytes` (4096) may not be below flow.hold (67108864)" % self.open
        if said or child.process.returncode != 2 or not any(wanted in line for line in child.lines):
            raise Failure("rtig with a small queue: status %s, %s" % (child.process.returncode, child.lines))

    def run(self):
        fixture = self.fixture
        self.refuses_small_queues()
        self.mesh.options = {self.own: "federates-regulate: false", self.closed: "federates-regulate: false"}
        shared = "shm://" + fixture.name
        fixture.start_rtig("--listen", shared)
        refused = [(self.join("shared", shared), self.own),
                   (self.join("own", "mesh://" + self.mesh.place(self.own)), self.own),
                   (self.join("closed", "mesh://" + self.mesh.place(self.closed)), self.closed)]
        free = self.join("free", "mesh://" + self.mesh.place(self.open))
        for child, router in refused:
            expect(self.fixture, child, "regulate", REFUSAL % router)
        expect(self.fixture, free, "regulate", "ok")
        fixture.wait(lambda: "regulates" in free.lines, "the one that may to regulate")
        for child, router in refused:
            begin = len(free.lines)
            expect(self.fixture, child, "burst 1", "ok")
            fixture.wait(lambda b=begin: "received word 1" in free.lines[b:], "what %s sent" % child.name)
            expect(self.fixture, child, "regulate", REFUSAL % router)
        fixture.check_end(free, *(child for child, _ in refused))


if __name__ == "__main__":
    sys.exit(main(Regulation, "who may not regulate is told so, and others may"))
