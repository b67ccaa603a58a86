#!/usr/bin/env python3
"""The program long_link between two hosts of the test: packets over it are delayed, arrive, and are counted.

    long_link_test.py --program build/release/bin/long_link

Needs root and /dev/net/tun. Exit status 77: skipped. Checks no upper limit of any duration.
"""
import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts"))
from namespaces import SKIPPED, Host, enter, run  # noqa: E402

NEAR, FAR = "10.66.0.1", "10.66.0.2"
PORT = 7
PATIENCE_S = 60  # only a hang takes so long
RTT_S = 0.020
COUNTS = re.compile(r"(near to far|far to near): carried (\d+) packets (\d+) bytes, lost (\d+) packets (\d+) bytes, "
                    r"dropped by the queue (\d+) packets (\d+) bytes, dropped by the devices (\d+) packets, "
                    r"still under way (\d+) packets")
program = None  # from the command line


def echo():
    """Runs at the far end: prints when it is ready, then echoes its input by TCP (one connection) and UDP."""
    stream = socket.create_server((FAR, PORT))
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind((FAR, PORT))
    print("ready", flush=True)

    def answer_datagrams():
        while True:
            data, sender = datagrams.recvfrom(65536)
            datagrams.sendto(data, sender)

    threading.Thread(target=answer_datagrams, daemon=True).start()
    connection, _ = stream.accept()
    while data := connection.recv(65536):
        connection.sendall(data)


def received(connection, length):
    data = b""
    while len(data) < length:
        part = connection.recv(length - len(data))
        if not part:
            break
        data += part
    return data


class LongLink(unittest.TestCase):
    def setUp(self):
        self.far = Host("far")
        self.addCleanup(self.stop, self.far.holder)

    def stop(self, process):
        process.kill()
        process.communicate()

    def start(self, command):
        """Starts it and waits until it prints a line."""
        process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE)
        self.addCleanup(self.stop, process)
        self.assertTrue(process.stdout.readline(), "%s has ended" % command)
        return process

    def start_link(self, *options):
        link = self.start([program, *options, "--ready-fd", "1", "/proc/self/ns/net",
                           "/proc/%d/ns/net" % self.far.holder.pid])
        link.stdout.readline()  # the second address
        return link

    def start_echo(self):
        self.start([*self.far.before(), sys.executable, os.path.abspath(__file__), "--echo"])

    def counts_of(self, link):
        """Ends the link and returns its counts, {way: numbers}."""
        link.send_signal(signal.SIGTERM)
        text = link.communicate(timeout=PATIENCE_S)[0]
        self.assertEqual(link.returncode, 0)
        counts = {way: [int(number) for number in numbers] for way, *numbers in COUNTS.findall(text)}
        self.assertEqual(set(counts), {"near to far", "far to near"}, text)
        return counts

    def test_a_round_trip_takes_its_time_and_all_arrives(self):
        link = self.start_link("--rtt", str(RTT_S * 1000))
        self.start_echo()
        begin = time.monotonic()
        with socket.create_connection((FAR, PORT), PATIENCE_S) as connection:
            self.assertGreaterEqual(time.monotonic() - begin, RTT_S)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for number in range(20):
                begin = time.monotonic()
                connection.sendall(bytes([number]))
                self.assertEqual(received(connection, 1), bytes([number]))
                self.assertGreaterEqual(time.monotonic() - begin, RTT_S)
            many = os.urandom(50_000)
            connection.sendall(many)
            self.assertEqual(received(connection, len(many)), many)
        for way, (packets, size, *dropped, _) in self.counts_of(link).items():
            self.assertGreaterEqual(packets, 20, way)
            self.assertGreater(size, len(many), way)
            self.assertEqual(dropped, [0] * 5, way)

    def test_datagrams_keep_their_order(self):
        link = self.start_link("--rtt", str(RTT_S * 1000), "--rate", "10")
        self.start_echo()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
            datagrams.settimeout(PATIENCE_S)
            begin = time.monotonic()
            for number in range(30):
                datagrams.sendto(bytes([number]) * 1000, (FAR, PORT))
            self.assertEqual([datagrams.recv(2000)[0] for _ in range(30)], list(range(30)))
            # At 10 Mbit/s a datagram of 1028 bytes takes 822 us, and 30 of them follow each other.
            self.assertGreaterEqual(time.monotonic() - begin, RTT_S + 30 * 1028 * 8 / 10e6)
        self.counts_of(link)

    def test_what_is_lost_is_counted(self):
        link = self.start_link("--loss", "100")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
            for _ in range(30):
                datagrams.sendto(b"x" * 1000, (FAR, PORT))
        carried, _, lost, lost_bytes, *_ = self.counts_of(link)["near to far"]
        self.assertEqual(carried, 0)
        self.assertGreaterEqual(lost, 30)
        self.assertGreaterEqual(lost_bytes, 30 * 1028)

    def test_the_queue_is_bounded(self):
        link = self.start_link("--rate", "0.1", "--queue", "10")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
            for _ in range(100):
                datagrams.sendto(b"x" * 1000, (FAR, PORT))
        self.assertGreater(self.counts_of(link)["near to far"][4], 0)

    def test_says_which_namespace_is_not_there(self):
        ended = subprocess.run([program, "/proc/self/ns/net", "no-such-place"], capture_output=True, text=True,
                               check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("the network namespace \"no-such-place\" cannot be opened (/run/netns/no-such-place)",
                      ended.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program")
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("--echo", action="store_true")
    options = parser.parse_args()
    if options.echo:
        return echo()
    if not os.path.exists("/dev/net/tun"):
        print("SKIPPED, nothing tested: there is no /dev/net/tun")
        return SKIPPED
    if not options.inside:
        return enter()
    global program
    program = os.path.abspath(options.program)
    run(*"ip link set lo up".split())
    return not unittest.main(argv=sys.argv[:1], exit=False, verbosity=2).result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
