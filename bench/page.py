#!/usr/bin/env python3
"""Pages of `lcm report` in Chromium: how large they are, how long until they
are drawn, how long a frame takes while a slider moves, and how long the
timeline of 10,000 processors with 10^6 intervals is drawn.

The programs are made: parallel loops one behind the other, each of three
fragments whose costs grow with n, in files of 60 loops; their times are
predicted for 7 numbers of processors and 3 sizes.  A frame is the time from
a change of the slider of p until the browser could draw the next one; told is
the median and the most of 40.  Chromium draws without a graphics processor.
The page without its timeline's own data is given that of 10,000 rows of 100
pieces.

usage: page.py LCM [NODES...]
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests/report'))
import browser

GRID = ['-D', 'p=1:64:*2', '-D', 'n=1000,2000,4000']
FRAME = '''new Promise(done => {
  const times = [], values = lcm.data.columns[0];
  let at = 0;
  const step = () => {
    const begin = performance.now();
    lcm.go({p: 1 + at++ % 63, n: 1500});
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        times.push(performance.now() - begin);
        if (at < 40) step(); else done(times);
      };
      channel.port2.postMessage(0);
    });
  };
  step();
})'''
DRAW = FRAME.replace('lcm.go({p: 1 + at++ % 63, n: 1500})',
                     'lcm.zoomRows(0.01 * at, 1 - 0.01 * at++)')
APART = '''[...document.querySelectorAll("#rows-view button")]
  .find(b => b.textContent === "rows apart").click()'''


def write_program(place, nodes):
    """Write a structure of about `nodes` nodes, and its files, to `place`;
    return the name of it."""
    lines = ['lcs 1']
    loops = max(1, nodes // 5)
    files = (loops + 59) // 60
    lines += [f'file f{k}.c' for k in range(files)]
    lines += ['entry main', 'param n', 'function main @f0.c:1:1:0-9 {',
              'series {']
    for k in range(files):
        text = [f'/* file {k} */']
        for i in range(min(60, loops - 60 * k)):
            at = len(text) + 1
            lines += [f'team label="parallel for" @f{k}.c:{at}:3:0-9 {{',
                      f'parloop label="for i" for=i(0, n - 1) '
                      f'@f{k}.c:{at + 1}:3:0-9 {{', 'series {']
            for part in range(3):
                lines += [f'fragment label="part{part}(a, i, {i})" '
                          f'@f{k}.c:{at + 2 + part}:5:0-9 {{',
                          f'model time ({(i * (part + 1)) % 50 + 1} ns * '
                          f'{"log2(n)" if i % 3 else "i"})', '}']
            lines += ['}', '}', '}']
            text += ['#pragma omp parallel for',
                     '  for (int i = 0; i < n; i++) {',
                     f'    part0(a, i, {i});', f'    part1(a, i, {i});',
                     f'    part2(a, i, {i});', '  }', '']
        (place / f'f{k}.c').write_text('\n'.join(text) + '\n')
    (place / 'made.lcs').write_text('\n'.join(lines + ['}', '}']) + '\n')
    return 'made.lcs'


def many_rows():
    """Return a timeline of 10,000 processors and 10^6 intervals as JSON."""
    rows = []
    for i in range(10000):
        pieces, seed = [], i * 7919 + 1
        for k in range(100):
            seed = (seed * 1103515245 + 12345) % 2 ** 31
            pieces += [1 + seed // 65536 % 200, (k + seed // 2 ** 20) % 3]
        scale = 2 ** 15 / sum(pieces[::2])
        pieces[::2] = [max(1, int(t * scale)) for t in pieces[::2]]
        rows.append([[i, i], pieces])
    return json.dumps({
        'time': 1, 'ticks': 2 ** 15, 'n': 10000, 'names': [],
        'states': [['work', '', 0, 0], ['imbalance', '', 1, 1],
                   ['messages', '', 4, 0]],
        'what': [[0, 'work', '', -1, 0], [1, 'wait', '', -1, 1],
                 [2, 'send', '', -1, 4]],
        'rows': rows, 'syncs': [], 'chain': []})


def report(lcm, place, name, path):
    """Write the page on `name` to `path`; return the processor seconds."""
    begin = time.monotonic()
    subprocess.run([lcm, 'report', '-q', name, *GRID, '-o', str(path)],
                   cwd=place, check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def told(times):
    """Return median and most of `times`."""
    return f'{statistics.median(times):.0f} (most {max(times):.0f}) ms'


def measure(lcm, nodes):
    """Print what the page of a program of `nodes` nodes takes."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        path = place / 'page.html'
        seconds = report(lcm, place, write_program(place, nodes), path)
        with browser.Browser() as page:
            page.open(path)
            opened = statistics.median(page.open(path) for _ in range(3))
            frames = page.ask(FRAME)
            print(f'{nodes} nodes: {path.stat().st_size / 1000:.0f} kB, '
                  f'written in {seconds:.1f} s, drawn in {opened:.2f} s, '
                  f'frame {told(frames)}')
            assert not page.problems, page.problems
        if nodes != 1000:
            return
        text = path.read_text()
        rows = many_rows()
        text = re.sub(r'"timeline":\{.*?\},\n(?="|\})',
                      lambda _: '"timeline":' + rows + ',\n', text, count=1,
                      flags=re.S)
        path.write_text(text)
        with browser.Browser() as page:
            opened = page.open(path)
            print(f'timeline of 10,000 rows, 10^6 intervals: drawn in '
                  f'{opened:.2f} s, frame {told(page.ask(DRAW))}')
            page.ask(APART)
            print(f'rows apart: frame {told(page.ask(DRAW))}')
            assert not page.problems, page.problems


def main():
    """Measure pages of programs of all sizes, or those given."""
    for nodes in [int(n) for n in sys.argv[2:]] or [300, 1000, 10000]:
        measure(os.path.abspath(sys.argv[1]), nodes)


if __name__ == '__main__':
    main()
