#!/usr/bin/env python3
"""A federate that is stopped (SIGSTOP) at one router delays only the federates that send to it.

    stopped_at_router.py --bin BUILD/bin --shape SHAPE --case goes_on|patience|bytes|router|file|own

The sender, at another router, sends the stopped federate far more than a queue may hold. A pair of federates
in the same federation, one at the stopped federate's router, continues to exchange updates and interactions
that the stopped federate does not subscribe to. Then

  goes_on   no limit is reached: the sender waits, the stopped federate continues and receives everything in order
  patience  rtig resigns it when it has delayed the sender for flow.patience
  bytes     rtig resigns it when more than flow.resign waits for it
  router    its router ends its link when more than its own flow.resign waits there
  file      the same with the limit in the topology's file (`queue-bytes`)
  own       the same at rtig's own router

In the last five cases rtig's log names the federate and its router, the sender continues to its end, and the
federate receives the reason of its loss when it continues.
"""
import argparse
import os
import re
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import DEADLINE_S, FED, Failure, Fixture, report, state_of  # noqa: E402
import meshes  # noqa: E402
import sending  # noqa: E402

FEDERATION = "Stopped"
LONG_UPDATES = 10000  # of 4 KB: far more than the kernel's buffers of a link take
PORTION = 100  # of long updates: a fifth of the lowest limit
BURST = 200  # updates, and as many interactions
HOLDS = ["--flow-hold", "1M", "--flow-resume", "256K"]
LITTLE = ["--message-max", "1M", "--flow-resume", "1M", "--flow-hold", "2M"]
CAP = [*LITTLE, "--flow-resign", "2M"]
# rtig's options, those of the other routers, and rtig's log line about the stopped federate.
CASES = {
    "goes_on": ([*HOLDS, "--flow-patience", "0"], [], None),
    "patience": ([*HOLDS, "--flow-patience", "1"], [],
                 "has held up its senders for 1 s (flow.patience): it does not read its queued records at router %s"),
    "bytes": (CAP, [], "bytes are queued at router %s"),
    "router": ([], ["--flow-resign", "2M"], "bytes are queued at router %s"),
    "file": (LITTLE, [], "bytes are queued at router %s"),
    "own": (LITTLE, [], "bytes are queued; resigned it with"),
}
QUEUE = "limits: {queue-bytes: %d}" % (2 << 20)  # of the stopped federate's router in the last two cases


