#!/usr/bin/env python3
"""Compares how often lcm says that statements run with how often they do.

Each program has many functions with loops that are left early, go in odd
steps, have two conditions or indices, test at their end, or are tiles with a
rest; in them stand calls of mark().  The program is built with a counter in
the place of every such call, and run.  What `lcm predict --nodes` and `lcm
analyze --costs` say of the line of a call must be the count, unless the same
output names what is not known, with a place in that function.

usage: check_trips.py LCM CC [PROGRAMS [SEED]]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, SEED, FUNCTIONS = 3, 1, 60
SIZES = ((13, 4), (7, 9), (24, 3), (1, 5), (10, 10))
HEAD = '''void mark(void);
int look(int k);
'''
RUN = '''#include <stdio.h>
static long count[{n}];
static int look(int k) {{ return (k * 7 + 3) % 5; }}
'''
TELL = '  for (int i = 0; i < {n}; i++) printf("%ld\\n", count[i]);\n'


class Writer:
    """Writes one function at random."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.lines = []
        self.fresh = 0
        self.labels = []

    def new(self, word):
        self.fresh += 1
        return f'{word}{self.fresh}'

    def put(self, depth, text):
        self.lines.append('  ' * depth + text)

    def mark(self, depth):
        self.put(depth, '// lcm: model time = 1 s')
        self.put(depth, 'mark();')

    def value(self, names):
        rng = self.rng
        return rng.choice([str(rng.randint(0, 12)), 'n', 'm', 'm + 2',
                           'n - 3', 'n / 2', '2 * m',
                           rng.choice(names) if names else '5'])

    def test(self, names):
        """Return a condition on the indices `names` around."""
        rng = self.rng
        i = rng.choice(names) if names else 'm'
        return rng.choice([
            f'{i} == {self.value([])}', f'{i} > {self.value([])}',
            f'{i} >= {self.value([])}',
            f'({i} + 30) % 3 == {rng.randint(0, 2)}',
            f'{i} * {i} > {self.value([])}', f'{i} != {rng.randint(0, 3)}',
            f'{i} + {self.value(names)} > {self.value([])}',
            f'n > {rng.randint(0, 15)}',
            f'{i} == 3 || {i} == {self.value([])}',
            f'{i} > 1 && {i} % 2 == {rng.randint(0, 1)}',
            f'!({i} < {self.value([])})'])

    def jump(self, loops):
        """Return a jump out of one of `loops` loops around."""
        if not loops or self.rng.random() < 0.25:
            return 'return;'
        return self.rng.choice(['break;', 'break;', 'break;', 'continue;'])

    def leave(self, depth, names, loops):
        """Write a branch that leaves, in one of several shapes."""
        rng = self.rng
        shape = rng.randrange(6)
        test = self.test(names)
        if rng.random() < 0.08:
            self.put(depth, f'if (look({names[-1] if names else "m"}) == 2) '
                     f'{self.jump(loops)}')
            return
        if shape < 3:
            self.put(depth, f'if ({test}) {self.jump(loops)}')
            return
        self.put(depth, f'if ({test}) {{')
        if shape == 3:
            self.mark(depth + 1)
            self.put(depth + 1, self.jump(loops))
        elif shape == 4:
            self.put(depth + 1, f'if ({self.test(names)}) {self.jump(loops)}')
            self.mark(depth + 1)
        else:
            self.mark(depth + 1)
            self.put(depth, '} else {')
            self.put(depth + 1, self.jump(loops))
        self.put(depth, '}')

    def body(self, depth, names, loops, step=None, nest=2):
        """Write statements; `step` comes last and has no `continue` before."""
        rng = self.rng
        for _ in range(rng.randint(1, 3)):
            what = rng.random()
            if what < 0.4 or (step and what < 0.5):
                self.mark(depth)
            elif what < 0.6 and (not step or rng.random() < 0.5):
                at = len(self.lines)
                self.leave(depth, names, loops)
                if step:
                    self.lines[at:] = [
                        line.replace('continue;', 'break;')
                        for line in self.lines[at:]]
            elif what < 0.8 and nest:
                self.loop(depth, names, loops, nest)
            elif what < 0.9:
                self.arms(depth, names, loops)
            else:
                self.mark(depth)
        if step:
            self.put(depth, step)

    def arms(self, depth, names, loops):
        """Write a variable that both arms of a branch set, and a loop."""
        rng = self.rng
        v = self.new('v')
        if rng.random() < 0.5:
            self.put(depth, f'int {v};')
            self.put(depth, f'if ({self.test(names)}) {v} = '
                     f'{self.value(names)};')
            self.put(depth, f'else {v} = {self.value(names)};')
        else:
            self.put(depth, f'int {v} = {self.value(names)};')
            self.put(depth, f'if ({self.test(names)}) {v} = '
                     f'{self.value(names)};')
        i = self.new('i')
        self.put(depth, f'for (int {i} = 0; {i} < {v}; {i}++)')
        self.mark(depth + 1)

    def loop(self, depth, names, loops, nest):
        rng = self.rng
        i = self.new('i')
        low, high = self.value(names), self.value(names)
        inner = names + [i]
        kind = rng.randrange(13)
        step = rng.choice([1, 1, 1, 2, 3])
        plus = f'{i}++' if step == 1 else f'{i} += {step}'
        minus = f'--{i}' if step == 1 else f'{i} -= {step}'
        head = last = tail = None
        if kind < 4:
            less = rng.choice(['<', '<='])
            head = f'for (int {i} = {low}; {i} {less} {high}; {plus}) {{'
        elif kind == 4:
            more = rng.choice(['>', '>='])
            head = f'for (int {i} = {high}; {i} {more} {low}; {minus}) {{'
        elif kind == 5:
            head = (f'for (int {i} = {low}; {i} < {high} && '
                    f'{i} < {self.value(names)}; {plus}) {{')
        elif kind == 6:
            self.put(depth, f'int {i} = {low};')
            head, last = f'while ({i} < {high}) {{', f'{plus};'
        elif kind == 7:
            self.put(depth, f'int {i} = {low};')
            head, last, tail = 'do {', f'{plus};', f'}} while ({i} < {high});'
        elif kind == 8:
            self.put(depth, f'int {i} = {rng.choice(["n", "m", "6"])};')
            head = rng.choice([f'while ({i}--) {{', f'while ({i}-- > 0) {{',
                               f'while (--{i} > 0) {{'])
        elif kind == 9:
            head = f'for (int {i} = 1; {i} < {high}; {i} *= 2) {{'
        elif kind == 10:
            j = self.new('j')
            head = (f'for (int {i} = 0, {j} = {high}; {i} < {j}; '
                    f'{i}++, {j}--) {{')
        elif kind == 11:
            by = rng.choice([0.5, 0.25, 1.5])
            head = f'for (double {i} = 0; {i} < {high}; {i} += {by}) {{'
            inner = names
        else:
            e, size = self.new('e'), rng.choice([2, 4, 5])
            self.put(depth, f'for (int {i} = 0; {i} < n; {i} += {size}) {{')
            shape = rng.randrange(3)
            if shape == 0:
                self.put(depth + 1, f'int {e} = {i} + {size};')
                self.put(depth + 1, f'if ({e} > n) {e} = n;')
            elif shape == 1:
                self.put(depth + 1, f'int {e} = {i} + {size} < n ? '
                         f'{i} + {size} : n;')
            else:
                self.put(depth + 1, f'int {e};')
                self.put(depth + 1, f'if ({i} + {size} > n) {e} = n; '
                         f'else {e} = {i} + {size};')
            j = self.new('j')
            self.put(depth + 1, f'for (int {j} = {i}; {j} < {e}; {j}++) {{')
            self.body(depth + 2, inner + [j], loops + 2, None, nest - 1)
            self.put(depth + 1, '}')
            self.put(depth, '}')
            return
        self.put(depth, head)
        self.body(depth + 1, inner, loops + 1, last, nest - 1)
        self.put(depth, tail or '}')

    def function(self):
        self.put(0, f'void {self.name}(int n, int m) {{')
        self.put(1, '(void)n, (void)m;')
        self.loop(1, [], 0, 2)
        if self.rng.random() < 0.4:
            self.mark(1)
        if self.rng.random() < 0.3:
            self.loop(1, [], 0, 1)
        self.put(0, '}')
        return self.lines


def program(rng):
    """Return the lines of a program, and where each function begins."""
    lines = HEAD.splitlines()
    begins = []
    for k in range(FUNCTIONS):
        begins.append(len(lines) + 1)
        lines += Writer(rng, f'f{k}').function()
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
    unknown = [line_of(one['range']) for one in point.get('unknown')
               or out.get('unknown') or []]
    return counts, unknown


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
        lines, begins = program(rng)
        size = SIZES[(int(seed) + k) % len(SIZES)]
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
                    if wrong > 5:
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
