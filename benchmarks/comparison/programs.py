"""Runs the benchmark programs and reads their CSV lines."""
import csv
import glob
import os
import statistics
import subprocess
import sys

from comparison import counting
from comparison.gateway import Gateway
from comparison.matrix import COUNTING

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FED = os.path.join(FOLDER, "benchmark.fed")
PATIENCE_S = 300


class Failed(Exception):
    """A program failed."""


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


def directory(case, _):
    p = case.parameter
    return 1, ["BmDirectory", "--patience", str(PATIENCE_S), "-o", str(p("objects")), "-b", str(p("bystanders")),
               "-p", str(p("processes")), "-l", str(p("late")), *(["-N"] if p("naming") == "named" else []),
               *(["-u"] if p("updates") == "updated" else [])]


def sweep(case, _):
    p = case.parameter
    return 1, ["BmSweep", "--patience", str(PATIENCE_S), "-n", str(p("federates")), "-p", str(p("processes")),
               "-o", str(p("objects")), "-C", str(p("classes")), "-S", str(p("subscribed"))]


def stream(case, samples):
    path = description_file(case.parameter("description"))
    return federates_of(path), ["BmStream", "-d", path, "--samples", samples, *waiting(case)]


def description_file(name):
    """Returns the file of a benchmarks/stream description by its name, or any file by its path."""
    known = os.path.join(FOLDER, "stream", name + ".stream")
    return known if os.path.exists(known) else name


def federates_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                words = line.split("#")[0].split()
                if len(words) > 1 and words[0] == "federates":
                    return int(words[1])
    except (OSError, ValueError) as error:
        raise Failed(f"{path}: {error}") from None
    raise Failed(f"{path} does not say how many federates there are, as \"federates 2\"")


def counted(case, updates):
    p = case.parameter
    return p("receivers") + 1, ["BmThruput", "-n", str(p("receivers")), "-s", str(p("size")),
                                "-u", str(updates), "-c", "1", *waiting(case)]


# Each function returns [(parameters beyond the case's, figures)] from the lines that all federates have
# printed.


def latency_figures(lines):
    fields = [float(field) for field in lines[0]]
    return [({}, {"mean": fields[2], "sd": fields[3], "p50": fields[5], "p99": fields[6]})]


def throughput_figures(lines):
    sender = next(line for line in lines if line[0] == "sender")
    receivers = [line for line in lines if line[0] == "receiver"]
    slowest = min(receivers, key=lambda line: float(line[5]))
    return [({}, {"sent/s": float(sender[5]), "reflected/s": float(slowest[5]), "MB/s": float(slowest[8]),
                  "lost": sum(float(line[9]) for line in receivers)})]


def time_figures(lines):
    fields = lines[0]
    return [({}, {"grants/s": float(fields[4]), "sd": float(fields[5]), "p50": float(fields[6]),
                  "p99": float(fields[7])})]


def objects_figures(lines):
    registrar = next(line for line in lines if line[0] == "registrar")
    observer = next(line for line in lines if line[0] == "observer")
    return [({}, {"registered ms": float(registrar[4]), "known ms": float(registrar[5]),
                  "gone ms": float(registrar[6]), "bytes at registrar": float(registrar[7]),
                  "bytes at observer": float(observer[7])})]


def directory_figures(lines):
    names = ("registered ms", "known ms", "passed by all ms", "known late ms", "newcomer joined ms",
             "newcomer knew ms", "gone ms", "bytes at registrar", "bytes at subscriber", "bytes of a bystander",
             "bytes at server")
    return [({}, dict(zip(names, map(float, lines[0][4:]))))]


def sweep_figures(lines):
    return [({}, dict(zip(("registered ms", "known ms", "bytes of a federate", "bytes at server"),
                          map(float, lines[0][5:]))))]


def stream_figures(lines):
    """Returns for each stream: medians over its pairs of federates, their worst p99, the sum of their losses."""
    found = {}
    for what, name, _, _, figure, count, mean, _, _, p50, p99, _, _ in lines:
        if int(count) > 0:
            values = found.setdefault(name if what == "stream" else "(time advances)", {}).setdefault(figure, [])
            values.append({"p50": float(p50), "p99": float(p99), "sum": float(mean) * int(count)})
    return [({"stream": name}, dict(summed_up(figures))) for name, figures in sorted(found.items())]


