#!/usr/bin/env python3
"""kill -9 of a federate, its rtia or its rtig at the points of the victim's script.

    kill_matrix.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process
                   --kill federate|rtia|rtig [--lost-action ACTION] [--every K] [--seed N]
                   [--point N]

A dry run counts the points: before, during and after each service, before and after each callback. "During"
means: rtig is stopped (SIGSTOP), the victim calls the service and sleeps in it, then the kill. Then there is
one run per point (with --every K each K-th, from an offset that the seed chooses):

  federate, rtia   rtig logs exactly one loss if the victim was joined; the witness receives the loss of
                   every object that it knew (removed, or kept with its name under release_attributes)
                   and the synchronization; the victim without its rtia gets RTIinternalError from every
                   service and ends; a new federate then runs the whole script in the same federation
                   and destroys it; no rtia is left
  rtig             every service of both gets RTIinternalError, the victim ends by itself, a new rtig
                   starts on the same URL, and the witness joins again with the same RTIambassador

At the end everything stops in order and nothing is left: no process, socket or shared memory.
"""
import argparse
import collections
import os
import signal
import sys
import time

sys.dont_write_bytecode = True  # keeps the source tree unchanged
from harness import FED, TRANSPORTS, Failure, Fixture, report  # noqa: E402

FAILURES_MAX = 3
# Services that an RTI ambassador may still complete by itself before it has read from the link.
LOCAL = ("getObjectClassHandle", "getObjectInstanceName",
         "registerFederationSynchronizationPoint", "synchronizationPointAchieved",
         "registerObjectInstance (unnamed)", "updateAttributeValues", "sendInteraction",
         "requestObjectAttributeValueUpdate", "deleteObjectInstance")
Outcome = collections.namedtuple("Outcome", "service result")


class Round:
    """One federation: a victim, perhaps a new federate after it, and the witness."""

    def __init__(self, fixture, number):
        self.fixture = fixture
        self.federation = "F%d" % number
        self.name = "V%d" % number

    def losses(self):
        text = "of federation '%s'" % self.federation
        return [line for line in self.fixture.rtig.lines if " lost federate " in line and text in line]


    def resigned(self):
        text = "'victim' resigned from federation '%s'" % self.federation
        return any(text in line for line in self.fixture.rtig.lines)


class Run:
    """The victim's run: its output, and its state when it stopped."""

    def __init__(self):
        self.points = []
        self.outcomes = []
        self.before = None  # outcomes at the kill
        self.under_way = []  # services begun and not ended at the kill: one may be nested in a tick

    def ok(self, service, outcomes=None):
        outcomes = self.outcomes if outcomes is None else outcomes
        return any(o.service == service and o.result == "ok" for o in outcomes)

    def joined_at_kill(self):
        return self.ok("joinFederationExecution", self.before) and not self.ok(
            "resignFederationExecution", self.before)


