"""The report in Markdown: tables of medians, ratios to the bare machine, and targets for them."""
import os
import platform
import statistics

from comparison.matrix import BENCHMARKS
from comparison.wanted import Judge

TITLES = {
    "latency": ("Latency of an update", "One way (half the round trip), microseconds."),
    "throughput": ("Throughput of updates", "One sender, back to back; the slowest receiver's rate."),
    "time": ("Time advances", "Grants a second at each federate; from request to grant, microseconds. The bare "
                              "machine: as many processes at a barrier in shared memory, spinning where that is "
                              "measured and federates tick() in a loop, else sleeping."),
    "objects": ("Object instances", "From the first registration until every federate has said that it "
                                    "knows all, and from the first deletion until all are gone."),
    "directory": ("Objects and bystanders", "One federate registers (and updates each object, where updated), one has "
                                            "subscribed, bystanders have not. From the first registration: until the "
                                            "last call has returned, the subscriber knows all, all bystanders have "
                                            "handled what was sent. Then, from its subscription: until a federate that "
                                            "had joined before knows all; from its joining: until a newcomer has "
                                            "joined, and knows all. Memory: bytes an object, and by how much a "
                                            "bystander has grown in all."),
    "sweep": ("A sweep", "Every federate registers objects of one class and subscribes to some of the classes. From "
                         "the first registration until all calls have returned, and until all know what they are to "
                         "know; by how much a federate has grown; bytes an object at the server."),
    "stream": ("Streams", "The federations of benchmarks/stream. t0: before an update, t1: at the beginning of its "
                          "reflection, t2: before the answer, t3: at the beginning of the answer's reflection, "
                          "microseconds; of a stream between several pairs of federates the median of their medians "
                          "and their highest p99."),
    "syscalls": ("System calls", "Of one update, on a busy path (BmThruput), by all processes and by each; with "
                                 "the process RTIA, a federate's is counted with it."),
    "instructions": ("Instructions", "Of one update (BmThruput under callgrind), user space alone, by all processes "
                                     "and by each; with the process RTIA, a federate's is counted with it."),
}
COUNTED = ("all", "sender", "gateway", "receivers")
FIGURES = {
    "latency": ("mean", "p50", "p99"),
    "throughput": ("sent/s", "reflected/s", "MB/s", "lost"),
    "time": ("grants/s", "p50", "p99"),
    "objects": ("registered ms", "known ms", "gone ms", "bytes at registrar", "bytes at observer"),
    "directory": ("registered ms", "known ms", "passed by all ms", "known late ms", "newcomer joined ms",
                  "newcomer knew ms", "gone ms", "bytes at registrar", "bytes at subscriber", "bytes of a bystander",
                  "bytes at server"),
    "sweep": ("registered ms", "known ms", "bytes of a federate", "bytes at server"),
    "stream": ("t1-t0 p50", "t1-t0 p99", "t2-t1 p50", "t3-t2 p50", "t3-t2 p99", "t3-t0 p50", "t3-t0 p99",
               "sent/s", "reflected/s", "grants/s", "grant p50", "lost"),
    "syscalls": COUNTED,
    "instructions": COUNTED,
}


def text(results, papers, matrix, plots, wanted):
    bare = BareMachine(results, {(rti.name, way.name): way.limit for rti in matrix.rtis for way in rti.ways})
    judge = Judge(wanted, results, bare.ratio)
    parts = ["# Benchmarks\n", machine()]
    for benchmark in BENCHMARKS:
        groups = results.groups(benchmark)
        if groups:
            title, what = TITLES[benchmark]
            parts.append(f"\n## {title}\n\n{what} Median of the repetitions (lowest .. highest).\n\n")
            parts.append(table(benchmark, groups, bare, judge))
            parts += [f"\n![{title}]({name})\n" for name in plots if name.startswith(benchmark)]
            parts.append(published(papers.get(benchmark)))
    parts.append(all_wanted(results, judge))
    parts.append(bare_machine(results))
    return "".join(parts)


def machine():
    return (f"\n{os.cpu_count()} cores, {platform.system()} {platform.release()}, "
            f"{platform.machine()}.\n")


def rows(lines):
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def headed(head, lines):
    return rows([head, ["---"] * len(head), *lines])


def number(value):
    if abs(value) >= 100 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3g}"


def spread(values):
    middle = number(statistics.median(values))
    if len(values) == 1 or min(values) == max(values):
        return middle
    return f"{middle} ({number(min(values))} .. {number(max(values))})"


