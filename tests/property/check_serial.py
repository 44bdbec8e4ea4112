#!/usr/bin/env python3
"""Compares what lcm counts of choices in serial loops with what is executed.

Each program has functions of nested loops without calls, in which an `if`, a
`switch`, a `?:` or a `continue` decides by indices, arguments, or elements of
an array that nobody knows.  The program is built with a counter in the place of
every operation, and run.  The time of `lcm predict` on a machine where nothing
but operations costs something must be the count, unless the same output names
what is not known, with a place in that function.  (Where no floating-point
operation is executed, those on whole numbers count, which are not compared.)

usage: check_serial.py LCM CC [PROGRAMS [SEED]]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, SEED, FUNCTIONS = 1, 1, 120
SIZES = ((13, 4), (7, 9), (24, 3), (1, 5), (10, 10))
MACHINE = {'schema': 'lcm-machine/1', 'name': 'one', 'processors': 1,
           'costs': {'flop': 1, 'byte': 0, 'fork': 0, 'barrier': 0}}
HEAD = '''static double t;
int flags[64];
'''
RUN = '''#include <stdio.h>
static long count;
static int flags[64];
'''


class Writer:
    """Writes one function at random."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.lines, self.fresh = [], 0

    def put(self, depth, text):
        self.lines.append('  ' * depth + text)

    def value(self, names):
        return self.rng.choice([str(self.rng.randint(0, 12)), 'n', 'm', 'n - 3',
                                'm + 2', 'n / 2',
                                self.rng.choice(names) if names else '5'])

    def test(self, names):
        """Return a condition, sometimes one that nobody knows."""
        rng = self.rng
        i = rng.choice(names) if names else 'm'
        if rng.random() < 0.06:
            return f'flags[{i} & 63]'
        return rng.choice([
            f'{i} < {self.value(names)}', f'{i} == {self.value(names)}',
            f'{i} % 3 == {rng.randint(0, 2)}', f'{i} != {rng.randint(0, 3)}',
            f'n > {rng.randint(0, 15)}', f'!({i} >= {self.value(names)})',
            f'{i} > 1 && {i} % 2 == {rng.randint(0, 1)}',
            f'{i} == 3 || {i} + m > {self.value([])}'])

    def work(self, depth):
        self.put(depth, 't = t * 2.0;')

    def choice(self, depth, names, loops, nest):
        rng = self.rng
        kind = rng.random()
        if kind < 0.25 and loops:
            self.put(depth, f'if ({self.test(names)})')
            self.put(depth + 1, 'continue;')
        elif kind < 0.4:
            self.put(depth, f't = {self.test(names)} ? t * 2.0 : t * 2.0 * 3.0;')
        elif kind < 0.7:
            self.put(depth, f'if ({self.test(names)}) {{')
            self.block(depth + 1, names, loops, nest)
            if rng.random() < 0.5:
                self.put(depth, '} else {')
                self.block(depth + 1, names, loops, nest)
            self.put(depth, '}')
        else:
            self.switch(depth, names, loops, nest)

    def switch(self, depth, names, loops, nest):
        rng = self.rng
        by = rng.choice(names + ['m', 'n'])
        by = rng.choice([by, f'{by} % 4', f'{by} & 3'])
        self.put(depth, f'switch ({by}) {{')
        labels = [f'case {k}:' for k in range(rng.randint(1, 4))]
        if rng.random() < 0.6:
            labels.insert(rng.randrange(len(labels) + 1), 'default:')
        for label in labels:
            self.put(depth, label)
            if rng.random() < 0.15:
                continue
            self.block(depth + 1, names, loops, nest)
            if rng.random() < 0.8:
                self.put(depth + 1, 'break;')
        self.put(depth + 1, ';')
        self.put(depth, '}')

    def block(self, depth, names, loops, nest):
        for _ in range(self.rng.randint(1, 2)):
            what = self.rng.random()
            if what < 0.5 or not nest:
                self.work(depth)
            elif what < 0.8:
                self.choice(depth, names, loops, nest - 1)
            else:
                self.loop(depth, names, loops, nest - 1)

    def loop(self, depth, names, loops, nest):
        rng = self.rng
        self.fresh += 1
        i = f'i{self.fresh}'
        low, high = rng.choice(['0', '1', 'm']), self.value(names)
        head = rng.choice([
            f'for (int {i} = {low}; {i} < {high}; {i}++) {{',
            f'for (int {i} = {low}; {i} <= {high}; {i}++) {{',
            f'for (int {i} = {low}; {i} < {high}; {i} += 2) {{',
            f'for (int {i} = {high}; {i} > {low}; {i}--) {{',
            f'for (int {i} = 1; {i} * {i} <= {high}; {i}++) {{'])
        self.put(depth, head)
        self.block(depth + 1, names + [i], loops + 1, nest)
        self.choice(depth + 1, names + [i], loops + 1, nest)
        self.work(depth + 1)
        self.put(depth, '}')

    def function(self):
        self.put(0, f'void {self.name}(int n, int m) {{')
        self.put(1, '(void)n, (void)m;')
        self.loop(1, [], 0, self.rng.randint(1, 3))
        self.put(0, '}')
        return self.lines


