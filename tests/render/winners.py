#!/usr/bin/env python3
"""Checks the map of winners that `lcm compare --chart` draws.

Three programs take n m, 100 m and 5000 us: the first is fastest below n = 100
and n m = 5000, the second above n = 100 and below m = 50, the third elsewhere.
With both axes logarithmic all of these lines are straight, so that the areas
are exact but in the one cell where they meet.  Of two others that take the same
up to m = 32, the map says so.

usage: winners.py LCM
"""
import json
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SVG = '{http://www.w3.org/2000/svg}'
COSTS = {'a': 'n * m * 1 us', 'b': '100 us * m', 'c': '5000 us',
         'd': 'n * 1 us', 'e': 'n * max(1, m / 32) * 1 us'}
GRID = ['-D', 'p=1', '-D', 'm=8:512:*2', '-D', 'n=16:1024:*2']
PROGRAM = '''void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = %s
  f();
}
'''


def fastest(n, m):
    """Return the fastest of a, b, c by number, and by which factor."""
    times = sorted((t, i) for i, t in enumerate([n * m, 100 * m, 5000]))
    return times[0][1], times[1][0] / times[0][0]


def compare(lcm, place, variants, *arguments):
    """Return what `lcm compare` prints of the variants."""
    files = [v + '.c' for v in variants]
    return subprocess.run([lcm, 'compare', '-q', *files, *GRID, *arguments],
                          cwd=place, check=True, capture_output=True,
                          timeout=120).stdout.decode()


def blocks(script):
    """Return the areas of the script by winner, as lists of points in octaves,
    and the pieces of borders."""
    areas, borders = {}, []
    for name, text in re.findall(r'\$(\w+) << EOD\n(.*?)EOD\n', script, re.S):
        if name == 'letters' or name.startswith('strip'):
            continue
        for piece in text.split('\n\n'):
            points = [tuple(map(float, line.split()))
                      for line in piece.split('\n') if line]
            if name == 'borders':
                borders += [points] if points else []
            else:
                areas.setdefault(int(name[5:]), []).append(
                    [(math.log2(x), math.log2(y)) for x, y in points])
    return areas, borders


def size(polygon):
    """Return the area of a closed polygon."""
    return abs(sum(a[0] * b[1] - b[0] * a[1]
                   for a, b in zip(polygon, polygon[1:]))) / 2


def is_in(polygon, x, y):
    """Return whether a point is inside a closed polygon."""
    inside = False
    for a, b in zip(polygon, polygon[1:]):
        if (a[1] > y) != (b[1] > y) and \
                x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]):
            inside = not inside
    return inside


def check_areas(areas):
    """The areas are the whole plane, once, and of who is fastest there."""
    total = sum(size(p) for all_ in areas.values() for p in all_)
    assert abs(total - 36) < 1e-9, total
    assert sorted(areas) == [0, 1, 2], sorted(areas)
    chance = random.Random(1)
    for _ in range(3000):
        x, y = chance.uniform(4, 10), chance.uniform(3, 9)
        n, m = 2 ** x, 2 ** y
        want, clear = fastest(n, m)
        if 64 <= n <= 128 and 32 <= m <= 64 or clear < 1 + 1e-6:
            continue
        found = [w for w, all_ in areas.items()
                 if any(is_in(p, x, y) for p in all_)]
        assert found == [want], (n, m, found, want)


def check_borders(borders):
    """What ends on a line of the grid is where two are equally fast."""
    ends = [end for border in borders for end in border]
    assert len(borders) > 10
    for n, m in ends:
        on_grid = math.log2(n).is_integer() or math.log2(m).is_integer()
        if on_grid:
            assert fastest(n, m)[1] < 1 + 1e-9, (n, m)
    inner = {end for end in ends
             if not math.log2(end[0]).is_integer()
             and not math.log2(end[1]).is_integer()}
    assert len(inner) == 1, inner
    n, m = inner.pop()
    assert 64 < n < 128 and 32 < m < 64, (n, m)


