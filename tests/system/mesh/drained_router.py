#!/usr/bin/env python3
"""A router that is asked to leave: a new federate goes to the next of its URLs, a member moves there, and a
member without another URL stays, also when it joins again.

    drained_router.py --bin BUILD/bin --shape group --rtia embedded|process

The member that stays continues until it resigns; then the router ends.
"""
import os
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_at_routers import PLACES, expect, main  # noqa: E402
from harness import FED, Failure  # noqa: E402

FEDERATION = "Drained"


class Drained:
    def __init__(self, fixture):
        self.fixture = fixture
        self.leaving, self.staying = PLACES[fixture.mesh.shape]
        # First a URL without a listener, then the two routers.
        self.urls = ",".join("mesh://" + place for place in [
            "127.0.0.1:1", fixture.mesh.place(self.leaving), fixture.mesh.place(self.staying)])

    def join(self, child, name):
        expect(self.fixture, child, "join %s %s" % (FEDERATION, name.upper()), "ok")

    def start(self, name, urls=None):
        child = self.fixture.start(name, ["env", "RTI_URL=" + (urls or self.urls), self.fixture.program("fault_witness"), FED])
        self.join(child, name)
        return child

    def tool(self, name, *arguments):
        """Returns the output of the program for these arguments."""
        child = self.fixture.start(name, [self.fixture.program(arguments[0]), *arguments[1:]])
        self.fixture.wait(lambda: child.ended, "the end of " + " ".join(arguments))
        if child.process.returncode != 0:
            raise Failure("%s: status %d, %s" % (" ".join(arguments), child.process.returncode, child.lines))
        return list(child.lines)

    def at_router(self, number):
        """Returns the numbers of federates at the leaving and the staying router, as rtig reports them."""
        url = "mesh://" + self.fixture.mesh.place(self.fixture.mesh.routers[0])
        lines = self.tool("list-%d" % number, "rtictl", "--url", url, "list")
        return [sum(" at router %s " % router in line for line in lines)
                for router in (self.leaving, self.staying)]

    def heard(self, child, by):
        begin = len(child.lines)
        expect(self.fixture, by, "burst 1", "ok")
        self.fixture.wait(lambda: "received word 1" in child.lines[begin:], "what %s sent" % by.name)

    def run(self):
        fixture = self.fixture
        fixture.start_rtig()
        member = self.start("member", "mesh://" + fixture.mesh.place(self.leaving))
        mover = self.start("mover")
        if self.at_router(1) != [2, 0]:
            raise Failure("the members are not at " + self.leaving)
        self.tool("drain", "rtimesh", "drain", fixture.topology(), self.leaving)
        fixture.wait(lambda: any("continues over" in line for line in fixture.rtig.lines), "the move")
        later = self.start("later")
        if self.at_router(2) != [1, 2]:
            raise Failure("who comes later, or has moved, is not at " + self.staying)
        self.heard(later, mover)
        self.heard(member, mover)
        self.heard(mover, member)
        self.heard(later, member)
        self.heard(member, later)
        router = fixture.routers[self.leaving]
        if router.ended:
            raise Failure(self.leaving + " has ended before its member had resigned")
        if not any("'witness' of federation 'Drained' stays at router" in line for line in router.lines):
            raise Failure(self.leaving + " does not say who stays")
        expect(fixture, member, "leave", "ok")
        fixture.wait(lambda: router.ended, "the end of " + self.leaving)
        expect(fixture, mover, "leave", "ok")
        self.join(mover, "mover")
        if self.at_router(3) != [0, 2]:
            raise Failure("who joined again is not at " + self.staying)
        self.heard(later, mover)
        fixture.check_end(member, mover, later)


if __name__ == "__main__":
    sys.exit(main(Drained, "newcomers and members go elsewhere, and the router ends behind its last member"))
