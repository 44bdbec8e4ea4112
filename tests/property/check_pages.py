"""Compare what `lcm predict` says of accesses each of which is on another page
than the one before with a cache and streams that are simulated.

usage: check_pages.py LCM [-v]

A cache of 32 KiB, of lines of 64 bytes, loses that which was not used for
longest.  A line that it does not have costs 1 s; nothing else costs anything.
Numbers may differ by a tenth: lcm knows nothing of what lines hold that lie at
the ends of rows.  With -v each nest is printed.
"""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

LINE, SIZE, TOLERANCE = 64, 32768, 0.1
MACHINE = {
    'schema': 'lcm-machine/1', 'name': 'pages', 'processors': 1,
    'levels': [
        {'name': 'L1', 'size': SIZE, 'bandwidth': {'core': 1e30},
         'gather': 1e-30},
        {'name': 'memory', 'bandwidth': {'core': 1e30}, 'gather': 1}],
    'costs': {'flop': 1e-30, 'integer': 1e-30}}
TEXT = '''static {kind} a[{n}][{n}];
void f(void) {{
  for (int y = 0; y < {n}; y += {height})
    for (int x = 0; x < {n}; x += {width})
      for (int i = x; i < x + {width}; i++)
        for (int j = y; j < y + {height}; j++)
          a[j][i] = 1;
}}
'''


def missed(n, width, height, size):
    """Return how many lines the cache does not have."""
    lines, misses = collections.OrderedDict(), 0
    for y in range(0, n, height):
        for x in range(0, n, width):
            for i in range(x, x + width):
                for j in range(y, y + height):
                    line = (j * n + i) * size // LINE
                    if line in lines:
                        lines.move_to_end(line)
                        continue
                    misses += 1
                    lines[line] = None
                    if len(lines) > SIZE // LINE:
                        lines.popitem(last=False)
    return misses


def predicted(lcm, folder, text):
    """Return the seconds that lcm says `text` takes."""
    path = pathlib.Path(folder, 'tiles.c')
    path.write_text(text)
    machine = pathlib.Path(folder, 'machine.json')
    machine.write_text(json.dumps(MACHINE))
    said = subprocess.run(
        [lcm, 'predict', path, '--entry', 'f', '-D', 'p=1', '--machine',
         machine, '--incore', 'source', '--format', 'json'], check=True,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        timeout=60).stdout
    return json.loads(said)['points'][0]['time']


def tiles():
    """Yield sizes of arrays and of tiles: the array's row is a page or more,
    tiles are so narrow or so high that nothing is foreseen."""
    yield 1024, 1024, 1024, 'float', 4   # by columns: none is there again
    rng = random.Random(7)
    for _ in range(12):
        kind, size = rng.choice([('double', 8), ('float', 4)])
        per_line = LINE // size
        width = per_line * rng.choice([1, 2, 3])
        height = rng.choice([8, 12, 16, 24])
        rows = 4096 // size // (width * height) + 1
        yield rows * width * height, width, height, kind, size


def main():
    """Check all tiles."""
    lcm, verbose = pathlib.Path(sys.argv[1]).resolve(), '-v' in sys.argv
    wrong = number = 0
    with tempfile.TemporaryDirectory() as folder:
        for n, width, height, kind, size in tiles():
            was = missed(n, width, height, size)
            said = predicted(lcm, folder, TEXT.format(
                kind=kind, n=n, width=width, height=height))
            bad = abs(said / was - 1) > TOLERANCE
            wrong, number = wrong + bad, number + 1
            if bad or verbose:
                print(f"{'WRONG' if bad else 'ok':5} {kind} a[{n}][{n}], tiles "
                      f'{width} wide, {height} high: {was} lines, lcm says '
                      f'{said:.0f}')
        # What goes on along few rows is foreseen.
        said = predicted(lcm, folder, TEXT.format(kind='double', n=1024,
                                                  width=1024, height=8))
        wrong += said > 1
        print(f'along 8 rows: {said:.3g} s')
    print(f'{number + 1} nests, {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
