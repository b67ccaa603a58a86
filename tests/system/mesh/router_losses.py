#!/usr/bin/env python3
"""kill -9 of the routers of a mesh, and cuts of their links, at random instants under traffic.

    router_losses.py --bin BUILD/bin --shape SHAPE [--losses N] [--seed S] [--first N]

At each router there is at least one federate (traffic_federate). All regulate and are constrained, send and
check updates and interactions in every order, and pass an attribute around. Each loss is one of

  killed  the router, by kill -9; also rtig's own, which loses everything
  closed  its link towards the rtig, at one end
  silent  no data arrives by that link, at one end or at both, and neither end closes it
  stopped the router, by SIGSTOP, until it is given up; then it continues

If several routers are one process, all of them are killed or stopped together. Each router in turn has a
loss, in an order that the seed chooses; sometimes two have one at once, and sometimes other federates join
and resign meanwhile. Then:

  - federates behind the lost link get RTIinternalError with the reason, and end; rtig logs each once,
    with the lost router
  - every other federate receives each departure, has received the same messages of departed federates as
    the others, misses no message of living ones, and continues: time, and the attribute, which comes to
    each of them again
  - the router has its link again, or is started again, and federates join there

In the end nothing is left: no process, no socket. Exit status 77: skipped.
"""
import argparse
import collections
import os
import random
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path[:0] = [os.path.join(HERE, "..", "faults"), os.path.join(HERE, "..", "traffic")]
from harness import Failure, Fixture, report  # noqa: E402
from link_sockets import LinkSockets, NotPermitted  # noqa: E402
import meshes  # noqa: E402
import random_kills  # noqa: E402

SKIPPED = 77
LOST_AFTER_MS = 3000  # of a silent link; longer than a slow router takes
KINDS = ["killed", "closed", "silent", "stopped"]
WHOLE = ["killed", "stopped"]  # kinds of loss that concern a whole process
Loss = collections.namedtuple("Loss", "kind router")


