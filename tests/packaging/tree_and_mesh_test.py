#!/usr/bin/python3
"""Tests the figures of benchmarks/tree-and-mesh, and makes a short run of it over routers and federates in which
every exchange must succeed; its duration does not matter. Called with the folders of the sources and of the
programs."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE, BIN = sys.argv[1:3]
sys.path.insert(0, os.path.join(SOURCE, "benchmarks"))
sys.dont_write_bytecode = True
from comparison import hop_figures, hop_plots, hop_report, hops, networks, plots  # noqa: E402

PROGRAM = os.path.join(SOURCE, "benchmarks", "tree-and-mesh")
STATUS = """\
level2-1 -> root      up    2 clients  -> 15 frames 2.2 KB  <- 1 frame 9.7 KB
router3 -> router2  up    0 clients  -> 6 frames 0.4 KB  <- 6 frames 100 KB  3 records kept
router4 -> router2  down  no program listens there
"""


def row(shape, between, size, pair, mean, repetition=1, links=2.0):
    values = (repetition, shape, between, links, pair, size, 50, mean, 0, mean, mean, mean)
    return dict(zip(hop_figures.COLUMNS, map(str, values)))


def figures_of(tree, mesh, size=8192, between=2, repetition=1):
    """Returns figures from the pairs' means, in microseconds."""
    return [row(shape, between, size, pair, mean, repetition)
            for shape, means in (("tree", tree), ("mesh", mesh)) for pair, mean in enumerate(means, 1)]


class Places(unittest.TestCase):
    def above(self, place, levels):
        """Returns the router that number of levels above the lowest one."""
        return place >> levels

    def test_are_so_far_apart_that_updates_pass_the_links_of_the_paper(self):
        for between in hops.HOPS:
            for master, slave in hops.places(64, between):
                up = next(levels for levels in range(4) if self.above(master, levels) == self.above(slave, levels))
                self.assertEqual(2 + 2 * up, hops.LINKS["tree"][between])
                self.assertEqual(2 + (master != slave), hops.LINKS["mesh"][between])

    def test_have_as_many_federates_each(self):
        for between in hops.HOPS:
            used = [place for pair in hops.places(48, between) for place in pair]
            self.assertEqual({used.count(place) for place in range(hops.PLACES)}, {12})


class FiguresOfThePairs(unittest.TestCase):
    def test_leave_out_the_two_slowest(self):
        figures = hop_figures.Figures(figures_of([10, 900, 20, 30, 800], [5, 5, 5, 5, 5]))
        self.assertEqual(figures.time("tree", 2, 8192), (20, 10))
        self.assertEqual(figures.time("mesh", 2, 8192), (5, 0))
        self.assertEqual(figures.ratio(2, 8192), (4, 4, 4))
        self.assertEqual(sorted(figures.kept("tree", 2, 8192)), [10, 20, 30])

    def test_keep_all_where_two_are_all_that_there_are(self):
        self.assertEqual(hop_figures.retained([3, 1]), [1, 3])
        self.assertEqual(hop_figures.retained([3, 1, 2]), [1])

    def test_are_medians_of_the_repetitions(self):
        rows = [one for repetition, tree in enumerate((10, 40, 20), 1)
                for one in figures_of([tree] * 3, [10] * 3, repetition=repetition)]
        figures = hop_figures.Figures(rows)
        self.assertEqual(figures.time("tree", 2, 8192), (20, 0))
        self.assertEqual(figures.ratio(2, 8192), (2, 1, 4))
        self.assertEqual((figures.repetitions, figures.pairs, figures.exchanges), (3, 3, 50))

    def test_are_of_two_groups_where_they_are_far_apart(self):
        found = hop_figures.groups([6, 6.5] * 4 + [50, 52])
        self.assertEqual([(round(share, 2), median) for share, median in found], [(0.8, 6.25), (0.2, 51)])
        self.assertEqual(len(hop_figures.groups([6, 7, 8, 9])), 1)
        self.assertEqual(len(hop_figures.groups([6] * 20 + [50])), 1)  # one pair is not a group
        self.assertEqual(len(hop_figures.groups([6])), 1)

    def test_have_percentiles_by_nearest_rank(self):
        self.assertEqual([hop_figures.percentile(range(1, 11), share) for share in (0.1, 0.5, 0.9, 1)], [1, 5, 9, 10])


