"""Routers of a mesh on this machine, for the runs of a benchmark: the file that `rtimesh make` writes, and the
processes that `rtimesh up` starts."""
import os
import re
import subprocess
import tempfile

READY_S = 60
FIRST_PORT = 20400  # a port that the kernel never assigns

JOIN = re.compile(r"^RTI_URL=(\S+)(?: +federates? (\d+)(?: to (\d+))? at)?", re.M)
CARRIED = re.compile(r"^\S+ -> \S+ +up .*?-> (\d+) frames? ([0-9.]+) KB .*?<- (\d+) frames? ([0-9.]+) KB", re.M)


class Failed(Exception):
    """A program failed, or the machine lacks something."""


def own_address():
    """Returns a loopback address that no other living process has, so that ports can be fixed."""
    pid = os.getpid()  # less than 2^22
    return f"127.{64 + (pid >> 16)}.{pid >> 8 & 255}.{pid & 255}"


def urls_of(made):
    """Returns the URLs where federates may join, from the output of `rtimesh make`."""
    return [url for url, _, _ in JOIN.findall(made)]


def urls_of_federates(made):
    """Returns the URLs of the federates in turn, if the file has their number."""
    return [url for url, first, last in JOIN.findall(made) if first for _ in range(int(first), int(last or first) + 1)]


def carried(status):
    """Returns (frames, kilobytes) that all links between routers have carried, in both directions, from `rtimesh
    status`."""
    found = CARRIED.findall(status)
    return (sum(int(there) + int(back) for there, _, back, _ in found),
            sum(float(there) + float(back) for _, there, _, back in found))


def children_of(pid):
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", encoding="utf-8") as file:
            found += [int(child) for child in file.read().split()]
    return found


class Network:
    """The routers of one shape, running while it is a context; `made` is the output of `rtimesh make` about it."""

    def __init__(self, programs, name, words, environment=None):
        """`words`: options for `rtimesh make`; `environment`: additional settings of the routers."""
        self.programs, self.name, self.words = programs, name, words
        self.environment = dict(os.environ, **(environment or {}))
        self.folder = tempfile.TemporaryDirectory(prefix="network.")
        self.file = os.path.join(self.folder.name, name + ".yaml")
        self.routers = None
        self.made = ""

    def __enter__(self):
        try:
            self.made = self.rtimesh("make", *self.words, "--hosts", own_address(), "--first-port", str(FIRST_PORT),
                                     "--name", self.name, "--output", self.file)
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        read_end, write_end = os.pipe()
        words = [os.path.join(self.programs, "rtimesh"), "up", "--host", own_address(), "--timeout", str(READY_S),
                 "--log-directory", os.path.join(self.folder.name, "logs"), "--ready-fd", str(write_end), self.file]
        with os.fdopen(read_end) as ready:
            try:
                # A separate session: Ctrl-C reaches only this program, which then ends the others.
                with self.file_for("up") as errors:
                    self.routers = subprocess.Popen(words, pass_fds=[write_end], stdout=subprocess.DEVNULL,
                                                    stderr=errors, start_new_session=True, env=self.environment)
            finally:
                os.close(write_end)
            if not ready.read():
                raise Failed(f"the {self.name} does not come up: {self.read('up')}")

    def rtimesh(self, *words):
        ended = subprocess.run([os.path.join(self.programs, "rtimesh"), *words], text=True, capture_output=True,
                               check=False)
        if ended.returncode:
            raise Failed(f"rtimesh {' '.join(words)}: {(ended.stderr or ended.stdout).strip()}")
        return ended.stdout

    def pids(self):
        """Returns the process ids of the routers, first the one with the RTIG."""
        def is_rtig(pid):
            with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                return file.read().strip() == "rtig"
        return sorted(children_of(self.routers.pid), key=lambda pid: (not is_rtig(pid), pid))

    def carried(self):
        return carried(self.rtimesh("status", self.file))

    def file_for(self, name):
        """Returns a file for the standard error of the process `name`."""
        return open(os.path.join(self.folder.name, name + ".err"), "w", encoding="utf-8")

    def read(self, name):
        with open(os.path.join(self.folder.name, name + ".err"), encoding="utf-8", errors="replace") as file:
            return file.read().strip()

    def __exit__(self, *_):
        if self.routers:
            self.routers.terminate()
            try:
                self.routers.wait(READY_S)
            except subprocess.TimeoutExpired:
                self.routers.kill()
                self.routers.wait()
        self.folder.cleanup()