def check_picture(path, crossovers):
    """The picture is named, loads nothing, and marks crossovers where they
    are."""
    text = path.read_bytes()
    root = tree.fromstring(text)
    assert root.get('role') == 'img'
    ids = {e.get('id'): e.text for e in root.iter() if e.get('id')}
    assert all(ids.get(n) for n in root.get('aria-labelledby').split())
    for bad in (b'href', b'<script', b'url(http', b'@import'):
        assert bad not in text, bad
    said = [e.text for e in root.iter(SVG + 'text')]
    for part in ('A a', 'B b', 'C c', 'crossovers', 'n', 'm', '16', '512'):
        assert part in said, (part, said)
    frame = next(e for e in root.iter(SVG + 'rect')
                 if e.get('fill') == 'none')
    x, y, width, height = (float(frame.get(k))
                           for k in ('x', 'y', 'width', 'height'))
    marks = [(float(e.get('cx')), float(e.get('cy')))
             for e in root.iter(SVG + 'circle')]
    want = []
    for one in crossovers:
        at = dict(one['env'], **{one['variable']: one['value']})
        want.append((x + width * (math.log2(at['n']) - 4) / 6,
                     y + height * (9 - math.log2(at['m'])) / 6))
    assert len(marks) == len(want) > 10, (marks, want)
    for a, b in zip(sorted(marks), sorted(want)):
        assert math.dist(a, b) < 0.02, (a, b)


def check_ties(lcm, place):
    """Where all are equally fast nobody wins, half way to where one does."""
    compare(lcm, place, 'de', '--chart', 'ties.gp')
    areas, borders = blocks((place / 'ties.gp').read_text())
    assert not borders, borders
    assert sorted(areas) == [0, 2], sorted(areas)
    assert abs(sum(map(size, areas[2])) - 6 * 2.5) < 1e-9
    assert abs(sum(map(size, areas[0])) - 6 * 3.5) < 1e-9


def check_line(lcm, place):
    """Over one variable there are the times of all, and the crossovers."""
    subprocess.run([lcm, 'compare', '-q', 'a.c', 'b.c', '-D', 'p=1', '-D', 'm=4', '-D',
                    'n=16:1024:*2', '--chart', 'line.gp'], cwd=place,
                   check=True, capture_output=True, timeout=120)
    text = (place / 'line.gp').read_text()
    drawn = {}
    for name, block in re.findall(r'\$(\w+) << EOD\n(.*?)EOD\n', text, re.S):
        drawn[name] = [list(map(float, line.split()))[:2]
                       for line in block.splitlines()]
    ns = [2.0 ** i for i in range(4, 11)]
    for block, want in (('c0k0', [[n, 4e-6 * n] for n in ns]),
                        ('c0k1', [[n, 4e-4] for n in ns])):
        assert all(math.isclose(g, w) for got, one in zip(drawn[block], want)
                   for g, w in zip(got, one)), (drawn[block], want)
    assert {round(x, 9) for x, _ in drawn['c0k2']} == {100}, drawn['c0k2']


def check_gnuplot(place, *names):
    """gnuplot draws the scripts, where it is installed."""
    if not shutil.which('gnuplot'):
        print('gnuplot is not installed: its scripts were not run')
        return
    for name in names:
        done = subprocess.run(['gnuplot', name + '.gp'], cwd=place,
                              capture_output=True, check=False, timeout=60)
        assert not done.returncode and not done.stderr, done.stderr
        tree.parse(place / (name + '.svg'))


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        for name, cost in COSTS.items():
            (place / (name + '.c')).write_text(PROGRAM % cost)
        said = json.loads(compare(lcm, place, 'abc', '--format', 'json',
                                  '--chart', 'map.svg'))
        first = (place / 'map.svg').read_bytes()
        compare(lcm, place, 'abc', '--chart', 'map.svg')
        assert (place / 'map.svg').read_bytes() == first
        check_picture(place / 'map.svg', said['crossovers'])
        compare(lcm, place, 'abc', '--chart', 'map.gp')
        areas, borders = blocks((place / 'map.gp').read_text())
        check_areas(areas)
        check_borders(borders)
        check_ties(lcm, place)
        check_line(lcm, place)
        check_gnuplot(place, 'map', 'ties', 'line')
        done = subprocess.run([lcm, 'compare', '-q', 'a.c', 'b.c', '-D', 'p=1', '-D', 'm=4',
                               '-D', 'n=4', '--chart', 'none.svg'], cwd=place,
                              capture_output=True, check=False, timeout=60)
        assert done.returncode == 2 and b'[usage]' in done.stderr, done.stderr


if __name__ == '__main__':
    main()
