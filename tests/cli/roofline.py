#!/usr/bin/env python3
"""Checks the roofline of the heat equation.

A sweep of 4000 x 4000 points does 4 operations for each of 3998^2 and moves
8 (4000^2 - 4 + 3998^2) bytes of memory, which two cores have 1.25e10 a second of:
its point is on that roof.  The other roofs end at 10^10 operations a second.

usage: roofline.py LCM SOURCES
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree


def draw(lcm, folder, out):
    """Draw the roofline of two threads at 4000 x 4000 points to `out`."""
    subprocess.run([lcm, 'predict', 'heat.c', '--entry', 'heat', '-D',
                    'n=4000', '-D', 'p=2', '--machine', 'machine.json',
                    '--incore', 'source', '--roofline', out, '-q'],
                   cwd=folder, check=True, capture_output=True)
    return out.read_text()


def main():
    """Check the points and the roofs."""
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    folder = root / 'docs' / 'guide' / 'bounds'
    with tempfile.TemporaryDirectory() as place:
        script = draw(lcm, folder, pathlib.Path(place) / 'out.gp')
        picture = draw(lcm, folder, pathlib.Path(place) / 'out.svg')
    numbers = [[tuple(float(x) for x in line.split()[:2])
                for line in block.strip().splitlines()]
               for block in re.findall(r'<< EOD\n((?:.+ \n)+)EOD', script)]
    points = [block[0] for block in numbers if len(block) == 1]
    roofs = [block for block in numbers if len(block) == 3]
    x = 4 * 3998 ** 2 / (8 * (4000 ** 2 - 4 + 3998 ** 2))
    y = x * 1.25e10 / 2 / 1e9
    wrong = [p for p in points
             if abs(p[0] / x - 1) > 1e-6 or abs(p[1] / y - 1) > 1e-6]
    rates = sorted(min(10, roof[0][0] * rate) - roof[0][1] for roof, rate in
                   zip(roofs, (400, 200, 20, 10, 6.25)))
    names = {text.text for text in
             xml.etree.ElementTree.fromstring(picture).iter()}
    missing = {'L1', 'L2', 'L3', 'memory', 'memory, shared by 2',
               'Roofline'} - names
    good = (len(points) == 2 and len(roofs) == 5 and not wrong and
            not missing and max(map(abs, rates)) < 1e-9 and
            all(roof[2][1] == 10 for roof in roofs))
    print('ok' if good else (points, roofs, missing))
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
