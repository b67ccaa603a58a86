"""The plots of benchmarks/tree-and-mesh, each after one of the paper's figures."""
from comparison import plots
from comparison.hop_report import links_ratio

PAPER_SIZES, PAPER_FASTER = (1000, 10000), (2, 4)  # the combination, and the speedup of the mesh (figure 20)
PAPER_GROUPS_MS = (6, 50)  # of the tree's pairs at 8 KB (figure 22)


def draw(figures, out):
    """Writes the SVG files and returns their names."""
    drawn = [times(figures, shape, out) for shape in figures.shapes]
    if len(figures.shapes) == 2:
        drawn += [ratios(figures, out, scale) for scale in ("log", "linear")]
    drawn += [distribution(figures, shape, out) for shape in figures.shapes]
    return [*drawn, bandwidths(figures, out)]


def canvas_by_size(scale="log"):
    canvas, axes = plots.pyplot.subplots(figsize=(10, 5))
    axes.set_xscale("log", base=10)
    axes.set_yscale(scale)
    return canvas, axes


def times(figures, shape, out):
    """Draws figures 17 and 18."""
    canvas, axes = canvas_by_size()
    for hops in figures.hops:
        found = [figures.time(shape, hops, size) for size in figures.sizes]
        axes.errorbar(figures.sizes, [mean / 1000 for mean, _ in found],
                      yerr=[[min(deviation, 0.99 * mean) / 1000 for mean, deviation in found],
                            [deviation / 1000 for _, deviation in found]],
                      marker="o", markersize=3, capsize=2, linewidth=1, label=f"{shape}, {hops} hops")
    return plots.save(canvas, axes, out, f"times-{shape}.svg", f"Round trips in the {shape}", "size, bytes",
                      "there and back, ms")


def ratios(figures, out, scale):
    """Draws figures 19 and 20."""
    canvas, axes = canvas_by_size(scale)
    for hops in figures.hops:
        found = [figures.ratio(hops, size) for size in figures.sizes]
        [bars] = axes.errorbar(figures.sizes, [median for median, _, _ in found],
                               yerr=[[median - lowest for median, lowest, _ in found],
                                     [highest - median for median, _, highest in found]],
                               marker="o", markersize=3, capsize=2, linewidth=1, label=f"{hops} hops")[:1]
        axes.axhline(links_ratio(hops), linestyle=":", linewidth=1, color=bars.get_color(),
                     label=f"{hops} hops, of links")
    axes.fill_between(PAPER_SIZES, *PAPER_FASTER, color="grey", alpha=0.2, label="2 and 3 hops as published")
    return plots.save(canvas, axes, out, f"tree-over-mesh-{scale}.svg", "Tree compared with mesh", "size, bytes",
                      "time over the tree / over the mesh")


def distribution(figures, shape, out):
    """Draws figure 22."""
    size = figures.typical_size()
    canvas, axes = plots.pyplot.subplots(figsize=(10, 5))
    axes.set_xscale("log")
    for hops in figures.hops:
        plots.plot_distribution(axes, [mean / 1000 for mean in figures.kept(shape, hops, size)],
                                f"{shape}, {hops} hops")
    if shape == "tree":
        for milliseconds, share in zip(PAPER_GROUPS_MS, (80, 20)):
            axes.axvline(milliseconds, linestyle=":", linewidth=1, color="grey",
                         label=f"{share} % of the pairs as published, 2 and 3 hops")
    return plots.save(canvas, axes, out, f"distribution-{shape}.svg", f"Round trips of {size} bytes in the {shape}", "there and back, ms",
                      "share of the pairs")


def bandwidths(figures, out):
    """Draws figure 23."""
    canvas, axes = canvas_by_size()
    for shape, line in zip(figures.shapes, ("-", "--")):
        for hops in figures.hops:
            axes.plot(figures.sizes, [size / figures.time(shape, hops, size)[0] for size in figures.sizes], line,
                      marker="o", markersize=3, linewidth=1, label=f"{shape}, {hops} hops")
    return plots.save(canvas, axes, out, "bandwidths.svg", "Bandwidth by size", "size, bytes",
                      "bytes / time there and back, MB/s")
