"""The report's plots, after the figures of the papers: each has one curve for each way. Some are kept in docs/figures,
each beside a CSV file with its lines of results.csv."""
import csv
import hashlib
import os
import statistics
import sys
import tempfile

from comparison import results as results_of_runs
from comparison.results import matches

try:
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "Triad"  # equal lines give equal files
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


def require(program="compare"):
    if matplotlib is None:
        sys.exit(f"{program}: plots need matplotlib: apt-get install python3-matplotlib, or --no-plots")


# Plots that performance.md shows -> benchmark and figure of their lines, and the parameters that select them.
KEPT = {
    "latency": ("latency", "p50", {}),
    "throughput": ("throughput", "reflected/s", {"receivers": "1"}),
    "time-tar-by-federates": ("time", "grants/s", {"kind": "tar", "lookahead": "1"}),
    "time-ner-by-federates": ("time", "grants/s", {"kind": "ner", "lookahead": "1"}),
}


def keep(results, folder):
    """Writes the lines of each kept plot to its CSV file."""
    os.makedirs(folder, exist_ok=True)
    for name, (benchmark, figure, where) in KEPT.items():
        rows = [row for row in results.rows if row["benchmark"] == benchmark and row["figure"] == figure
                and matches(results_of_runs.decoded(row["parameters"]), where)]
        if rows:
            with open(os.path.join(folder, name + ".csv"), "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, results_of_runs.COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)


def draw_kept(papers, folder):
    """Draws each kept plot from its CSV file, and writes that file's checksum into it. Returns the plots' paths."""
    drawn = []
    for name in KEPT:
        path = os.path.join(folder, name + ".csv")
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            checksum = hashlib.sha256(file.read()).hexdigest()
        with tempfile.TemporaryDirectory() as out:
            draw(results_of_runs.Results(path, again=True), papers, out)
            with open(os.path.join(out, name + ".svg"), encoding="utf-8") as file:
                picture = file.read()
        drawn.append(os.path.join(folder, name + ".svg"))
        with open(drawn[-1], "w", encoding="utf-8") as file:
            file.write(picture.replace("<svg ", f"<!-- drawn by benchmarks/compare from {name}.csv, sha256 {checksum} -->\n<svg ", 1))
    return drawn


def draw(results, papers, out):
    """Writes the SVG files and returns their names, each beginning with its benchmark's name."""
    drawn = []
    drawn += by_size(results, papers, out, "latency", "p50", "Latency of an update: half the round trip, median",
                     "latency, microseconds", ("ticking", "delivery"))
    drawn += by_size(results, papers, out, "throughput", "reflected/s", "Throughput of one sender",
                     "updates reflected at each receiver, 1/s", ("receivers", "delivery"))
    drawn += by_receivers(results, out)
    for kind in values_of(results, "time", "kind"):
        drawn += grants(results, papers, out, kind, "federates", "lookahead", "number of federates")
        drawn += grants(results, papers, out, kind, "lookahead", "federates", "lookahead")
    drawn += latency_distribution(results, out)
    drawn += stream_distributions(results, out)
    return drawn


def values_of(results, benchmark, parameter):
    """Returns the values of one parameter, in the order of the runs."""
    return list(dict.fromkeys(dict(parameters)[parameter] for _, _, parameters in results.groups(benchmark)))


TICKING = {"tick": "tick()", "wait": "tick(min, max)"}


def curves(results, benchmark, figure, x, kept, where=None):
    """Returns {label: {x: (median, lowest, highest)}} of the rows that match `where`. The label has the RTI, the
    way, and the parameters in `kept` that differ."""
    found = {}
    groups = {key: measured for key, measured in results.groups(benchmark).items()
              if matches(dict(key[2]), where or {})}
    kept = [name for name in kept if len({dict(parameters)[name] for _, _, parameters in groups}) > 1]
    for (rti, way, parameters), measured in groups.items():
        parameters = dict(parameters)
        label = ", ".join([f"{rti} {way}", *(TICKING.get(parameters[name]) or f"{name} {parameters[name]}" for name in kept)])
        values = measured[figure]
        found.setdefault(label, {})[float(parameters[x])] = (statistics.median(values), min(values), max(values))
    return found


def plot_curves(axes, found):
    for label, points in found.items():
        xs = sorted(points)
        middle = [points[x][0] for x in xs]
        below = [points[x][0] - points[x][1] for x in xs]
        above = [points[x][2] - points[x][0] for x in xs]
        axes.errorbar(xs, middle, yerr=[below, above], marker="o", markersize=3, capsize=2,
                      linewidth=1, label=label)


def plot_papers(axes, figures):
    for (name, values), marker in zip((figures or {}).items(), "x+12"):
        xs = [float(x) for x in values]
        axes.plot(xs, list(values.values()), linestyle=":", marker=marker, color="grey", markersize=5,
                  linewidth=1, label=f"{name} as published")


def save(figure, axes, out, name, title, x, y):
    """Writes one plot. Numbers on the axes are written out, such as 65,536 or 0.5."""
    axes.set_title(title)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,.10g}")
        axis.set_minor_formatter(lambda value, _: "")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(True, which="both", linewidth=0.3)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    figure.tight_layout()
    figure.savefig(os.path.join(out, name), metadata={"Date": None})
    pyplot.close(figure)
    return name


