"""Processes of a test and their output: rtig, the routers of a mesh, federates and their rtia processes.

Used by the tests of this folder, of ../traffic and of ../mesh. Waits for lines and for the ends of processes,
each with a deadline that only a hang can reach. Independent of the checks of a test. Linux only.
"""
import ctypes
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "mesh"))
import meshes  # noqa: E402

TRANSPORTS = ["tcp", "tls", "shm", *meshes.TRANSPORTS]
FED = os.path.join(HERE, "faults.fed")
DEADLINE_S = float(os.environ.get("TRIAD_FAULT_DEADLINE", "60"))  # for steps of milliseconds: only a hang takes so long
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LIBC = ctypes.CDLL(None, use_errno=True)


class Failure(Exception):
    """A failed check, as text for people."""


class Child:
    """A process that the test started, and its output lines."""

    def __init__(self, name, arguments, environment, cwd, speaks_on="stdout", pass_fds=()):
        self.name = name
        pipe = {speaks_on: subprocess.PIPE}
        if speaks_on != "stderr":
            pipe["stderr"] = open(os.path.join(cwd, name + ".err"), "ab")
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, env=environment, cwd=cwd, pass_fds=pass_fds,
            preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL), **pipe)
        self.pid = self.process.pid
        self.source = getattr(self.process, speaks_on)
        os.set_blocking(self.source.fileno(), False)
        self.pidfd = os.pidfd_open(self.pid)
        self.lines = []
        self.taken = 0  # number of lines that take() has returned
        self.ended = False
        self._rest = b""

    def take(self):
        """Returns the next line that was not returned yet, or None."""
        if self.taken == len(self.lines):
            return None
        self.taken += 1
        return self.lines[self.taken - 1]

    def tell(self, line):
        if self.ended:
            return
        try:
            self.process.stdin.write((line + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the process has ended: its waiter detects that

    def signal(self, number):
        if not self.ended:
            os.kill(self.pid, number)

    def read(self):
        try:
            data = os.read(self.source.fileno(), 65536)
        except BlockingIOError:
            return
        whole = (self._rest + data).split(b"\n")
        self._rest = whole.pop()
        self.lines += [line.decode(errors="replace") for line in whole]

    def finish(self):
        """Reads the last lines and the exit status after its end."""
        self.read()
        self.process.wait()
        self.ended = True
        for stream in (self.process.stdin, self.source):
            try:
                stream.close()
            except BrokenPipeError:
                pass
        os.close(self.pidfd)


class Rank:
    """A router that is a rank of an MPI job: its lines from the output of the job's mpirun."""

    def __init__(self, job, name, number, log):
        self.job = job
        self.name = name
        self.log = log  # of all ranks together, in place of their output
        self.tag = "[1,%d]<stderr>:" % number

    @property
    def lines(self):
        if self.log:
            if not os.path.exists(self.log):
                return []
            with open(self.log, errors="replace") as file:
                return file.read().splitlines()
        return [line.removeprefix(self.tag) for line in self.job.lines if line.startswith(self.tag)]

    @property
    def ended(self):
        return self.job.ended

    @property
    def process(self):
        return self.job.process

    @property
    def pid(self):
        """Returns the process id; None until the rank has printed it."""
        text = " starts as router %s, process " % self.name
        return next((int(line.rpartition(" ")[2]) for line in self.lines if text in line), None)

    def signal(self, number):
        if not self.ended:
            os.kill(self.pid, number)


class Fixture:
    """A folder, URLs and the processes of one test. Ends all of them at exit."""

    def __init__(self, bin_folder, transport, rtia, lost_action=None):
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.bin = bin_folder
        self.transport = transport
        self.rtia = rtia
        self.lost_action = lost_action
        self.children = []
        self.hosts = set()  # processes that hold the test's other hosts
        self.folder = tempfile.mkdtemp(prefix="triad-faults.")
        self.runtime = os.path.join(self.folder, "runtime")
        os.mkdir(self.runtime, 0o700)
        self.name = os.path.basename(self.folder).replace("triad-faults.", "faults-")
        self.url = None
        self.rtig = None
        self.keys = self.make_keys() if transport == "tls" else {}
        self.mesh = meshes.Mesh(transport) if meshes.is_mesh(transport) else None
        self.routers = {}  # by name, without rtig
        self.router_options = []
        self.log_of_ranks = None  # a file; None: mpirun prints the logs
        self.turns = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.living():
            child.signal(signal.SIGKILL)
            self.wait(lambda c=child: c.ended, "the end of %s" % child.name)
        for pid in self.rtia_processes():
            os.kill(pid, signal.SIGKILL)
        self.wait(lambda: not self.rtia_processes(), "the end of the rtia processes")
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- Processes ---

    def environment(self, role):
        known = {k: v for k, v in os.environ.items() if not k.startswith(("RTI", "CERTI", "TRIAD"))}
        known.update(RTI_URL=self.next_url(), RTI_RTIA=self.rtia, RTI_CONNECT_TIMEOUT="0.1", XDG_RUNTIME_DIR=self.runtime,
                     TMPDIR=self.folder, FAULTS_ROLE=role)
        known.update(self.keys)
        return known

    def make_keys(self):
        """Makes an authority and one identity for all programs. Returns the environment that names the files."""
        folder = os.path.join(self.folder, "keys")
        for action in (["init"], ["router", "test", "127.0.0.1"]):
            subprocess.run([self.program("rtictl"), "keys", *action, "--folder", folder], check=True,
                           stdout=subprocess.DEVNULL)
        return {"RTI_TLS_CERTIFICATE": os.path.join(folder, "router-test.pem"),
                "RTI_TLS_KEY": os.path.join(folder, "router-test.key"),
                "RTI_TLS_AUTHORITIES": os.path.join(folder, "authorities.pem")}

    def start(self, name, arguments, **options):
        child = Child(name, arguments, self.environment(name), self.folder, **options)
        self.children.append(child)
        return child

    def next_url(self):
        """Returns a URL for a federate: in a mesh those of the routers in turn."""
        if not self.mesh:
            return self.url or ""
        self.turns += 1
        return self.mesh.urls[self.turns % len(self.mesh.urls)]

    def start_rtig(self, *more):
        """Starts an rtig, with the routers of its mesh; every later one at the URL of the first."""
        if self.lost_action:
            more = (*more, "--lost-action", self.lost_action)
        if self.mesh:
            return self.start_mesh(*more)
        attempts = [self.url] if self.url else self.first_urls()
        for url in attempts:
            self.rtig, said = self.start_gateway("rtig", [self.program("rtig"), "--listen", url, *more])
            if said:
                self.url = said[0]
                return self.rtig
            self.wait(lambda: self.rtig.ended, "the end of an rtig that could not start")
        raise Failure("rtig did not start on %s: %s" % (attempts[-1], self.rtig.lines[-3:]))

    def start_gateway(self, name, arguments):
        """Starts rtig or a router; returns it with the URLs that it prints."""
        ready, ready_to = os.pipe()
        child = self.start(name, [*arguments, "--ready-fd", str(ready_to)], speaks_on="stderr",
                           pass_fds=(ready_to,))
        os.close(ready_to)
        if not select.select([ready], [], [], DEADLINE_S)[0]:
            raise Failure("%s did not say that it is ready" % name)
        said = os.read(ready, 4096).decode().split()
        os.close(ready)
        return child, said

    def start_mesh(self, *more):
        """Starts the whole mesh, or its rtig again if that has ended. Waits until every router has its link."""
        with open(self.topology(), "w") as file:
            file.write(self.mesh.text())
        before = {name: len(router.lines) for name, router in self.routers.items()}
        first, *others = self.mesh.routers
        self.rtig, said = self.start_gateway(
            "rtig", [self.program("rtig"), "--topology", self.topology(), *more])
        if not said:
            raise Failure("rtig did not start in its mesh")
        self.url = self.mesh.urls[0]
        if self.mesh.ranks and not self.routers:
            self.start_ranks()
        for name in others:
            if name not in self.routers:
                self.start_router(name)
        for name in others:
            if name not in before or self.mesh.next_up[name] == first:
                self.wait_connected(name, before.get(name, 0))
        return self.rtig

    def topology(self):
        return os.path.join(self.folder, "mesh.yaml")

    def start_router(self, name):
        """Starts a router, with the other routers of its process, but not rtig's own; also in place of one that
        has ended."""
        process = self.mesh.processes.get(name)
        which = ["--process", process] if process else ["--name", name]
        router, said = self.start_gateway(process or name, [
            self.program("rtirouter"), "--topology", self.topology(), *which, *self.router_options])
        self.routers.update(dict.fromkeys(self.mesh.together(name), router))
        if not said:
            raise Failure("the router %s did not start" % name)

    @staticmethod
    def mpirun(ranks):
        """Returns the command of mpirun, which also works as root and on fewer cores than there are ranks."""
        return ["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                "mpirun", "--oversubscribe", "--bind-to", "none", "--tag-output", "-n", str(ranks)]

    def start_ranks(self):
        log = ["--log-file", self.log_of_ranks] if self.log_of_ranks else []
        job = self.start("mpirun", [*self.mpirun(len(self.mesh.ranks)), self.program("rtirouter"), "--topology",
                                    self.topology(), *log, *self.router_options], speaks_on="stderr")
        self.routers = {name: Rank(job, name, number, self.log_of_ranks)
                        for number, name in enumerate(self.mesh.ranks)}
        for rank in self.routers.values():
            self.wait(lambda r=rank: r.pid or r.ended, "the router %s to start" % rank.name)

    def wait_connected(self, name, begin=0):
        """Waits until the router has logged, after its first `begin` lines, that it has its link."""
        router, text = self.routers[name], self.mesh.connected(name)
        self.wait(lambda: router.ended or any(text in line for line in router.lines[begin:]),
                  "the router %s to log: %s" % (name, text))
        if router.ended:
            raise Failure("the router %s ended with status %s" % (name, router.process.returncode))

    def first_urls(self):
        if self.transport == "shm":
            return ["shm://" + self.name]
        # Below the kernel's range, so that no process takes the port while rtig is down.
        scheme = "tls" if self.transport == "tls" else "tcp"
        return ["%s://127.0.0.1:%d" % (scheme, 20000 + (os.getpid() + 7919 * i) % 12000)
                for i in range(20)]

    def program(self, name):
        return os.path.join(self.bin, name)

    def living(self):
        return [child for child in self.children if not child.ended]

    def rtia_processes(self, role=None):
        """Returns the living rtia processes, or those of the federate started under that name. This process is a
        subreaper and so the parent of all of them; it also reaps ended ones."""
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            pids = [int(word) for word in file.read().split()]
        ours = {child.pid for child in self.children} | self.hosts
        found = []
        for pid in pids:
            if pid in ours:
                continue
            if state_of(pid) in ("Z", None):
                try:
                    os.waitpid(pid, os.WNOHANG)
                except ChildProcessError:
                    pass
            elif role is None or role_of(pid) == role:
                found.append(pid)
        return found

    # --- Waiting ---

    def wait(self, condition, what):
        """Waits until the condition holds; reads the output of the processes meanwhile."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            self.pump(0)
            if condition():
                return
            left = deadline - time.monotonic()
            if left < 0:
                raise Failure("waited in vain for " + what)
            # Conditions other than lines and ends of children are polled in short steps.
            self.pump(min(left, 0.005))

    def pump(self, timeout_s):
        by_fd = {}
        for child in self.living():
            by_fd[child.source.fileno()] = child
            by_fd[child.pidfd] = child
        poller = select.poll()
        for fd in by_fd:
            poller.register(fd, select.POLLIN)
        ended = []
        for fd, _ in poller.poll(timeout_s * 1000):
            child = by_fd[fd]
            if fd == child.pidfd:
                ended.append(child)
            else:
                child.read()
        for child in ended:
            child.finish()

    def wait_asleep(self, child):
        self.wait(lambda: child.ended or state_of(child.pid) == "S",
                  "%s to wait in its call" % child.name)

    def kill(self, child):
        child.signal(signal.SIGKILL)
        self.wait(lambda: child.ended, "the end of the killed %s" % child.name)

    def ask(self, child, command):
        """Sends the witness a command, waits until it is done, and returns its outcome."""
        child.tell(command)
        prefix = "done %s " % command.split()[0]
        begin = len(child.lines)

        def done():
            return next((line for line in child.lines[begin:] if line.startswith(prefix)), None)

        self.wait(lambda: done() or child.ended, "the witness to do: " + command)
        if done() is None:
            raise Failure("the witness ended (%s) instead of: %s"
                          % (child.process.returncode, command))
        return done()[len(prefix):]

    # --- The end ---

    def check_end(self, *federates):
        """Ends federates by command, and routers and rtig by SIGTERM. Checks that nothing of them is left."""
        for federate in federates:
            federate.tell("quit")
            self.wait(lambda f=federate: f.ended, "the end of " + federate.name)
            if federate.process.returncode != 0:
                raise Failure("%s ended with status %d" % (federate.name,
                                                          federate.process.returncode))
        for gateway in [*dict.fromkeys(reversed(self.routers.values())), self.rtig]:
            gateway.signal(signal.SIGTERM)
            self.wait(lambda g=gateway: g.ended, "the end of %s after SIGTERM" % gateway.name)
            if gateway.process.returncode != 0:
                raise Failure("%s ended with status %d" % (gateway.name, gateway.process.returncode))
        self.wait(lambda: not self.rtia_processes(), "the end of every rtia")
        left = [os.path.join(at, name) for at, _, names in os.walk(self.runtime) for name in names]
        left += [os.path.join("/dev/shm", name) for name in os.listdir("/dev/shm")
                 if self.name in name]
        # Lock files stay so that two rtigs never race for them, and do not count.
        left = [path for path in left if not path.endswith(".lock")]
        if left:
            raise Failure("left behind: " + ", ".join(left))

    def story(self):
        """Returns the last lines of rtig, of the routers and of the youngest processes, for a failed check."""
        text = ""
        for child in dict.fromkeys([*self.children[:1], *self.routers.values(), *self.children[-4:]]):
            state = "status %s" % child.process.returncode if child.ended else "lives"
            text += "\n  %s (pid %s, %s):" % (child.name, child.pid, state)
            text += "".join("\n    " + line for line in child.lines[-12:])
            errors = os.path.join(self.folder, child.name + ".err")
            if os.path.exists(errors):
                with open(errors, errors="replace") as file:
                    text += "".join("\n    stderr: " + line.rstrip() for line in file.readlines()[-5:])
        return text


def state_of(pid):
    """Returns the state of a process (R, S, T, Z...); None if there is no such process."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def ticks_of(pid):
    """Returns the processor time that a process has used, in the kernel's ticks."""
    with open("/proc/%d/stat" % pid) as file:
        words = file.read().rsplit(")", 1)[1].split()
        return int(words[11]) + int(words[12])


def role_of(pid):
    try:
        with open("/proc/%d/environ" % pid, "rb") as file:
            for entry in file.read().split(b"\0"):
                if entry.startswith(b"FAULTS_ROLE="):
                    return entry.split(b"=", 1)[1].decode()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        pass
    return None


def report(text):
    print(text)
    sys.stdout.flush()
