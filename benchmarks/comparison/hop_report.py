"""The report of benchmarks/tree-and-mesh in Markdown, with the paper's figures beside the measured ones."""
import os
import platform

from comparison import hop_figures
from comparison.hops import LINKS

# The paper's figures 19, 20 and 22, as given in its text.
PAPER_RATIOS = {0: "about 1", 2: "2 to 4 from 1 KB to 10 KB, about 1 at the largest",
                3: "2 to 4 from 1 KB to 10 KB, about 1 at the largest"}
PAPER_DISTRIBUTIONS = {"tree": {0: "one group", 2: "80 % about 6 ms, 20 % about 50 ms",
                                3: "80 % about 6 ms, 20 % about 50 ms"},
                       "mesh": {0: "one group", 2: "one group", 3: "one group"}}


def table(head, rows):
    lines = ["| " + " | ".join(map(str, cells)) + " |" for cells in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def micro(value):
    """Returns the time with three digits, in the most readable unit."""
    if value < 1000:
        return f"{value:.3g} us" if value < 100 else f"{value:.0f} us"
    value /= 1000
    return f"{value:.3g} ms" if value < 100 else f"{value:.0f} ms"


def links_ratio(hops):
    return LINKS["tree"][hops] / LINKS["mesh"][hops]


def links_table(figures):
    rows = []
    for shape in figures.shapes:
        for hops in figures.hops:
            measured = figures.links[shape, hops]
            rows.append([shape, hops, LINKS[shape][hops], ", ".join(f"{links:.2f}" for links in measured)])
    return table(["network", "hops", "links", "as counted, each repetition"], rows)


def times_table(figures):
    columns = [(shape, hops) for shape in figures.shapes for hops in figures.hops]
    rows = []
    for size in figures.sizes:
        cells = []
        for shape, hops in columns:
            mean, deviation = figures.time(shape, hops, size)
            cells.append(f"{micro(mean)} ± {micro(deviation)}")
        rows.append([size, *cells])
    return table(["bytes", *(f"{shape}, {hops} hops" for shape, hops in columns)], rows)


def ratio_table(figures):
    rows = []
    for size in figures.sizes:
        cells = []
        for hops in figures.hops:
            median, lowest, highest = figures.ratio(hops, size)
            cells += [f"{median:.2f} ({lowest:.2f} to {highest:.2f})", f"{median / links_ratio(hops):.2f}"]
        rows.append([size, *cells])
    head = ["bytes"]
    for hops in figures.hops:
        head += [f"{hops} hops: of times", f"over that of links, {links_ratio(hops):.2f}"]
    paper = ["paper"]
    for hops in figures.hops:
        paper += [PAPER_RATIOS.get(hops, "not there"), ""]
    return table(head, [*rows, paper])


def distribution_table(figures):
    size = figures.typical_size()
    rows = []
    for shape in figures.shapes:
        for hops in figures.hops:
            values = figures.kept(shape, hops, size)
            found = hop_figures.groups(values)
            text = ("one group" if len(found) == 1 else
                    ", ".join(f"{100 * share:.0f} % about {micro(median)}" for share, median in found))
            rows.append([shape, hops, *(micro(hop_figures.percentile(values, share)) for share in (0.1, 0.5, 0.9, 1)), text,
                         PAPER_DISTRIBUTIONS[shape].get(hops, "not there")])
    return table(["network", "hops", "p10", "p50", "p90", "largest", "groups", "paper, at 8 KB"], rows)


def text(figures, drawn):
    cores = len(os.sched_getaffinity(0))
    parts = [
        "# A tree and a mesh of routers\n",
        f"{figures.pairs} pairs of federates, {figures.exchanges} exchanges of each size, {figures.repetitions} "
        f"repetitions, interleaved; {cores} cores, {platform.machine()}, Linux {platform.release()}. Up to "
        f"{figures.pairs} of the {2 * figures.pairs} federates are awake at once, and their routers (15 of the tree, 8 "
        "of the mesh): where these are more than the cores, times are of work rather than of links.\n",
        "A time is an update's there and its answer's back, the mean of a pair's exchanges; of these the mean over the "
        f"pairs without the {hop_figures.DROPPED} slowest, and their standard deviation. Of several repetitions: the "
        "median.\n",
        "## Links\n", "What routers sent each other, over the bytes of the values, and the two links of the federates.\n",
        links_table(figures), "## Times\n", times_table(figures), "## Tree over mesh\n", ratio_table(figures),
        f"## Distribution over the pairs, {figures.typical_size()} bytes\n", distribution_table(figures)]
    parts += [f"![{name}]({name})\n" for name in drawn]
    return "\n".join(parts)
