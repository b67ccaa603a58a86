"""Two RTIs measured in turn: the ratios of their figures in each repetition."""
import copy
import random
import statistics

# The figure that is compared, and whether more of it is better.
FIGURES = {"latency": ("p50", False), "throughput": ("reflected/s", True), "time": ("grants/s", True)}
RESAMPLES = 2000


def doubled(settings, folders):
    """Returns the settings of a matrix with each RTI once for each name in `folders`: {name: folder that stands
    in place of build/release}."""
    def moved(value, folder):
        if isinstance(value, str):
            return value.replace("build/release", folder)
        if isinstance(value, list):
            return [moved(one, folder) for one in value]
        if isinstance(value, dict):
            return {key: moved(one, folder) for key, one in value.items()}
        return value

    result = copy.deepcopy(settings)
    result["rti"] = [dict(moved(rti, folder), name=name) for name, folder in folders.items()
                     for rti in settings["rti"]]
    result.pop("limits", None)
    return result


def interval(ratios):
    """Returns the median, and the ends of an interval that has the true median with 95 % confidence: the 2.5th and
    the 97.5th percentile of the medians of resamples."""
    chance = random.Random(1)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    return statistics.median(ratios), medians[RESAMPLES // 40], medians[-RESAMPLES // 40 - 1]


def ratios(results, before, now):
    """Yields (benchmark, way, parameters, median before, median now, interval of the ratios) of all cases that both
    RTIs have. A ratio above 1 says that `now` is better."""
    for benchmark, (figure, more_is_better) in FIGURES.items():
        groups = results.groups(benchmark)
        for (rti, way, parameters), figures in groups.items():
            others = groups.get((now, way, parameters))
            if rti != before or not others:
                continue
            pairs = list(zip(figures[figure], others[figure]))
            yield (benchmark, way, dict(parameters), *(statistics.median(values) for values in zip(*pairs)),
                   interval([new / old if more_is_better else old / new for old, new in pairs]))
