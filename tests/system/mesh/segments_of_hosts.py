#!/usr/bin/env python3
"""An RTIG on one host, and on three others a router each with eight federates that share memory there, as in
docs/mesh.md, "Federates of one host in shared memory"; then a router is stopped, and a federate killed.

    segments_of_hosts.py --source DIR --bin BUILD/bin

The hosts are network namespaces with their own names on one bridge. Needs root. Exit status 77: skipped.
"""
import argparse
import os
import re
import signal
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts"))
from namespaces import enter  # noqa: E402
from switched_hosts import Failure, SwitchedHosts  # noqa: E402

ROUTERS = {"root": "ws1", "west": "ws2", "middle": "ws3", "east": "ws4"}
SEGMENTS = ["west", "middle", "east"]
FEDERATES_EACH = 8
FOREVER = "1000000"  # rounds of hello: until the test ends it
MEMORY = ", shm://rti"


class Test(SwitchedHosts):
    def __init__(self, options, folder):
        super().__init__(options.bin, folder, list(ROUTERS.values()))
        self.hello_fed = os.path.join(options.source, "examples", "hello.fed")
        self.federates = {}  # terminal of each, by name
        self.segments = {}  # names, by router

    def carry_out(self):
        self.set_up()
        self.start_mesh(self.write_file())
        self.start_the_federates()
        self.all_hear_all()
        self.look_around()
        self.go_on_while_their_router_is_stopped()
        self.hear_of_one_that_is_killed()
        self.nothing_was_lost_or_came_twice()
        self.end_mesh()

    def write_file(self):
        lines = ["name: segments", "rtig: root", "groups:", "  - name: all", "    head: root", "    routers:"]
        lines += ["      - {name: %s, host: %s, listen: [tcp://%s:60400%s]}" %
                  (router, host, host, MEMORY * (router in SEGMENTS)) for router, host in ROUTERS.items()]
        file = os.path.join(self.folder, "mesh.yaml")
        with open(file, "w") as out:
            out.write("\n".join(lines) + "\n")
        return file

    def start_the_federates(self):
        for router in SEGMENTS:
            self.segments[router] = ["%s%d" % (router, number) for number in range(1, FEDERATES_EACH + 1)]
            for name in self.segments[router]:
                # The last federate of each router has its RTIA in a process of its own.
                rtia = "process" if name == self.segments[router][-1] else "embedded"
                self.federates[name] = self.open(name, ROUTERS[router], "hello", name, self.hello_fed, FOREVER,
                                                 RTI_URL="shm://rti", RTI_RTIA=rtia)

    def heard(self, name, sender):
        """Returns the numbers of the hellos that one federate has received from another."""
        pattern = r"^InteractionRoot\.Message: Sender = '%s' Text = 'hello number (\d+)'" % sender
        return [int(number) for number in re.findall(pattern, self.federates[name].text, re.M)]

    def wait_until_heard(self, names, senders, what, behind=None):
        """Waits until each has received from each sender a hello with a higher number than `behind` has for that
        sender."""
        def all_have():
            return all(any(number > (behind or {}).get(sender, 0) for number in self.heard(name, sender)[-1:])
                       for name in names for sender in senders if name != sender)
        self.wait(all_have, what)

    def all_hear_all(self):
        for name, federate in self.federates.items():
            for other in set(self.federates) - {name}:
                self.wait_for(federate, "^discovered ObjectRoot.Participant '%s'" % other)
                self.wait_for(federate, "^%s: Nickname = '%s' MessagesSent = " % (other, other))
        self.wait_until_heard(self.federates, self.federates, "all to hear all")

    def look_around(self):
        listed = self.ask("ws1", "rtictl", "list")
        for router, names in self.segments.items():
            for name in names:
                if not re.search(r"^ +\d+ +%s +%s +\d+ +shm pid \d+ at router %s" % (name, ROUTERS[router], router),
                                 listed, re.M):
                    raise Failure("rtictl list says of %s: %s" % (name, listed))

    def furthest(self, senders, names):
        return {sender: max(max(self.heard(name, sender)[-1:] or [0]) for name in names if name != sender)
                for sender in senders}

    def go_on_while_their_router_is_stopped(self):
        west, others = self.segments["west"], self.segments["middle"] + self.segments["east"]
        process = int(re.search(r"starts as router west, process (\d+)", self.log("west", "ws2"))[1])
        os.kill(process, signal.SIGSTOP)
        begin = self.furthest(west, west)
        self.wait_until_heard(west, west, "federates to hear each other while their router is stopped",
                              {sender: number + 3 for sender, number in begin.items()})
        inside, outside = self.furthest(west, west), self.furthest(west, others)
        os.kill(process, signal.SIGCONT)
        through = [sender for sender in west if outside[sender] >= inside[sender]]
        if through:
            raise Failure("the stopped router passed on what %s sent" % ", ".join(through))
        self.wait_until_heard(others, west, "others to hear them again", inside)

    def hear_of_one_that_is_killed(self):
        killed = self.segments["west"].pop()
        lost = self.federates.pop(killed)
        number = {name: re.search(r"^discovered ObjectRoot.Participant '%s' \(object (\d+)\)" % killed, federate.text,
                                  re.M)[1] for name, federate in self.federates.items()}
        os.killpg(lost.process.pid, signal.SIGKILL)
        for name, federate in self.federates.items():
            self.wait_for(federate, "^object %s has left" % number[name])
        self.wait_until_heard(self.federates, self.federates, "all others to go on",
                              self.furthest(self.federates, self.federates))

    def nothing_was_lost_or_came_twice(self):
        for name in self.federates:
            for sender in self.federates:
                numbers = self.heard(name, sender)
                if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                    raise Failure("%s heard of %s %s" % (name, sender, numbers))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--inside", action="store_true")
    options = parser.parse_args()
    if not options.inside:
        return enter()
    with tempfile.TemporaryDirectory(prefix="triad-hosts.") as folder:
        test = Test(options, folder)
        try:
            test.carry_out()
        except Failure as failure:
            print("FAILED: %s%s" % (failure, test.story()))
            return 1
    print("%d federates on %d hosts share memory on each, and hear all others" %
          (len(SEGMENTS) * FEDERATES_EACH, len(SEGMENTS)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
