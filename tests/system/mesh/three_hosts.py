#!/usr/bin/env python3
"""Runs the commands of "Three hosts in ten minutes" of docs/mesh.md, then unplugs a cable and plugs it in again.

    three_hosts.py --source DIR --bin BUILD/bin

The hosts are network namespaces with their own names on one bridge; the file is the one in the document.
Needs root. Exit status 77: skipped.
"""
import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts"))
from namespaces import enter  # noqa: E402
from switched_hosts import Failure, SwitchedHosts  # noqa: E402

HOSTS = ["ws1", "ws2", "ws3"]
FEDERATES = {"alice": "ws1", "bob": "ws2", "dave": "ws3"}
FOREVER = "1000000"  # rounds of hello: until the test ends it


class Test(SwitchedHosts):
    def __init__(self, options, folder):
        super().__init__(options.bin, folder, HOSTS)
        with open(os.path.join(options.source, "docs", "mesh.md")) as file:
            self.section = re.search(r"## Three hosts in ten minutes\n(.*?)\n## ", file.read(), re.S)[1]
        self.hello_fed = os.path.join(options.source, "examples", "hello.fed")

    # --- The section, step by step ---

    def carry_out(self):
        self.set_up()
        self.write_and_check_the_file()
        self.start_the_mesh()
        self.start_the_federates()
        self.look_around()
        self.pull_a_cable_and_plug_it_in()
        self.end_mesh()

    def write_and_check_the_file(self):
        block = re.search(r"```yaml\n(.*?)```", self.section, re.S)[1]
        self.file = os.path.join(self.folder, "mesh.yaml")
        with open(self.file, "w") as file:
            file.write(re.sub(r"^   ", "", block, flags=re.M))
        said = re.search(r"mesh.yaml: (3 routers in .*)$", self.section, re.M)[1]
        answer = self.ask("ws2", "rtimesh", "check", self.file)
        if said not in answer:
            raise Failure("the document says %r, rtimesh check %r" % (said, answer))

    def start_the_mesh(self):
        self.start_mesh(self.file)
        for name, router, others in (("ws1", "alpha", ["ws2", "ws3"]), ("ws2", "beta", ["ws1", "ws3"]),
                                     ("ws3", "gamma", ["ws1", "ws2"])):
            self.wait_for(self.up[name], "^%s +mesh://%s:60400" % (router, name))
            for other in others:
                self.wait_for(self.up[name], "^on host %s `rtimesh up .*` starts" % other)

    def hello(self, name, host):
        return self.open(name, host, "hello", name, self.hello_fed, FOREVER)

    def start_the_federates(self):
        self.federates = {name: self.hello(name, host) for name, host in FEDERATES.items()}
        for name, federate in self.federates.items():
            for other in set(FEDERATES) - {name}:
                self.wait_for(federate, "^discovered ObjectRoot.Participant '%s'" % other)
                self.wait_for(federate, "^%s: Nickname = '%s' MessagesSent = " % (other, other))
                self.wait_for(federate, "^InteractionRoot.Message: Sender = '%s' Text = 'hello number" % other)

    def look_around(self):
        # A router that starts before its peer connects to it on a later attempt.
        self.wait_for_log("gamma", "ws3", "connected to router beta")
        status = self.ask("ws3", "rtimesh", "status", self.file)
        for router in ("beta", "gamma"):
            if not re.search(r"^%s +-> alpha +up +1 client " % router, status, re.M):
                raise Failure("rtimesh status says: " + status)
        listed = self.ask("ws2", "rtictl", "list")
        for name, host in FEDERATES.items():
            if not re.search(r"^ +\d+ +%s +%s +\d+ +tcp 10\.9\.0\." % (name, host), listed, re.M):
                raise Failure("rtictl list says: " + listed)

    def pull_a_cable_and_plug_it_in(self):
        connected = self.log("beta", "ws2").count("connected to router alpha")
        heard = {name: len(self.federates[name].text) for name in ("alice", "dave")}
        self.cable("ws2", "down")
        self.wait_for_log("alpha", "ws1", "lost federate")
        self.wait_for_log("alpha", "ws1", "router beta is gone: no input from it for too long")
        self.wait_end(self.federates["bob"], status=1)
        self.wait_for(self.federates["bob"], "RTIinternalError: .* has lost its router's connection to the RTIG")
        # The other federates receive the departure and continue.
        for name, other in (("alice", "dave"), ("dave", "alice")):
            gone = self.wait_for(self.federates[name], "^object \\d+ has left", heard[name])
            self.wait_for(self.federates[name], "^InteractionRoot.Message: Sender = '%s'" % other, gone)
        self.cable("ws2", "up")
        self.wait_for_log("beta", "ws2", "connected to router alpha", connected + 1)
        erin = self.federates["erin"] = self.hello("erin", "ws2")
        for other in ("alice", "dave"):
            self.wait_for(erin, "^InteractionRoot.Message: Sender = '%s'" % other)
            self.wait_for(self.federates[other], "^InteractionRoot.Message: Sender = 'erin'")


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
    print("three hosts, a pulled cable, and all was as docs/mesh.md says")
    return 0


if __name__ == "__main__":
    sys.exit(main())
