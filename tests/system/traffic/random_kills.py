#!/usr/bin/env python3
"""kill -9 of federates at random instants in one federation that continues.

    random_kills.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process [--kills N] [--seed S]
                    [--federates M]

M federates (traffic_federate) regulate, are constrained, and send and check updates and interactions in every
order. One after the other is killed and replaced, sometimes before the others know. The first one survives
throughout. The survivors check that no message of a survivor is missing, repeated or damaged, and that time
stamps keep their order. Time advances after each kill, every survivor receives every departure, and all
survivors have received the same messages of the killed federate. rtig logs each loss once. In the end nothing
is left: no process, socket or shared memory.
"""
import argparse
import collections
import os
import random
import re
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import TRANSPORTS, Failure, Fixture, report  # noqa: E402

FED = os.path.join(HERE, "traffic.fed")


class Federation:
    def __init__(self, fixture, options):
        self.fixture = fixture
        self.random = random.Random(options.seed)
        self.names = 0
        self.members = []  # living federates, the oldest first
        self.times = {}  # of a member: the last time in its output
        self.joined = set()
        self.knows = collections.defaultdict(set)  # of a member: the federates that it has discovered
        self.told = collections.defaultdict(dict)  # of a killed federate: the report of each survivor about it
        self.to_tell = []  # (killed federate, survivor that knew of it)
        self.dead = []
        self.counts = collections.Counter()

    def start_federate(self):
        self.names += 1
        name = "f%d" % self.names
        # Every second federate has a log so small that it waits for room and sends many messages in pieces.
        log = ["env", "RTI_FABRIC_LOG=64K"] if self.names % 2 else []
        federate = self.fixture.start(name, [*log, self.fixture.program("traffic_federate"), FED,
                                             "Kills", name, "0", "0"])
        self.members.append(federate)

    def hear(self):
        """Reads the output of all members."""
        for federate in list(self.members):
            self.hear_one(federate)
            if federate.ended:
                raise Failure("%s ended by itself, status %s"
                              % (federate.name, federate.process.returncode))

    def hear_one(self, federate):
        while (line := federate.take()) is not None:
            self.hear_line(federate, line)

    def hear_line(self, federate, line):
        word, _, rest = line.partition(" ")
        if word == "time":
            self.times[federate.name] = int(rest)
        elif word == "joined":
            self.joined.add(federate.name)
        elif word == "discovered":
            self.knows[federate.name].add(rest)
        elif word == "removed":
            name, _, had = rest.partition(" ")
            self.told[name][federate.name] = had
        elif word.startswith("failed"):
            raise Failure("%s %s" % (federate.name, line))

    def wait(self, condition, what):
        def heard():
            self.hear()
            return condition()
        self.fixture.wait(heard, what)

    def time_goes_on(self, federate):
        """Waits for two more lines of output."""
        after = self.times.get(federate.name, 0) + 20
        self.wait(lambda: self.times.get(federate.name, 0) >= after,
                  "the time of %s to go on from %d" % (federate.name, after - 20))

    def kill_one(self):
        newest = self.random.random() < 0.2  # while it joins, usually
        victim = self.members[-1] if newest else self.random.choice(self.members[1:])
        # The instant is random by design; nothing depends on the delay.
        self.fixture.pump(self.random.random() * self.random.choice([0.0005, 0.005, 0.03]))
        victim.signal(signal.SIGKILL)
        self.fixture.wait(lambda: victim.ended, "the end of the killed %s" % victim.name)
        self.hear_one(victim)
        self.members.remove(victim)
        self.dead.append(victim.name)
        self.hear()
        for survivor in self.members:
            if victim.name in self.knows[survivor.name]:
                self.to_tell.append((victim.name, survivor))
        self.counts["while it joined"] += victim.name not in self.joined
        # Its output is not needed any more.
        self.fixture.children.remove(victim)

    def had_alike(self, told):
        """Returns lists of survivors' reports about a killed federate; the reports of one list must be equal."""
        return [list(told.values())]

    def everybody_is_told(self):
        """Waits until all survivors have received the departures so far, and compares their reports."""
        waiting = [(name, survivor) for name, survivor in self.to_tell if survivor in self.members]
        self.wait(lambda: all(survivor.name in self.told[name] for name, survivor in waiting),
                  "survivors to be told of departures")
        for name in {name for name, _ in waiting}:
            for alike in self.had_alike(self.told[name]):
                for flow in (0, 1):
                    had = {text.split()[flow] for text in alike} - {"-"}
                    if len(had) > 1:
                        raise Failure("survivors have had different traffic of %s: %s"
                                      % (name, self.told[name]))
            self.counts["departures compared"] += 1
        self.to_tell = []

    def run(self, kills, federates):
        for _ in range(federates):
            self.start_federate()
        self.wait(lambda: all(m.name in self.joined for m in self.members), "federates to join")
        for kill in range(kills):
            self.kill_one()
            self.start_federate()
            if self.random.random() < 0.3:
                self.everybody_is_told()
                self.time_goes_on(self.members[0])
            if self.random.random() < 0.1:
                self.wait(lambda: all(m.name in self.joined for m in self.members), "all to join")
                for member in self.members:
                    self.time_goes_on(member)
        self.everybody_is_told()
        self.wait(lambda: all(m.name in self.joined for m in self.members), "all to join")
        for member in self.members:
            self.time_goes_on(member)

    def check_losses(self):
        """Checks that each federate that was killed while it was a member is logged once."""
        def losses():
            found = [re.search(r" lost federate \d+ '([^']+)'", line) for line in self.fixture.rtig.lines]
            return collections.Counter(match[1] for match in found if match)
        must = {name for name in self.dead if name in self.joined}
        self.fixture.wait(lambda: must <= set(losses()), "rtig to log every loss")
        wrong = {name: n for name, n in losses().items() if n != 1 or name not in self.dead}
        if wrong:
            raise Failure("rtig logged losses that were none, or twice: %s" % wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--federates", type=int, default=4)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TRIAD_FAULT_SEED", "1")))
    options = parser.parse_args()
    begin = time.monotonic()
    what = "%s, %s rtia, seed %d" % (options.transport, options.rtia, options.seed)
    with Fixture(options.bin, options.transport, options.rtia) as fixture:
        federation = Federation(fixture, options)
        try:
            fixture.start_rtig()
            federation.run(options.kills, options.federates)
            federation.check_losses()
            elder = federation.times[federation.members[0].name]
            fixture.check_end(*federation.members)
        except Failure as failure:
            report("FAILED (%s) after %d kills: %s%s"
                   % (what, len(federation.dead), failure, fixture.story()))
            return 1
    report("%s: %d federates killed (%d while they joined), %d departures told to all alike, time "
           "went on to %d, %.1f s" % (what, len(federation.dead),
                                      federation.counts["while it joined"],
                                      federation.counts["departures compared"], elder,
                                      time.monotonic() - begin))
    return 0


if __name__ == "__main__":
    sys.exit(main())