class Federation(random_kills.Federation):
    def __init__(self, fixture, options):
        super().__init__(fixture, options)
        self.seed = options.seed
        self.mesh = fixture.mesh
        self.routers = self.mesh.routers
        self.place = {}  # of a federate: its router
        self.turns = {}  # of a federate: number of times that it has owned the attribute
        self.expected = {}  # of a lost federate: the router that the rtig must name

    # --- Which routers it is that are lost

    def kinds_of(self, router):
        """Returns the kinds of loss that this router can have. The first router of a process stands for all of
        them. If several routers of a process have links towards the rtig, the test cannot tell the links
        apart."""
        together = self.mesh.together(router)
        linked = [name for name in together if self.mesh.next_up[name] not in together]
        return [kind for kind in KINDS if router == together[0] and (kind in WHOLE or len(linked) == 1)]

    def lost(self, loss):
        return self.mesh.together(loss.router) if loss.kind in WHOLE else [loss.router]

    def behind(self, loss):
        return {place for router in self.lost(loss) for place in self.mesh.behind(router)}

    def gone(self, place, loss):
        """Returns the router in the loss that the rtig logs for federates at `place`."""
        return [router for router in self.mesh.way_up(place) if router in self.lost(loss)][-1]

    def start_at(self, router):
        self.names += 1
        name = "f%d" % self.names
        token = "registers" if not self.members else "shares"
        federate = self.fixture.start(name, [
            "env", "RTI_URL=mesh://" + self.mesh.place(router), self.fixture.program("traffic_federate"),
            random_kills.FED, "Losses", name, "0", "0", token, "routers-get-lost"])
        self.place[name] = router
        self.members.append(federate)

    def hear_line(self, federate, line):
        word, _, rest = line.partition(" ")
        if word == "token":
            self.turns[federate.name] = int(rest)
        else:
            super().hear_line(federate, line)

    def fill(self):
        """Starts federates until there is one at each router, the first at rtig's, and one more. The first
        survives all losses but that of the rtig."""
        if not self.members:
            self.start_at(self.routers[0])
            self.all_join()
        for router in self.routers:
            if all(self.place[m.name] != router for m in self.members):
                self.start_at(router)
        if len(self.members) <= len(self.routers):
            self.start_at(self.random.choice(self.routers))
        self.all_join()

    def all_join(self):
        self.wait(lambda: all(m.name in self.joined for m in self.members), "all to join")

    def all_go_on(self):
        """Waits until each federate has owned the attribute two more times, since one turn may have been in
        transit, unless it is alone. Also waits until the time of each advances."""
        before = {m.name: self.turns.get(m.name, 0) for m in self.members if len(self.members) > 1}
        self.wait(lambda: all(self.turns.get(name, 0) >= n + 2 for name, n in before.items()),
                  "the attribute to come to everybody")
        for member in self.members:
            self.time_goes_on(member)

    # --- A loss

    def choose(self, loss):
        """Returns the loss, sometimes with another one elsewhere."""
        chosen = [loss]
        apart = [r for r in self.routers[1:] if self.kinds_of(r) and r not in self.behind(Loss("killed", loss.router))
                 and loss.router not in self.behind(Loss("killed", r))]
        if apart and self.random.random() < 0.25:
            router = self.random.choice(apart)
            chosen.append(Loss(self.random.choice(self.kinds_of(router)), router))
        return chosen

    def blow(self, loss):
        """Returns a function that causes the loss. Finds the sockets before, while there is a link."""
        router = self.fixture.routers.get(loss.router, self.fixture.rtig)
        if loss.kind in ("killed", "stopped"):
            return lambda: router.signal(signal.SIGKILL if loss.kind == "killed" else signal.SIGSTOP)
        upper = self.mesh.next_up[loss.router]
        link = LinkSockets(router, self.fixture.routers.get(upper, self.fixture.rtig), self.mesh.place(upper))
        ways = {"closed": [[link.close_below], [link.close_above]],
                "silent": [[link.silence_below], [link.silence_above], [link.silence_below, link.silence_above]]}

        def cut():
            with link:
                for step in self.random.choice(ways[loss.kind]):
                    step()
        return cut

    def wake(self, loss, before):
        """Continues the stopped router after it is given up and time advances without it."""
        for router in self.lost(loss):
            upper = self.mesh.next_up[router]
            if upper in self.lost(loss):
                continue
            lines = self.fixture.routers.get(upper, self.fixture.rtig).lines
            text = "router %s is gone: no input from it for too long" % router
            self.wait(lambda lines=lines, begin=before[upper], text=text: any(text in line for line in lines[begin:]),
                      "%s to log: %s" % (upper, text))
        self.time_goes_on(self.members[0])
        self.fixture.routers[loss.router].signal(signal.SIGCONT)

    def lose(self, losses, before):
        """Causes the losses. Returns the lost federates, each with its loss, and the federates that are joining
        there and may be lost."""
        doomed_places = {place: loss for loss in losses for place in self.behind(loss)}
        blows = [self.blow(loss) for loss in losses]
        leaver = None
        if self.routers[0] not in doomed_places:
            if self.random.random() < 0.3:
                self.start_at(self.random.choice(self.routers))
            if self.random.random() < 0.3:
                leaver = self.somebody_leaves(doomed_places)
        self.hear()
        for blow in blows:
            # The instant is random by design; nothing depends on the delay.
            self.fixture.pump(self.random.random() * self.random.choice([0.0005, 0.005, 0.03]))
            blow()
        behind = [(m, doomed_places[self.place[m.name]]) for m in self.members
                  if self.place[m.name] in doomed_places]
        doomed = [(m, loss) for m, loss in behind if m.name in self.joined]
        newcomers = [(m, loss) for m, loss in behind if m.name not in self.joined]
        self.members = [m for m in self.members if self.place[m.name] not in doomed_places]
        self.forget([member for member, _ in doomed])
        for loss in losses:
            if loss.kind == "stopped":
                self.wake(loss, before)
        self.wait(lambda: all(member.ended for member, _ in doomed), "the end of the lost federates")
        if leaver:
            self.wait(lambda: leaver.ended, "the end of %s, which resigns" % leaver.name)
            if leaver.process.returncode != 0:
                raise Failure("%s, which resigns, ended with %s" % (leaver.name, leaver.lines[-1:]))
        return doomed, newcomers

    def somebody_leaves(self, doomed_places):
        able = [m for m in self.members[1:]
                if self.place[m.name] not in doomed_places and m.name in self.joined]
        if not able:
            return None
        leaver = self.random.choice(able)
        leaver.tell("quit")
        self.forget([leaver])
        return leaver

    def forget(self, leavers):
        """Removes members. The others must receive their departures, if they know them."""
        self.members = [m for m in self.members if m not in leavers]
        self.to_tell += [(leaver.name, member) for leaver in leavers for member in self.members
                         if leaver.name in self.knows[member.name]]

    def hear_lost(self, federate):
        """Reads its lines and returns the last one, which may give the reason of its end."""
        while (line := federate.take()) is not None:
            if not line.startswith("failed"):
                self.hear_line(federate, line)
        return federate.lines[-1] if federate.lines else ""

    def had_alike(self, told):
        """Groups the reports by router. A lost federate's router may have sent its last messages to one peer and
        not to others."""
        at_router = collections.defaultdict(list)
        for survivor, text in told.items():
            at_router[self.place[survivor]].append(text)
        return at_router.values()

    def check_exception(self, federate, loss):
        was_member = federate.name in self.joined
        last = self.hear_lost(federate)
        at_killed = loss.kind == "killed" and self.place[federate.name] in self.lost(loss)
        reason = ("the connection to the RTIG at mesh://%s is lost: " % self.mesh.place(self.place[federate.name])
                  if at_killed else "this program has lost its router's connection to the RTIG: router ")
        if loss.kind == "stopped":
            reason += "\\S+: no connection to router \\S+: "
        elif loss.kind == "killed" and not at_killed:
            reason += "\\S+: no connection to router (%s): " % "|".join(map(re.escape, self.lost(loss)))
        elif not at_killed:
            reason += "%s: no connection to router " % re.escape(loss.router)
        if not was_member:
            reason = ("(%s|cannot be served by router |no RTIG reached |ended the link without a handshake |"
                      "took the connection and sent no handshake within )") % reason
        if not re.match("failed: RTIinternalError: .*" + reason, last) or federate.process.returncode != 3:
            raise Failure("%s, lost where router %s was %s, ended with status %s: %s (expected: %s)" % (
                federate.name, *reversed(loss), federate.process.returncode, last, reason))

    def restore(self, losses, before):
        """Waits until all routers have their links again."""
        if any(loss.router == self.routers[0] for loss in losses):
            self.fixture.start_rtig()
            return
        for loss in losses:
            if loss.kind == "killed":
                self.fixture.wait(lambda n=loss.router: self.fixture.routers[n].ended, "the end of a killed router")
                self.fixture.start_router(loss.router)
                before.update(dict.fromkeys(self.lost(loss), 0))
        for loss in losses:
            lost = self.lost(loss)
            # Within a process that was stopped links may still exist.
            again = [name for name in lost if self.mesh.next_up[name] not in lost]
            if loss.kind == "killed":
                again += [name for name, upper in self.mesh.next_up.items() if upper in lost]
            for name in again:
                self.fixture.wait_connected(name, before[name])
        # Routers below a stopped router may have given it up.
        status = [self.fixture.program("rtimesh"), "status", self.fixture.topology()]
        self.wait(lambda: subprocess.run(status, capture_output=True, check=False).returncode == 0,
                  "all links of the mesh to be there")

    def decide(self, newcomers):
        """Called when all links are up again: federates that have joined by one of them continue, the others are
        lost."""
        for federate, loss in newcomers:
            self.hear_lost(federate)
            after = self.times.get(federate.name, 0) + 20

            def decided(f=federate, t=after):
                self.hear_lost(f)
                return f.ended or self.times.get(f.name, 0) >= t
            self.wait(decided, "%s to go on or to be lost" % federate.name)
            if federate.ended:
                self.note_lost(federate, loss)
                self.forget([federate])
            else:
                self.members.append(federate)

    def note_lost(self, federate, loss):
        self.check_exception(federate, loss)
        self.expected[federate.name] = self.gone(self.place[federate.name], loss)
        self.fixture.children.remove(federate)
        self.counts["lost federates"] += 1

    def try_losses(self, losses):
        before = {name: len(router.lines) for name, router in self.fixture.routers.items()}
        before[self.routers[0]] = len(self.fixture.rtig.lines)
        doomed, newcomers = self.lose(losses, before)
        for federate, loss in doomed:
            self.note_lost(federate, loss)
        ends_all = any(loss.router == self.routers[0] for loss in losses)
        if ends_all:
            self.expected, self.to_tell = {}, []
        else:
            self.everybody_is_told()
            self.all_go_on()
        self.restore(losses, before)
        self.decide(newcomers)
        if not ends_all:
            self.check_losses()
        self.fill()
        if ends_all:
            self.all_go_on()
        for loss in losses:
            self.counts[loss.kind] += 1

    def check_losses(self):
        """Checks that rtig has logged each loss once, with its router."""
        pattern = re.compile(r" lost federate \d+ '([^']+)' of federation 'Losses': (?:its router (\S+) is gone: )?")

        def logged():
            found = [match for line in self.fixture.rtig.lines if (match := pattern.search(line))]
            return [(match[1], match[2]) for match in found]
        must = {(name, router) for name, router in self.expected.items() if name in self.joined}
        self.fixture.wait(lambda: must <= set(logged()), "rtig to log every loss: %s" % sorted(must))
        wrong = [(name, n) for name, n in collections.Counter(logged()).items()
                 if n != 1 or self.expected.get(name[0]) != name[1]]
        if wrong:
            raise Failure("rtig logged losses that were none, or twice: %s" % wrong)

    def planned(self, number):
        """Returns the loss with that number, from 1 on: each kind at each router, without link losses of rtig's
        own, in a random order, and then in another. Its random choices depend only on the seed and on this
        number."""
        losses = [Loss(kind, router) for router in self.routers[1:] for kind in self.kinds_of(router)]
        losses.append(Loss("killed", self.routers[0]))
        rounds, at = divmod(number - 1, len(losses))
        random.Random("%d, round %d" % (self.seed, rounds)).shuffle(losses)
        self.random = random.Random("%d, loss %d" % (self.seed, number))
        return losses[at]

    def run(self, first, count):
        self.fill()
        self.all_go_on()
        for number in range(first, first + count):
            losses = self.choose(self.planned(number))
            try:
                self.try_losses(losses)
            except Failure as failure:
                raise Failure("loss %d, %s: %s" % (
                    number, ", ".join("%s %s" % (loss.router, loss.kind) for loss in losses), failure))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=meshes.SHAPES, required=True)
    parser.add_argument("--losses", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the number of a loss, to run it again")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRIAD_FAULT_SEED", "1")))
    options = parser.parse_args()
    begin = time.monotonic()
    what = "mesh-%s, seed %d" % (options.shape, options.seed)
    with Fixture(options.bin, "mesh-" + options.shape, "embedded") as fixture:
        fixture.mesh.lost_after_ms = LOST_AFTER_MS
        federation = Federation(fixture, options)
        try:
            fixture.start_rtig()
            federation.run(options.first, options.losses)
            fixture.check_end(*reversed(federation.members))
        except NotPermitted as reason:
            report("SKIPPED, nothing tested: %s" % reason)
            return SKIPPED
        except Failure as failure:
            report("FAILED (%s): %s%s" % (what, failure, fixture.story()))
            return 1
    counts = federation.counts
    report("%s: %s; %d federates lost with their reason, %d departures told to all alike, %.1f s" % (
        what, ", ".join("%d %s" % (counts[kind], kind) for kind in KINDS), counts["lost federates"],
        counts["departures compared"], time.monotonic() - begin))
    return 0


if __name__ == "__main__":
    sys.exit(main())
