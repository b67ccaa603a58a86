#!/usr/bin/env python3
"""Runs rtirun over ssh on hosts of its own: remote_hosts.py FOLDER-OF-PROGRAMS SOURCES.

The hosts are network namespaces with an sshd each. This host reaches them by the names of an ssh configuration.
Needs root and sshd.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../hosts"))
import namespaces  # noqa: E402

PROGRAMS, SOURCES = map(os.path.abspath, sys.argv[1:3])
SSHD = "/usr/sbin/sshd"
URL = "tcp://10.0.0.1:20410"
HOSTS = {"b": "10.0.1.2", "c": "10.0.2.2"}
NOWHERE = "10.0.1.77"


def make_network():
    namespaces.run("hostname", "host-a")
    namespaces.run(*"ip link set lo up".split())
    namespaces.run(*"ip address add 10.0.0.1/32 dev lo".split())
    hosts = {}
    for name, address in HOSTS.items():
        near = address[:-1] + "1"
        host = namespaces.Host("host-" + name)
        namespaces.run("ip", "link", "add", "cable-" + name, "type", "veth", "peer", "name", "cable", "netns",
                       str(host.holder.pid))
        namespaces.run("ip", "address", "add", near + "/24", "dev", "cable-" + name)
        namespaces.run("ip", "link", "set", "cable-" + name, "up")
        host.plug_in("cable", address + "/24")
        host.on("ip", "route", "add", "default", "via", near)
        hosts[name] = host
    with open("/proc/sys/net/ipv4/ip_forward", "w") as file:
        file.write("1")
    return hosts


def make_ssh(hosts):
    """Gives root a home folder of its own with a key, and starts an sshd on each host."""
    for folder in "/root", "/run":
        namespaces.run("mount", "-t", "tmpfs", "-o", "mode=0700", "tmpfs", folder)
    os.chmod("/run", 0o755)
    os.mkdir("/run/sshd")
    os.mkdir("/root/.ssh", 0o700)
    for key in "id_ed25519", "host_key":
        namespaces.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "/root/.ssh/" + key)
    shutil.copy("/root/.ssh/id_ed25519.pub", "/root/.ssh/authorized_keys")
    with open("/root/.ssh/config", "w") as file:
        for name, address in {**HOSTS, "nowhere": NOWHERE}.items():
            file.write(f"Host {name}\n  HostName {address}\n")
        file.write("Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /root/.ssh/known_hosts\n"
                   "  LogLevel ERROR\n")
    with open("/root/sshd_config", "w") as file:
        file.write("HostKey /root/.ssh/host_key\nStrictModes no\nUsePAM no\nPidFile none\n"
                   "PermitRootLogin yes\nSubsystem sftp internal-sftp\n")
    return [start_sshd(host, HOSTS[name]) for name, host in hosts.items()]


def start_sshd(host, address):
    """Returns after the sshd listens."""
    process = subprocess.Popen([*host.before(), SSHD, "-D", "-e", "-f", "/root/sshd_config", "-o",
                                "ListenAddress=" + address], stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "Server listening" in line:
            return process
    raise OSError("sshd has not started")


class RemoteHosts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rtirun.")
        self.file = os.path.join(self.folder, "s.yaml")
        shutil.copy(os.path.join(SOURCES, "examples/hello.fed"), self.folder)
        for name in HOSTS:
            shutil.rmtree("/root/run-" + name, ignore_errors=True)

    def tearDown(self):
        self.rtirun("down")
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, name, *rest):
        return [os.path.join(PROGRAMS, "rtirun"), name, self.file, *rest]

    def rtirun(self, name, *rest):
        return subprocess.run(self.command(name, *rest), capture_output=True, text=True)

    def write(self, federates, hosts=tuple(HOSTS), rtig=""):
        with open(self.file, "w") as file:
            file.write("hosts:\n")
            for name in hosts:
                file.write(f"  - {{name: {name}, groups: [all, only-{name}], programs: {PROGRAMS}, directory: run-{name}, cores: 2}}\n")
            file.write(f"rtig: {{listen: 'tcp://*:20410', url: '{URL}'{rtig}}}\nfiles: [hello.fed]\nfederates:\n{federates}")

    def hello(self, more=""):
        return (f"  - {{name: 'hello-${{i}}', count: 2, command: [{PROGRAMS}/hello, '${{name}}', hello.fed, "
                f"'1000000']{more}}}\n")

    def start(self):
        up = subprocess.Popen(self.command("up"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(up.stdout.close)
        self.addCleanup(up.wait)
        self.wait_for(up, " ready\n")
        return up

    def wait_for(self, process, part):
        lines = []
        for line in process.stdout:
            lines.append(line)
            if part in line:
                return
        self.fail("".join(lines) + self.rtirun("logs").stdout)

    @staticmethod
    def processes_with(*words):
        """Returns the numbers of processes whose command lines contain all words."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    command = file.read().decode(errors="replace")
            except OSError:
                continue
            if all(word in command for word in words):
                found.append(int(process))
        return found

    def test_federates_run_on_other_hosts_and_go_down(self):
        self.write(self.hello())
        plan = self.rtirun("plan")
        self.assertEqual(plan.returncode, 0, plan.stdout + plan.stderr)
        self.assertRegex(plan.stdout, r"hello-1 +b\nhello-2 +c\n")
        self.assertRegex(plan.stdout, r"b +\d+ +\d+ +\d+ +\d+\.\d+ +1 +0\.")
        self.start()
        status = self.rtirun("status")
        self.assertIn("hello-1: ready on b\nhello-2: ready on c\n", status.stdout)
        self.assertRegex(self.rtirun("logs", "hello-2").stdout, r"hello-2 \| 20\S+Z ")
        restart = self.rtirun("restart", "hello-1")
        self.assertEqual(restart.returncode, 0, restart.stderr)
        down = self.rtirun("down")
        self.assertEqual(down.returncode, 0, down.stderr)
        self.assertEqual(self.processes_with("keep", "/root/run-"), [])
        self.assertIn("hello-2: ended on c", self.rtirun("status").stdout)

    def test_rtig_runs_on_another_host(self):
        self.write(self.hello(", placement: {group: only-c}"), rtig=", host: b")
        with open(self.file) as file:
            text = file.read().replace(URL, f"tcp://{HOSTS['b']}:20410")
        with open(self.file, "w") as file:
            file.write(text)
        self.start()
        self.assertIn("rtig: ready on b\nhello-1: ready on c\n", self.rtirun("status").stdout)

    def test_routers_of_a_mesh_run_on_their_hosts(self):
        self.write(self.hello())
        with open(self.file) as file:
            text = "".join(line for line in file if not line.startswith("rtig:"))
        routers = "".join(f", {{name: at-{name}, host: {name}, listen: 'tcp://{address}:20411'}}"
                          for name, address in HOSTS.items())
        with open(self.file, "w") as file:
            file.write("mesh: {topology: {rtig: top, groups: [{name: g, head: top, routers: [{name: top, host: this, "
                       f"listen: '{URL}'}}{routers}]}}]}}}}\n{text}")
        self.start()
        status = self.rtirun("status").stdout
        self.assertIn("rtig: ready\nat-b: ready on b\nat-c: ready on c\nhello-1: ready on b\nhello-2: ready on c\n", status)
        self.assertEqual(self.rtirun("down").returncode, 0)
        self.assertEqual(self.processes_with("keep", "/root/run-"), [])

    def test_a_lost_connection_comes_back(self):
        self.write(self.hello())
        up = self.start()
        connections = self.processes_with("ssh", "agent", "run-b")
        self.assertTrue(connections)
        for process in connections:
            os.kill(process, signal.SIGKILL)
        self.wait_for(up, "host b is not connected")
        self.wait_for(up, "host b is connected again")
        self.assertEqual(self.rtirun("status").returncode, 0)
        self.assertEqual(self.rtirun("restart", "hello-1").returncode, 0)

    def test_the_log_of_an_earlier_start_does_not_come_again(self):
        self.write("  - {name: 'talker-${i}', count: 2, ready: started, placement: {host: b},"
                   " command: [sh, -c, 'echo begun; exec sleep 1000']}\n")
        up = self.start()
        log = os.path.join(self.folder, "s.run/talker-1.log")
        while not os.path.exists(log):
            time.sleep(0.1)
        self.assertEqual(self.rtirun("stop", "talker-1").returncode, 0)
        for process in self.processes_with("ssh", "agent", "run-b"):
            os.kill(process, signal.SIGKILL)
        self.wait_for(up, "host b is connected again")
        self.assertEqual(self.rtirun("restart", "talker-1").returncode, 0)
        self.assertEqual(self.rtirun("stop", "talker-1").returncode, 0)
        with open(log) as file:
            lines = file.readlines()
        self.assertEqual(lines.count(lines[0]), 1, lines)

    def test_up_goes_on_with_the_run_of_a_killed_rtirun(self):
        self.write(self.hello())
        up = self.start()
        up.kill()
        up.wait()
        self.assertIn("rtirun was killed", self.rtirun("status").stdout)
        keepers = self.processes_with("rtirun", "keep", "/root/run-")
        self.assertEqual(len(keepers), 2)
        self.start()
        self.assertEqual(self.processes_with("rtirun", "keep", "/root/run-"), keepers)

    def test_down_ends_processes_of_other_hosts_after_a_kill(self):
        self.write(self.hello())
        up = self.start()
        up.kill()
        up.wait()
        self.assertEqual(self.rtirun("down").returncode, 0)
        self.assertEqual(self.processes_with("rtirun", "keep"), [])

    def test_a_second_run_leaves_the_folder_of_the_first_one_alone(self):
        self.write(self.hello())
        self.start()
        first = self.file
        self.file = os.path.join(self.folder, "other.yaml")
        self.write(self.hello())
        other = self.rtirun("up")
        self.assertEqual(other.returncode, 1)
        self.assertIn("is that of another run", other.stderr)
        self.file = first
        self.assertEqual(self.rtirun("status").returncode, 0)
        self.assertTrue(os.path.exists("/root/run-b/hello-1.log"))

    def test_a_failed_federate_shows_its_log(self):
        self.write("  - {name: bad, command: [sh, -c, 'echo no map; exit 3'], placement: {host: c}}\n")
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 1)
        self.assertIn("bad ended with status 3\n  | no map\n", up.stdout)

    def test_files_are_collected(self):
        self.write("  - {name: maker, ready: started, command: [sh, -c, 'cat hello.fed > made.out; echo made'],"
                   " placement: {host: c}, collect: ['*.out', none]}\n")
        up = self.rtirun("up")
        self.assertEqual(up.returncode, 0, up.stdout + up.stderr)
        collected = self.rtirun("collect")
        self.assertEqual(collected.returncode, 1)
        self.assertIn("maker: none: ", collected.stdout)
        folder = os.path.join(self.folder, "s.collected")
        with open(os.path.join(folder, "maker/made.out")) as made, \
                open(os.path.join(self.folder, "hello.fed")) as source:
            self.assertEqual(made.read(), source.read())
        for name in "rtig.log", "maker.log", "state.json", "scenario.yaml":
            self.assertTrue(os.path.exists(os.path.join(folder, name)), name)

    def test_a_host_that_does_not_answer_is_named(self):
        self.write(self.hello(), hosts=("b", "nowhere"))
        for command in "plan", "up":
            result = self.rtirun(command)
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stdout + result.stderr, "nowhere.*(No route|timed out|unreachable)")
        self.assertEqual(self.processes_with("keep", "/root/run-"), [])

    def test_a_loopback_address_of_the_rtig_is_refused(self):
        self.write(self.hello())
        with open(self.file) as file:
            text = file.read().replace(URL, "tcp://127.0.0.1:20410")
        with open(self.file, "w") as file:
            file.write(text)
        refused = self.rtirun("up")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("other hosts cannot reach the rtig", refused.stderr)


def inside():
    del sys.argv[1:]
    servers = make_ssh(make_network())
    try:
        return 0 if unittest.main(exit=False).result.wasSuccessful() else 1
    finally:
        for server in servers:
            server.kill()


def main():
    if "--inside" in sys.argv:
        return inside()
    if not os.path.exists(SSHD) or shutil.which("ssh") is None:
        print("SKIPPED, nothing tested: sshd and ssh are not both there")
        return namespaces.SKIPPED
    return namespaces.enter()


if __name__ == "__main__":
    sys.exit(main())
