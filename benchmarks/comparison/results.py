"""All figures of all runs: kept in a CSV file, and found by case."""
import csv
import os
import statistics

from comparison.matrix import BENCHMARKS

COLUMNS = ("benchmark", "rti", "way", "parameters", "repetition", "figure", "value")


def encoded(parameters):
    return ";".join(f"{name}={value}" for name, value in parameters.items())


def decoded(text):
    return dict(part.split("=", 1) for part in text.split(";"))


class Results:
    def __init__(self, path, again=False):
        self.path = path
        self.rows = []
        self.samples = {}  # (benchmark, RTI, way, parameters) of a run: its samples' file
        if again:
            self.read()
        else:
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerow(COLUMNS)

    def read(self):
        with open(self.path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["figure"] == "samples":
                    self.samples[row["benchmark"], row["rti"], row["way"], row["parameters"]] = row["value"]
                else:
                    self.rows.append(dict(row, value=float(row["value"])))

    def add_case(self, case, further, repetition, figures):
        """`further`: distinguishes several results of one case, such as the stream."""
        parameters = dict(zip(BENCHMARKS[case.benchmark], case.parameters), **further)
        self.add(case.benchmark, case.rti.name, case.way.name, parameters, repetition, figures)

    def add_samples(self, case, repetition, samples):
        """Records samples; lookups return those of the last repetition."""
        if not os.path.exists(samples):
            return
        parameters = encoded(dict(zip(BENCHMARKS[case.benchmark], case.parameters)))
        self.samples[case.benchmark, case.rti.name, case.way.name, parameters] = samples
        self.write([case.benchmark, case.rti.name, case.way.name, parameters, repetition, "samples", samples])

    def add(self, benchmark, rti, way, parameters, repetition, figures):
        for figure, value in figures.items():
            row = [benchmark, rti, way, encoded(parameters), repetition, figure, value]
            self.rows.append(dict(zip(COLUMNS, row)))
            self.write(row)

    def write(self, row):
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow(row)

    def groups(self, benchmark):
        """Returns (rti, way, parameters) in the order of the runs, each with {figure: [value of each run]}."""
        found = {}
        for row in self.rows:
            if row["benchmark"] == benchmark:
                key = (row["rti"], row["way"], row["parameters"])
                found.setdefault(key, {}).setdefault(row["figure"], []).append(row["value"])
        return {(rti, way, tuple(decoded(text).items())): figures
                for (rti, way, text), figures in found.items()}

    def limit(self, route, size, figure):
        """Returns the median over the repetitions, or None."""
        values = [row["value"] for row in self.rows
                  if row["benchmark"] == "limits" and row["way"] == route and row["figure"] == figure
                  and decoded(row["parameters"])["size"] == str(size)]
        return statistics.median(values) if values else None

    def found(self, benchmark, way, where, figure):
        """Returns [(parameters, median)] of the groups of a way with parameters that match `where`."""
        return [(dict(parameters), statistics.median(figures[figure]))
                for (_, name, parameters), figures in self.groups(benchmark).items()
                if name == way and figure in figures and matches(dict(parameters), where)]


def matches(parameters, where):
    return all(parameters.get(name) == str(value) for name, value in where.items())
