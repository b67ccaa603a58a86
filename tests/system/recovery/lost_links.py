#!/usr/bin/env python3
"""Federates whose connections are cut again and again return, and lose nothing.

    lost_links.py --bin BUILD/bin --rtia embedded|process [--time | --saves]

Two federates over tcp send each other 10,000 updates through a relay, which resets connections with bytes in
transit. The first connection of each is cut before it carries the answer to the join: each must join once. Each
update must arrive once, in order. Then a federate is killed: it must be resigned at once, although a federate that
lives may return for ten minutes.

With --time both regulate time and are constrained. They make 2,000 steps, in each of which they send each other a
message in time-stamp order: it must arrive once, in order, before the grant of its time.

With --saves the federation is saved before each cut, and the cut interrupts the save. At the end it is restored
to the first save, and the same updates are sent again, with cuts.
"""
import argparse
import os
import select
import socket
import struct
import sys
import threading

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "faults"))
from harness import FED, Failure, Fixture, report  # noqa: E402

COUNT = 10000
STEPS = 2000
CUTS = 10
JOIN_ANSWER_BYTES = 300  # less than the answer to a join, more than the answers before it
RESUME_TIMEOUT_S = 600  # longer than any deadline of the test


class Relay:
    """Forwards tcp connections to a port, in a thread for each. cut() resets connections. stop() ends all, and
    refuses others until start().

    The next `loses_joins` connections with an answer to a join are closed in place of forwarding it."""

    def __init__(self, port):
        self.to_port = port
        self.port = 0
        self.is_stopped = False
        self.lock = threading.Lock()
        self.pairs = []
        self.accepted = 0
        self.loses_joins = 0
        self.start()

    def start(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.is_stopped = False
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def stop(self):
        with self.lock:
            self.is_stopped = True
        self.listener.shutdown(socket.SHUT_RDWR)  # ends the wait of the thread that accepts
        self.listener.close()
        while self.pairs:
            self.cut()

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self.to_port))
            except OSError:
                return
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                if self.is_stopped:
                    near.close()
                    far.close()
                    return
                self.pairs.append((near, far))
                self.accepted += 1
            threading.Thread(target=self._forward, args=(near, far), daemon=True).start()

    def _forward(self, near, far):
        try:
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for source in ready:
                    data = source.recv(65536)
                    if not data or source is far and self._loses(data):
                        raise OSError
                    (far if source is near else near).sendall(data)
        except (OSError, ValueError):
            self._close(near, far)

    def _loses(self, data):
        with self.lock:
            loses = self.loses_joins > 0 and len(data) > JOIN_ANSWER_BYTES
            self.loses_joins -= loses
        return loses

    def _close(self, near, far):
        with self.lock:
            if (near, far) in self.pairs:
                self.pairs.remove((near, far))
        for end in (near, far):
            end.close()

    def cut(self):
        """Resets the oldest connection; bytes that wait in the kernel's buffers are lost."""
        with self.lock:
            if not self.pairs:
                return
            ends = self.pairs.pop(0)
            for end in ends:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # The thread that forwards closes both ends when it finds one of them shut.
        try:
            ends[0].shutdown(socket.SHUT_RD)
        except OSError:
            pass  # the peer has closed it since


def start_federate(fixture, name, relay, program, count):
    rtig_url, fixture.url = fixture.url, "tcp://127.0.0.1:%d" % relay.port
    federate = fixture.start(name, [fixture.program(program), FED, "Lost", name, str(count)])
    fixture.url = rtig_url
    fixture.wait(lambda: "joined" in federate.lines or federate.ended, name + " to join")
    if federate.ended:
        raise Failure("%s ended: %s" % (name, federate.lines))
    return federate


def received(federate):
    return sum(line.startswith("received ") for line in federate.lines) * 100


def check_right(federate):
    wrong = [line for line in federate.lines if line.startswith("wrong")]
    if wrong or federate.ended:
        raise Failure("%s: %s" % (federate.name, wrong or "it has ended"))


def lines_of(federate, text):
    return sum(line == text for line in federate.lines)


def wait_for_both(fixture, federates, text, count):
    fixture.wait(lambda: any(f.ended or f.lines[-1].startswith("wrong") for f in federates)
                 or all(lines_of(f, text) >= count for f in federates), "the line %d '%s' of both" % (count, text))
    for federate in federates:
        check_right(federate)


def exchange(fixture, federates, relay, cut_every, passes=1, saves=False):
    """Waits until all messages have come, in pass number `passes`. Cuts a connection each time that `cut_every`
    messages have come to each federate, after a request to save if `saves`."""
    def is_complete():
        return all(lines_of(f, "complete") >= passes for f in federates)

    begin = min(map(received, federates))
    cuts = 0
    while not is_complete():
        due = begin + (cuts + 1) * cut_every
        fixture.wait(lambda: any(f.ended or f.lines and f.lines[-1].startswith("wrong") for f in federates)
                     or is_complete() or min(map(received, federates)) >= due, "the next updates")
        for federate in federates:
            check_right(federate)
        if min(map(received, federates)) < due:
            continue
        cuts += 1
        if cuts >= CUTS:
            continue
        if saves:
            federates[0].tell("save")
        relay.cut()
        if saves:
            wait_for_both(fixture, federates, "saved", cuts)


def run(fixture, program, count, saves):
    cut_every = count // CUTS  # messages received by each federate between two cuts of a connection
    os.environ["RTI_CONNECT_TIMEOUT"] = "5"
    fixture.start_rtig("--resume-timeout", str(RESUME_TIMEOUT_S), "--resume-times", "0",
                       "--saves", os.path.join(fixture.folder, "saves"))
    relay = Relay(int(fixture.url.rpartition(":")[2]))
    federates = []
    for name in ("one", "two"):
        relay.loses_joins = 1
        federates.append(start_federate(fixture, name, relay, program, count))
        if relay.loses_joins != 0:
            raise Failure("the join of %s lost no connection" % name)
    joins = sum(" joined federation " in line for line in fixture.rtig.lines)
    if joins != 2:
        raise Failure("%d joins were logged for 2 federates that repeated their joins" % joins)
    for federate in federates:
        federate.tell("go")
    exchange(fixture, federates, relay, cut_every, saves=saves)
    if saves:
        federates[1].tell("restore")
        wait_for_both(fixture, federates, "restored", 1)
        exchange(fixture, federates, relay, cut_every, passes=2)
    returns = sum("has returned from" in line for line in fixture.rtig.lines)
    if returns < 5:
        raise Failure("only %d returns were logged after %d cuts" % (returns, CUTS - 1))
    # A killed federate does not return.
    one, two = federates
    fixture.kill(one)
    fixture.wait(lambda: any("lost federate 1 " in line for line in fixture.rtig.lines),
                 "rtig to resign the killed federate")
    fixture.check_end(two)
    return returns


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--saves", action="store_true")
    options = parser.parse_args()
    program, count = ("timed_federate", STEPS) if options.time else ("returning_federate", COUNT)
    with Fixture(options.bin, "tcp", options.rtia) as fixture:
        environment = fixture.environment
        fixture.environment = lambda role: {**environment(role), "RTI_CONNECT_TIMEOUT": "5",
                                            "RTI_RESUME_TIMEOUT": str(RESUME_TIMEOUT_S)}
        try:
            returns = run(fixture, program, count, options.saves)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s rtia, %s: %d messages each way arrived once, over connections with %d returns"
           % (options.rtia, program, count, returns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