class Matrix:
    def __init__(self, options, fixture):
        self.options = options
        self.fixture = fixture
        self.witness = None
        self.witness_at = None  # the federation it is joined to
        self.things = 0
        self.has_thing = False
        self.alive = set()  # objects of others that the witness knows
        self.witness_read = 0
        self.unsynchronized = set()
        self.counts = collections.Counter()
        self.longest_s = 0.0
        self.killed_at = 0.0
        self.victim = None
        self.releases = options.lost_action == "release_attributes"

    # --- The witness ---

    def start(self):
        self.fixture.start_rtig()
        self.witness = self.fixture.start(
            "witness", [self.fixture.program("fault_witness"), FED])

    def ask_witness(self, command, expected="ok"):
        outcome = self.fixture.ask(self.witness, command)
        if outcome != expected:
            raise Failure("the witness, told to %s: %s" % (command, outcome))

    def bring_witness(self, federation):
        if self.witness_at == federation and self.has_thing:
            return
        self.send_witness_away()
        self.things += 1
        self.ask_witness("join %s W%d" % (federation, self.things))
        self.witness_at, self.has_thing = federation, True
        # Earlier lines are of another membership.
        said = self.witness.lines
        self.witness_read = max(i for i, line in enumerate(said) if line.startswith("done join"))
        self.alive, self.unsynchronized = set(), set()

    def send_witness_away(self):
        if self.witness_at is None:
            return
        self.ask_witness("leave")
        self.witness_at, self.has_thing = None, False

    def hear_witness(self):
        """Reads the witness's lines about others' objects and about synchronization."""
        lines = self.witness.lines[self.witness_read:]
        self.witness_read += len(lines)
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "discovered":
                if rest in self.alive:
                    raise Failure("the witness discovered %s twice" % rest)
                self.alive.add(rest)
            elif word == "removed":
                if rest not in self.alive:
                    raise Failure("the witness was told that %s is removed, unknown to it" % rest)
                self.alive.discard(rest)
                self.counts["removed"] += 1
            elif word == "announced":
                self.unsynchronized.add(rest)
            elif word == "synchronized":
                self.unsynchronized.discard(rest)

    def wait_for_witness(self, name):
        """Waits until the witness knows none of the objects that must disappear: those of `name`, or all objects
        of others unless lost federates only release theirs."""
        def told():
            self.hear_witness()
            return not self.to_go(name) and not self.unsynchronized
        try:
            self.fixture.wait(told, "the witness to be told")
        except Failure as failure:
            raise Failure("%s: it still knows %s and waits for synchronization of %s"
                          % (failure, sorted(self.to_go(name)), sorted(self.unsynchronized)))

    def to_go(self, name):
        return {o for o in self.alive if not self.releases or o in (name, name + ", last")}

    # --- The victim ---

    def run_victim(self, round_, name, point):
        """Runs the script, with a kill at the point (None: without). Returns the Run."""
        run = Run()
        during = point is not None and point.what.startswith("during")
        dies = point is not None and self.options.kill == "federate" and not during
        victim = self.fixture.start("victim", [
            self.fixture.program("fault_victim"), FED, round_.federation, name,
            str(point.number if point else -1), "die" if dies else "ask"])
        self.victim = victim
        while True:
            self.fixture.wait(lambda: victim.taken < len(victim.lines) or victim.ended,
                              "the victim's next line or end")
            line = victim.take()
            if line is None:
                if victim.ended:
                    break
                continue
            word, _, rest = line.partition(" ")
            if word == "point":
                self.on_point(run, point, rest)
            elif word == "outcome":
                run.outcomes.append(parse_outcome(rest))
            elif word == "pause":
                self.on_gate(run, round_, name, rest)
                victim.tell("go")
            elif word == "stopped":
                self.on_stopped(run, during)
        if run.before is None:
            run.before = list(run.outcomes)
        self.longest_s = max(self.longest_s, time.monotonic() - self.killed_at if point else 0)
        return run

    def on_point(self, run, point, rest):
        number, _, what = rest.partition(" ")
        run.points.append(what)
        if point is not None and int(number) == point.number:
            self.killed_at = time.monotonic()
            if what != point.what:
                raise Failure("the script came to \"%s\" at this point" % what)

    def on_gate(self, run, round_, name, what):
        if self.fixture.rtig.ended:
            return
        if what == "witness":
            self.bring_witness(round_.federation)
        elif what == "delete" and self.has_thing:
            self.ask_witness("delete")
            self.has_thing = False
        elif what == "leave":
            if run.before is not None and run.joined_at_kill():
                self.wait_for_loss(round_)
            self.wait_for_witness(name)
            self.send_witness_away()

    def on_stopped(self, run, during):
        """Handles the victim's stop at the point. For "during" it is called a second time, after the service."""
        if run.before is not None:
            self.victim.tell("go")
            return
        run.before = list(run.outcomes)
        begun = [what[len("during service "):] for what in run.points
                 if what.startswith("during service ")]
        run.under_way = list((collections.Counter(begun) -
                              collections.Counter(o.service for o in run.outcomes)).elements())
        rtig = self.fixture.rtig
        if during:
            rtig.signal(signal.SIGSTOP)
            self.fixture.wait(lambda: state_is_stopped(rtig.pid), "rtig to stop")
            self.victim.tell("go")
            self.fixture.wait_asleep(self.victim)
        self.killed_at = time.monotonic()
        if self.options.kill == "federate":
            self.fixture.kill(self.victim)
        elif self.options.kill == "rtia":
            self.kill_rtia()
        else:
            self.kill_rtig()
        rtig.signal(signal.SIGCONT)
        if not during:
            self.victim.tell("go")

    def kill_rtia(self):
        pids = []

        def found():
            pids[:] = self.fixture.rtia_processes("victim")
            return pids
        self.fixture.wait(found, "the victim's rtia to be there")
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.fixture.wait(lambda: not set(pids) & set(self.fixture.rtia_processes("victim")),
                          "the end of the killed rtia")

    def kill_rtig(self):
        self.fixture.kill(self.fixture.rtig)
        if self.witness_at is None:
            return
        self.fixture.wait(lambda: "lost end" in self.witness.lines[self.witness_read:],
                          "the witness to notice that rtig is gone")
        for line in self.witness.lines[self.witness_read:]:
            if line.startswith("lost ") and line != "lost end":
                _, service, result = line.split(" ", 2)
                if not result.startswith("RTIinternalError "):
                    raise Failure("without its rtig the witness's %s: %s" % (service, result))
                self.counts["witness_threw"] += 1
        self.witness_read = len(self.witness.lines)
        self.witness_at, self.has_thing = None, False

    # --- One point ---

    def wait_for_loss(self, round_):
        self.fixture.wait(lambda: round_.losses() or round_.resigned(), "rtig to log the loss")

    def try_point(self, number, point):
        round_ = Round(self.fixture, number)
        if self.options.kill == "rtig":
            run = self.run_victim(round_, round_.name, point)
            self.check_lost_rtig(run, point)
            self.fixture.start_rtig()
            return
        run = self.run_victim(round_, round_.name, point)
        certain = not point.what.startswith("during service ") or not point.what.endswith(
            ("joinFederationExecution", "resignFederationExecution"))
        joined = run.joined_at_kill()
        if joined and certain:
            self.wait_for_loss(round_)
            self.check_told(round_)
        if self.options.kill == "federate":
            if self.victim.process.returncode != -signal.SIGKILL:
                raise Failure("the victim came to the end of its script")
        else:
            self.check_lost_rtia(run, point)
        self.check_fresh(round_)
        allowed = {int(joined)} if certain else {0, 1}
        if len(round_.losses()) not in allowed:
            raise Failure("rtig logged %d losses" % len(round_.losses()))
        self.counts["losses"] += len(round_.losses())

    def check_told(self, round_):
        """Checks the witness's callbacks about objects of the lost federate."""
        if self.witness_at != round_.federation:
            return
        self.wait_for_witness("")
        for name in sorted(self.alive):
            if not name.startswith("HLA"):  # an object without a name may be in removal
                self.ask_witness("taken " + name)
                self.counts["kept"] += 1

    def check_fresh(self, round_):
        """Checks that other federates continue: a new federate runs the whole script."""
        # Uses the names of the victim, which are free again unless its objects still exist.
        fresh = self.run_victim(round_, round_.name + ("x" if self.releases else ""), None)
        for service, result in fresh.outcomes:
            if result != "ok" and not (service == "createFederationExecution" and
                                       result.startswith("FederationExecutionAlreadyExists")):
                raise Failure("a fresh federate's %s: %s" % (service, result))
        if self.victim.process.returncode != 0:
            raise Failure("a fresh federate ended with %s" % self.victim.process.returncode)
        most = 1 if self.options.rtia == "process" else 0
        self.fixture.wait(lambda: len(self.fixture.rtia_processes()) <= most,
                          "the end of the rtia of those who have ended")

    def check_ended(self):
        if self.victim.process.returncode != 0:
            raise Failure("the victim ended with status %s" % self.victim.process.returncode)

    def after_kill(self, run, point):
        """Returns the outcomes after the kill, without services that could complete locally: services that need
        no RTIG, and ticks with queued callbacks. Without its rtia only services in progress can complete."""
        lenient = self.options.kill == "rtig" or point.what.startswith("during")
        under_way = list(run.under_way)
        after = []
        for outcome in run.outcomes[len(run.before):]:
            if outcome.result == "ok" and not after and outcome.service.startswith(LOCAL + ("tick",)):
                if lenient or outcome.service in under_way:
                    continue
            after.append(outcome)
        return after

    def check_lost_rtia(self, run, point):
        self.check_ended()
        allowed = ("RTIinternalError ",)
        if not run.joined_at_kill():
            # Not a member: the next service that needs an rtia starts another.
            allowed = ("ok", "RTIinternalError ", "FederateNotExecutionMember ")
        for service, result in self.after_kill(run, point):
            if service == "destroyFederationExecution":
                allowed = ("ok", "RTIinternalError ", "FederationExecutionDoesNotExist ",
                           "FederatesCurrentlyJoined ")
            if not result.startswith(allowed):
                raise Failure("without its rtia the victim's %s: %s" % (service, result))
            self.counts["threw"] += result.startswith("RTIinternalError ")

    def check_lost_rtig(self, run, point):
        self.check_ended()
        joined = run.joined_at_kill()
        for service, result in self.after_kill(run, point):
            is_internal = result.startswith("RTIinternalError ")
            # An idle tick of a federate that is not a member reports nothing.
            no_member = not joined and (result.startswith("FederateNotExecutionMember ") or
                                        (service.startswith("tick") and result == "ok"))
            if not is_internal and not no_member:
                raise Failure("without its rtig the victim's %s: %s" % (service, result))
            self.counts["threw"] += is_internal

    # --- All points ---

    def dry_run(self):
        run = self.run_victim(Round(self.fixture, 0), "V0", None)
        bad = [o for o in run.outcomes if o.result != "ok"]
        if bad or self.victim.process.returncode != 0:
            raise Failure("the script fails without any kill: %s" % bad)
        return [Point(i, what) for i, what in enumerate(run.points) if self.applies(i, what)]

    def applies(self, index, what):
        if self.options.kill != "rtia":
            return True
        # Before its first call there is no rtia.
        return index > 0


