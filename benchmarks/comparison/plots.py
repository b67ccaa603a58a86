"""The report's plots, after the figures of the papers: each reads as one curve a way."""
import os
import statistics
import sys

try:
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


def require():
    if matplotlib is None:
        sys.exit("compare: plots need matplotlib: apt-get install python3-matplotlib, or --no-plots")


def draw(results, papers, out):
    """Writes the SVG files; their names, each beginning with its benchmark's."""
    drawn = []
    drawn += by_size(results, papers, out, "latency", "p50", "one way, microseconds", ("ticking", "delivery"))
    drawn += by_size(results, papers, out, "throughput", "reflected/s", "updates/s", ("receivers", "delivery"))
    drawn += grants(results, papers, out, "federates", "lookahead", "number of federates")
    drawn += grants(results, papers, out, "lookahead", "federates", "lookahead")
    drawn += distributions(results, out)
    return drawn


def curves(results, benchmark, figure, x, kept):
    """{label: {x: (median, lowest, highest)}}; the label names the RTI, the way, and what differs of `kept`."""
    found = {}
    groups = results.groups(benchmark)
    kept = [name for name in kept if len({dict(parameters)[name] for _, _, parameters in groups}) > 1]
    for (rti, way, parameters), measured in results.groups(benchmark).items():
        parameters = dict(parameters)
        label = ", ".join([f"{rti} {way}", *(f"{name} {parameters[name]}" for name in kept)])
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


def save(figure, axes, out, name, x, y):
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(True, which="both", linewidth=0.3)
    axes.legend(fontsize=6)
    figure.tight_layout()
    figure.savefig(os.path.join(out, name))
    pyplot.close(figure)
    return name


def by_size(results, papers, out, benchmark, figure, y, kept):
    found = curves(results, benchmark, figure, "size", kept)
    if not found:
        return []
    canvas, axes = pyplot.subplots(figsize=(8, 5))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    plot_curves(axes, found)
    plot_papers(axes, papers.get(benchmark))
    return [save(canvas, axes, out, f"{benchmark}.svg", "bytes", y)]


def grants(results, papers, out, x, kept, label):
    found = curves(results, "time", "grants/s", x, ("kind", kept))
    if not found or all(len(points) < 2 for points in found.values()):
        return []
    canvas, axes = pyplot.subplots(figsize=(8, 5))
    axes.set_yscale("log")
    if x == "lookahead":
        axes.set_xscale("symlog", linthresh=0.1)
        plot_papers(axes, papers.get("time"))
    else:
        axes.set_xticks(sorted({number for points in found.values() for number in points}))
    plot_curves(axes, found)
    return [save(canvas, axes, out, f"time-by-{x}.svg", label, "grants/s")]


def distributions(results, out):
    """Of the first repetition of each latency case of the smallest size."""
    cases = {key: path for key, path in results.samples.items() if os.path.exists(path)}
    if not cases:
        return []
    size = min(int(dict(p.split("=") for p in key[2].split(";"))["size"]) for key in cases)
    canvas, axes = pyplot.subplots(figsize=(8, 5))
    axes.set_xscale("log")
    for (rti, way, text), path in cases.items():
        parameters = dict(p.split("=") for p in text.split(";"))
        if int(parameters["size"]) != size:
            continue
        with open(path, encoding="utf-8") as file:
            values = sorted(map(float, file))
        shares = [(i + 1) / len(values) for i in range(len(values))]
        axes.plot(values, shares, linewidth=1, label=f"{rti} {way}, {parameters['ticking']}")
    return [save(canvas, axes, out, "latency-distribution.svg", f"one way, microseconds, {size} bytes",
                 "share of the updates")]
