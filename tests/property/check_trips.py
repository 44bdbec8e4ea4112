#!/usr/bin/env python3
"""Compares how often lcm says that statements run with how often they do.

Each program has many functions with loops that are left early, go in odd
steps, have two conditions or indices, test at their end, or are tiles with a
rest; those of every fourth program compute with numbers below zero.  In them
stand calls of mark().  The program is built with a counter in
the place of every such call, and run.  What `lcm predict --nodes` and `lcm
analyze --costs` say of the line of a call must be the count, unless the same
output names what is not known, with a place in that function.

usage: check_trips.py LCM CC [PROGRAMS [SEED]]
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import signs
from exits import Writer

PROGRAMS, SEED, FUNCTIONS = 4, 1, 60
MOST_SHOWN = 5
SIZES = ((13, 4), (7, 9), (24, 3), (1, 5), (10, 10))
HEAD = '''void mark(void);
int look(int k);
static const int sizes[4] = {3, 1, 6, 2};
struct dim { int n, m; };
static _Alignas(8) char buf[99];
int abs(int x);
static inline int least(int x, int y) { return x < y ? x : y; }
'''
# What was wrong once: in every program.
FIXED = ['''void f{}(int n, int m) {{
  for (int i = n / 2; i <= n / 2; i++) {{
    if (i > n) {{
      break;
    }} else {{
      if (i * i > m) return;
    }}
    // lcm: model time = 1 s
    mark();
  }}
}}''']
RUN = '''#include <stdio.h>
static long count[{n}];
static int look(int k) {{ return (k * 7 + 3) % 5; }}
'''
TELL = '  for (int i = 0; i < {n}; i++) printf("%ld\\n", count[i]);\n'


def program(rng, below):
    """Return the lines of a program, and where each function begins; one with
    numbers below zero where `below`."""
    writer = signs.Signed if below else Writer
    lines = HEAD.splitlines()
    begins = []
    for k in range(FUNCTIONS):
        begins.append(len(lines) + 1)
        lines += FIXED[k].format(k).splitlines() if k < len(FIXED) else \
            writer(rng, f'f{k}').function()
    begins.append(len(lines) + 1)
    return lines, begins


def executed(folder, cc, lines, begins, size):
    """Return how often each line with mark() is executed."""
    n = len(lines) + 1
    text = [line.replace('mark();', f'count[{i + 1}]++;')
            for i, line in enumerate(lines)]
    text[:2] = ['', '']
    main = ['int main(void) {']
    main += [f'  f{k}({size[0]}, {size[1]});' for k in range(len(begins) - 1)]
    source = folder / 'run.c'
    source.write_text(RUN.format(n=n) + '\n'.join(text + main) + '\n'
                      + TELL.format(n=n) + '  return 0;\n}\n')
    subprocess.run([cc, '-std=c17', '-O0', '-w', '-o', folder / 'run', source],
                   check=True)
    out = subprocess.run([folder / 'run'], check=True, capture_output=True,
                         text=True, timeout=60)
    counts = [int(word) for word in out.stdout.split()]
    return {i + 1: counts[i + 1] for i, line in enumerate(lines)
            if 'mark();' in line}


def call(lcm, *args):
    """Return the JSON that a command prints."""
    out = subprocess.run([lcm, *args, '--format', 'json'], text=True,
                         capture_output=True, timeout=300)
    if out.returncode:
        sys.exit(f'{args}: {out.returncode}\n{out.stderr}')
    return json.loads(out.stdout)


def line_of(place):
    if isinstance(place, dict):
        return place['line']
    return int(place.rsplit(':', 2)[1]) if place else 0


def predicted(lcm, lines, begins, size):
    """Return what lcm predict says of each line, and the lines of what it does
    not know."""
    text = lines + ['int main(void) {']
    text += [f'  f{k}({size[0]}, {size[1]});' for k in range(len(begins) - 1)]
    pathlib.Path('input.c').write_text('\n'.join(text) + '\n  return 0;\n}\n')
    out = call(lcm, 'predict', 'input.c', '-D', 'p=1', '--nodes')
    counts = {}
    point = out['points'][0]
    for node in point['nodes']:
        if node['kind'] == 'call' and node['label'] == 'mark()':
            line = line_of(node['range'])
            counts[line] = counts.get(line, 0) + node['time']
    unknown = [line_of(one['range']) for key in ('unknown', 'guessed')
               for one in point.get(key) or out.get(key) or []]
    return counts, unknown + tossed(lcm)


def tossed(lcm):
    """Return the lines of conditions that are taken as likely as not: lcm
    predict names those that more than 1 % of the time hangs on."""
    out = subprocess.run([lcm, 'cat', 'input.c'], text=True, check=True,
                         capture_output=True, timeout=300)
    found, line = [], 0
    for text in out.stdout.splitlines():
        place = re.search(r' @:(\d+):', text)
        line = int(place[1]) if place else line
        if re.search('attribute (probability "default"|undecided)|'
                     'assume "loops that', text):
            found.append(line)
    return found


def counted(lcm, size):
    """Return what lcm analyze --costs says of each line, the lines of its
    estimates, and those of its notes."""
    out = call(lcm, 'analyze', '--costs', 'input.c', '-D', f'n={size[0]}',
               '-D', f'm={size[1]}')
    counts, notes = {}, []
    for function in out['functions']:
        for row in function['rows']:
            if row['kind'] != 'call' or row['label'] != 'mark()':
                continue
            line = line_of(row['range'])
            old = counts.get(line, 0)
            value = row['runs']['value']
            counts[line] = None if value is None or old is None else old + value
        notes += [line_of(note['range']) for note in function['notes']
                  if 'not in the sources' not in note['text']]
    return counts, notes


def where(line, begins):
    """Return the number of the function that `line` is in, from 1."""
    return sum(begin <= line for begin in begins)


def differences(real, said, unknown, begins):
    """Yield the lines of which something else is said than what happens, once
    for each function: its number, the line, and both counts."""
    seen = {where(line, begins) for line in unknown}
    for line, count in real.items():
        at = where(line, begins)
        if at not in seen and said.get(line, 0) not in (count, None):
            seen.add(at)
            yield at, line, count, said.get(line, 0)


def show(lines, begins, at):
    """Print the function number `at`."""
    for i in range(begins[at - 1] - 1, begins[at] - 1):
        print(f'{i + 1:4}  {lines[i]}')


def main(lcm, cc, programs=PROGRAMS, seed=SEED):
    wrong = total = 0
    named = {'predict': 0, 'costs': 0}
    lcm = os.path.abspath(lcm)
    for k in range(int(programs)):
        rng = random.Random(int(seed) + k)
        below = k % 4 == 3
        sizes = signs.SIZES if below else SIZES
        lines, begins = program(rng, below)
        size = sizes[(int(seed) + k) % len(sizes)]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            os.chdir(folder)
            real = executed(folder, cc, lines, begins, size)
            total += len(begins) - 1
            for what, (said, unknown) in (
                    ('predict', predicted(lcm, lines, begins, size)),
                    ('costs', counted(lcm, size))):
                named[what] += len({where(line, begins) for line in unknown})
                for at, line, count, other in differences(real, said, unknown,
                                                          begins):
                    wrong += 1
                    if wrong > MOST_SHOWN:
                        continue
                    print(f'seed {int(seed) + k}, {what}, n, m = {size}: line '
                          f'{line} runs {count} times, lcm says {other}')
                    show(lines, begins, at)
            os.chdir('/')
    print(f'{total} functions, {wrong} wrong; something not known in '
          f'{named["predict"]} (predict), {named["costs"]} (costs)')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
