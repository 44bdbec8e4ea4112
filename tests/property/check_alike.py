#!/usr/bin/env python3
"""Compares loops whose iterations differ by conditions with the same iterations
written one after the other.

A random program has a loop over steps in which work, parallel regions with
ordered loops and critical sections, and branches by what the step is stand
beside each other; some of it takes longer from step to step, and some is plain
code under conditions.  The same program is written without that loop, each step
by itself and each condition decided, or plain code in a loop of that one step.
Both have to take the same time, with the same losses, and every piece of work
has to be executed as often and take as long in all.

LCM_PROPERTY_SEEDS is which programs (first:last).

usage: check_alike.py LCM [SEEDS]
"""
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

P = '1,3,4'


def work(number, time):
    """Return the text of a piece of work, whose place is its number: binary
    fractions of a second, so that what happens at the same time does so exactly."""
    return [f'// lcm: model time = {time} / 1048576 * 1 s', f'w{number}[0] += 1;']


class Program:
    """A random program."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.steps = self.rng.randrange(4, 13)
        self.pieces = 0
        self.tree = [self.part(0) for _ in range(self.rng.randrange(1, 4))]
        # a loop of plain code alone is one fragment
        self.tree.append(self.region())

    def piece(self):
        self.pieces += 1
        grows = self.rng.random() < 0.15
        return ('work', self.pieces, self.rng.choice([1, 2, 5, 12]), grows)

    def condition(self, simple=False):
        a = self.rng.randrange(2, 5)
        b = self.rng.randrange(a)
        return self.rng.choice(
            [(f'step == {b}', lambda s: s == b),
             (f'step < {a}', lambda s: s < a),
             (f'step == {self.steps} - 1', lambda s: s == self.steps - 1),
             (f'step == {b} || step > {a}', lambda s: s == b or s > a),
             (f'step % {a} == {b}', lambda s: s % a == b),
             (f'step % 2 == 0 || step == {b}',
              lambda s: s % 2 == 0 or s == b)][:3 if simple else None])

    def region(self):
        parts = []
        for _ in range(self.rng.randrange(1, 4)):
            kind = self.rng.choice(['ordered', 'for', 'critical', 'rounds'])
            parts.append((kind, self.rng.choice([2, 4, 7]), self.piece(),
                          self.piece(), self.condition()))
        return ('region', parts)

    def part(self, depth):
        kinds = ['work', 'region'] + ['branch'] * 2 * (depth < 2)
        kind = self.rng.choice(kinds + ['plain'] * (depth == 0))
        if kind == 'work':
            return self.piece()
        if kind == 'region':
            return self.region()
        if kind == 'plain':
            # others are work of their own, which a loop of one step has not
            return ('plain', self.condition(True), self.rng.randrange(1, 4))
        other = self.part(depth + 1) if self.rng.random() < 0.5 else None
        return ('branch', self.condition(), self.part(depth + 1), other)

    # ---- text: "step" is its value, or None where the loop has it ----------

    def piece_text(self, piece, step):
        _, number, time, grows = piece
        at = 'step' if step is None else step
        return work(number, f'({time} + {at})' if grows else time)

    def inner_text(self, part, step):
        kind, n, one, two, (text, holds) = part
        first, second = (self.piece_text(x, step) for x in (one, two))
        if kind == 'critical':
            return ['#pragma omp critical', '{', *first, '}', *second]
        loop = f'for (int i = 0; i < {n}; i++) {{'
        if kind == 'ordered':
            return ['#pragma omp for ordered schedule(static, 1)', loop, *first,
                    '#pragma omp ordered', '{', *second, '}', '}']
        # iterations that differ by what the index is, also in rounds
        rows = ['#pragma omp for schedule(static)' +
                (' nowait' if kind == 'rounds' else ''), loop,
                'if (i > 0) {', *first, '}', *second, '}']
        if kind == 'rounds':
            return ['for (int k = 0; k < 3; k++) {', *rows,
                    '#pragma omp critical', '{', *first, '}', '}',
                    '#pragma omp barrier']
        if step is None:
            return [f'if ({text}) {{', *rows, '}']
        return rows if holds(step) else []

    def text_of(self, part, step):
        kind = part[0]
        if kind == 'work':
            return self.piece_text(part, step)
        if kind == 'region':
            inner = [line for x in part[1] for line in self.inner_text(x, step)]
            return ['#pragma omp parallel', '{', *inner, '}']
        if kind == 'plain':
            _, (text, _), n = part
            code = [f'if ({text}) {{', *['x[0] = x[1] * 2.0 + x[2];'] * n, '}']
            return code if step is None else \
                [f'for (int step = {step}; step <= {step}; step++) {{', *code,
                 '}']
        _, (text, holds), then, other = part
        if step is None:
            rest = ['} else {', *self.text_of(other, step)] if other else []
            return [f'if ({text}) {{', *self.text_of(then, step), *rest, '}']
        if holds(step):
            return self.text_of(then, step)
        return self.text_of(other, step) if other else []

    def source(self, unrolled):
        names = ', '.join(f'w{i + 1}[4]' for i in range(self.pieces))
        body = []
        if unrolled:
            for step in range(self.steps):
                for part in self.tree:
                    body += self.text_of(part, step)
        else:
            body = [f'for (int step = 0; step < {self.steps}; step++) {{']
            for part in self.tree:
                body += self.text_of(part, None)
            body.append('}')
        declared = 'static volatile double x[4];\n'
        declared += f'static volatile int {names};\n' if names else ''
        return (declared + 'int main(void) {\n' + '\n'.join(body) +
                '\nreturn 0;\n}\n')


def predict(lcm, folder, name, text):
    """Return what lcm says of the program "text"."""
    path = folder / name
    path.write_text(text)
    run = subprocess.run(
        [lcm, 'predict', path, '-D', f'p={P}', '--machine', 'none', '--nodes',
         '--format', 'json', '--', '-fopenmp'], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def is_near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-9)


def pieces_of(point, text):
    """Return the executions and processor-time of each piece of work."""
    lines = text.splitlines()
    found = collections.defaultdict(lambda: [0.0, 0.0])
    for node in point['nodes']:
        line = lines[int(node['range'].split(':')[-2]) - 1]
        if node['kind'] != 'fragment' or not line.startswith('w'):
            continue
        name = line.split('[')[0]
        found[name][0] += node['visits']
        found[name][1] += sum(node['lost'].values())
    return found


def check(lcm, folder, seed):
    """Return what is wrong with the program of "seed"."""
    program = Program(seed)
    texts = [program.source(unrolled) for unrolled in (False, True)]
    rolled, unrolled = (predict(lcm, folder, f'{n}.c', t)['points']
                        for n, t in zip(('rolled', 'unrolled'), texts))
    for a, b in zip(rolled, unrolled):
        where = f'seed {seed}, p = {a["env"]["p"]}'
        if not is_near(a['time'], b['time']):
            return f'{where}: {a["time"]} s, written out {b["time"]} s'
        for name in set(a['lost']) | set(b['lost']):
            if not is_near(a['lost'].get(name, 0), b['lost'].get(name, 0)):
                return f'{where}: {name} {a["lost"]}, written out {b["lost"]}'
        one, two = pieces_of(a, texts[0]), pieces_of(b, texts[1])
        for name in set(one) | set(two):
            if not all(is_near(x, y) for x, y in zip(one[name], two[name])):
                return (f'{where}: {name} {one[name]}, written out '
                        f'{two[name]}')
    return None


def main():
    lcm = sys.argv[1]
    seeds = sys.argv[2] if len(sys.argv) > 2 else \
        os.environ.get('LCM_PROPERTY_SEEDS', '1:60')
    first, last = (int(x) for x in seeds.split(':'))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last + 1):
            wrong = check(lcm, pathlib.Path(folder), seed)
            if wrong:
                sys.exit(wrong)
    print(f'{last - first + 1} programs')


if __name__ == '__main__':
    main()
