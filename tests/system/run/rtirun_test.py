#!/usr/bin/env python3
"""Runs rtirun with a real rtig and the hello federates: rtirun_test.py FOLDER-OF-PROGRAMS SOURCES."""
import os
import shutil
import select
import socket
import subprocess
import sys
import tempfile
import unittest

PROGRAMS, SOURCES = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Rtirun(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rtirun.")
        self.file = os.path.join(self.folder, "s.yaml")
        shutil.copy(os.path.join(SOURCES, "examples/hello.fed"), self.folder)
        self.url = f"tcp://127.0.0.1:{free_port()}"

    def tearDown(self):
        self.rtirun("down")
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, name, *rest):
        return [os.path.join(PROGRAMS, "rtirun"), name, self.file, *rest]

    def rtirun(self, name, *rest):
        return subprocess.run(self.command(name, *rest), capture_output=True, text=True)

    def write(self, federates):
        with open(self.file, "w") as file:
            file.write(f"rtig: {{listen: '{self.url}'}}\nfederates:\n{federates}")

    def hello(self, rounds, more=""):
        program = os.path.join(PROGRAMS, "hello")
        return f"  - {{name: 'hello-${{i}}', count: 2, command: [{program}, '${{name}}', hello.fed, '{rounds}']{more}}}\n"

    def start(self):
        """Starts the run and waits until it is up."""
        up = subprocess.Popen(self.command("up"), stdout=subprocess.PIPE, text=True)
        self.addCleanup(up.stdout.close)
        self.addCleanup(up.wait)
        lines = []
        for line in up.stdout:
            lines.append(line)
            if line.rstrip().endswith(" ready"):
                return up
        self.fail("".join(lines) + self.rtirun("logs").stdout)

    def test_two_federates_join_and_go_down(self):
        self.write(self.hello(1000000))
        up = self.start()
        status = self.rtirun("status")
        self.assertEqual(status.returncode, 0, status.stdout)
        self.assertIn("hello-1: ready\nhello-2: ready\n", status.stdout)
        second = self.rtirun("up")
        self.assertEqual(second.returncode, 1)
        self.assertIn("runs already", second.stderr)
        down = self.rtirun("down")
        self.assertEqual(down.returncode, 0, down.stderr)
        up.wait()
        self.assertEqual(self.rtirun("status").stdout.splitlines()[0], "ended")
        self.assertNotEqual(self.rtirun("status").returncode, 0)

    def test_the_run_ends_after_the_last_federate(self):
        self.write(self.hello(3))
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 0, up.stdout + self.rtirun("logs").stdout)
        self.assertIn("every federate has ended", up.stdout)
        self.assertIn("hello-1 | ", self.rtirun("logs", "hello-1").stdout)

    def test_a_failed_federate_fails_the_run_with_its_log(self):
        self.write("  - {name: bad, command: [sh, -c, 'echo no map; exit 3']}\n")
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 1)
        self.assertIn("bad ended with status 3\n  | no map\n", up.stdout)

    def test_a_missing_program_fails_the_run(self):
        self.write("  - {name: bad, command: [./nothing]}\n")
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 1)
        self.assertIn("No such file", up.stdout)

    def test_the_run_ends_if_no_federate_can_start(self):
        self.write("  - {name: 'bad-${i}', count: 3, command: [./nothing]}\n")
        self.assertEqual(self.rtirun("up").returncode, 1)

    def wait_for_line(self, path):
        """Returns the first line that a process of the run writes to a pipe."""
        with open(path) as pipe:
            return pipe.readline().strip()

    def test_down_ends_grandchildren_in_other_sessions_also_after_a_kill(self):
        for kill in (False, True):
            with self.subTest(kill=kill):
                pipe = os.path.join(self.folder, f"pipe{kill}")
                os.mkfifo(pipe)
                script = os.path.join(self.folder, "parent")
                with open(script, "w") as file:
                    file.write(f"setsid sh -c 'echo $$ > {pipe}; exec sleep 1000' & wait\n")
                self.write(f"  - {{name: parent, ready: started, command: [sh, {script}]}}\n")
                bystander = subprocess.Popen(["sleep", "1000"])
                self.addCleanup(bystander.wait)
                self.addCleanup(bystander.kill)
                up = self.start()
                grandchild = os.pidfd_open(int(self.wait_for_line(pipe)))
                if kill:
                    up.kill()
                    up.wait()
                    refused = self.rtirun("up")
                    self.assertEqual(refused.returncode, 1)
                    self.assertIn("rtirun down", refused.stderr)
                down = self.rtirun("down")
                self.assertEqual(down.returncode, 0, down.stderr)
                select.select([grandchild], [], [])  # Returns when it has ended.
                os.close(grandchild)
                self.assertIsNone(bystander.poll())

    def test_problems_have_their_line_and_column(self):
        self.write("  - {name: a, comand: [b]}\n")
        check = self.rtirun("check")
        self.assertEqual(check.returncode, 1)
        self.assertIn(f"{self.file}:3:15: there is no key \"comand\"", check.stderr)

    def test_the_example_is_right(self):
        self.file = os.path.join(SOURCES, "examples/run/hello.yaml")
        check = self.rtirun("check")
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assertIn("2 federates", check.stdout)
        self.file = os.path.join(self.folder, "s.yaml")


if __name__ == "__main__":
    unittest.main()
