"""Draws how cost grows, as SVG, for light and dark pages. Both axes are logarithmic."""

from math import log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 860, 400
PANEL = 330
LEFT, TOP, BOTTOM = 70, 60, 340
GAP = 90

# Both sets of colours are told apart by those who see no red or no green too.
STYLE = """
svg { background: #ffffff; font: 13px system-ui, sans-serif; }
text { fill: #333333; }
.title { font-weight: 600; }
.grid { stroke: #dddddd; }
.line { fill: none; stroke-width: 2; }
.line0 { stroke: #666666; } .dot0 { fill: #666666; }
.line1 { stroke: #0b6fb8; } .dot1 { fill: #0b6fb8; }
.line2 { stroke: #b8570b; } .dot2 { fill: #b8570b; }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; }
  text { fill: #d0d7de; }
  .grid { stroke: #30363d; }
  .line0 { stroke: #9aa4af; } .dot0 { fill: #9aa4af; }
  .line1 { stroke: #58a6ff; } .dot1 { fill: #58a6ff; }
  .line2 { stroke: #f0883e; } .dot2 { fill: #f0883e; }
}
"""


def text(x, y, content, anchor="middle", kind=""):
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(content)}</text>'


def line(x1, y1, x2, y2):
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def time(nanoseconds):
    """A power of ten of nanoseconds, with its unit."""
    for unit, size in ("ms", 1e6), ("us", 1e3):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


class Panel:
    """One diagram: curves by name, each a list of sizes and times."""

    def __init__(self, left, title, curves, low, high):
        self.left, self.title, self.curves = left, title, curves
        self.low, self.high = low, high
        self.sizes = sorted({size for _, points in curves for size, _ in points})

    def x(self, size):
        first, last = log10(self.sizes[0]), log10(self.sizes[-1])
        return self.left + PANEL * (log10(size) - first) / (last - first)

    def y(self, value):
        return BOTTOM - (BOTTOM - TOP) * (log10(value) - self.low) / (self.high - self.low)

    def draw(self):
        yield text(self.left + PANEL / 2, TOP - 16, self.title, kind="title")
        for power in range(self.low, self.high + 1):
            y = self.y(10**power)
            yield line(self.left, y, self.left + PANEL, y)
            yield text(self.left - 8, y + 4, time(10**power), anchor="end")
        for size in self.sizes:
            yield line(self.x(size), TOP, self.x(size), BOTTOM)
            yield text(self.x(size), BOTTOM + 20, str(size))
        for number, (_, points) in enumerate(self.curves):
            path = " ".join(f"{self.x(size):.1f},{self.y(value):.1f}" for size, value in points)
            yield f'<polyline class="line line{number}" points="{path}"/>'
            for size, value in points:
                yield f'<circle class="dot{number}" cx="{self.x(size):.1f}" cy="{self.y(value):.1f}" r="3.5"/>'


def legend(names):
    for number, name in enumerate(names):
        x = LEFT + number * 200
        yield f'<circle class="dot{number}" cx="{x}" cy="{HEIGHT - 14}" r="5"/>'
        yield text(x + 12, HEIGHT - 10, name, anchor="start")


def svg(diagrams):
    """A picture of diagrams side by side, each a title and its curves, which have the same names in all."""
    values = [value for _, curves in diagrams for _, points in curves for _, value in points]
    low = int(log10(min(values)))
    high = int(log10(max(values))) + 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(' and '.join(title for title, _ in diagrams))}</title>",
        f"<style>{STYLE}</style>",
    ]
    for number, (title, curves) in enumerate(diagrams):
        parts += Panel(LEFT + number * (PANEL + GAP), title, curves, low, high).draw()
    parts += legend([name for name, _ in diagrams[0][1]])
    return "\n".join([*parts, "</svg>"]) + "\n"
