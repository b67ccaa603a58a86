#!/usr/bin/python3
"""Tests how benchmarks/compare reads a matrix, the lines of programs, the files of counters and figures.
Measures nothing. Called with the folder of the sources and the program `limits`."""
import os
import subprocess
import sys
import tempfile
import tomllib
import unittest
from unittest import mock

SOURCE, LIMITS = sys.argv[1:3]
COMPARISON = os.path.join(SOURCE, "benchmarks", "comparison")
sys.path.insert(0, os.path.join(SOURCE, "benchmarks"))
sys.dont_write_bytecode = True
from comparison import carrying, counting, matrix, networks, plots, programs, report, results, wanted  # noqa: E402
from comparison.gateway import Gateway  # noqa: E402

RTI = {"name": "Triad", "programs": "bin", "gateway": ["rtig"],
       "way": [{"name": "shm", "url": "shm://x", "limit": {"tick": "ring-spin", "wait": "ring-futex",
                                                           "stream": "ring-spin", "hops": 1}},
               {"name": "tcp", "url": "tcp://x", "limit": {"tick": "tcp", "wait": "tcp", "stream": "tcp-16K",
                                                           "hops": 2}}]}
LATENCY = {"delivery": ["reliable"], "ticking": ["tick"], "size": [128], "updates": [10]}
SYSCALLS = {"ticking": ["wait"], "receivers": [1], "size": [128], "updates": [10]}


def shipped(name):
    with open(os.path.join(COMPARISON, name), "rb") as file:
        return tomllib.load(file)


def matrix_of(*arguments, **benchmarks):
    return matrix.Matrix({"rti": [RTI], **benchmarks}, *arguments)


