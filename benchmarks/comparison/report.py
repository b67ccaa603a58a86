"""The report in Markdown: tables of medians, and ratios to the bare machine."""
import os
import platform
import statistics

from comparison.matrix import BENCHMARKS

TITLES = {
    "latency": ("Latency of an update", "One way (half the round trip), microseconds."),
    "throughput": ("Throughput of updates", "One sender, back to back; the slowest receiver's rate."),
    "time": ("Time advances", "Grants a second at each federate; from request to grant, microseconds."),
    "objects": ("Object instances", "From the first registration until every federate has said that it "
                                    "knows all, and from the first deletion until all are gone."),
}
FIGURES = {
    "latency": ("mean", "p50", "p99"),
    "throughput": ("sent/s", "reflected/s", "MB/s", "lost"),
    "time": ("grants/s", "p50", "p99"),
    "objects": ("registered ms", "known ms", "gone ms", "bytes at registrar", "bytes at observer"),
}


def text(results, papers, matrix, plots):
    limits = {(rti.name, way.name): way.limit for rti in matrix.rtis for way in rti.ways}
    parts = ["# Benchmarks\n", machine()]
    for benchmark in BENCHMARKS:
        groups = results.groups(benchmark)
        if groups:
            title, what = TITLES[benchmark]
            parts.append(f"\n## {title}\n\n{what} Median of the repetitions (lowest .. highest).\n\n")
            parts.append(table(benchmark, groups, results, limits))
            parts += [f"\n![{title}]({name})\n" for name in plots if name.startswith(benchmark)]
            parts.append(published(papers.get(benchmark)))
    parts.append(bare_machine(results))
    return "".join(parts)


def machine():
    return (f"\n{os.cpu_count()} cores, {platform.system()} {platform.release()}, "
            f"{platform.machine()}.\n")


def rows(lines):
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def number(value):
    if value >= 100 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3g}"


def spread(values):
    middle = number(statistics.median(values))
    if len(values) == 1 or min(values) == max(values):
        return middle
    return f"{middle} ({number(min(values))} .. {number(max(values))})"


def table(benchmark, groups, results, limits):
    names = [name for name in BENCHMARKS[benchmark]
             if len({dict(parameters)[name] for _, _, parameters in groups}) > 1]
    figures = FIGURES[benchmark]
    has_ratio = benchmark in ("latency", "throughput") and results.groups("limits")
    head = ["RTI", "way", *names, *figures] + (["to the bare machine"] if has_ratio else [])
    lines = [head, ["---"] * len(head)]
    for (rti, way, parameters), measured in groups.items():
        parameters = dict(parameters)
        line = [rti, way, *(parameters[name] for name in names), *(spread(measured[f]) for f in figures)]
        if has_ratio:
            line.append(ratio(benchmark, parameters, measured, limits.get((rti, way), {}), results))
        lines.append(line)
    return rows(lines)


def ratio(benchmark, parameters, measured, limit, results):
    """Latency: times the bare hops; throughput: the share of the bare stream."""
    if benchmark == "latency":
        bare = results.limit(limit.get(parameters["ticking"]), parameters["size"], "p50")
        value = bare and statistics.median(measured["p50"]) / (bare * limit["hops"])
    else:
        bare = results.limit(limit.get("stream"), parameters["size"], "messages/s")
        value = bare and statistics.median(measured["reflected/s"]) / bare
    return f"{value:.2g}" if value else "-"


def published(figures):
    if not figures:
        return ""
    columns = list(next(iter(figures.values())))
    lines = [["published", *columns], ["---"] * (len(columns) + 1)]
    lines += [[name, *values.values()] for name, values in figures.items()]
    return "\nFor orientation, other RTIs on another machine, two federates (benchmarks/comparison/papers.toml " \
           "says whose):\n\n" + rows(lines)


def bare_machine(results):
    groups = results.groups("limits")
    if not groups:
        return ""
    lines = [["route", "bytes", "p50", "p99", "messages/s"], ["---"] * 5]
    for (_, route, parameters), measured in groups.items():
        lines.append([route, dict(parameters)["size"],
                      *(spread(measured[f]) if f in measured else "" for f in ("p50", "p99", "messages/s"))])
    return "\n## The bare machine\n\nOne hop between two processes, nothing of HLA; microseconds.\n\n" + rows(lines)
