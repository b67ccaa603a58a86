"""Hosts of a test on one switch: network namespaces with their own names, and the output of the programs on
them. A test runs itself again inside (namespaces.enter), and makes SwitchedHosts there.
"""
import os
import re
import select
import signal
import subprocess
import time

from namespaces import Host, run

DEADLINE_S = 120.0  # for steps of seconds: only a hang takes so long


class Failure(Exception):
    """A failed check, as text for people."""


class Terminal:
    """A command on one of the hosts, and its output."""

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


class SwitchedHosts:
    """The hosts, with the programs in `binaries`, and all files in `folder`. `hosts` get the addresses 10.9.0.1
    and so on."""

    def __init__(self, binaries, folder, hosts):
        self.bin = binaries
        self.folder = folder
        self.names = hosts
        self.terminals = []
        self.hosts = {}
        self.up = {}

    def set_up(self):
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "switch", "type", "bridge")
        run("ip", "link", "set", "switch", "up")
        names = os.path.join(self.folder, "names")
        with open(names, "w") as file:
            file.write("127.0.0.1 localhost\n")
            for number, name in enumerate(self.names, 1):
                file.write("10.9.0.%d %s\n" % (number, name))
        run("mount", "--bind", names, "/etc/hosts")
        for number, name in enumerate(self.names, 1):
            host = self.hosts[name] = Host(name)
            run("ip", "link", "add", "port-" + name, "type", "veth", "peer", "name", "cable",
                "netns", str(host.holder.pid))
            run("ip", "link", "set", "port-" + name, "master", "switch", "up")
            host.plug_in("cable", "10.9.0.%d/24" % number)

    def cable(self, name, state):
        run("ip", "link", "set", "port-" + name, state)

    # --- Programs on the hosts ---

    def environment(self, host, settings):
        known = {k: v for k, v in os.environ.items() if not k.startswith(("RTI", "CERTI", "TRIAD"))}
        own = os.path.join(self.folder, host)
        os.makedirs(own, mode=0o700, exist_ok=True)
        known.update(PATH=self.bin + ":" + known["PATH"], RTI_URL="mesh://%s:60400" % host, TMPDIR=own,
                     XDG_RUNTIME_DIR=own)
        return known | settings

    def open(self, name, host, *arguments, **settings):
        """Starts a command; `settings` are added to its environment."""
        terminal = Terminal(name, self.hosts[host], arguments, self.environment(host, settings))
        self.terminals.append(terminal)
        return terminal

    def ask(self, host, *arguments):
        """Returns the output of a command that ends by itself."""
        asked = self.open(" ".join(arguments), host, *arguments)
        self.wait_end(asked)
        return asked.text

    def wait_for(self, terminal, pattern, behind=0):
        """Waits until it has printed the pattern after that number of characters; returns the end of the match."""
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

    # --- A mesh ---

    def start_mesh(self, file):
        """Starts the mesh on each of the hosts; waits until they are ready."""
        self.up = {name: self.open("rtimesh up on " + name, name, "rtimesh", "up", "--log-directory",
                                   os.path.join(self.folder, "logs-" + name), file)
                   for name in reversed(self.names)}
        for up in self.up.values():
            self.wait_for(up, "^ready:")

    def end_mesh(self):
        for name in (*self.names[1:], self.names[0]):
            os.killpg(self.up[name].process.pid, signal.SIGINT)
            self.wait_end(self.up[name])

    def log(self, router, host):
        folder = os.path.join(self.folder, "logs-" + host)
        with open(os.path.join(folder, router + ".log"), errors="replace") as file:
            return file.read()

    def wait_for_log(self, router, host, text, times=1):
        self.wait(lambda: self.log(router, host).count(text) >= times, "%r in the log of %s" % (text, router))
