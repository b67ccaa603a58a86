#!/usr/bin/env python3
"""Runs rtirun with a real rtig and the hello federates: rtirun_test.py FOLDER-OF-PROGRAMS SOURCES."""
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAMS, SOURCES = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(SOURCES, "tests/system/mesh"))
import meshes  # noqa: E402


class Rtirun(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rtirun.")
        self.file = os.path.join(self.folder, "s.yaml")
        shutil.copy(os.path.join(SOURCES, "examples/hello.fed"), self.folder)
        self.url = f"tcp://{meshes.own_address()}:{meshes.PORT}"

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

    def start_script(self, script, name="parent", more=""):
        """Starts a run of one shell script. Returns its rtirun."""
        path = os.path.join(self.folder, name + ".sh")
        with open(path, "w") as file:
            file.write(script)
        self.write(f"  - {{name: {name}, ready: started, command: [sh, {path}]{more}}}\n")
        return self.start()

    def pipe(self, name):
        path = os.path.join(self.folder, name)
        os.mkfifo(path)
        return path

    def handle_from(self, pipe):
        """Returns a descriptor of the process whose number comes from a pipe; it is readable after the end."""
        handle = os.pidfd_open(int(self.wait_for_line(pipe)))
        self.addCleanup(os.close, handle)
        return handle

    def bystander(self):
        process = subprocess.Popen(["sleep", "1000"])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    def keeper(self, name):
        """Returns the number of the keeper of a process."""
        run = json.loads(self.read(os.path.join(self.folder, "s.run/state.json")))["run"]
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                environment = self.read(f"/proc/{process}/environ")
                command = self.read(f"/proc/{process}/cmdline")
            except OSError:
                continue
            if b"RTIRUN_KEEPER=" + run.encode() in environment and name.encode() in command:
                return int(process)
        self.fail("no keeper of " + name)

    def test_down_ends_grandchildren_in_other_sessions_also_after_a_kill(self):
        for kill in (False, True):
            for cleared in ("", "env -i "):
                with self.subTest(kill=kill, cleared=cleared):
                    pipe = self.pipe(f"pipe{kill}{len(cleared)}")
                    up = self.start_script(
                        f"{cleared}setsid sh -c 'echo $$ > {pipe}; exec /bin/sleep 1000' & wait\n")
                    bystander = self.bystander()
                    grandchild = self.handle_from(pipe)
                    if kill:
                        up.kill()
                        up.wait()
                        self.assertIn("rtirun was killed", self.rtirun("status").stdout)
                    down = self.rtirun("down")
                    self.assertEqual(down.returncode, 0, down.stderr)
                    select.select([grandchild], [], [])  # Returns when it has ended.
                    self.assertIsNone(bystander.poll())

    def test_down_ends_an_orphan_with_a_cleared_environment(self):
        pipe = self.pipe("pipe")
        self.start_script(f"(env -i setsid sh -c 'echo $$ > {pipe}; exec /bin/sleep 1000' &)\nexec sleep 1000\n")
        orphan = self.handle_from(pipe)
        self.assertEqual(self.rtirun("down").returncode, 0)
        select.select([orphan], [], [])

    def test_down_ends_the_programs_of_a_killed_keeper(self):
        pipe = self.pipe("pipe")
        up = self.start_script(f"setsid sh -c 'echo $$ > {pipe}; exec sleep 1000' & wait\n",
                               more=", on-exit: continue")
        grandchild = self.handle_from(pipe)
        os.kill(self.keeper("parent"), signal.SIGKILL)
        for line in up.stdout:  # The keeper takes its program along.
            if "was ended by an unknown cause" in line:
                break
        self.assertEqual(self.rtirun("down").returncode, 0)
        select.select([grandchild], [], [])

    def test_programs_that_ignore_signals_get_the_next_one(self):
        for ignored, end in (("INT", "signal 15"), ("INT TERM", "signal 9")):
            with self.subTest(ignored=ignored):
                pipe = self.pipe("pipe" + ignored.replace(" ", ""))
                up = self.start_script(f"trap '' {ignored}\necho ready > {pipe}\nexec sleep 1000\n")
                self.assertEqual(self.wait_for_line(pipe), "ready")
                self.assertEqual(self.rtirun("down").returncode, 0)
                self.assertEqual("is killed" in up.stdout.read(), "TERM" in ignored)
                self.assertIn("parent: ended, was ended by " + end, self.rtirun("status").stdout)

    def test_up_goes_on_with_the_run_of_a_killed_rtirun(self):
        self.write(self.hello(1000000))
        up = self.start()
        up.kill()
        up.wait()
        before = self.rtirun("status").stdout
        self.assertIn("rtirun was killed", before)
        self.assertIn("hello-1: ready", before)
        keeper = self.keeper("hello-1")
        self.start()
        self.assertEqual(self.keeper("hello-1"), keeper)  # It has not been started again.
        self.assertEqual(self.rtirun("status").returncode, 0)
        self.assertEqual(self.rtirun("down").returncode, 0)
        self.assertEqual(self.rtirun("status").stdout.splitlines()[0], "ended")

    def test_up_starts_what_a_killed_rtirun_was_about_to_start(self):
        self.write("  - {name: first, ready: started, command: [sleep, '1000']}\n"
                   "  - {name: second, ready: started, command: [sh, -c, 'exec sleep 1000', second]}\n")
        up = self.start()
        keeper = self.keeper("second")
        up.kill()
        up.wait()
        handle = os.pidfd_open(keeper)
        os.kill(keeper, signal.SIGKILL)
        select.select([handle], [], [])
        os.close(handle)
        for name in os.listdir(os.path.join(self.folder, "s.run")):
            if name.startswith("end.") and name.endswith(".2.1"):  # As if it had not been started.
                os.remove(os.path.join(self.folder, "s.run", name))
        self.start()
        self.assertIn("second: ready\n", self.rtirun("status").stdout)
        self.assertEqual(self.rtirun("down").returncode, 0)

    def test_up_sees_what_has_ended_while_no_rtirun_ran(self):
        pipe = self.pipe("pipe")
        up = self.start_script(f"read line < {pipe}\nexit 3\n")
        up.kill()
        up.wait()
        keeper = os.pidfd_open(self.keeper("parent"))
        with open(pipe, "w") as file:
            file.write("go\n")
        select.select([keeper], [], [])
        os.close(keeper)
        again = self.rtirun("up")
        self.assertEqual(again.returncode, 1)
        self.assertIn("parent ended with status 3", again.stdout)

    def test_a_restarted_federate_does_not_get_the_signal_for_the_earlier_start(self):
        gate = self.pipe("gate")
        up = self.start_script(
            f"test -e again && exec sleep 1000\n: > again\nread line < {gate}\nexit 3\n",
            more=", restarts: 1")
        keeper = os.pidfd_open(self.keeper("parent"))
        up.send_signal(signal.SIGSTOP)  # So rtirun sees both ends at once.
        with open(gate, "w") as file:
            file.write("go\n")
        select.select([keeper], [], [])
        os.close(keeper)
        up.send_signal(signal.SIGCONT)
        with self.assertRaises(subprocess.TimeoutExpired, msg=self.rtirun("status").stdout):
            up.wait(2)
        self.assertIn("parent: ready, 1 restart,", self.rtirun("status").stdout)
        self.assertEqual(self.rtirun("down").returncode, 0)

    def test_up_refuses_to_go_on_with_another_file(self):
        up = self.start_script("exec sleep 1000\n")
        up.kill()
        up.wait()
        self.write("  - {name: other, command: [sleep, '1']}\n")
        refused = self.rtirun("up")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the file has changed", refused.stderr)
        self.assertEqual(self.rtirun("down").returncode, 0)

    def test_an_orphan_that_writes_without_a_pause_does_not_hide_the_end(self):
        command = "env --default-signal=INT yes & exit 3"
        self.write(f"  - {{name: bad, command: [sh, -c, '{command}']}}\ntime-limit: 5\n")
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 1)
        self.assertIn("bad ended with status 3", up.stdout)

    def test_one_federate_is_stopped_and_restarted(self):
        self.write(self.hello(1000000))
        self.start()
        stop = self.rtirun("stop", "hello-1")
        self.assertEqual(stop.returncode, 0, stop.stderr)
        self.assertIn("hello-1 is stopped", stop.stdout)
        self.assertIn("hello-1: stopped", self.rtirun("status").stdout)
        self.assertIn("hello-2: ready", self.rtirun("status").stdout)
        restart = self.rtirun("restart", "hello-1", "hello-2")
        self.assertEqual(restart.returncode, 0, restart.stderr)
        self.assertEqual(restart.stdout, "hello-1 is ready\nhello-2 is ready\n")
        self.assertEqual(self.rtirun("stop", "rtig").returncode, 1)
        unknown = self.rtirun("stop", "hello-3")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("no process \"hello-3\"", unknown.stderr)
        self.rtirun("down")
        self.assertIn("no rtirun runs", self.rtirun("stop", "hello-1").stderr)

    def test_routers_of_a_mesh_start_before_the_federates(self):
        hello = self.hello(1000000, ", router: router3")
        with open(self.file, "w") as file:
            file.write(f"mesh: {{make: [mesh, --routers, '3', --first-port, '{meshes.PORT}', --hosts, {meshes.own_address()}]}}\n"
                       f"federates:\n{hello}")
        self.start()
        status = self.rtirun("status")
        self.assertEqual(status.returncode, 0, status.stdout)
        for name in "rtig", "router2", "router3", "hello-1":
            self.assertIn(name + ": ready\n", status.stdout)
        self.wait_for_links()
        restart = self.rtirun("restart", "router2")
        self.assertEqual(restart.returncode, 0, restart.stderr)
        self.assertEqual(self.rtirun("down").returncode, 0)
        self.assertEqual(self.rtirun("status").stdout.splitlines()[0], "ended")

    def wait_for_links(self):
        """Waits until all links of the mesh are up: routers of a group connect to one another after they are ready."""
        status = [os.path.join(PROGRAMS, "rtimesh"), "status", os.path.join(self.folder, "s.run/mesh.yaml")]
        deadline = time.monotonic() + 60
        while (links := subprocess.run(status, capture_output=True, text=True)).returncode != 0:
            self.assertLess(time.monotonic(), deadline, links.stdout + links.stderr)

    def test_logs_have_times_and_are_followed_until_the_end(self):
        pipe = self.pipe("pipe")
        self.start_script(f"echo first\nread line < {pipe}\necho $line; exec sleep 1000\n")
        follow = subprocess.Popen(self.command("logs", "--follow", "parent"), stdout=subprocess.PIPE, text=True)
        self.addCleanup(follow.stdout.close)
        self.addCleanup(follow.wait)
        self.assertRegex(follow.stdout.readline(), r"^parent \| 20[0-9-]+T[0-9:.]+Z first$")
        with open(pipe, "w") as file:
            file.write("second\n")
        self.assertRegex(follow.stdout.readline(), "Z second$")
        self.rtirun("down")
        self.assertEqual(follow.wait(), 0)
        self.assertIn("first", self.rtirun("logs", "--since", "1d").stdout)
        self.assertEqual(self.rtirun("logs", "--since", "9999-01-01T00:00:00Z").stdout, "")
        self.assertEqual(self.rtirun("logs", "--since", "soon").returncode, 2)

    def test_problems_have_their_line_and_column(self):
        self.write("  - {name: a, comand: [b]}\n")
        check = self.rtirun("check")
        self.assertEqual(check.returncode, 1)
        self.assertIn(f"{self.file}:3:15: there is no key \"comand\"", check.stderr)

    def test_the_examples_are_right(self):
        for name, federates in ("hello", 2), ("thirty", 30):
            self.file = os.path.join(SOURCES, f"examples/run/{name}.yaml")
            check = self.rtirun("check")
            self.assertEqual(check.returncode, 0, check.stderr)
            self.assertIn(f"{federates} federates", check.stdout)
        self.file = os.path.join(self.folder, "s.yaml")


if __name__ == "__main__":
    unittest.main()