def summed_up(figures):
    for figure, pairs in figures.items():
        if figure == "lost":
            yield figure, round(sum(pair["sum"] for pair in pairs))
            continue
        yield (figure if figure.endswith("/s") else f"{figure} p50"), statistics.median(p["p50"] for p in pairs)
        if not figure.endswith("/s"):
            yield f"{figure} p99", max(pair["p99"] for pair in pairs)


RUNS = {"latency": (latency, latency_figures), "throughput": (throughput, throughput_figures),
        "time": (time, time_figures), "objects": (objects, objects_figures),
        "directory": (directory, directory_figures), "sweep": (sweep, sweep_figures),
        "stream": (stream, stream_figures)}
# These benchmarks read the memory of the gateway's process.
LOOKING_AT_GATEWAY = ("directory", "sweep")


def measure(case, samples):
    """Makes one run; returns [(parameters beyond the case's, {figure: value})]."""
    if case.benchmark in COUNTING:
        return count(case)
    command_of, figures_of = RUNS[case.benchmark]
    federates, words = command_of(case, samples)
    with Gateway(case.rti, case.way, Failed) as gateway:
        if case.benchmark in LOOKING_AT_GATEWAY:
            words += ["-s", str(gateway.process.pid)]
        lines = run(case, gateway.environments, federates, words)
    gather(samples)
    return figures_of([line for of_one in lines for line in of_one])


def gather(samples):
    """Joins the files that the federates have written."""
    parts = sorted(glob.glob(glob.escape(samples) + ".*"))
    for part in parts:
        with open(part, encoding="utf-8") as source, open(samples, "a", encoding="utf-8") as target:
            target.write(source.read())
        os.remove(part)


def run(case, environments, federates, words, before=lambda number: []):
    """Returns the CSV lines of each federate. The federates take the environments in turn; `before` gives the
    words in front of each command."""
    command = [os.path.join(case.rti.programs, words[0]), "--csv", "-f", FED, *words[1:]]
    processes = [subprocess.Popen([*before(number), *command],
                                  env=dict(os.environ, **environments[number % len(environments)]), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                 for number in range(federates)]
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
    return [[line for line in csv.reader(output.splitlines()) if len(line) > 1] for output, _ in said]


# A warm-up cycle and one more.
COUNTED_CYCLES = 2


def count(case):
    """Counts per update: of the sender, of all receivers together, and of the gateway."""
    tool = counting.counter_of(case.benchmark)
    updates = case.parameter("updates")
    few, many = count_run(case, tool, updates), count_run(case, tool, 3 * updates)
    return [({}, counting.per_update(few, many, COUNTED_CYCLES * updates, COUNTED_CYCLES * 3 * updates))]


def count_run(case, tool, updates):
    federates, words = counted(case, updates)
    with counting.Counts(tool) as counts:
        with Gateway(case.rti, case.way, Failed, counts.before("gateway")) as gateway:
            lines = run(case, gateway.environments, federates, words, lambda number: counts.before(str(number)))
        totals = {"sender": 0, "receivers": 0, "gateway": counts.take("gateway")}
        for number, of_one in enumerate(lines):
            totals["sender" if of_one[0][0] == "sender" else "receivers"] += counts.take(str(number))
        return totals


def measure_limits(limits, results, repetition):
    command = [limits["program"], "--csv", "--repeat", "1", "--count", str(limits["count"]),
               "--size", ",".join(map(str, limits["size"])),
               *(["--routes", limits["routes"]] if "routes" in limits else [])]
    ended = subprocess.run(command, text=True, capture_output=True, check=False)
    if ended.returncode:
        raise Failed(f"{' '.join(command)}: {ended.stderr.strip()}")
    for line in ended.stdout.splitlines()[1:]:
        route, size, _, mean, _, p50, p99, rate = line.split(",")
        figures = {"mean": mean, "p50": p50, "p99": p99, "messages/s": rate}
        results.add("limits", "the bare machine", route, {"size": int(size)}, repetition,
                    {name: float(text) for name, text in figures.items() if text})


def measure_all(matrix, repetitions, results, samples_folder):
    for benchmark in {case.benchmark for case in matrix.cases} & set(COUNTING):
        counting.counter_of(benchmark)  # fails before the runs if a count is not possible
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
            for further, figures in measure(case, samples):
                results.add_case(case, further, repetition, figures)
            results.add_samples(case, repetition, samples)
            done += 1
    progress(done, steps, "\n")


def progress(done, steps, what):
    if not sys.stderr.isatty():
        return
    width = 30
    bar = "#" * (width * done // steps)
    print(f"\r[{bar:<{width}}] {done}/{steps} {what:.60}\x1b[K", end="", file=sys.stderr, flush=True)
