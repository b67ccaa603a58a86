#!/usr/bin/env python3
"""Runs the commands of docs/user-guide.md literally, and checks their output.

    run_guide.py --source DIR --build DIR --work DIR CASE

A block of the guide that is to be run follows a line `<!-- guide: CASE [TERMINAL [rtig] [HOST]] -->`.
The cases tcp, shm, both, process and two-hosts start the terminals of their blocks in order (rtig,
alice, bob) and check that alice and bob heard each other; range does so with its stations west and east.
`install` installs the build where the later cases find it as /opt/triad.

Needs root: each case has its own mount, network, process and host name namespaces, so that /opt/triad, the
port, the addresses and all started processes belong to the case and are deleted with it. Host B is a second
network namespace at the other end of a veth pair. Exit status 77: skipped.
"""
import argparse
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # keeps the source tree unchanged
from namespaces import enter, host_b, run  # noqa: E402

DEADLINE_S = 120.0  # for steps of seconds: only a hang takes so long
CASES = ["every-terminal", "compile", "tcp", "shm", "both", "process", "range", "two-hosts"]


class Failure(Exception):
    """A failed check, as text for people."""


class Block:
    def __init__(self, words, commands):
        self.case = words[0]
        self.is_rtig = "rtig" in words
        self.on_host_b = "host-b" in words
        self.commands = commands


def blocks_of(guide):
    with open(guide) as file:
        text = file.read()
    pattern = re.compile(r"<!-- guide: ([^>]*?) -->\n+```sh\n(.*?)```\n", re.S)
    blocks = [Block(match[1].split(), match[2]) for match in pattern.finditer(text)]
    if len(blocks) != text.count("<!-- guide:"):
        raise Failure("a mark in the guide is not followed by a block of commands")
    unknown = {block.case for block in blocks} ^ set(CASES)
    if unknown:
        raise Failure("blocks and cases differ: %s" % sorted(unknown))
    return blocks


