#!/usr/bin/env python3
"""Cuts of the links between two peers of a mesh, at random instants under traffic. They lose no message.

    peer_cuts.py --bin BUILD/bin --shape group|below [--cuts N] [--seed S] [--first N]

Federates as in router_losses.py, at least one at each router. Each cut is one of

  closed  the link, at one end; sometimes several times, as soon as it is back
  silent  no data arrives by the link, at one end or at both, until it is given up and made again
  late    the same for longer than a keepalive takes, and then all data arrives after all
  away    silent, and no new link comes up until all federates have continued without it for a while

of each such link in turn, in an order that the seed chooses; sometimes other federates join and resign
meanwhile. Afterwards no federate is lost. All federates have received every message once and in order, and
continue: time, and the attribute. Messages from one peer to the other go by the link between them again. Exit
status 77: skipped.
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import Failure, Fixture, report  # noqa: E402
from link_sockets import Listener, LinkSockets, NotPermitted  # noqa: E402
import router_losses  # noqa: E402

KINDS = ["closed", "silent", "late", "away"]
# Keepalives alone need minutes to carry this much.
MUCH_KB = 10
Cut = collections.namedtuple("Cut", "kind lower upper")


class Federation(router_losses.Federation):
    def end(self, name):
        return self.fixture.routers[name]

    def logged(self, name, begin, *texts):
        """Returns whether the router has logged one of these lines after its first `begin` lines."""
        return any(text in line for line in self.end(name).lines[begin:] for text in texts)

    def link(self, cut):
        return LinkSockets(self.end(cut.lower), self.end(cut.upper), self.mesh.place(cut.upper))

    def connected(self, cut, begin):
        self.wait(lambda: self.logged(cut.lower, begin, "connected to router %s at tcp://" % cut.upper),
                  "%s to have its link to its peer %s again" % (cut.lower, cut.upper))

    # --- The cuts. Each ends when the link is there again.

    def silence(self, link, both=False):
        ways = [[link.silence_below, link.silence_above]]
        if not both:
            ways += [[link.silence_below], [link.silence_above]]
        for step in self.random.choice(ways):
            step()

    def cut_closed(self, cut):
        for _ in range(self.random.choice([1, 1, 4])):
            begin = len(self.end(cut.lower).lines)
            with self.link(cut) as link:
                self.random.choice([link.close_below, link.close_above])()
            self.wait(lambda b=begin: self.logged(cut.lower, b, "no connection to router %s: " % cut.upper),
                      "%s to notice that its link is closed" % cut.lower)
            self.connected(cut, begin)

    def cut_silent(self, cut):
        before = len(self.end(cut.lower).lines), len(self.end(cut.upper).lines)
        with self.link(cut) as link:
            self.silence(link)
        self.given_up(cut, before, any)
        self.connected(cut, before[0])

    def cut_late(self, cut):
        with self.link(cut) as link:
            self.silence(link)
            # The delay is random; nothing depends on it.
            until = time.monotonic() + self.random.uniform(0.6, 1.8)
            while (left := until - time.monotonic()) > 0:
                self.fixture.pump(left)
                self.hear()
            link.hear_again()

    def cut_away(self, cut):
        before = len(self.end(cut.lower).lines), len(self.end(cut.upper).lines)
        with Listener(self.end(cut.upper), self.mesh.place(cut.upper)):
            with self.link(cut) as link:
                self.silence(link, both=True)
            self.given_up(cut, before, all)
            self.all_go_on()
            begin = len(self.end(cut.lower).lines)
        self.connected(cut, begin)

    def given_up(self, cut, before, how_many):
        """Waits until one end, or all, have given up the link."""
        self.wait(lambda: how_many([
            self.logged(cut.lower, before[0], "no connection to router %s: no input from it" % cut.upper),
            self.logged(cut.upper, before[1], "peer %s has lost its link: no input from it" % cut.lower)]),
            "the silent link between %s and %s to be given up" % (cut.lower, cut.upper))

    # --- Effects.

    def kilobytes(self, cut):
        """Returns the kilobytes that the link has carried since it came up, the lower of both directions; None
        if not all links of the mesh are up."""
        status = subprocess.run([self.fixture.program("rtimesh"), "status", self.fixture.topology()],
                                capture_output=True, text=True, check=False)
        found = re.search(r"^%s -> %s +up .*  -> \d+ frames? ([\d.]+) KB  <- \d+ frames? ([\d.]+) KB" %
                          (re.escape(cut.lower), re.escape(cut.upper)), status.stdout, re.MULTILINE)
        return min(map(float, found.groups())) if found and status.returncode == 0 else None

    def carries_data(self, cut):
        """Waits until all links are up and this one is in use in both directions."""
        self.wait(lambda: self.kilobytes(cut) is not None, "all links of the mesh to be there")
        enough = self.kilobytes(cut) + MUCH_KB
        self.wait(lambda: (self.kilobytes(cut) or 0) >= enough,
                  "%s and %s to exchange what they have by their link" % (cut.lower, cut.upper))

    def try_cut(self, cut):
        newcomer_at = [name for name in self.routers if cut.kind != "away" or name != cut.upper]
        if self.random.random() < 0.3:
            self.start_at(self.random.choice(newcomer_at))
        many = len(self.members) > len(self.routers) + 2
        leaver = self.somebody_leaves({}) if many or self.random.random() < 0.3 else None
        # The instant is random by design; nothing depends on the delay.
        self.fixture.pump(self.random.random() * self.random.choice([0.0005, 0.005, 0.03]))
        getattr(self, "cut_" + cut.kind)(cut)
        if leaver:
            self.wait(lambda: leaver.ended, "the end of %s, which resigns" % leaver.name)
            if leaver.process.returncode != 0:
                raise Failure("%s, which resigns, ended with %s" % (leaver.name, leaver.lines[-1:]))
            self.fixture.children.remove(leaver)
        self.all_join()
        self.everybody_is_told()
        self.all_go_on()
        self.check_losses()
        self.fill()
        self.carries_data(cut)
        self.counts[cut.kind] += 1

    def planned(self, number):
        """Returns the cut with that number, from 1 on: each kind of each link in a random order, and then in
        another. Its random choices depend only on the seed and on this number."""
        cuts = [Cut(kind, *link) for link in self.mesh.peer_links() for kind in KINDS]
        rounds, at = divmod(number - 1, len(cuts))
        random.Random("%d, round %d" % (self.seed, rounds)).shuffle(cuts)
        self.random = random.Random("%d, cut %d" % (self.seed, number))
        return cuts[at]

    def run(self, first, count):
        self.fill()
        self.all_go_on()
        for number in range(first, first + count):
            cut = self.planned(number)
            try:
                self.try_cut(cut)
            except Failure as failure:
                raise Failure("cut %d, %s, between %s and %s: %s" % (number, *cut, failure))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shape", choices=["group", "below"], required=True)
    parser.add_argument("--cuts", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the number of a cut, to run it again")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRIAD_FAULT_SEED", "1")))
    options = parser.parse_args()
    begin = time.monotonic()
    what = "mesh-%s, seed %d" % (options.shape, options.seed)
    with Fixture(options.bin, "mesh-" + options.shape, "embedded") as fixture:
        fixture.mesh.lost_after_ms = router_losses.LOST_AFTER_MS
        federation = Federation(fixture, options)
        try:
            fixture.start_rtig()
            federation.run(options.first, options.cuts)
            fixture.check_end(*reversed(federation.members))
        except NotPermitted as reason:
            report("SKIPPED, nothing tested: %s" % reason)
            return router_losses.SKIPPED
        except Failure as failure:
            report("FAILED (%s): %s%s" % (what, failure, fixture.story()))
            return 1
    counts = federation.counts
    report("%s: links between peers cut, %s; nobody lost, %d departures told to all alike, %.1f s" % (
        what, ", ".join("%d %s" % (counts[kind], kind) for kind in KINDS),
        counts["departures compared"], time.monotonic() - begin))
    return 0


if __name__ == "__main__":
    sys.exit(main())
