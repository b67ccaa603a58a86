#!/usr/bin/env python3
"""A router is drained under traffic: its members continue at another router, and no member loses a message.

    moved_members.py --bin BUILD/bin --shape group|below --rtia embedded|process

Two federates are at the router that is to leave, one is at another router, one at rtig's. All regulate, are
constrained, and send updates and interactions in every order. Each checks that it receives every message of
all others once and in order, and at each grant all messages up to that time (traffic_federate). After some
steps the router is drained. It ends with status 0 by itself, rtig reports the new routers of its members, and
all continue until they have taken as many steps again. Then the next router of a member is drained as well.
"""
import os
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from rules_at_routers import main  # noqa: E402
from harness import Failure  # noqa: E402

FED = os.path.join(HERE, "..", "traffic", "traffic.fed")
FEDERATION = "Moved"
STEPS = 100  # before a router is drained, and after that
# By shape: the routers that leave one after the other; the first one's members go to the next, and so on.
LEAVING = {"group": ["beta", "gamma"], "below": ["epsilon", "zeta"]}


class Moved:
    def __init__(self, fixture):
        self.fixture = fixture
        self.first, self.second = LEAVING[fixture.mesh.shape]
        self.own = fixture.mesh.routers[0]
        self.federates = []

    def start(self, name, *routers):
        urls = ",".join("mesh://" + self.fixture.mesh.place(router) for router in routers)
        self.federates.append(self.fixture.start(name, [
            "env", "RTI_URL=" + urls, self.fixture.program("traffic_federate"), FED, FEDERATION, name, "3", "0"]))

    def wait(self, condition, what):
        def holds():
            for federate in self.federates:
                wrong = [line for line in federate.lines if line.startswith("failed")]
                if wrong or federate.ended:
                    raise Failure("%s: %s" % (federate.name, wrong or "ended"))
            return condition()
        self.fixture.wait(holds, what)

    @staticmethod
    def last_number(federate, word):
        lines = [line for line in federate.lines if line.startswith(word + " ")]
        return int(lines[-1].split()[1]) if lines else 0

    def time(self):
        """Returns the latest logical time that all federates have reached."""
        return min(self.last_number(federate, "time") for federate in self.federates)

    def go_on(self):
        begin = self.time()
        self.wait(lambda: self.time() >= begin + STEPS, "time to go on from %d" % begin)

    def at_router(self, number):
        """Returns the names of the federates by router, as rtig reports them."""
        url = "mesh://" + self.fixture.mesh.place(self.own)
        child = self.fixture.start("list-%d" % number, [self.fixture.program("rtictl"), "--url", url, "list"])
        self.fixture.wait(lambda: child.ended, "the end of rtictl list")
        return {router: sorted(line.split()[1] for line in child.lines if " at router %s " % router in line)
                for router in (self.first, self.second)}

    def drain(self, number, router):
        child = self.fixture.start("drain-%d" % number, [
            self.fixture.program("rtimesh"), "drain", self.fixture.topology(), router])
        self.fixture.wait(lambda: child.ended, "the end of rtimesh drain")
        if child.process.returncode != 0:
            raise Failure("rtimesh drain: status %d, %s" % (child.process.returncode, child.lines))
        process = self.fixture.routers.pop(router)
        self.wait(lambda: process.ended, "the end of " + router)
        if process.process.returncode != 0:
            raise Failure("%s ended with status %d" % (router, process.process.returncode))

    def expect_places(self, number, wanted):
        places = self.at_router(number)
        if places != wanted:
            raise Failure("federates are at %s, not at %s" % (places, wanted))

    def run(self):
        self.fixture.start_rtig()
        self.start("mover1", self.first, self.second, self.own)
        self.start("mover2", self.first, self.own)
        self.start("other", self.second, self.own)
        self.start("near", self.own)
        self.wait(lambda: all("ready" in federate.lines for federate in self.federates), "all to know each other")
        self.expect_places(1, {self.first: ["mover1", "mover2"], self.second: ["other"]})
        for federate in self.federates:
            federate.tell("go")
        self.go_on()
        self.drain(1, self.first)
        self.expect_places(2, {self.first: [], self.second: ["mover1", "other"]})
        self.go_on()
        self.drain(2, self.second)
        self.expect_places(3, {self.first: [], self.second: []})
        self.go_on()
        self.end_at_one_time()

    def end_at_one_time(self):
        """When all federates have been granted the same time, all messages have arrived."""
        until = max(self.last_number(federate, "time") for federate in self.federates) + STEPS
        while True:
            for federate in self.federates:
                federate.tell("until %d" % until)
            self.wait(lambda: all(self.last_number(f, "done") >= until for f in self.federates), "all to be done")
            latest = max(self.last_number(f, "done") for f in self.federates)
            if latest == until:
                break
            until = latest  # a federate had already passed it
        self.fixture.check_end(*self.federates)
        for federate in self.federates:
            summary = next(line for line in federate.lines if line.startswith("summary"))
            for other in self.federates:
                wanted = " %s,%s," % (other.name, ",".join([str(until * 2)] * 4))  # ledger.hpp: two in each step
                if other is not federate and wanted not in summary:
                    raise Failure("%s has not had all of %s: %s" % (federate.name, other.name, summary))


if __name__ == "__main__":
    sys.exit(main(Moved, "members moved twice under traffic, nobody lacks anything, and the routers ended by themselves"))
