"""What was measured: a series of values for each way to do something, and what is made of them."""

import glob
import json
import sys
from statistics import median

FOLDER = "Benchmarks/.build/results"


class Missing(Exception):
    """Something was not measured."""


class Results:
    """All series, by what is done, how, how much of it, and in which unit it was measured."""

    def __init__(self, series):
        self.series = {(s["name"], s["way"], s.get("size"), s["unit"]): s["values"] for s in series}

    @classmethod
    def load(cls, folder=FOLDER):
        series = []
        for path in sorted(glob.glob(f"{folder}/*.jsonl")):
            with open(path, encoding="utf-8") as file:
                series += [json.loads(line) for line in file]
        if not series:
            sys.exit(f"There are no results in {folder}: run make bench first.")
        return cls(series)

    def names(self):
        """What was done, in the order in which it was."""
        return list(dict.fromkeys(key[0] for key in self.series))

    def ways(self, name):
        return list(dict.fromkeys(key[1] for key in self.series if key[0] == name))

    def sizes(self, name):
        return sorted({key[2] for key in self.series if key[0] == name and key[2] is not None})

    def rounds(self, name):
        return max(len(values) for key, values in self.series.items() if key[0] == name)

    def values(self, name, way, unit, size=None):
        try:
            return self.series[name, way, size, unit]
        except KeyError:
            raise Missing(f"{name}, {way}{'' if size is None else f', {size}'}: no {unit}") from None

    def value(self, name, way, unit, size=None):
        """The median of all rounds; of memory, the most."""
        return (max if unit == "MiB" else median)(self.values(name, way, unit, size))

    def ratios(self, name, way, other, unit):
        """The ratios of one way to another, round by round: both met the same machine."""
        return [value / base for value, base in zip(self.values(name, way, unit), self.values(name, other, unit))]

    def steps(self, name, way, unit, first=1, last=20):
        """What one more of what changes costs between two sizes, round by round."""
        pairs = zip(self.values(name, way, unit, first), self.values(name, way, unit, last))
        return [(high - low) / (last - first) for low, high in pairs]

    def growths(self, name, way, unit):
        """How much more one more costs among many (64 to 256) than among few (4 to 64), round by round."""
        return [many / few for many, few in zip(self.steps(name, way, unit, 64, 256), self.steps(name, way, unit, 4, 64))]
