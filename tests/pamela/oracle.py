#!/usr/bin/env python3
"""Compares bounds of random models with a naive evaluation of the definitions.

Every process of a random model is expanded here statement by statement: phi is
(3.4) to (3.10), demands (3.11), loads (3.12) and (3.13), the bound (3.15) of van
Gemund 1996.  The tool must give the same, visiting the structure and by the
closed form.

usage: oracle.py TOOL [SEED [MODELS]]
"""
import math
import pathlib
import random
import subprocess
import sys
import tempfile

POINTS = ({'P': 1, 'N': 1, 't': 1}, {'P': 3, 'N': 4, 't': 2},
          {'P': 5, 'N': 2, 't': 0.5}, {'P': 2, 'N': 7, 't': 3})
HEAD = '''param P, N, t
resource r = 1, s = 2, v = 1 service 0.5, q[0..P-1] = 1, w[0..5] = 1
'''
UNITS = {'r': 1, 's': 2, 'v': 1, 'q': 1, 'w': 1}
PER_FILE = 25


class Maker:
    """Makes random processes: nested tuples that `text` and `value` read."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.indices = []

    def pick(self, *choices):
        """Return one of `choices`."""
        return self.random.choice(choices)

    def number(self):
        """Return a whole number that is not negative, as an expression."""
        kind = self.random.randrange(9)
        if kind < 2 or not self.indices:
            return str(self.random.randrange(4))
        index = self.pick(*self.indices)
        return [index, f'{index} + 1', f'ceil({index}/2)', f'{index} mod 3',
                f'2*{index}', f'max({index}, 2)', f'floor({index}/P)'][kind - 2]

    def time(self):
        """Return a time as an expression."""
        return self.pick('t', '1', '0.5', f't*({self.number()})',
                         f'0.5*({self.number()})', f't + {self.number()}')

    def place(self):
        """Return a resource as (name, subscript or None)."""
        name = self.pick('r', 'r', 's', 'v', 'q', 'w')
        if name == 'q':
            return name, self.pick('0', 'P - 1', f'({self.number()}) mod P')
        if name == 'w':
            return name, self.pick(f'({self.number()}) mod 6', '3',
                                   f'floor(({self.number()}) mod 12/2)')
        return name, None

    def condition(self):
        """Return a condition as an expression."""
        return (f'{self.number()} {self.pick("<", "<=", "==", "!=", ">")} '
                f'{self.number()}')

    def loop(self, depth):
        """Return a loop."""
        low, high = self.pick(('1', 'N'), ('0', 'P - 1'), ('1', '3'),
                              ('0', 'N'), ('2', 'P'))
        if self.indices and self.random.random() < 0.3:
            low = self.pick(*self.indices)
        index = f'i{len(self.indices)}'
        self.indices.append(index)
        body = self.process(depth - 1)
        self.indices.pop()
        return self.pick('seq', 'par'), index, low, high, body

    def process(self, depth):
        """Return a process at most `depth` deep."""
        kind = self.random.randrange(3 if depth <= 0 else 12)
        if kind == 0:
            return 'delay', self.time()
        if kind <= 2:
            places = [self.place()]
            if self.random.random() < 0.15:
                places.append(self.place())
            return 'use', places, self.time()
        if kind <= 5:
            return self.loop(depth)
        if kind == 6:
            other = self.process(depth - 1) if self.random.random() < 0.5 else None
            return 'if', self.condition(), self.process(depth - 1), other
        if kind == 7 and self.random.random() < 0.4:
            return ('chance', self.pick(0.25, 0.5, 0.1),
                    self.process(depth - 1), self.process(depth - 1))
        if kind == 7:
            return 'using', [(self.pick('r', 's'), None)], self.process(depth - 1)
        parts = [self.process(depth - 1)
                 for _ in range(self.random.randrange(2, 4))]
        return self.pick(';', ';', '||'), parts


def places_text(places):
    """Return the resources `places` as they are written."""
    texts = [name if at is None else f'{name}[{at}]' for name, at in places]
    return texts[0] if len(texts) == 1 else '{' + ', '.join(texts) + '}'


def text(p):
    """Return the process `p` as it is written."""
    if p[0] == 'delay':
        return f'delay({p[1]})'
    if p[0] == 'use':
        return f'use({places_text(p[1])}, {p[2]})'
    if p[0] == 'using':
        return f'using ({places_text(p[1])}) {{ {text(p[2])} }}'
    if p[0] == 'if':
        other = f' else {{ {text(p[3])} }}' if p[3] else ''
        return f'if ({p[1]}) {{ {text(p[2])} }}{other}'
    if p[0] == 'chance':
        return (f'if (prob({p[1]})) {{ {text(p[2])} }} '
                f'else {{ {text(p[3])} }}')
    if p[0] in ('seq', 'par'):
        return f'{p[0]} ({p[1]} = {p[2]}, {p[3]}) {{ {text(p[4])} }}'
    return '{ ' + f' {p[0]} '.join(f'{{ {text(q)} }}' for q in p[1]) + ' }'


def number(e, env):
    """Return the value of the expression `e`."""
    python = e.replace('mod', '%')
    return eval(python, {'__builtins__': {}, 'ceil': math.ceil,
                         'floor': math.floor, 'max': max}, env)


class Demands(dict):
    """Demand and whole visits by element."""

    def add(self, other):
        """Add the demands `other`."""
        for key, (time, visits) in other.items():
            own = self.get(key, (0, 0))
            self[key] = own[0] + time, own[1] + visits

    def omega(self):
        """Return the largest load."""
        worst = 0
        for (name, _), (time, visits) in self.items():
            worst = max(worst, time / UNITS[name])
            if name == 'v':
                worst = max(worst, math.ceil(visits / UNITS[name]) * 0.5)
        return worst


def possess(places, time, env):
    """Return the demands of holding `places` for `time`."""
    demands = Demands()
    for name, at in places:
        key = name, None if at is None else number(at, env)
        demands.add({key: (time, math.floor(time / 0.5 + 1e-9))})
    return demands


def value(p, env):
    """Return phi, the bound and the demands of the process `p`."""
    if p[0] == 'delay':
        time = number(p[1], env)
        return time, time, Demands()
    if p[0] == 'use':
        time = number(p[2], env)
        return time, time, possess(p[1], time, env)
    if p[0] == 'using':
        phi, bound, demands = value(p[2], env)
        demands.add(possess(p[1], bound, env))
        return phi, bound, demands
    if p[0] == 'if':
        taken = p[2] if number(p[1], env) else p[3]
        return value(taken, env) if taken else (0, 0, Demands())
    if p[0] == 'chance':
        yes, no = value(p[2], env), value(p[3], env)
        demands = Demands()
        for chance, part in ((p[1], yes), (1 - p[1], no)):
            demands.add({key: (chance*time, 0)
                         for key, (time, _) in part[2].items()})
        return (p[1]*yes[0] + (1 - p[1])*no[0],
                p[1]*yes[1] + (1 - p[1])*no[1], demands)
    if p[0] in ('seq', 'par'):
        low, high = number(p[2], env), number(p[3], env)
        parts = [value(p[4], {**env, p[1]: i}) for i in range(low, high + 1)]
    else:
        parts = [value(q, env) for q in p[1]]
    demands = Demands()
    for part in parts:
        demands.add(part[2])
    if p[0] in ('seq', ';'):
        return (sum(part[0] for part in parts),
                sum(part[1] for part in parts), demands)
    return (max((part[0] for part in parts), default=0),
            max([part[1] for part in parts] + [demands.omega()]), demands)


def show(point):
    """Return `point` as the tool takes it."""
    return ','.join(f'{name}={v}' for name, v in point.items())


def run(tool, how, path, names):
    """Return {(model, point): numbers} that the tool prints."""
    points = [show(point) for point in POINTS]
    done = subprocess.run([tool, how, path, ','.join(names), *points],
                          capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode:
        raise SystemExit(f'{how}: {done.stderr}\n{path.read_text()}')
    out = {}
    for line in done.stdout.splitlines():
        words = line.split()
        out[words[0], words[1]] = [float(word) for word in words[2:8]]
    return out


def check_file(tool, path, models):
    """Return how many points of `models` are wrong, after printing them, and at
    how many a closed form holds: it has no upper bound."""
    path.write_text(HEAD + ''.join(f'{name} = {text(p)}\n'
                                   for name, p in models.items()))
    got = {how: run(tool, how, path, models)
           for how in ('--values', '--forms')}
    wrong = closed = 0
    for name, p in models.items():
        for point in POINTS:
            closed += math.isnan(got['--forms'][name, show(point)][5])
            phi, bound, demands = value(p, point)
            want = phi, demands.omega(), bound
            for how, results in got.items():
                numbers = results[name, show(point)]
                same = all(abs(a - b) <= 1e-9 * max(1, abs(b))
                           for a, b in zip(numbers, want))
                if not same:
                    wrong += 1
                    print(f'{how} {show(point)}: {numbers[:3]}, not {want}\n'
                          f'{HEAD}L = {text(p)}')
    return wrong, closed


def main():
    tool = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 150
    wrong = closed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'random.pam'
        for first in range(seed, seed + count, PER_FILE):
            models = {f'M{s}': Maker(s).process(4)
                      for s in range(first, min(first + PER_FILE, seed + count))}
            bad, held = check_file(tool, path, models)
            wrong += bad
            closed += held
    share = closed/(count*len(POINTS))
    print(f'{count} models, {wrong} points wrong, closed forms at {share:.0%}')
    sys.exit(wrong > 0 or share < 0.5)


if __name__ == '__main__':
    main()