Point = collections.namedtuple("Point", "number what")


def parse_outcome(rest):
    """Parses SERVICE ok or SERVICE EXCEPTION REASON; the service's name may have blanks."""
    if rest.endswith(" ok"):
        return Outcome(rest[:-3], "ok")
    words = rest.split(" ")
    at = next(i for i, word in enumerate(words) if i > 0 and word[:1].isupper())
    return Outcome(" ".join(words[:at]), " ".join(words[at:]))


def state_is_stopped(pid):
    from harness import state_of
    return state_of(pid) == "T"


def sample(points, options):
    if options.point is not None:
        return [p for p in points if p.number == options.point]
    return points[options.seed % options.every::options.every]


def run_matrix(options, first):
    """Runs the points from `first` on in one fixture. Returns (matrix, all points, index of the point that
    failed or None, its failure)."""
    with Fixture(options.bin, options.transport, options.rtia, options.lost_action) as fixture:
        matrix = Matrix(options, fixture)
        chosen, index = [], None
        try:
            matrix.start()
            points = matrix.dry_run()
            chosen = sample(points, options)
            for index in range(first, len(chosen)):
                matrix.try_point(index + 1, chosen[index])
            index = None
            matrix.send_witness_away()
            fixture.check_end(matrix.witness)
            return matrix, points, chosen, None, None
        except Failure as failure:
            where = "in the dry run"
            if index is not None:
                where = "at point %d, %s" % chosen[index]
            elif chosen:
                where = "at the end"
            return matrix, [], chosen, index, "%s: %s%s" % (where, failure, fixture.story())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--kill", choices=["federate", "rtia", "rtig"], required=True)
    parser.add_argument("--lost-action", default=None)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRIAD_FAULT_SEED", "1")))
    parser.add_argument("--point", type=int)
    options = parser.parse_args()

    begin = time.monotonic()
    counts = collections.Counter()
    failures, first, longest_s = 0, 0, 0.0
    while True:
        matrix, points, chosen, failed, text = run_matrix(options, first)
        counts += matrix.counts
        longest_s = max(longest_s, matrix.longest_s)
        if text is None:
            break
        failures += 1
        report("FAILED %s" % text)
        if failed is None or failures >= FAILURES_MAX or failed + 1 >= len(chosen):
            break
        first = failed + 1  # continue with the next point, with new processes
    what = "%s, %s rtia, kill -9 of the %s" % (options.transport, options.rtia, options.kill)
    if options.lost_action:
        what += ", --lost-action " + options.lost_action
    report("%s: %d kill points of %d (seed %d), %d failed, %.1f s" % (
        what, len(chosen), len(points), options.seed, failures, time.monotonic() - begin))
    report("  losses logged %d; objects removed at the witness %d, kept unowned %d; services that "
           "threw RTIinternalError: victim's %d, witness's %d; longest from kill to end %.2f s" % (
               counts["losses"], counts["removed"], counts["kept"], counts["threw"],
               counts["witness_threw"], longest_s))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
