#!/usr/bin/env python3
"""Carries out "Three hosts in ten minutes" of docs/mesh.md, then pulls a cable and plugs it in again.

    three_hosts.py --source DIR --bin BUILD/bin

The hosts are network namespaces with names of their own on one bridge; the file is the one that the
document shows. Needs root. Exit status 77: skipped.
"""
import argparse
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the sources stay as they are
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts"))
from namespaces import Host, enter, run  # noqa: E402

DEADLINE_S = 120.0  # for what takes seconds: only a hang takes so long
HOSTS = ["ws1", "ws2", "ws3"]
FEDERATES = {"alice": "ws1", "bob": "ws2", "dave": "ws3"}
FOREVER = "1000000"  # rounds of hello: until the test ends it


class Failure(Exception):
    """A check that did not hold, in words."""


class Terminal:
    """A command on one of the hosts, and what it prints."""

    def __init__(self, name, host, arguments, environment):
        self.name = name
        self.text = ""
        self.process = subprocess.Popen([*host.before(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        os.set_blocking(self.process.stdout.fileno(), False)

    def read(self):
        try:
            self.text += os.read(self.process.stdout.fileno(), 65536).decode(errors="replace")
        except BlockingIOError:
            pass


class Test:
    def __init__(self, options, folder):
        self.bin = options.bin
        self.folder = folder
        self.terminals = []
        with open(os.path.join(options.source, "docs", "mesh.md")) as file:
            self.section = re.search(r"## Three hosts in ten minutes\n(.*?)\n## ", file.read(), re.S)[1]
        self.hello_fed = os.path.join(options.source, "examples", "hello.fed")
        self.hosts = {}

    # --- The machines ---

    def set_up(self):
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "switch", "type", "bridge")
        run("ip", "link", "set", "switch", "up")
        names = os.path.join(self.folder, "names")
        with open(names, "w") as file:
            file.write("127.0.0.1 localhost\n")
            for number, name in enumerate(HOSTS, 1):
                file.write("10.9.0.%d %s\n" % (number, name))
        run("mount", "--bind", names, "/etc/hosts")
        for number, name in enumerate(HOSTS, 1):
            host = self.hosts[name] = Host(name)
            run("ip", "link", "add", "port-" + name, "type", "veth", "peer", "name", "cable",
                "netns", str(host.holder.pid))
            run("ip", "link", "set", "port-" + name, "master", "switch", "up")
            host.plug_in("cable", "10.9.0.%d/24" % number)

    def cable(self, name, state):
        run("ip", "link", "set", "port-" + name, state)

    # --- What runs on them ---

    def environment(self, host):
        known = {k: v for k, v in os.environ.items() if not k.startswith(("RTI", "CERTI", "TRIAD"))}
        known.update(PATH=self.bin + ":" + known["PATH"], RTI_URL="mesh://%s:60400" % host, TMPDIR=self.folder,
                     XDG_RUNTIME_DIR=self.folder)
        return known

    def open(self, name, host, *arguments):
        terminal = Terminal(name, self.hosts[host], arguments, self.environment(host))
        self.terminals.append(terminal)
        return terminal

    def ask(self, host, *arguments):
        """What a command says that ends by itself."""
        asked = self.open(" ".join(arguments), host, *arguments)
        self.wait_end(asked)
        return asked.text

    def wait_for(self, terminal, pattern, behind=0):
        """Until it has printed the pattern, behind so many characters; where that ends."""
        def found():
            return re.compile(pattern, re.M).search(terminal.text, behind)
        self.wait(lambda: found() or terminal.process.poll() is not None, "%s from %s" % (pattern, terminal.name))
        terminal.read()
        if not found():
            raise Failure("%s ended without %s" % (terminal.name, pattern))
        return found().end()

    def wait_end(self, terminal, status=0):
        self.wait(lambda: terminal.process.poll() is not None, "the end of " + terminal.name)
        terminal.read()
        if terminal.process.returncode != status:
            raise Failure("%s ended with status %d" % (terminal.name, terminal.process.returncode))

    def wait(self, is_so, what):
        deadline = time.monotonic() + DEADLINE_S
        while True:
            over = is_so()
            for terminal in self.terminals:
                terminal.read()
            if over:
                return
            if time.monotonic() > deadline:
                raise Failure("waited in vain for " + what)
            alive = [t.process.stdout for t in self.terminals if t.process.poll() is None]
            select.select(alive, [], [], 0.05)

    def story(self):
        return "".join("\n--- %s:\n%s" % (t.name, t.text[-3000:]) for t in self.terminals)

    # --- The section, step by step ---

    def carry_out(self):
        self.set_up()
        self.write_and_check_the_file()
        self.start_the_mesh()
        self.start_the_federates()
        self.look_around()
        self.pull_a_cable_and_plug_it_in()
        self.end_all()

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
        self.up = {name: self.open("rtimesh up on " + name, name, "rtimesh", "up", "--log-directory",
                                   os.path.join(self.folder, "logs-" + name), self.file)
                   for name in reversed(HOSTS)}
        for name, router, others in (("ws1", "alpha", ["ws2", "ws3"]), ("ws2", "beta", ["ws1", "ws3"]),
                                     ("ws3", "gamma", ["ws1", "ws2"])):
            self.wait_for(self.up[name], "^ready:")
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
        status = self.ask("ws3", "rtimesh", "status", self.file)
        for router in ("beta", "gamma"):
            if not re.search(r"^%s +-> alpha +up +1 client " % router, status, re.M):
                raise Failure("rtimesh status says: " + status)
        listed = self.ask("ws2", "rtictl", "list")
        for name, host in FEDERATES.items():
            if not re.search(r"^ +\d+ +%s +%s +\d+ +tcp 10\.9\.0\." % (name, host), listed, re.M):
                raise Failure("rtictl list says: " + listed)

    def log(self, router, host):
        folder = os.path.join(self.folder, "logs-" + host)
        with open(os.path.join(folder, router + ".log"), errors="replace") as file:
            return file.read()

    def wait_for_log(self, router, host, text, times=1):
        self.wait(lambda: self.log(router, host).count(text) >= times, "%r in the log of %s" % (text, router))

    def pull_a_cable_and_plug_it_in(self):
        connected = self.log("beta", "ws2").count("connected to router alpha")
        heard = {name: len(self.federates[name].text) for name in ("alice", "dave")}
        self.cable("ws2", "down")
        self.wait_for_log("alpha", "ws1", "lost federate")
        self.wait_for_log("alpha", "ws1", "router beta is gone: nothing has come from it for too long")
        self.wait_end(self.federates["bob"], status=1)
        self.wait_for(self.federates["bob"], "RTIinternalError: .* has lost its router's way to the RTIG")
        # The others are told, and go on.
        for name, other in (("alice", "dave"), ("dave", "alice")):
            gone = self.wait_for(self.federates[name], "^object \\d+ has left", heard[name])
            self.wait_for(self.federates[name], "^InteractionRoot.Message: Sender = '%s'" % other, gone)
        self.cable("ws2", "up")
        self.wait_for_log("beta", "ws2", "connected to router alpha", connected + 1)
        erin = self.federates["erin"] = self.hello("erin", "ws2")
        for other in ("alice", "dave"):
            self.wait_for(erin, "^InteractionRoot.Message: Sender = '%s'" % other)
            self.wait_for(self.federates[other], "^InteractionRoot.Message: Sender = 'erin'")

    def end_all(self):
        for name in ("ws2", "ws3", "ws1"):
            os.killpg(self.up[name].process.pid, signal.SIGINT)
            self.wait_end(self.up[name])


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
