#!/usr/bin/env python3
"""Distributions of random structures against an independent simulation.

chance_oracle.c draws the time of a structure; lcm predicts its distribution
from a program with the same structure in its comments.  Where the law is
composed, mean and variance are those of the samples within 2 % and three
standard errors, where it is simulated within 10 %; the 5th, 50th, 95th and 99th
percentile lie within as much of what the samples have half a per cent and three
standard errors beside it (a law of few values jumps there).

A fourth as many structures again are calls that go on by chance, as calls or as
tasks of one thread.

usage: check_distribution.py LCM CC [STRUCTURES [SAMPLES [DRAWS [FIRST]]]]
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

P = 4
HERE = pathlib.Path(__file__).parent


class Structure:
    """A random structure, as a tree for the oracle and as C for lcm."""

    def __init__(self, seed, recursive):
        self.random = random.Random(seed)
        self.functions = []
        self.draws = []
        self.simulated = False
        self.tree, self.code = self.recursion() if recursive \
            else self.series(2, True)

    def cost(self):
        """Return a cost: its tree, and its statement."""
        r = self.random
        kind = r.choice('ceunb')
        a, b = r.choice([1, 2, 5, 40]), r.choice([1, 3, 7])
        if kind == 'c':
            return f'c {a}', f'// lcm: model time = {a} s\nwork();'
        name = f'x{len(self.draws)}'
        chance = r.choice([0.1, 0.5, 0.8])
        draw, model, tree = {
            'e': (f'exponential({b})', f'{a} + {name}', f'e {a} {b}'),
            'u': (f'uniform({a}, {a + b})', name, f'u {a} {a + b}'),
            'n': (f'normal({10 * b}, {b})', name, f'n {10 * b} {b}'),
            'b': (f'prob({chance})', f'{a} + {10 * b} * {name}',
                  f'b {a} {10 * b} {chance}')}[kind]
        self.draws.append(f'// lcm: random {name} = {draw}')
        return tree, f'// lcm: model time = ({model}) * 1 s\nwork();'

    def series(self, depth, wide):
        """Return a few structures one after the other."""
        parts = [self.part(depth, wide)
                 for _ in range(self.random.randrange(1, 4))]
        return (f's {len(parts)} ' + ' '.join(tree for tree, _ in parts),
                '\n'.join(code for _, code in parts))

    def branch(self, depth, wide):
        """Return a choice by chance."""
        chance = self.random.choice([0.05, 0.3, 0.5, 0.9])
        tree, code = self.series(depth - 1, wide)
        code = f'// lcm: prob {chance}\nif (chance()) {{\n{code}\n}}'
        if self.random.random() < 0.5:
            return f'? 1 {chance} {tree}', code
        other, more = self.series(depth - 1, wide)
        return (f'? 2 {chance} {tree} {1 - chance:.17g} {other}',
                f'{code} else {{\n{more}\n}}')

    def calls(self):
        """Return a tree of calls."""
        name = f'fib{len(self.functions)}'
        n, chance = self.random.randrange(3, 9), 0.6
        tree, code = self.cost()
        self.functions.append(
            f'void {name}(int n) {{\nif (n < 2)\nreturn;\n'
            f'// lcm: prob {chance}\nif (chance()) {{\n{code}\n}}\n'
            f'{name}(n - 1);\n{name}(n - 2);\n}}')
        return f'f {n} {chance} {tree}', f'{name}({n});'

    def recursion(self):
        """Return calls that go on by chance, now and then as tasks of one
        thread, or a few times over, after something else."""
        r = self.random
        copies, chance = r.choice([(1, 0.5), (1, 0.8), (2, 0.1), (2, 0.3),
                                   (3, 0.2)])
        self.simulated = tasks = r.random() < 0.3
        times = 1 if tasks else r.choice([1, 1, 3, 20])
        call = f'go({r.choice(["n", "n", "n", "n + 1"])});\n'
        task = '#pragma omp task\n' if tasks else ''
        tree, code = self.cost()
        self.functions.append(
            f'void go(int n) {{\n{code}\n// lcm: prob {chance}\n'
            f'if (chance()) {{\n{(task + call) * copies}'
            + ('#pragma omp taskwait\n' if tasks else '') + '}\n}')
        before, first = self.cost()
        start = '#pragma omp parallel num_threads(1)\n#pragma omp single\n' \
            if tasks else f'for (int k = 0; k < {times}; k++)\n'
        return (f's 2 {before} l {times} g {copies} {chance} {tree}',
                f'{first}\n{start}go(1);')

    def team(self):
        """Return what a team does."""
        r = self.random
        kind = r.choice('pprqd')
        tree, code = self.series(1, False)
        if kind in 'pd':
            n = r.choice([3, 4, 10, 40])
            self.simulated = self.simulated or kind == 'd'
            word = 'static' if kind == 'p' else 'dynamic'
            return (f'{kind} {P} {n} {tree}',
                    f'#pragma omp parallel for schedule({word})\n'
                    f'for (int i = 0; i < {n}; i++) {{\n{code}\n}}')
        if kind == 'r':
            return f'r {P} {tree}', f'#pragma omp parallel\n{{\n{code}\n}}'
        other, more = self.series(1, False)
        return (f'q 2 {tree} {other}',
                '#pragma omp parallel sections\n{\n#pragma omp section\n{\n'
                f'{code}\n}}\n#pragma omp section\n{{\n{more}\n}}\n}}')

    def part(self, depth, wide):
        """Return a structure; "wide": it may have a team."""
        kind = self.random.randrange(5 if depth else 1)
        if kind == 1:
            n = self.random.choice([2, 3, 20, 200])
            tree, code = self.series(depth - 1, False)
            return (f'l {n} {tree}',
                    f'for (int k = 0; k < {n}; k++) {{\n{code}\n}}')
        if kind == 2:
            return self.branch(depth, wide)
        if kind == 3:
            return self.calls()
        if kind == 4 and wide:
            return self.team()
        return self.cost()

    def text(self):
        """Return the program."""
        return '\n'.join(self.draws + ['void work(void);', 'int chance(void);']
                         + self.functions + ['void entry(void) {', self.code,
                                             '}', ''])


def predict(lcm, folder, structure, more=()):
    """Return the distribution of "structure"."""
    source = folder / 'input.c'
    source.write_text(structure.text())
    done = subprocess.run(
        [lcm, 'predict', '--no-cache', '--machine', 'none', '--format', 'json',
         '--distribution', '--entry', 'entry', '-D', f'p={P}', *more, source],
        capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr + structure.text())
    return json.loads(done.stdout)['points'][0]


def differences(point, samples, n, worst):
    """Yield where "point" is not what "samples", "n" of them, say."""
    share = 0.1 if point['simulated'] else 0.02
    mean, variance = samples[:2]
    if point['mean'] is None:
        yield 'no time: ' + str(point['reason'])
        return
    deviation = math.sqrt(variance)
    n = min(n, point['simulated'] or n)
    for what, got, want, error in [
            ('mean', point['mean'], mean, deviation / math.sqrt(n)),
            ('variance', point['deviation'] ** 2, variance, variance *
             math.sqrt(max(point['kurtosis'] + 2, 0.5) / n))]:
        word = point['by'], what
        off = abs(got - want)
        if want > 0:
            worst[word] = max(worst.get(word, 0), off / want)
        if off > share * want + 3 * error:
            yield f'{what}: {got} instead of {want}'
    for key, low, high in (('5', 2, 3), ('50', 4, 5), ('95', 6, 7),
                           ('99', 8, 9)):
        got = point['percentiles'][key]
        off = max(samples[low] - got, got - samples[high], 0)
        word = point['by'], 'p' + key
        worst[word] = max(worst.get(word, 0), off / max(abs(got), 1e-9))
        if off > share * abs(got) + 1e-6 * deviation:
            yield (f'percentile {key}: {got} instead of {samples[low]} .. '
                   f'{samples[high]}')


def main():
    """Check some structures."""
    lcm, compiler = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    most = sys.argv[4] if len(sys.argv) > 4 else '20000'
    draws = sys.argv[5] if len(sys.argv) > 5 else '2e6'
    first = int(sys.argv[6]) if len(sys.argv) > 6 else 0
    faults = 0
    worst = {}
    ways = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        oracle = folder / 'oracle'
        subprocess.run([compiler, '-O2', '-o', oracle,
                        HERE / 'chance_oracle.c', '-lm'], check=True)
        for i in range(first, first + count + (count + 3) // 4):
            recursive = i >= first + count
            seed = i - count if recursive else i
            structure = Structure(seed, recursive)
            point = predict(lcm, folder, structure,
                            ['--replications', '500'] if count < 10 else [])
            done = subprocess.run([oracle, most, str(seed), draws,
                                   str(point['simulated'])],
                                  input=structure.tree, capture_output=True,
                                  text=True, check=True)
            n, *samples = [float(word) for word in done.stdout.split()]
            way = point['by'], point['reason']
            ways[way] = ways.get(way, 0) + 1
            for fault in differences(point, samples, n, worst):
                faults += 1
                print(f'structure {seed}, by {point["by"]}: {fault}\n'
                      f'{structure.tree}', file=sys.stderr)
    for word, off in sorted(worst.items()):
        print(*word, f'{100 * off:.3f} %')
    for way, k in sorted(ways.items(), key=str):
        print(*way, k)
    return faults > 0


if __name__ == '__main__':
    sys.exit(main())
