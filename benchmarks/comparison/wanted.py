"""Targets for figures (wanted.toml), and the check of a report's row against them."""
import statistics
from dataclasses import dataclass, field

from comparison.matrix import BENCHMARKS, COUNTING, Wrong
from comparison.results import matches

BOUNDS = {"at_most": ("at most", lambda value, bound: value <= bound),
          "at_least": ("at least", lambda value, bound: value >= bound),
          "below": ("below", lambda value, bound: value < bound)}
KINDS = ("itself", "to the bare machine", "to a row", "wakes more")
WAKE = "ring-futex"


@dataclass(frozen=True)
class Wanted:
    benchmark: str
    way: str
    figure: str
    kind: str
    bound: str
    value: float
    where: dict = field(hash=False)
    row: dict = field(hash=False)

    def text(self):
        bound = f"{self.value:.0f}" if self.value >= 1000 else f"{self.value:g}"
        return f"{BOUNDS[self.bound][0]} {bound}{UNITS[self.kind](self)}"

    def reached(self, value):
        return BOUNDS[self.bound][1](value, self.value)


# Text after the bound.
UNITS = {
    "itself": lambda wanted: " an update" if wanted.benchmark in COUNTING else f" {wanted.figure}",
    "to the bare machine": lambda wanted: " to the bare machine",
    "to a row": lambda wanted: f" of {wanted.figure} to " + ", ".join(f"{k} {v}" for k, v in wanted.row.items()),
    "wakes more": lambda wanted: f" wakes more than {wanted.row['way']}",
}


def read(settings):
    return [entry(table) for table in settings.get("wanted", [])]


def entry(table):
    bounds = [name for name in BOUNDS if name in table]
    missing = {"benchmark", "way", "where", "figure", "as"} - set(table)
    if missing or len(bounds) != 1:
        raise Wrong(f"a [[wanted]] of {table.get('benchmark', '?')} needs benchmark, way, where, figure, as, "
                    f"and one of {', '.join(BOUNDS)}")
    unknown = set(table["where"]) - set(BENCHMARKS.get(table["benchmark"], ())) - {"stream"}
    if table["benchmark"] not in BENCHMARKS or unknown:
        raise Wrong(f"a [[wanted]] asks {table['benchmark']} for {', '.join(sorted(unknown)) or 'anything'}, "
                    "which is not in the matrix")
    if table["as"] not in KINDS or (table["as"] in KINDS[2:] and "row" not in table):
        raise Wrong(f"a [[wanted]] of {table['benchmark']} says as = \"{table['as']}\": it is one of "
                    f"{', '.join(KINDS)}, the last two with `row`")
    return Wanted(table["benchmark"], table["way"], table["figure"], table["as"], bounds[0],
                  table[bounds[0]], table["where"], table.get("row", {}))


class Judge:
    """Judges rows. `bare(benchmark, rti, way, parameters, figures)` returns the column "to the bare machine"."""

    def __init__(self, wanted, results, bare):
        self.wanted, self.results, self.bare = wanted, results, bare

    def verdicts(self, benchmark, rti, way, parameters, figures):
        """Returns [(target for this row, its value, whether the value reaches the target)]."""
        found = []
        for one in self.wanted:
            if (one.benchmark, one.way) != (benchmark, way) or not matches(parameters, one.where):
                continue
            value = self.value(one, rti, parameters, figures)
            if value is not None:
                found.append((one, value, one.reached(value)))
        return found

    def value(self, one, rti, parameters, figures):
        if one.figure not in figures:
            return None
        itself = statistics.median(figures[one.figure])
        if one.kind == "itself":
            return itself
        if one.kind == "to the bare machine":
            return self.bare(one.benchmark, rti, one.way, parameters, figures)
        other = self.other_row(one, rti, parameters)
        if one.kind == "to a row":
            return itself / other if other else None
        wake = self.results.limit(WAKE, parameters["size"], "p50")
        return (itself - other) / wake if wake and other is not None else None

    def other_row(self, one, rti, parameters):
        where = {**parameters, **{name: str(value) for name, value in one.row.items() if name != "way"}}
        for (name, way, others), figures in self.results.groups(one.benchmark).items():
            if (name, way) == (rti, one.row.get("way", one.way)) and dict(others) == where:
                return statistics.median(figures[one.figure])
        return None