class Figures(unittest.TestCase):
    """A folder with results of an RTI's two ways."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.results = results.Results(os.path.join(self.folder.name, "results.csv"))

    def add(self, benchmark, way, figures, repetition=1, **parameters):
        self.results.add(benchmark, "Triad", way, parameters, repetition, figures)

    def add_limit(self, route, figures, size=128):
        self.results.add("limits", "the bare machine", route, {"size": size}, 1, figures)

    def report(self, *tables, papers=None):
        measured = matrix_of(None, None, latency=LATENCY)
        return report.text(self.results, papers or {}, measured, [], wanted.read({"wanted": list(tables)}))

    def cells(self, text, beginning):
        """Returns the cells of the first row with cells that begin so."""
        for line in text.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[:len(beginning)] == beginning:
                return cells
        self.fail(f"no row {beginning} in\n{text}")


class MatrixTest(unittest.TestCase):
    def test_counts_only_where_asked(self):
        benchmarks = {"latency": LATENCY, "syscalls": SYSCALLS}
        names = lambda *arguments: {case.benchmark for case in matrix_of(*arguments, **benchmarks).cases}  # noqa: E731
        self.assertEqual(names(None, None), {"latency"})
        self.assertEqual(names(None, None, ["syscalls"]), {"latency", "syscalls"})
        self.assertEqual(names(["syscalls"], None), {"syscalls"})

    def test_says_which_list_is_missing(self):
        with self.assertRaisesRegex(matrix.Wrong, r"\[latency\] needs lists for .*missing or unknown: size"):
            matrix_of(None, None, latency={name: LATENCY[name] for name in LATENCY if name != "size"})

    def test_shipped_matrix_has_every_benchmark_for_every_way(self):
        settings = shipped("default.toml")
        cases = matrix.Matrix(settings, None, None, matrix.COUNTING).cases
        self.assertEqual({case.benchmark for case in cases}, set(matrix.BENCHMARKS))
        ways = {way["name"] for rti in settings["rti"] for way in rti["way"]}
        self.assertEqual(ways, {"tcp", "tcp process", "shm", "shm process"})
        for benchmark in matrix.BENCHMARKS:
            self.assertEqual({case.way.name for case in cases if case.benchmark == benchmark}, ways)

    def test_takes_several_tables_of_a_benchmark(self):
        other = {**LATENCY, "size": [64, 256]}
        cases = matrix_of(None, ["shm"], latency=[LATENCY, other]).cases
        self.assertEqual([case.parameter("size") for case in cases], [128, 64, 256])

    def test_shipped_comparison_of_objects_needs_one_build(self):
        cases = matrix.Matrix(shipped("objects.toml"), None, None).cases
        self.assertEqual({case.rti.name for case in cases}, {"Triad"})
        self.assertEqual({case.benchmark for case in cases}, {"directory", "sweep", "objects"})

    def test_shipped_streams_are_there(self):
        for name in shipped("default.toml")["stream"]["description"]:
            self.assertGreater(programs.federates_of(programs.description_file(name)), 1)

    def test_shipped_routes_are_measured(self):
        said = subprocess.run([LIMITS, "--csv", "--count", "10", "--repeat", "1", "--size", "64"], check=True, text=True,
                              capture_output=True).stdout
        routes = {line.split(",")[0] for line in said.splitlines()}
        settings = shipped("default.toml")
        named = {route for rti in settings["rti"] + shipped("mesh.toml")["rti"] for way in rti["way"] for route in way["limit"].values()
                 if isinstance(route, str)}
        barriers = {f"barrier-futex-{count}" for count in settings["time"]["federates"]}
        self.assertLessEqual(named | barriers | {"barrier-spin-2", wanted.WAKE}, routes)

    def test_routes_that_there_are_not_are_refused(self):
        said = subprocess.run([LIMITS, "--csv", "--routes", "carrier-pigeon"], check=False, text=True, capture_output=True)
        self.assertEqual(said.returncode, 2)
        self.assertIn("carrier-pigeon", said.stderr)

    def test_shipped_ways_through_routers_have_their_files(self):
        for way in matrix.Matrix(shipped("mesh.toml"), ["latency"], None).cases[0].rti.ways:
            with open(os.path.join(SOURCE, way.url), encoding="utf-8") as file:
                text = file.read()
            for router in way.join:
                self.assertIn("name: %s," % router, text)

    def test_says_which_description_has_no_federates(self):
        with self.assertRaisesRegex(programs.Failed, "/nowhere.stream"):
            programs.federates_of("/nowhere.stream")


class ProgramsTest(unittest.TestCase):
    def test_sums_up_the_pairs_of_a_stream(self):
        def line(text):
            return text.split(",")
        found = programs.stream_figures([
            line("stream,states,1,,sent/s,5,100,0,0,110,120,120,120"),
            line("stream,states,1,2,t1-t0,50,1,0,0,3,9,9,9"),
            line("stream,states,1,3,t1-t0,50,1,0,0,5,30,30,30"),
            line("stream,states,1,2,lost,5,0.4,0,0,0,1,1,1"),
            line("stream,states,1,3,lost,5,0.6,0,0,0,1,1,1"),
            line("time,,1,,grant,10,1,0,0,2,4,4,4"),
            line("time,,1,,grants/s,5,7,0,0,8,9,9,9")])
        self.assertEqual(found, [
            ({"stream": "(time advances)"}, {"grant p50": 2, "grant p99": 4, "grants/s": 8}),
            ({"stream": "states"}, {"sent/s": 110, "t1-t0 p50": 4, "t1-t0 p99": 30, "lost": 5})])

    def test_reads_what_objects_cost(self):
        said = "1000,4,named,updated,1.5,2,3,4,5,6,7,8,9,10,11".split(",")
        (_, figures), = programs.directory_figures([said])
        self.assertEqual(figures, dict(zip(report.FIGURES["directory"], [1.5, *range(2, 12)])))
        (_, figures), = programs.sweep_figures(["6,2,50,3,1,1,2,3,4".split(",")])
        self.assertEqual(figures, dict(zip(report.FIGURES["sweep"], range(1, 5))))

    def test_lets_what_looks_at_the_gateway_know_its_process(self):
        for name in programs.LOOKING_AT_GATEWAY:
            (case,) = [case for case in matrix.Matrix(shipped("default.toml"), [name], ["shm"]).cases][:1]
            with mock.patch.object(programs, "Gateway") as gateway, mock.patch.object(programs, "run") as run, \
                    mock.patch.dict(programs.RUNS, {name: (programs.RUNS[name][0], lambda lines: lines)}):
                gateway.return_value.__enter__.return_value.process.pid = 17
                programs.measure(case, "samples")
            self.assertEqual(run.call_args.args[3][-2:], ["-s", "17"])

    def test_gathers_the_samples_of_all_federates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.txt")
            for number in ("1", "2"):
                with open(f"{path}.{number}", "w", encoding="utf-8") as file:
                    file.write(f"stream,a,1,2,t1-t0,{number}\nstream,a,1,2,t3-t0,1{number}\ntime,,1,,grant,9\n")
            programs.gather(path)
            self.assertEqual(os.listdir(folder), ["s.txt"])
            self.assertEqual(plots.stream_samples(path), {("a", "t3-t0"): [11, 12], ("time", "grant"): [9, 9]})


class GatewayTest(unittest.TestCase):
    def gateway(self, **way):
        shipped_way = matrix.rti({**RTI, "way": [{"name": "mesh", "url": "x.yaml", **way}]}).ways[0]
        return Gateway(None, shipped_way, programs.Failed)

    def test_takes_the_first_url_of_an_rtig(self):
        self.assertEqual(self.gateway().urls_to_join(["tcp://a:1", "shm://b"]), ["tcp://a:1"])
        self.assertEqual(self.gateway().urls_to_join([]), [])

    def test_does_not_wait_for_an_end_that_may_not_come(self):
        def lines():
            yield "tcp://a:1\n"
            self.fail("it waits for more")
        self.assertEqual(self.gateway().urls_to_join(lines()), ["tcp://a:1"])

    def test_takes_the_urls_of_the_routers_that_are_to_be_joined(self):
        said = ["alpha mesh://a:1", "beta mesh://b:2", "gamma mesh://c:3"]
        self.assertEqual(self.gateway(join=["alpha", "gamma"]).urls_to_join(said), ["mesh://a:1", "mesh://c:3"])


class CarryingTest(unittest.TestCase):
    def test_finds_the_most_by_doubling_and_halving(self):
        for first in (1, 7, 300, 5000):
            tried = []
            found = carrying.most(first, lambda number: tried.append(number) or number <= 1000)
            self.assertTrue(1000 / 1.1 - 1 <= found <= 1000, (first, found))
            self.assertLess(len(tried), 40)
        self.assertEqual(carrying.most(10, lambda number: number <= 1), 1)
        self.assertIsNone(carrying.most(10, lambda number: False))

    def test_lets_who_fails_try_once_more(self):
        failed = set()

        def keeps_up(number):
            if number > 1000 or number in failed:
                return number <= 1000
            failed.add(number)
            return False
        self.assertGreater(carrying.most(100, keeps_up), 1000 / 1.1 - 1)

    def test_adds_up_what_the_federates_say(self):
        line = ("clutter {}: entities 10, updates 310, late 2, regions moved 3; others' updates 620, wanted 100, "
                "reflected 99, in sight 80, late 5, astray 0; processor 1.5e-01 s of 10")
        self.assertEqual(carrying.read_reports(f"{line.format(0)}\n{line.format(1)}\n"),
                         (2, [620, 4, 6, 1240, 200, 198, 160, 10, 0.3]))

    def test_sees_who_was_not_told_what_it_wants(self):
        line = "others' updates 620, wanted {}, reflected {}, in sight 80, late 5, astray {}; processor 1 s of 10\n"
        self.assertFalse(carrying.is_wrong(line.format(100, 100, 0) + line.format(90, 90, 0)))
        self.assertTrue(carrying.is_wrong(line.format(100, 100, 0) + line.format(90, 91, 0)))
        self.assertTrue(carrying.is_wrong(line.format(100, 100, 1)))

    def test_shares_federates_out_as_the_file_of_a_mesh_says(self):
        made = ("a.yaml: 4 routers in 4 groups, 3 links, 2 levels deep, hash 1\nfederates may use:\n"
                "RTI_URL=mesh://a:1   federates 1 to 2 at level2-1\nRTI_URL=mesh://a:2   federate 3 at level2-2\n")
        self.assertEqual(networks.urls_of_federates(made), ["mesh://a:1", "mesh://a:1", "mesh://a:2"])
        self.assertEqual(networks.urls_of(made), ["mesh://a:1", "mesh://a:2"])

    def test_counts_from_when_it_begins(self):
        served = mock.Mock(**{"pids.return_value": [7, 8, 9], "carried.side_effect": [(10, 1.5), (110, 4.0)]})
        with mock.patch.object(carrying, "processor_seconds", side_effect=[1, 2, 3, 2, 4, 6]), \
                mock.patch.object(carrying, "machine_seconds", side_effect=[(5, 50), (9, 70)]):
            self.assertEqual(carrying.Meter(served).counted(), [1, 5, 4, 20, 100, 2.5])

    def test_counts_deliveries_by_their_bytes(self):
        federate = {"updates_per_s": 10, "bytes_sent_per_s": 2000, "bytes_received_per_s": 5000}
        looks = {"federations": [{"federates": [federate, {**federate, "bytes_received_per_s": None}]}]}
        self.assertEqual(carrying.delivered_updates(looks), 25)
        self.assertEqual(carrying.delivered_updates({"federations": []}), 0)


class CountingTest(unittest.TestCase):
    def read(self, tool, text, name="count"):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            return tool.read(os.path.join(folder, "count"))

    def test_reads_what_perf_writes(self):
        text = "# started on Sat\n\n220,,raw_syscalls:sys_enter,1606838,100.00,,\n"
        self.assertEqual(self.read(counting.PerfSystemCalls, text), 220)
        with self.assertRaises(ValueError):
            self.read(counting.PerfSystemCalls, "<not supported>,,raw_syscalls:sys_enter,0,100.00,,\n")

    def test_reads_what_strace_writes(self):
        text = "    calls syscall\n--------- ----------------\n       90 mmap\n        1 exit_group\n" \
               "--------- ----------------\n      218 total\n"
        self.assertEqual(self.read(counting.StraceSystemCalls, text), 218)
        with self.assertRaises(ValueError):
            self.read(counting.StraceSystemCalls, "")

    def test_reads_what_callgrind_writes(self):
        text = "# callgrind format\nevents: Ir\nsummary: 226427\n\ntotals: 226436\n"
        self.assertEqual(self.read(counting.CallgrindInstructions, text, "count.77"), 226436)
        with self.assertRaises(ValueError):
            self.read(counting.CallgrindInstructions, text)

    def test_leaves_out_what_does_not_grow_with_the_updates(self):
        few = {"sender": 500, "gateway": 100}
        many = {"sender": 700, "gateway": 100}
        self.assertEqual(counting.per_update(few, many, 100, 300), {"sender": 1, "gateway": 0, "all": 1})

    def test_says_before_anything_is_measured_that_it_cannot_count(self):
        measured = matrix_of(["latency", "syscalls"], None, latency=LATENCY, syscalls=SYSCALLS)
        counting.counter_of.cache_clear()
        self.addCleanup(counting.counter_of.cache_clear)
        with mock.patch.dict(counting.TOOLS, syscalls=()), mock.patch.object(programs, "measure") as measure:
            with self.assertRaisesRegex(counting.CannotCount, "syscalls cannot be counted here: install linux-perf"):
                programs.measure_all(measured, 1, None, None)
        measure.assert_not_called()

    def test_counts_a_program_where_a_tool_works(self):
        for tool in counting.TOOLS["syscalls"]:
            if tool.works():
                with counting.Counts(tool) as counts:
                    self.assertEqual(os.spawnvp(os.P_WAIT, counts.before("x")[0], [*counts.before("x"), "true"]), 0)
                    self.assertGreater(counts.take("x"), 10)


class WantedTest(Figures):
    ROW = {"delivery": "reliable", "ticking": "tick", "size": "128", "updates": "10"}

    def test_judges_the_ratio_to_the_bare_machine_in_the_table(self):
        self.add("latency", "shm", {"mean": 1, "p50": 1, "p99": 2}, **self.ROW)
        self.add("latency", "tcp", {"mean": 30, "p50": 30, "p99": 40}, **self.ROW)
        self.add_limit("ring-spin", {"p50": 0.4})
        self.add_limit("tcp", {"p50": 10})
        entry = {"benchmark": "latency", "where": {"size": 128}, "figure": "p50", "as": "to the bare machine"}
        text = self.report({**entry, "way": "shm", "at_most": 2}, {**entry, "way": "tcp", "at_least": 1.4})
        self.assertEqual(self.cells(text, ["RTI"])[-3:], ["to the bare machine", "wanted", "reached"])
        self.assertEqual(self.cells(text, ["Triad", "shm"])[-3:], ["2.5", "at most 2 to the bare machine", "**no**"])
        self.assertEqual(self.cells(text, ["Triad", "tcp"])[-3:], ["1.5", "at least 1.4 to the bare machine", "yes"])
        self.assertIn("1 of 2 are reached", text)

    def test_judges_wakes_beside_another_way(self):
        self.add("latency", "shm", {"mean": 1, "p50": 10, "p99": 2}, **self.ROW)
        self.add("latency", "tcp", {"mean": 1, "p50": 22, "p99": 2}, **self.ROW)
        self.add_limit("ring-futex", {"p50": 4})
        text = self.report({"benchmark": "latency", "way": "tcp", "where": {}, "figure": "p50", "as": "wakes more",
                            "row": {"way": "shm"}, "at_most": 2})
        self.assertEqual(self.cells(text, ["latency", "tcp"])[3:],
                         ["p50", "at most 2 wakes more than shm", "3", "**no**"])

    def test_judges_a_row_beside_another(self):
        row = {"delivery": "reliable", "size": "128", "updates": "10", "cycles": "1"}
        figures = {"sent/s": 100, "reflected/s": 100, "MB/s": 1, "lost": 0}
        self.add("throughput", "shm", figures, **row, receivers="1")
        self.add("throughput", "shm", {**figures, "sent/s": 30}, **row, receivers="4")
        text = self.report({"benchmark": "throughput", "way": "shm", "where": {"receivers": 4}, "figure": "sent/s",
                            "as": "to a row", "row": {"receivers": 1}, "at_least": 0.3})
        self.assertEqual(self.cells(text, ["throughput", "shm"])[2:],
                         ["receivers 4", "sent/s", "at least 0.3 of sent/s to receivers 1", "0.3", "yes"])

    def test_compares_time_advances_with_the_barrier_of_as_many(self):
        for ticking, federates in (("tick", 2), ("wait", 2), ("tick", 8)):
            self.add("time", "shm", {"grants/s": 60000, "p50": 1, "p99": 1}, kind="tar", lookahead=1, messages=0,
                     ticking=ticking, federates=federates, requests=1, cycles=1)
        for route, rate in (("barrier-spin-2", 600000), ("barrier-futex-2", 100000), ("barrier-futex-8", 80000)):
            self.add_limit(route, {"messages/s": rate}, size=0)
        text = self.report({"benchmark": "time", "way": "shm", "where": {"lookahead": 1, "federates": 8},
                            "figure": "grants/s", "as": "to the bare machine", "at_least": 0.5})
        self.assertEqual(self.cells(text, ["Triad", "shm", "tick", "2"])[7:8], ["0.1"])
        self.assertEqual(self.cells(text, ["Triad", "shm", "wait", "2"])[7:8], ["0.6"])
        self.assertEqual(self.cells(text, ["Triad", "shm", "tick", "8"])[7:],
                         ["0.75", "at least 0.5 to the bare machine", "yes"])
        self.assertEqual(self.cells(text, ["barrier-futex-8"]), ["barrier-futex-8", "80000"])

    def test_says_large_numbers_in_full(self):
        self.add("latency", "shm", {"mean": 1, "p50": 1, "p99": 2}, **self.ROW)
        text = self.report({"benchmark": "latency", "way": "shm", "where": {}, "figure": "p50", "as": "itself",
                            "at_least": 3000000})
        self.assertEqual(self.cells(text, ["Triad", "shm"])[-2], "at least 3000000 p50")

    def test_says_nothing_of_what_was_not_measured(self):
        self.add("latency", "shm", {"mean": 1, "p50": 1, "p99": 2}, **self.ROW)
        entry = {"benchmark": "latency", "way": "shm", "where": {}, "figure": "p50", "at_most": 2}
        text = self.report({**entry, "as": "to the bare machine"}, {**entry, "as": "wakes more", "row": {"way": "x"}})
        self.assertNotIn("reached", text)

    def test_refuses_a_wrong_entry(self):
        entry = {"benchmark": "latency", "way": "shm", "where": {}, "figure": "p50", "as": "itself"}
        for wrong, said in (({}, "one of at_most, at_least, below"),
                            ({"at_most": 1, "below": 2}, "one of at_most, at_least, below"),
                            ({"at_most": 1, "where": {"colour": 1}}, "asks latency for colour"),
                            ({"at_most": 1, "benchmark": "speed"}, "asks speed"),
                            ({"at_most": 1, "as": "to a row"}, "the last two with `row`")):
            with self.assertRaisesRegex(matrix.Wrong, said):
                wanted.read({"wanted": [{**entry, **wrong}]})

    def test_shipped_entries_ask_for_rows_of_the_shipped_matrices(self):
        cases = [case for name in ("default.toml", "objects.toml")
                 for case in matrix.Matrix(shipped(name), None, None, matrix.COUNTING).cases]
        for one in wanted.read(shipped("wanted.toml")):
            rows = [case for case in cases if (case.benchmark, case.way.name) == (one.benchmark, one.way)
                    and results.matches({name: str(case.parameter(name)) for name in
                                         matrix.BENCHMARKS[case.benchmark]}, one.where)]
            self.assertTrue(rows, f"{one} is wanted of no row")
            self.assertIn(one.figure, report.FIGURES[one.benchmark])


class ReportTest(Figures):
    def test_shows_the_streams_of_a_description(self):
        row = {"description": "two-way", "ticking": "tick"}
        self.add("stream", "shm", {"t1-t0 p50": 4, "t1-t0 p99": 9, "sent/s": 100, "lost": 0}, **row, stream="commands")
        self.add("stream", "shm", {"grant p50": 7, "grant p99": 8, "grants/s": 50}, **row, stream="(time advances)")
        text = self.report()
        self.assertEqual(self.cells(text, ["RTI"]), ["RTI", "way", "stream", "t1-t0 p50", "t1-t0 p99", "sent/s",
                                                     "grants/s", "grant p50", "lost"])
        self.assertEqual(self.cells(text, ["Triad", "shm", "commands"])[3:], ["4", "9", "100", "", "", "0"])

    def test_shows_medians_with_the_lowest_and_the_highest(self):
        for repetition, value in enumerate((3, 1, 2)):
            self.add("latency", "shm", {"mean": value, "p50": value, "p99": 5}, repetition, **WantedTest.ROW)
        self.assertEqual(self.cells(self.report(), ["Triad", "shm"]), ["Triad", "shm", "2 (1 .. 3)", "2 (1 .. 3)", "5"])

    def test_reads_its_own_results_again(self):
        self.add("latency", "shm", {"mean": 1, "p50": 1, "p99": 2}, **WantedTest.ROW)
        case = matrix_of(None, None, latency=LATENCY).cases[0]
        samples = os.path.join(self.folder.name, "samples.txt")
        with open(samples, "w", encoding="utf-8") as file:
            file.write("1\n")
        self.results.add_samples(case, 1, samples)
        again = results.Results(self.results.path, again=True)
        self.assertEqual(again.groups("latency"), self.results.groups("latency"))
        self.assertEqual(list(again.samples.values()), [samples])
        self.assertEqual(plots.sampled(again, "latency")[0][0], "Triad shm")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
