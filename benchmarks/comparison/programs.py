"""Runs of the benchmark programs, and what their CSV lines say."""
import os
import subprocess
import sys

from comparison.gateway import Gateway

FED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "benchmark.fed")
PATIENCE_S = 300


class Failed(Exception):
    """A program did not do what it should."""


def waiting(case):
    return ["-t"] if case.parameter("ticking") == "wait" else []


def latency(case, samples):
    p = case.parameter
    return 2, ["BmLatency", "-s", str(p("size")), "-u", str(p("updates")), "--samples", samples,
               *waiting(case), *(["-b"] if p("delivery") == "best_effort" else [])]


def throughput(case, _):
    p = case.parameter
    return p("receivers") + 1, ["BmThruput", "-n", str(p("receivers")), "-s", str(p("size")),
                                "-u", str(p("updates")), "-c", str(p("cycles")), "-d", p("delivery")]


def time(case, _):
    p = case.parameter
    return p("federates"), ["BmTimeAdv", "-n", str(p("federates")), "-k", p("kind"),
                            "-l", str(p("lookahead")), "-m", str(p("messages")),
                            "-u", str(p("requests")), "-c", str(p("cycles")), *waiting(case)]


def objects(case, _):
    p = case.parameter
    return p("federates"), ["BmObjects", "-n", str(p("federates")), "-o", str(p("objects")),
                            "-c", str(p("cycles")), *(["-N"] if p("naming") == "named" else [])]


def latency_figures(lines):
    fields = [float(field) for field in lines[0]]
    return {"mean": fields[2], "sd": fields[3], "p50": fields[5], "p99": fields[6]}


def throughput_figures(lines):
    sender = next(line for line in lines if line[0] == "sender")
    receivers = [line for line in lines if line[0] == "receiver"]
    slowest = min(receivers, key=lambda line: float(line[5]))
    return {"sent/s": float(sender[5]), "reflected/s": float(slowest[5]), "MB/s": float(slowest[8]),
            "lost": sum(float(line[9]) for line in receivers)}


def time_figures(lines):
    fields = lines[0]
    return {"grants/s": float(fields[4]), "sd": float(fields[5]), "p50": float(fields[6]),
            "p99": float(fields[7])}


def objects_figures(lines):
    registrar = next(line for line in lines if line[0] == "registrar")
    observer = next(line for line in lines if line[0] == "observer")
    return {"registered ms": float(registrar[4]), "known ms": float(registrar[5]),
            "gone ms": float(registrar[6]), "bytes at registrar": float(registrar[7]),
            "bytes at observer": float(observer[7])}


RUNS = {"latency": (latency, latency_figures), "throughput": (throughput, throughput_figures),
        "time": (time, time_figures), "objects": (objects, objects_figures)}


def measure(case, environment, samples):
    """One run; a dictionary of its figures."""
    command_of, figures_of = RUNS[case.benchmark]
    federates, words = command_of(case, samples)
    command = [os.path.join(case.rti.programs, words[0]), "--csv", "-f", FED, *words[1:]]
    processes = [subprocess.Popen(command, env=dict(os.environ, **environment), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                 for _ in range(federates)]
    try:
        said = [process.communicate(timeout=PATIENCE_S) for process in processes]
    except subprocess.TimeoutExpired:
        raise Failed(f"no end within {PATIENCE_S} s of {' '.join(command)}") from None
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
    if any(process.returncode for process in processes):
        raise Failed(f"{case.rti.name} over {case.way.name}: {' '.join(command)}: "
                     + "".join(errors for _, errors in said).strip())
    lines = [line.split(",") for output, _ in said for line in output.splitlines() if "," in line]
    return figures_of(lines)


def measure_limits(limits, results, repetition):
    command = [limits["program"], "--csv", "--repeat", "1", "--count", str(limits["count"]),
               "--size", ",".join(map(str, limits["size"]))]
    run = subprocess.run(command, text=True, capture_output=True, check=False)
    if run.returncode:
        raise Failed(f"{' '.join(command)}: {run.stderr.strip()}")
    for line in run.stdout.splitlines()[1:]:
        route, size, _, mean, _, p50, p99, rate = line.split(",")
        figures = {"mean": mean, "p50": p50, "p99": p99, "messages/s": rate}
        results.add("limits", "the bare machine", route, {"size": int(size)}, repetition,
                    {name: float(text) for name, text in figures.items() if text})


def measure_all(matrix, repetitions, results, samples_folder):
    steps = repetitions * (len(matrix.cases) + (1 if matrix.limits else 0))
    done = 0
    for repetition in range(1, repetitions + 1):
        if matrix.limits:
            progress(done, steps, "limits")
            measure_limits(matrix.limits, results, repetition)
            done += 1
        for number, case in enumerate(matrix.cases):
            progress(done, steps, f"{case.benchmark} {case.rti.name} {case.way.name} {case.parameters}")
            samples = os.path.join(samples_folder, f"{case.benchmark}-{number}-{repetition}.txt")
            with Gateway(case.rti, case.way, Failed) as gateway:
                figures = measure(case, gateway.environment, samples)
            results.add_case(case, repetition, figures, samples)
            done += 1
    progress(done, steps, "")
    print(file=sys.stderr)


def progress(done, steps, what):
    width = 30
    bar = "#" * (width * done // steps)
    print(f"\r[{bar:<{width}}] {done}/{steps} {what:.60}\x1b[K", end="", file=sys.stderr, flush=True)