def program(rng):
    """Return the lines of a program, and where each function begins."""
    lines, begins = HEAD.splitlines(), []
    for k in range(FUNCTIONS):
        begins.append(len(lines) + 1)
        lines += Writer(rng, f'f{k}').function()
    begins.append(len(lines) + 1)
    return lines, begins


def executed(folder, cc, lines, size):
    """Return how many operations each function executes."""
    text = [line.replace('t * 2.0 * 3.0', '(count += 2, 0)')
            .replace('t * 2.0', '(count += 1, 0)') for line in lines]
    text[0], text[1] = 'static double t;', ''
    text += ['int main(void) {']
    for k in range(FUNCTIONS):
        text.append(f'  count = 0; f{k}({size[0]}, {size[1]}); '
                    'printf("%ld\\n", count);')
    source = folder / 'run.c'
    source.write_text(RUN + '\n'.join(text) + '\n  return t > 1;\n}\n')
    subprocess.run([cc, '-std=c17', '-O1', '-w', '-o', folder / 'run', source],
                   check=True)
    out = subprocess.run([folder / 'run'], capture_output=True, text=True,
                         timeout=60, check=False)
    return [int(word) for word in out.stdout.split()]


def line_of(place):
    """Return the line of a place, or 0."""
    return int(place.rsplit(':', 2)[1]) if place else 0


def predicted(lcm, lines, size):
    """Return what lcm says of each function, and the lines of what it does not
    know."""
    text = lines + ['int main(void) {']
    text += [f'  f{k}({size[0]}, {size[1]});' for k in range(FUNCTIONS)]
    pathlib.Path('input.c').write_text('\n'.join(text) + '\n  return 0;\n}\n')
    pathlib.Path('one.json').write_text(json.dumps(MACHINE))
    done = subprocess.run(
        [lcm, 'predict', 'input.c', '-D', 'p=1', '--nodes', '--machine',
         'one.json', '--no-cache', '--format', 'json'], text=True,
        capture_output=True, timeout=300, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    out = json.loads(done.stdout)
    times = [0.0] * FUNCTIONS
    for node in out['points'][0]['nodes']:
        at = line_of(node['range']) - len(lines) - 2
        if node['kind'] == 'call' and 0 <= at < FUNCTIONS:
            times[at] += node['time']
    named = [line_of(one['range']) for key in ('unknown', 'guessed')
             for one in out.get(key) or []]
    return times, named


def main(lcm, cc, programs=PROGRAMS, seed=SEED):
    """Check random programs; return the exit status."""
    lcm, wrong, total, open_ones = os.path.abspath(lcm), 0, 0, 0
    for k in range(int(programs)):
        rng = random.Random(int(seed) * 100003 + k)
        size = SIZES[k % len(SIZES)]
        with tempfile.TemporaryDirectory() as name:
            os.chdir(name)
            lines, begins = program(rng)
            real = executed(pathlib.Path(name), cc, lines, size)
            said, named = predicted(lcm, lines, size)
            for at in range(FUNCTIONS):
                text = lines[begins[at] - 1:begins[at + 1] - 1]
                total += 1
                if any('flags[' in line for line in text) or any(
                        begins[at] <= line < begins[at + 1] for line in named):
                    open_ones += 1
                elif real[at] and abs(real[at] - said[at]) > 1e-6 * max(1, real[at]):
                    wrong += 1
                    if wrong < 4:
                        print(f'seed {seed} program {k}, n, m = {size}: '
                              f'{real[at]} executed, {said[at]} said')
                        print('\n'.join(text))
            os.chdir('/')
    print(f'{total} functions, {open_ones} of them open, {wrong} wrong')
    return 0 if not wrong and open_ones < total / 2 else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