def by_size(results, papers, out, benchmark, figure, title, y, kept):
    found = curves(results, benchmark, figure, "size", kept)
    if not found:
        return []
    canvas, axes = pyplot.subplots(figsize=(10, 5))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    plot_curves(axes, found)
    plot_papers(axes, papers.get(benchmark))
    return [save(canvas, axes, out, f"{benchmark}.svg", title, "size of the update, bytes", y)]


def by_receivers(results, out):
    """Draws updates over the number of receivers, for the smallest and the largest size."""
    sizes = sorted(values_of(results, "throughput", "size"), key=int)
    found = {}
    for size in dict.fromkeys(sizes[:1] + sizes[-1:]):
        for label, points in curves(results, "throughput", "reflected/s", "receivers", ("delivery",),
                                    {"size": size}).items():
            found[f"{label}, {size} bytes"] = points
    if all(len(points) < 2 for points in found.values()):
        return []
    canvas, axes = pyplot.subplots(figsize=(10, 5))
    axes.set_yscale("log")
    plot_whole_numbers(axes, found)
    return [save(canvas, axes, out, "throughput-by-receivers.svg", "Throughput by number of receivers", "receivers",
                 "updates reflected at each receiver, 1/s")]


def plot_whole_numbers(axes, found):
    axes.set_xticks(sorted({number for points in found.values() for number in points}))
    plot_curves(axes, found)


SERVICES = {"tar": "timeAdvanceRequest", "ner": "nextEventRequest"}


def grants(results, papers, out, kind, x, fixed, label):
    """Draws grants over `x`, the federates or the lookahead. The other parameter is 1 or 2, as in the papers, or
    its least value."""
    choices = sorted(values_of(results, "time", fixed), key=float)
    kept = next((value for value in choices if value == {"lookahead": "1", "federates": "2"}[fixed]), choices[0])
    found = curves(results, "time", "grants/s", x, ("ticking", "messages"), {"kind": kind, fixed: kept})
    if not found or all(len(points) < 2 for points in found.values()):
        return []
    canvas, axes = pyplot.subplots(figsize=(10, 5))
    axes.set_yscale("log")
    if x == "lookahead":
        axes.set_xscale("symlog", linthresh=0.1)
        plot_papers(axes, papers.get("time"))
        plot_curves(axes, found)
    else:
        plot_whole_numbers(axes, found)
    return [save(canvas, axes, out, f"time-{kind}-by-{x}.svg", f"Time advances: {SERVICES[kind]}, {fixed} {kept}", label,
                 "grants at each federate, 1/s")]


def sampled(results, benchmark):
    """Returns [(label of RTI and way, parameters, samples' file)] for existing files."""
    return [(f"{rti} {way}", dict(p.split("=", 1) for p in text.split(";")), path)
            for (of, rti, way, text), path in results.samples.items()
            if of == benchmark and os.path.exists(path)]


def plot_distribution(axes, values, label):
    values = sorted(values)
    axes.plot(values, [(i + 1) / len(values) for i in range(len(values))], linewidth=1, label=label)


def latency_distribution(results, out):
    """Draws the distribution of each latency case of the smallest size."""
    cases = sampled(results, "latency")
    if not cases:
        return []
    size = min(int(parameters["size"]) for _, parameters, _ in cases)
    canvas, axes = pyplot.subplots(figsize=(10, 5))
    axes.set_xscale("log")
    for label, parameters, path in cases:
        if int(parameters["size"]) == size:
            with open(path, encoding="utf-8") as file:
                plot_distribution(axes, map(float, file), f"{label}, {parameters['ticking']}")
    return [save(canvas, axes, out, "latency-distribution.svg", f"Latency of an update of {size} bytes", "latency, microseconds",
                 "share of the updates")]


# The round trip of a two-way stream is more informative than its halves.
STREAM_FIGURES = ("t3-t0", "t1-t0", "grant")


def stream_distributions(results, out):
    """Draws one plot for each description, with the round trip or the one-way time of each of its streams."""
    drawn = []
    cases = sampled(results, "stream")
    for description in dict.fromkeys(parameters["description"] for _, parameters, _ in cases):
        canvas, axes = pyplot.subplots(figsize=(10, 5))
        axes.set_xscale("log")
        for label, parameters, path in cases:
            if parameters["description"] == description:
                for (stream, figure), values in stream_samples(path).items():
                    plot_distribution(axes, values, f"{label}, {parameters['ticking']}: {stream} {figure}")
        name = os.path.splitext(os.path.basename(description))[0]
        drawn.append(save(canvas, axes, out, f"stream-{name}-distribution.svg", f"Streams of {name}",
                          "time, microseconds", "share of the updates"))
    return drawn


def stream_samples(path):
    """Returns {(stream, figure): values}, one figure for each stream."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        for what, stream, _, _, figure, value in csv.reader(file):
            found.setdefault(stream or what, {}).setdefault(figure, []).append(float(value))
    chosen = {}
    for stream, figures in found.items():
        figure = next(name for name in STREAM_FIGURES if name in figures)
        chosen[stream, figure] = figures[figure]
    return chosen