class BareMachine:
    """`limits`: {(rti, way): routes of benchmarks/limits to compare a way with}."""

    def __init__(self, results, limits):
        self.results, self.limits = results, limits

    def ratio(self, benchmark, rti, way, parameters, figures):
        """Returns the multiple of the bare hops, or the share of the bare stream or of the bare barrier's
        rounds. None if the bare machine has no such figure or was not measured."""
        limit = self.limits.get((rti, way), {})
        if benchmark == "latency":
            bare = self.results.limit(limit.get(parameters["ticking"]), parameters["size"], "p50")
            return bare and statistics.median(figures["p50"]) / (bare * limit["hops"])
        if benchmark == "throughput":
            bare = self.results.limit(limit.get("stream"), parameters["size"], "messages/s")
            return bare and statistics.median(figures["reflected/s"]) / bare
        if benchmark == "time":
            bare = self.barrier(parameters)
            return bare and statistics.median(figures["grants/s"]) / bare
        return None

    def barrier(self, parameters):
        """Returns the rounds per second of the same number of processes."""
        spinning, sleeping = (self.results.limit(f"barrier-{how}-{parameters['federates']}", 0, "messages/s")
                              for how in ("spin", "futex"))
        return spinning if spinning and parameters["ticking"] == "tick" else sleeping


def table(benchmark, groups, bare, judge):
    names = differing(benchmark, groups)
    figures = [name for name in FIGURES[benchmark] if any(name in measured for measured in groups.values())]
    lines, ratios, verdicts = [], [], []
    for (rti, way, parameters), measured in groups.items():
        parameters = dict(parameters)
        lines.append([rti, way, *(parameters[name] for name in names),
                      *(spread(measured[name]) if name in measured else "" for name in figures)])
        ratios.append(bare.ratio(benchmark, rti, way, parameters, measured))
        verdicts.append(judge.verdicts(benchmark, rti, way, parameters, measured))
    head = ["RTI", "way", *names, *figures]
    if any(ratios):
        head.append("to the bare machine")
        lines = [line + [f"{ratio:.2g}" if ratio else "-"] for line, ratio in zip(lines, ratios)]
    if any(verdicts):
        head += ["wanted", "reached"]
        lines = [line + judged(found) for line, found in zip(lines, verdicts)]
    return headed(head, lines)


def differing(benchmark, groups):
    """Returns the parameters in which the rows differ."""
    all_names = dict.fromkeys([*BENCHMARKS[benchmark], *(name for _, _, parameters in groups
                                                         for name, _ in parameters)])
    return [name for name in all_names if len({dict(parameters)[name] for _, _, parameters in groups}) > 1]


def judged(verdicts):
    return ["<br>".join(wanted.text() for wanted, _, _ in verdicts),
            "<br>".join(yes_or_no(reached) for _, _, reached in verdicts)]


def yes_or_no(reached):
    return "yes" if reached else "**no**"


def all_wanted(results, judge):
    lines = []
    for benchmark in BENCHMARKS:
        for (rti, way, parameters), measured in results.groups(benchmark).items():
            parameters = dict(parameters)
            for wanted, value, reached in judge.verdicts(benchmark, rti, way, parameters, measured):
                row = ", ".join(f"{name} {parameters[name]}" for name in differing(benchmark,
                                                                                   results.groups(benchmark)))
                lines.append([benchmark, way, row, wanted.figure, wanted.text(), f"{value:.3g}" if value < 1000
                              else number(value), yes_or_no(reached)])
    if not lines:
        return ""
    reached = sum(1 for line in lines if line[-1] == "yes")
    return (f"\n## What is wanted\n\n{reached} of {len(lines)} are reached (benchmarks/comparison/wanted.toml).\n\n"
            + headed(["benchmark", "way", "row", "figure", "wanted", "measured", "reached"], lines))


def published(figures):
    if not figures:
        return ""
    columns = list(next(iter(figures.values())))
    lines = [[name, *values.values()] for name, values in figures.items()]
    return "\nFor orientation, other RTIs on another machine, two federates (benchmarks/comparison/papers.toml " \
           "says whose):\n\n" + headed(["published", *columns], lines)


def bare_machine(results):
    groups = results.groups("limits")
    if not groups:
        return ""
    messages, barriers, costs = [], [], []
    for (_, route, parameters), measured in groups.items():
        if dict(parameters)["size"] != "0":
            messages.append([route, dict(parameters)["size"], *(spread(measured[f]) if f in measured else ""
                                                                for f in ("p50", "p99", "messages/s"))])
        elif "messages/s" in measured:
            barriers.append([route, spread(measured["messages/s"])])
        else:
            costs.append([route, spread(measured["p50"])])
    parts = ["\n## The bare machine\n\nBetween two processes, nothing of HLA; microseconds one way, and streams.\n\n",
             headed(["route", "bytes", "p50", "p99", "messages/s"], messages)]
    if barriers:
        parts += ["\nProcesses that wait for one another in shared memory:\n\n",
                  headed(["barrier", "rounds/s"], barriers)]
    if costs:
        parts += ["\nSingle steps:\n\n", headed(["step", "microseconds"], costs)]
    return "".join(parts)
