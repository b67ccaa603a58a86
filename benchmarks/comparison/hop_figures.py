"""Figures from the rows of benchmarks/tree-and-mesh, computed as in the paper: means over the pairs without the
two slowest, ratios of tree to mesh, and the distribution of the pairs."""
import csv
import math
import statistics
from collections import defaultdict

COLUMNS = ("repetition", "shape", "hops", "links", "pair", "size", "exchanges", "mean", "sd", "min", "p50", "max")
DROPPED = 2  # number of slowest pairs that are left out
GAP = 2.0  # two neighbours that differ by this factor are in two groups
GROUP_LEAST = 0.1  # if each group has this share of the pairs
TYPICAL = 8192  # bytes; the size of the paper's distributions


class Figures:
    """`rows`: dicts with keys of COLUMNS and text as values."""

    def __init__(self, rows):
        self.means = defaultdict(lambda: defaultdict(dict))  # (shape, hops, size): repetition: pair: microseconds
        self.links = defaultdict(list)  # (shape, hops): of each repetition
        self.exchanges = 0  # of each pair and size, in each repetition
        counted = set()
        for row in rows:
            shape, hops, size, repetition = row["shape"], int(row["hops"]), int(row["size"]), int(row["repetition"])
            self.means[shape, hops, size][repetition][int(row["pair"])] = float(row["mean"])
            self.exchanges = int(row["exchanges"])
            if (shape, hops, repetition) not in counted:
                counted.add((shape, hops, repetition))
                self.links[shape, hops].append(float(row["links"]))
        self.hops = sorted({hops for _, hops, _ in self.means})
        self.sizes = sorted({size for _, _, size in self.means})
        self.shapes = list(dict.fromkeys(shape for shape, _, _ in self.means))
        of_one = next(iter(self.means.values()), {})
        self.repetitions = len(of_one)
        self.pairs = len(next(iter(of_one.values()), {}))

    def kept(self, shape, hops, size):
        """Returns the means of the retained pairs of all repetitions."""
        return [mean for pairs in self.means[shape, hops, size].values() for mean in retained(pairs.values())]

    def time(self, shape, hops, size):
        """Returns (mean, standard deviation) over the retained pairs; medians of them for several repetitions."""
        kept = [retained(pairs.values()) for pairs in self.means[shape, hops, size].values()]
        return (statistics.median(statistics.fmean(values) for values in kept),
                statistics.median(statistics.stdev(values) if len(values) > 1 else 0 for values in kept))

    def ratio(self, hops, size):
        """Returns the ratio of tree to mesh: (median, lowest, highest) over the repetitions."""
        tree, mesh = self.means["tree", hops, size], self.means["mesh", hops, size]
        ratios = [statistics.fmean(retained(tree[repetition].values()))
                  / statistics.fmean(retained(mesh[repetition].values())) for repetition in tree if repetition in mesh]
        return statistics.median(ratios), min(ratios), max(ratios)

    def typical_size(self):
        return min(self.sizes, key=lambda size: abs(math.log(size / TYPICAL)))


def retained(values):
    """Returns the values without the two slowest, if any remain."""
    values = sorted(values)
    return values[:-DROPPED] if len(values) > DROPPED else values


def groups(values):
    """Returns [(share, median)] of one group, or of two if neighbours are far enough apart."""
    values = sorted(values)
    least = max(1, math.ceil(GROUP_LEAST * len(values)))
    gap, cut = max(((values[i] / values[i - 1], i) for i in range(least, len(values) - least + 1)), default=(1, 0))
    parts = [values[:cut], values[cut:]] if gap >= GAP else [values]
    return [(len(part) / len(values), statistics.median(part)) for part in parts]


def percentile(values, share):
    """Returns the percentile by nearest rank."""
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)]


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return Figures(list(csv.DictReader(file)))