class Stopped:
    def __init__(self, fixture, case):
        self.fixture = fixture
        self.case = case
        self.places = meshes.LEAVES[fixture.mesh.shape]

    def witness(self, name, place, *others):
        child = self.fixture.start(name, ["env", "RTI_URL=mesh://" + self.fixture.mesh.place(place),
                                          self.fixture.program("fault_witness"), FED, *others])
        self.ask(child, "join %s %s" % (FEDERATION, name.upper()))
        return child

    def ask(self, child, command):
        outcome = self.fixture.ask(child, command)
        if outcome != "ok":
            raise Failure("%s, told to %s: %s" % (child.name, command, outcome))

    def exchange(self, one, other):
        """Makes each federate send, and waits until all messages arrive at the other in order."""
        begins = len(one.lines), len(other.lines)
        for child in (one, other):
            self.ask(child, "burst %d" % BURST)
        for child, begin, sender in ((one, begins[0], other), (other, begins[1], one)):
            expected = [line for i in range(1, BURST + 1) for line in (
                "reflected %d of %s" % (i, sender.name.upper()), "received word %d" % i)]

            def heard(c=child, b=begin):
                return [line for line in c.lines[b:] if line.startswith(("reflected", "received"))]
            self.fixture.wait(lambda: len(heard()) >= len(expected), "%s to hear of %s" % (child.name, sender.name))
            if heard() != expected:
                raise Failure("%s did not hear of %s what was sent, in order" % (child.name, sender.name))

    def send_until(self, losses, sender, pair):
        """Makes the sender send until rtig logs the loss, and then continue to its end.

        If the limit is in bytes, it sends in portions. Messages that the pair receives were sent after each
        portion, so at most one portion waits on the way to the sleeper's router, even if that router runs
        late on a busy machine.
        """
        portion = LONG_UPDATES if self.case == "patience" else PORTION
        deadline = time.monotonic() + DEADLINE_S
        sender.tell("fill %d" % portion)
        while not losses():
            if time.monotonic() > deadline:
                raise Failure("waited in vain for rtig to log the loss of the sleeper")
            self.exchange(*pair)
            if self.is_done(sender) and portion == PORTION:
                self.ask(sender, "fill %d" % portion)
        self.fixture.wait(lambda: self.is_done(sender), "the sender to go on")

    def is_done(self, sender):
        return any(line.startswith("done fill") for line in sender.lines)

    def run(self):
        fixture = self.fixture
        rtig_options, fixture.router_options, logged = CASES[self.case]
        here, there, elsewhere = (self.places * 3)[:3]
        if self.case == "own":
            here, there = fixture.mesh.routers[0], here
        if self.case in ("file", "own"):
            fixture.mesh.options[here] = QUEUE
        fixture.start_rtig(*rtig_options)
        sleeper = self.witness("sleeper", here)
        sender = self.witness("sender", there)
        pair = self.witness("one", here, "others"), self.witness("other", elsewhere, "others")
        fixture.wait(lambda: "discovered SENDER" in sleeper.lines and "discovered OTHER" in pair[0].lines,
                     "federates to know each other")
        sleeper.signal(signal.SIGSTOP)
        fixture.wait(lambda: state_of(sleeper.pid) == "T", "the sleeper to stop")
        if logged:
            self.until_resigned(sleeper, sender, pair, logged.replace("%s", here))
        else:
            sender.tell("fill %d" % LONG_UPDATES)
            self.until_it_goes_on(sleeper, sender, pair)
        fixture.check_end(sender, *pair, *([sleeper] if not logged else []))

    def until_it_goes_on(self, sleeper, sender, pair):
        sending.wait_until_it_waits(self.fixture, sender)
        self.exchange(*pair)
        if self.is_done(sender):
            raise Failure("the sender did not wait")
        begin = len(sleeper.lines)
        sleeper.signal(signal.SIGCONT)
        self.fixture.wait(lambda: self.is_done(sender) and len(sleeper.lines) >= begin + LONG_UPDATES,
                          "the sender to go on and the sleeper to hear it")
        if sleeper.lines[begin:] != ["reflected %d of SENDER" % i for i in range(1, LONG_UPDATES + 1)]:
            raise Failure("the sleeper did not get all in order")

    def until_resigned(self, sleeper, sender, pair, logged):
        def losses():
            return [line for line in self.fixture.rtig.lines if " lost federate " in line]
        self.send_until(losses, sender, pair)
        if "done fill ok" not in sender.lines:
            raise Failure("the sender: %s" % sender.lines[-1])
        self.exchange(*pair)
        if len(losses()) != 1 or not re.search(" lost federate \\d+ 'witness' of .*" + re.escape(logged), losses()[0]):
            raise Failure("rtig logs: %s (expected: one, %s)" % (losses(), logged))
        sleeper.signal(signal.SIGCONT)
        self.fixture.wait(lambda: any(line.startswith("lost tick RTIinternalError ") for line in sleeper.lines),
                          "the sleeper to learn that it is lost")
        self.fixture.kill(sleeper)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=meshes.SHAPES, required=True)
    parser.add_argument("--case", choices=CASES, required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "mesh-" + options.shape, "embedded") as fixture:
        try:
            Stopped(fixture, options.case).run()
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("mesh-%s, %s: a stopped federate held up who sent to it, and nobody else" % (options.shape, options.case))
    return 0


if __name__ == "__main__":
    sys.exit(main())