class Report(unittest.TestCase):
    def setUp(self):
        self.figures = hop_figures.Figures(figures_of([6000] * 10, [3000] * 10)
                                           + figures_of([60] * 10, [60] * 10, size=1))

    def test_has_the_ratio_of_times_beside_that_of_links(self):
        text = hop_report.text(self.figures, ["times-tree.svg"])
        self.assertIn("| tree | 2 | 6 | 2.00 |", text)
        self.assertIn("| 8192 | 6 ms ± 0 us | 3 ms ± 0 us |", text)
        self.assertIn("| bytes | 2 hops: of times | over that of links, 2.00 |", text)
        self.assertIn("| 8192 | 2.00 (2.00 to 2.00) | 1.00 |", text)
        self.assertIn("| 1 | 1.00 (1.00 to 1.00) | 0.50 |", text)
        self.assertIn("| tree | 2 | 6 ms | 6 ms | 6 ms | 6 ms | one group | 80 % about 6 ms, 20 % about 50 ms |", text)
        self.assertIn("![times-tree.svg](times-tree.svg)", text)

    @unittest.skipIf(plots.matplotlib is None, "matplotlib is missing")
    def test_has_plots(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn = hop_plots.draw(self.figures, folder)
            self.assertEqual(len(drawn), 7)
            self.assertEqual(sorted(drawn), sorted(os.listdir(folder)))


class Status(unittest.TestCase):
    def test_says_what_links_have_carried(self):
        frames, kilobytes = networks.carried(STATUS)
        self.assertEqual((frames, round(kilobytes, 1)), (28, 112.3))


class Run(unittest.TestCase):
    def program(self, *words):
        return subprocess.run([sys.executable, PROGRAM, "--programs", BIN, "--no-plots", *words], text=True,
                              capture_output=True, check=False)

    def test_makes_all_exchanges_over_as_many_links_as_the_paper_says(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.program("--pairs", "8", "--sizes", "1,262144", "--exchanges", "3", "--warm-up", "1",
                                 "--repeat", "1", "--out", folder)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            with open(os.path.join(folder, "results.csv"), newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            with open(os.path.join(folder, "report.md"), encoding="utf-8") as file:
                self.assertIn("| mesh | 3 | 3 |", file.read())
            again = self.program("--again", "--out", folder)
            self.assertEqual(again.returncode, 0, again.stderr)
        found = [(one["shape"], int(one["hops"]), int(one["pair"]), int(one["size"])) for one in rows]
        self.assertEqual(sorted(found), sorted((shape, between, pair, size) for shape in ("tree", "mesh")
                                               for between in (0, 2, 3) for pair in range(1, 9)
                                               for size in (1, 262144)))
        for one in rows:
            self.assertEqual(one["exchanges"], "3")
            self.assertEqual(round(float(one["links"])), hops.LINKS[one["shape"]][int(one["hops"])])
            self.assertTrue(0 < float(one["min"]) <= float(one["p50"]) <= float(one["max"]), one)
            self.assertTrue(float(one["min"]) <= float(one["mean"]) <= float(one["max"]), one)

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.program("--programs", folder, "--out", folder)
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr, f"tree-and-mesh: {folder}/rtig is missing; build it, or name the folder of the "
                                       "programs by --programs\n")

    def test_says_which_numbers_it_takes(self):
        for wrong, said in ((("--pairs", "65"), 'argument --pairs: a number from 1 to 64, not "65"'),
                            (("--hops", "0,4"), 'argument --hops: different numbers with commas between, from 0 to 3, '
                                                'not "0,4"'),
                            (("--sizes", "8,8"), 'argument --sizes: different numbers with commas between, from 1 to '
                                                 '16777216, not "8,8"')):
            ended = self.program(*wrong)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(said, ended.stderr)


class Federates(unittest.TestCase):
    def test_say_what_is_wrong_with_their_options(self):
        for words, said in ((["-n", "65"], "-n is 1 to 64"), (["-k", "2"], "-k is 1 to the number of pairs (-n)"),
                            (["-u", "0"], "-u is 1 or more"),
                            (["-s", "1,x"], '-s takes different numbers from 1 to 16777216 with commas between, not '
                                            '"x" in "1,x"'),
                            (["-s", ""], "-s takes one size at least")):
            ended = subprocess.run([os.path.join(BIN, "RtiPerf"), *words], text=True, capture_output=True, check=False)
            self.assertEqual((ended.returncode, ended.stderr),
                             (2, f"RtiPerf: {said}; `RtiPerf --help` shows the usage\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
