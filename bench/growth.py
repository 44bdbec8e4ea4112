#!/usr/bin/env python3
"""Plots how bound and simulation go as a model grows, as SVG.

Reads the lines `growth P ANALYSED SIMULATED RATIO` that build/release/bench/
simulate prints, from standard input, and writes a picture with two panels over
the number of processes: bound : simulated time, and the seconds that either
takes.  The picture depends on the numbers alone.

usage: build/release/bench/simulate | bench/growth.py > growth.svg
"""
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 380, 230, 64, 34, 90
BLUE, RED, GREY = '#0072B2', '#D55E00', '#6B7785'


class Panel:
    """A panel with a logarithmic axis of processes."""

    def __init__(self, number, title, points, low, high, log):
        self.x0 = LEFT + number * (WIDTH + GAP)
        self.title, self.points, self.log = title, points, log
        self.low, self.high = low, high

    def x(self, p):
        """Return where `p` processes are."""
        first, last = self.points[0][0], self.points[-1][0]
        return self.x0 + WIDTH * math.log(p / first) / math.log(last / first)

    def y(self, value):
        """Return where `value` is."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = (math.log10(v) for v in (low, high, value))
        return TOP + HEIGHT * (high - value) / (high - low)

    def frame(self, ticks):
        """Yield axes, `ticks` and the title."""
        bottom = TOP + HEIGHT
        yield (f'<path d="M{self.x0} {TOP}V{bottom}H{self.x0 + WIDTH}" '
               f'fill="none" stroke="{GREY}"/>')
        yield f'<text x="{self.x0}" y="{TOP - 14}">{self.title}</text>'
        for p, *_ in self.points:
            yield (f'<text x="{self.x(p):.1f}" y="{bottom + 18}" '
                   f'text-anchor="middle">{p:,}</text>')
        yield (f'<text x="{self.x0 + WIDTH / 2:.1f}" y="{bottom + 36}" '
               f'text-anchor="middle">processes</text>')
        for value in ticks:
            yield (f'<path d="M{self.x0} {self.y(value):.1f}h{WIDTH}" '
                   f'stroke="{GREY}" stroke-opacity="0.2"/>')
            yield (f'<text x="{self.x0 - 6}" y="{self.y(value) + 4:.1f}" '
                   f'text-anchor="end">{value:g}</text>')

    def line(self, column, colour, name):
        """Yield the line through `column` of the points, called `name`."""
        at = [(self.x(point[0]), self.y(point[column]))
              for point in self.points]
        path = 'L'.join(f'{x:.1f} {y:.1f}' for x, y in at)
        yield (f'<path d="M{path}" fill="none" stroke="{colour}" '
               f'stroke-width="2"/>')
        for x, y in at:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
        x, y = at[-1]
        yield (f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="end" '
               f'fill="{colour}">{name}</text>')


def read(lines):
    """Return (processes, analysed in, simulated in, ratio) of `lines`."""
    fields = [line.split() for line in lines if line.startswith('growth ')]
    return [(int(p), *(max(float(v), 1e-7) for v in rest))
            for _, p, *rest in fields]


def main():
    """Write the picture."""
    points = read(sys.stdin)
    if len(points) < 2:
        sys.exit('nothing to plot: no lines "growth P ANALYSED SIMULATED RATIO"')
    ratios = Panel(0, 'bound : simulated time', points, 0.98, 1.002, False)
    most = 10 ** math.ceil(math.log10(max(max(a, s) for _, a, s, _ in points)))
    costs = Panel(1, 'seconds to find it', points, 1e-7, most, True)
    ticks = [10.0 ** k for k in range(-6, round(math.log10(most)) + 1)]
    width, height = LEFT + 2 * WIDTH + GAP + 30, TOP + HEIGHT + 50
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
          f'height="{height}" font-family="Helvetica,Arial,sans-serif" '
          f'font-size="12">')
    print(f'<rect width="{width}" height="{height}" fill="white"/>')
    for part in (ratios.frame([0.98, 0.985, 0.99, 0.995, 1]),
                 ratios.line(3, BLUE, 'bound : simulated'),
                 costs.frame(ticks), costs.line(1, BLUE, 'bound'),
                 costs.line(2, RED, 'simulation')):
        print('\n'.join(part))
    print('</svg>')


if __name__ == '__main__':
    main()
