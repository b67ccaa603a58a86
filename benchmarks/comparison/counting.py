"""Counts system calls and instructions of processes for each update, from outside.

A counter runs a command and writes a file. It counts the whole life of the command and of the processes that
it starts (a process RTIA among them). That includes start, join and resign, so programs.py runs a case twice,
with few updates and with more, and divides the difference.
"""
import functools
import glob
import os
import re
import shutil
import subprocess
import tempfile


class CannotCount(Exception):
    """Neither tool is installed, or neither works here."""


class PerfSystemCalls:
    """Uses the kernel's own counter, which disturbs least."""
    what = "perf stat -e raw_syscalls:sys_enter"

    @staticmethod
    def works():
        if not shutil.which("perf"):
            return False
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "count")
            run = subprocess.run([*PerfSystemCalls.before(path), "true"], capture_output=True, check=False)
            try:
                return run.returncode == 0 and PerfSystemCalls.read(path) > 0
            except (OSError, ValueError):
                return False

    @staticmethod
    def before(path):
        return ["perf", "stat", "-x,", "-e", "raw_syscalls:sys_enter", "-o", path, "--"]

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                fields = line.split(",")
                if len(fields) > 2 and fields[2] == "raw_syscalls:sys_enter":
                    return int(fields[0])
        raise ValueError(f"{path} holds no count of perf")


class StraceSystemCalls:
    """Stops the process at each call, which changes its later timing; the counts remain correct."""
    what = "strace -f -c"

    @staticmethod
    def works():
        return shutil.which("strace") and subprocess.run(
            ["strace", "-c", "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0

    @staticmethod
    def before(path):
        return ["strace", "-f", "-c", "-U", "calls,name", "-o", path]

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            found = re.search(r"^\s*(\d+) total$", file.read(), re.MULTILINE)
        if not found:
            raise ValueError(f"{path} holds no count of strace")
        return int(found[1])


class CallgrindInstructions:
    """Runs the process in an interpreter, about fifty times slower: for processes that sleep, not spin."""
    what = "valgrind --tool=callgrind"

    @staticmethod
    def works():
        return shutil.which("valgrind")

    @staticmethod
    def before(path):
        return ["valgrind", "-q", "--tool=callgrind", "--trace-children=yes", "--fair-sched=try",
                f"--callgrind-out-file={path}.%p"]

    @staticmethod
    def read(path):
        """Reads the count of the process and of all processes that it started."""
        total, files = 0, glob.glob(glob.escape(path) + ".*")
        for name in files:
            with open(name, encoding="utf-8") as file:
                found = re.search(r"^totals: (\d+)", file.read(), re.MULTILINE)
            if not found:
                raise ValueError(f"{name} holds no count of callgrind")
            total += int(found[1])
        if not files:
            raise ValueError(f"callgrind wrote no {path}.PID")
        return total


TOOLS = {"syscalls": (PerfSystemCalls, StraceSystemCalls), "instructions": (CallgrindInstructions,)}
ADVICE = {"syscalls": "install linux-perf or strace, and be root for perf",
          "instructions": "install valgrind"}


@functools.cache
def counter_of(benchmark):
    for tool in TOOLS[benchmark]:
        if tool.works():
            return tool
    raise CannotCount(f"{benchmark} cannot be counted here: {ADVICE[benchmark]}")


class Counts:
    """The counts of one run's processes, by role; each is read after its process has ended."""

    def __init__(self, tool):
        self.tool = tool
        self.folder = tempfile.TemporaryDirectory()

    def before(self, name):
        """Returns the words to put in front of a command; take(name) returns its count after its end."""
        return self.tool.before(os.path.join(self.folder.name, name))

    def take(self, name):
        return self.tool.read(os.path.join(self.folder.name, name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def per_update(few, many, updates_few, updates_many):
    """Returns {role: count per update} from two runs' {role: count}; "all" is their sum."""
    more = updates_many - updates_few
    figures = {role: (many[role] - few[role]) / more for role in many}
    return {**figures, "all": sum(figures.values())}
