"""What was measured: a series of values for each way to do something, and what is made of them."""

import glob
import json
import os
import sys
from statistics import median

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Benchmarks/.build/results")


class Missing(Exception):
    """Something was not measured."""


class Results:
    """All series, by what is done, how, how much of it, and in which unit it was measured."""

    def __init__(self, series):
        self.series = {(s["name"], s["way"], s.get("size"), s["unit"]): s["values"] for s in series}

    @classmethod
    def load(cls, folder=FOLDER):
        series = []
        for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
            with open(path, encoding="utf-8") as file:
                series += [json.loads(line) for line in file]
        if not series:
            sys.exit(f"There are no results in {os.path.normpath(folder)}: run make bench first.")
        return cls(series)

    def names(self):
        """What was done, in the order in which it was."""
        return list(dict.fromkeys(key[0] for key in self.series))

    def ways(self, name):
        """How it was done."""
        return list(dict.fromkeys(key[1] for key in self.series if key[0] == name))

    def sizes(self, name):
        """How much was done."""
        return sorted({key[2] for key in self.series if key[0] == name and key[2] is not None})

    def units(self, name):
        """What was measured of it."""
        return list(dict.fromkeys(key[3] for key in self.series if key[0] == name))

    def values(self, name, way, unit, size=None):
        try:
            return self.series[name, way, size, unit]
        except KeyError:
            shown = f"{name}, {way}" if size is None else f"{name}, {way}, {size}"
            raise Missing(f"{shown}: no {unit}") from None

    def value(self, name, way, unit, size=None):
        """The median of all rounds."""
        return median(self.values(name, way, unit, size))

    def rounds(self, name):
        """How often it was done."""
        return max(len(values) for key, values in self.series.items() if key[0] == name)

    def peak(self, name, way, unit):
        """The most of all rounds."""
        return max(self.values(name, way, unit))

    def ratios(self, name, way, other, unit, size=None):
        """The ratios of one way to another, round by round: both met the same machine."""
        values, others = self.values(name, way, unit, size), self.values(name, other, unit, size)
        return [value / other for value, other in zip(values, others)]

    def ratio(self, name, way, other, unit, size=None):
        """The median of these ratios."""
        return median(self.ratios(name, way, other, unit, size))

    def steps(self, name, way, unit, first, last):
        """What one more of what changes costs between two sizes, round by round."""
        pairs = zip(self.values(name, way, unit, first), self.values(name, way, unit, last))
        return [(high - low) / (last - first) for low, high in pairs]

    def growths(self, name, way, unit):
        """How much more one more costs among many (64 to 256) than among few (4 to 64), round by round."""
        pairs = zip(self.steps(name, way, unit, 64, 256), self.steps(name, way, unit, 4, 64))
        return [many / few for many, few in pairs]
