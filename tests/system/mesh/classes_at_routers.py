#!/usr/bin/env python3
"""If the topology's file has `classes` for a router, only those pass there; at other routers all classes pass.

    classes_at_routers.py --bin BUILD/bin --shape group|below --rtia embedded|process

At one router only OtherThing and OtherWord pass. A federate that publishes Thing there receives at once an
error that lists the passing classes, and leaves. A federate that uses only these classes exchanges them with
a federate at another router, which in some meshes has its way to rtig through the first router. rtig reports
a name in the file that is not a class.
"""
import os
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_at_routers import PLACES, expect, main  # noqa: E402
from harness import FED  # noqa: E402

FEDERATION = "Classes"
REFUSAL = ("RTIinternalError publishObjectClass: ObjectRoot.Thing does not pass at router %s (`classes` in the file of "
           "the mesh: ObjectRoot.OtherThing, InteractionRoot.OtherWord): join at another router, or change the file")
UNKNOWN = ("the FED of federation '%s' has no class 'OtherWorld', which the file of the mesh lets pass at router %s")


class Classes:
    def __init__(self, fixture):
        self.fixture = fixture
        self.limited, self.open = PLACES[fixture.mesh.shape]

    def witness(self, name, router, *others):
        url = "mesh://" + self.fixture.mesh.place(router)
        return self.fixture.start(name, ["env", "RTI_URL=" + url, self.fixture.program("fault_witness"), FED, *others])

    def join(self, child, wanted="ok"):
        expect(self.fixture, child, "join %s %s" % (FEDERATION, child.name.upper()), wanted)

    def run(self):
        fixture = self.fixture
        fixture.mesh.options = {self.limited: "classes: [OtherThing, OtherWord, OtherWorld]"}
        fixture.start_rtig()
        free, limited = self.witness("free", self.open, "others"), self.witness("limited", self.limited, "others")
        refused = self.witness("refused", self.limited)
        apart = self.witness("apart", self.open)
        self.join(free)
        self.join(limited)
        self.join(refused, REFUSAL % self.limited)
        self.join(apart)
        fixture.wait(lambda: "discovered LIMITED" in free.lines and "discovered FREE" in limited.lines,
                     "federates to know each other")
        for sender, receiver in ((free, limited), (limited, free)):
            begin = len(receiver.lines)
            expect(self.fixture, sender, "burst 1", "ok")
            wanted = ["reflected 1 of " + sender.name.upper(), "received word 1"]
            fixture.wait(lambda r=receiver, b=begin, w=wanted: [line for line in r.lines[b:] if line in w] == w,
                         "what %s sent" % sender.name)
        unknown = UNKNOWN % (FEDERATION, self.limited)
        fixture.wait(lambda: any(unknown in line for line in fixture.rtig.lines), "rtig to log: " + unknown)
        expect(self.fixture, refused, "leave", "ok")
        fixture.check_end(free, limited, refused, apart)


if __name__ == "__main__":
    sys.exit(main(Classes, "only classes that are named pass where some are"))
