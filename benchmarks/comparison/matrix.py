"""The measurements to make: the TOML file as a list of cases."""
import itertools
from dataclasses import dataclass, field

# The parameters of each benchmark, as its tables and plots show them.
BENCHMARKS = {
    "latency": ("delivery", "ticking", "size", "updates"),
    "throughput": ("delivery", "receivers", "size", "updates", "cycles"),
    "time": ("kind", "lookahead", "messages", "ticking", "federates", "requests", "cycles"),
    "objects": ("naming", "federates", "objects", "cycles"),
    "directory": ("objects", "naming", "updates", "bystanders", "processes", "late"),
    "sweep": ("federates", "processes", "objects", "classes", "subscribed"),
    "stream": ("description", "ticking"),
    "syscalls": ("ticking", "receivers", "size", "updates"),
    "instructions": ("ticking", "receivers", "size", "updates"),
}

# Benchmarks that count and do not measure, with tools that not every machine has: run only on request.
COUNTING = ("syscalls", "instructions")


class Wrong(Exception):
    """The matrix file has an error."""


@dataclass(frozen=True)
class Way:
    name: str
    url: str
    environment: dict = field(hash=False, compare=False)
    limit: dict = field(hash=False, compare=False)
    gateway: tuple = ()  # its own, in place of the RTI's
    join: tuple = ()  # the routers at which the federates join, in turn; none: at the gateway


@dataclass(frozen=True)
class Rti:
    name: str
    programs: str
    gateway: tuple
    port: int
    ways: tuple


@dataclass(frozen=True)
class Case:
    """One benchmark with one set of parameters, on one way of one RTI."""
    benchmark: str
    rti: Rti
    way: Way
    parameters: tuple  # in the order of BENCHMARKS

    def parameter(self, name):
        return self.parameters[BENCHMARKS[self.benchmark].index(name)]


class Matrix:
    def __init__(self, settings, only, ways, counting=()):
        """`only`, `ways`: names, or None for all; `counting`: the members of COUNTING to run as well."""
        unknown = set(only or ()) - set(BENCHMARKS) - {"limits"}
        if unknown:
            raise Wrong(f"there is no benchmark {', '.join(sorted(unknown))}")
        self.repetitions = settings.get("repetitions", 3)
        self.rtis = [rti(table) for table in settings.get("rti", [])]
        self.limits = settings.get("limits") if only is None or "limits" in only else None
        self.cases = []
        for benchmark, parameters in BENCHMARKS.items():
            by_default = only is None and benchmark not in COUNTING
            if benchmark in settings and (by_default or benchmark in {*(only or ()), *counting}):
                for lists in tables(settings[benchmark]):
                    self.cases += self.combinations(benchmark, parameters, lists, ways)
        if not self.cases and not self.limits:
            raise Wrong("nothing to measure: no benchmark and no way is left")

    def combinations(self, benchmark, parameters, lists, ways):
        wrong = set(lists) ^ set(parameters)
        if wrong:
            raise Wrong(f"[{benchmark}] needs lists for {', '.join(parameters)}; "
                        f"missing or unknown: {', '.join(sorted(wrong))}")
        return [Case(benchmark, one, way, values)
                for values in itertools.product(*(lists[name] for name in parameters))
                for one in self.rtis for way in one.ways
                if ways is None or way.name in ways]


def tables(setting):
    """Returns a list of tables: [latency] is one table of lists, [[latency]] begins one of several."""
    return setting if isinstance(setting, list) else [setting]


def rti(table):
    try:
        ways = tuple(Way(way["name"], way["url"], way.get("environment", {}), way.get("limit", {}),
                         tuple(way.get("gateway", ())), tuple(way.get("join", ())))
                     for way in table["way"])
        return Rti(table["name"], table["programs"], tuple(table["gateway"]), table.get("port", 0), ways)
    except KeyError as missing:
        raise Wrong(f"an [[rti]] lacks {missing}") from missing