class Terminal:
    """A shell that runs one block, and its output."""

    def __init__(self, name, commands, before=()):
        self.name = name
        self.text = ""
        self.process = subprocess.Popen([*before, "bash", "-e", "-c", commands],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        os.set_blocking(self.process.stdout.fileno(), False)

    def wait_for(self, pattern, others=()):
        """Waits until it has printed the pattern; None: until it has ended."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            ended = self.process.poll() is not None
            for terminal in (self, *others):
                terminal.read()
            if pattern is not None and re.search(pattern, self.text):
                return
            if ended and pattern is None:
                return
            if ended or time.monotonic() > deadline:
                raise Failure("%s %s while waited for %s" % (
                    self.name, "ended" if ended else "stood still", pattern or "its end"))
            select.select([t.process.stdout for t in (self, *others)], [], [], 0.05)

    def read(self):
        try:
            data = os.read(self.process.stdout.fileno(), 65536)
        except BlockingIOError:
            return
        self.text += data.decode(errors="replace")

    def expect(self, *patterns):
        for pattern in patterns:
            if not re.search(pattern, self.text, re.M):
                raise Failure("%s did not print %s" % (self.name, pattern))


class Case:
    def __init__(self, blocks, name):
        self.every = "".join(b.commands for b in blocks if b.case == "every-terminal")
        self.blocks = [b for b in blocks if b.case == name]
        self.terminals = []

    def open_terminal(self, name, block, host_b):
        before = host_b.before() if block.on_host_b else []
        terminal = Terminal(name, self.every + block.commands, before)
        self.terminals.append(terminal)
        return terminal

    def run_all(self):
        """Runs all blocks one after the other in one terminal."""
        whole = Block([self.blocks[0].case], "".join(b.commands for b in self.blocks))
        terminal = self.open_terminal("the terminal", whole, None)
        terminal.wait_for(None)
        if terminal.process.returncode != 0:
            raise Failure("the terminal ended with status %d" % terminal.process.returncode)

    def run_federation(self, names=("alice", "bob"), check=None, host_b=None):
        check, names = check or self.check_exchange, iter(names)
        rtig, federates = None, []
        for block in self.blocks:
            if block.is_rtig:
                rtig = self.open_terminal("rtig", block, host_b)
                urls = re.findall(r"--listen (\S+)", block.commands) or ["tcp://127.0.0.1:60400"]
                for url in urls:
                    rtig.wait_for("listens on " + re.escape(url))
                continue
            name = next(names)
            federates.append(self.open_terminal(name, block, host_b))
            rtig.wait_for("'%s' joined" % name, federates)
        for federate in federates:
            federate.wait_for(None, self.terminals)
            if federate.process.returncode != 0:
                raise Failure("%s ended with status %d" % (federate.name,
                                                           federate.process.returncode))
        check(*federates)
        os.killpg(rtig.process.pid, signal.SIGINT)
        rtig.wait_for(None)
        if rtig.process.returncode != 0:
            raise Failure("rtig ended with status %d" % rtig.process.returncode)
        return rtig, federates

    @staticmethod
    def check_exchange(alice, bob):
        for terminal, other in ((alice, "bob"), (bob, "alice")):
            terminal.expect(r"^discovered ObjectRoot\.Participant '%s'" % other,
                            r"^%s: Nickname = '%s' MessagesSent = '\d+'" % (other, other),
                            r"^InteractionRoot\.Message: Sender = '%s' Text = 'hello " % other)

    @staticmethod
    def check_range(west, east):
        for terminal, other in ((west, "east"), (east, "west")):
            terminal.expect("^%s: station %s is there" % (terminal.name, other),
                            "^%s: sees the drone at (9|11) km" % terminal.name,
                            "^%s: takes the drone over at 10 km" % terminal.name,
                            "^%s: the drone has landed" % terminal.name)

    def story(self):
        return "".join("\n--- %s:\n%s" % (t.name, t.text) for t in self.terminals)


# --- The machine as the guide sees it ---

def set_up(options):
    run("ip", "link", "set", "lo", "up")
    if not os.path.isdir("/opt/triad"):
        run("mount", "-t", "tmpfs", "tmpfs", "/opt")
        os.mkdir("/opt/triad")
    run("mount", "--bind", os.path.join(options.work, "home"), "/opt/triad")
    # The user's folders: sockets of shm must not meet those of another user.
    user = os.path.join(options.work, "user")
    runtime = os.path.join(options.work, "runtime." + options.case)
    shutil.rmtree(runtime, ignore_errors=True)
    os.makedirs(user, exist_ok=True)
    os.mkdir(runtime, 0o700)
    for name in list(os.environ):
        if name.startswith(("RTI", "CERTI", "TRIAD")) or name in (
                "LD_LIBRARY_PATH", "LIBRARY_PATH", "CPLUS_INCLUDE_PATH", "PKG_CONFIG_PATH",
                "CMAKE_PREFIX_PATH"):
            del os.environ[name]
    os.environ.update(HOME=user, XDG_RUNTIME_DIR=runtime)
    os.chdir(user)


# --- The cases ---

def install(options):
    home = os.path.join(options.work, "home")
    shutil.rmtree(options.work, ignore_errors=True)
    result = subprocess.run(["cmake", "--install", options.build, "--prefix", home],
                            capture_output=True, text=True)
    if result.returncode != 0:
        raise Failure("cmake --install: " + result.stderr)
    print("installed to " + home)


def run_case(options):
    blocks = blocks_of(os.path.join(options.source, "docs", "user-guide.md"))
    set_up(options)
    case = Case(blocks, options.case)
    try:
        if options.case == "compile":
            shutil.rmtree(os.path.join(os.environ["HOME"], "my_federation"), ignore_errors=True)
            case.run_all()
            print("%d blocks of section \"Compile\" done" % len(case.blocks))
        elif options.case == "two-hosts":
            rtig, federates = case.run_federation(host_b=host_b()[0])
            rtig.expect(r"'alice' joined .* from host-a pid \d+ over tcp 127\.0\.0\.1:",
                        r"'bob' joined .* from host-b pid \d+ over tcp 10\.0\.0\.2:")
            print("host-a (10.0.0.1) and host-b (10.0.0.2) exchanged updates and interactions")
            print("".join("  " + line + "\n" for line in federates[1].text.splitlines()[:6]), end="")
        elif options.case == "range":
            case.run_federation(("west", "east"), case.check_range)
            print("west and east handed the drone over")
        else:
            case.run_federation()
            print("alice and bob exchanged updates and interactions")
    except Failure as failure:
        raise Failure("%s%s" % (failure, case.story()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("case", choices=["install", *CASES[1:]])
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    try:
        if not options.inside and options.case == "install":
            if os.geteuid() == 0:
                install(options)
            else:
                print("not root: nothing installed, the cases that need it are skipped")
        elif not options.inside:
            return enter()
        else:
            run_case(options)
    except (Failure, subprocess.CalledProcessError) as failure:
        print("FAILED (%s): %s" % (shlex.quote(options.case), failure))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
