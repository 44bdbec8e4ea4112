#!/usr/bin/env python3
"""Compares bounds and simulated times with all orders of service.

Small models are executed here in every way in which no resource is left idle
while somebody waits for it: whenever several requests can be granted, each of
them is tried.  T^l must not be above the shortest of these times, T^u not below
the longest, and what is simulated, whoever goes first, must be one of them; with
plain resources one of those that strict order of arrival allows.

V04 (section 1.2 of van Gemund 1996) is the polynomial on two processors with a
memory of one port.  T = 11.5 is printed for a schedule that is lost; all orders
of service give 10.5, 11, 11.5 or 12, order of arrival 10.5 or 11.

Of sections of chapter 6 the longest times are those that the thesis prints.

usage: arbitration.py TOOL LCM [SEED [MODELS]]
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

UNITS = {'r': 1, 's': 1, 'm': 2}
HEAD = 'resource r = 1, s = 1, m = 2  cond c1, c2\n'
TOO_MANY = 4000


class TooMany(Exception):
    """A model has too many states."""


# ---- executing ----------------------------------------------------------------
#
# A process is what it does and what follows: ('go', time, held) or
# ('want', resources, time, since) or ('wait', condition) or ('par', children) or
# ('end',), each with a continuation: nested pairs (statement, rest) or None.

class Explorer:
    """All executions of a model."""

    def __init__(self, units, fifo):
        self.units = units
        self.fifo = fifo
        self.known = {}

    def start(self, rest, flags):
        """Return the process that continues with `rest`."""
        while rest:
            p, rest = rest
            if p[0] == ';':
                for q in reversed(p[1]):
                    rest = q, rest
            elif p[0] == 'signal':
                flags.add(p[1])
            elif p[0] == 'delay' and p[1] > 0:
                return ('go', p[1], ()), rest
            elif p[0] == 'use' and p[2] > 0:
                return ('want', p[1], p[2], 0), rest
            elif p[0] == 'wait':
                return ('wait', p[1]), rest
            elif p[0] == '||':
                return ('par', tuple(self.start((q, None), flags)
                                     for q in p[1])), rest
        return ('end',), None

    def settle(self, process, flags):
        """Return `process` after what can happen at once without a grant."""
        does, rest = process
        if does[0] == 'par':
            parts = tuple(self.settle(part, flags) for part in does[1])
            if all(part[0][0] == 'end' for part in parts):
                return self.settle(self.start(rest, flags), flags)
            return ('par', parts), rest
        if does[0] == 'wait' and does[1] in flags:
            return self.settle(self.start(rest, flags), flags)
        return process

    def still(self, process, flags):
        """Return `process` when nothing more happens at once."""
        while True:
            n = len(flags)
            after = self.settle(process, flags)
            if after == process and len(flags) == n:
                return after
            process = after

    def leaves(self, process, path=()):
        """Yield (path, what it does) of all that `process` consists of."""
        if process[0][0] == 'par':
            for i, part in enumerate(process[0][1]):
                yield from self.leaves(part, path + (i,))
        else:
            yield path, process[0]

    def change(self, process, path, does):
        """Return `process` with what the part at `path` does replaced."""
        if not path:
            return does, process[1]
        parts = list(process[0][1])
        parts[path[0]] = self.change(parts[path[0]], path[1:], does)
        return ('par', tuple(parts)), process[1]

    def grants(self, process):
        """Return the paths of the requests that may be granted."""
        free, wants = dict(self.units), []
        for path, does in self.leaves(process):
            for name in does[2] if does[0] == 'go' else ():
                free[name] -= 1
            if does[0] == 'want':
                wants.append((path, does))
        return [path for path, does in wants
                if all(does[1].count(name) <= free[name] for name in does[1])
                and not (self.fifo and any(
                    other[3] > does[3] and set(other[1]) & set(does[1])
                    for _, other in wants))]

    def elapse(self, process, dt, flags):
        """Return `process` when `dt` has passed."""
        does, rest = process
        if does[0] == 'par':
            return ('par', tuple(self.elapse(part, dt, flags)
                                 for part in does[1])), rest
        if does[0] == 'want' and self.fifo:
            return does[:3] + (does[3] + dt,), rest
        if does[0] != 'go':
            return process
        if does[1] > dt:
            return ('go', does[1] - dt, does[2]), rest
        return self.start(rest, flags)

    def times(self, process, flags):
        """Return the times that `process` may take from now on."""
        flags = set(flags)
        process = self.still(process, flags)
        key = process, frozenset(flags)
        if key in self.known:
            return self.known[key]
        if len(self.known) > TOO_MANY:
            raise TooMany
        out = set()
        grants = self.grants(process)
        for path in grants:
            does = next(d for at, d in self.leaves(process) if at == path)
            out |= self.times(
                self.change(process, path, ('go', does[2], does[1])), flags)
        going = [does[1] for _, does in self.leaves(process)
                 if does[0] == 'go']
        if not grants and going:
            dt = min(going)
            later = self.elapse(process, dt, flags)
            out = {dt + t for t in self.times(later, flags)}
        elif not grants:
            assert process[0][0] == 'end', f'deadlock: {process}'
            out = {0}
        self.known[key] = out
        return out


def explore(model, units=None, fifo=False):
    """Return all times that `model` may take."""
    explorer, flags = Explorer(units or UNITS, fifo), set()
    return explorer.times(explorer.start((model, None), flags), flags)


# ---- V04 -----------------------------------------------------------------------

def polynomial():
    """Return V04 as a process; an unknown name is a condition."""
    flop, move = ('delay', 1), ('use', ('m',), 0.5)
    tasks = {'t1': 'mfm', 't2': 'mmfm', 't3': 'fm', 't4': 'mmfm', 't5': 'mmf',
             't6': 'mmf', 't7': 'mfm', 't8': 'mfm'}
    one = 't1 !c14 t3 !c36 ?c25 t5 ?c47 t7 !c78'
    two = 't2 !c25 ?c14 t4 !c47 ?c36 t6 ?c78 t8'

    def chain(text):
        """Return the tasks, signals (!) and waits (?) of `text`."""
        return ';', tuple(
            ('signal', word[1:]) if word[0] == '!' else
            ('wait', word[1:]) if word[0] == '?' else
            (';', tuple(flop if c == 'f' else move for c in tasks[word]))
            for word in text.split())
    return '||', (chain(one), chain(two))


def check_polynomial(lcm, folder):
    """Return what is wrong with V04."""
    path = folder / 'V04.pam'
    path.write_text('resource m = 1\ncond c14, c25, c36, c47, c78\nL = '
                    + text(polynomial()) + '\n')
    every = explore(polynomial(), {'m': 1})
    arrival = explore(polynomial(), {'m': 1}, True)
    wrong = []
    if every != {10.5, 11, 11.5, 12} or arrival != {10.5, 11}:
        wrong.append(f'V04: {sorted(every)}, in order {sorted(arrival)}')
    point = predict(lcm, path, 'L')
    bound = point['bound']
    if bound['time'] != 9.5 or not bound['upper'] >= 12:
        wrong.append(f'V04: {bound["time"]} .. {bound["upper"]}')
    seen = {predict(lcm, path, 'L', '--random-ties', '--replications', '1',
                    '--seed', str(seed))['simulate']['time']
            for seed in range(1, 25)}
    if seen != arrival:
        wrong.append(f'V04: simulated {sorted(seen)}, not {sorted(arrival)}')
    return wrong


# ---- sections ------------------------------------------------------------------

def check_ring():
    """Return what is wrong with table 6.2 for P = 4: T = 9 and T^u = 9 are
    printed; order of arrival gives 8 or 9 whoever is first of those that come
    together.  Other orders of service take longer, so T^u = (P - 1)^2 is one of
    order of arrival only."""
    P = 4
    ring = '||', tuple(
        (';', tuple(('use', (f'l{(p + k) % P}',), 1) for i in range(P)
                    for k in range((i - p) % P))) for p in range(P))
    units = {f'l{k}': 1 for k in range(P)}
    every, arrival = explore(ring, units), explore(ring, units, True)
    if arrival != {8, 9} or not arrival < every or max(every) <= 9:
        return [f'V58: {sorted(every)}, in order {sorted(arrival)}']
    return []


def check_diagonals():
    """Return what is wrong with conjecture 6.1 (V54): the longest time of P
    processes that use P resources once each, in any order, with demand gamma on
    the diagonal and 1 elsewhere, is P(gamma + 2) - 3."""
    wrong = []
    for P, gamma in ((2, 2), (2, 10), (3, 1), (3, 2), (3, 3), (3, 10)):
        rows = [[('use', (f'l{j}',), gamma if i == j else 1)
                 for j in range(P)] for i in range(P)]
        worst = max(
            max(explore(('||', tuple((';', order) for order in orders)),
                        {f'l{j}': 1 for j in range(P)}))
            for orders in itertools.product(
                *(itertools.permutations(row) for row in rows)))
        if worst != P*(gamma + 2) - 3:
            wrong.append(f'V54: P = {P}, gamma = {gamma}: {worst}')
    return wrong


# ---- random models -------------------------------------------------------------

def text(p):
    """Return the process `p` as it is written."""
    if p[0] == 'delay':
        return f'delay({p[1]})'
    if p[0] == 'use':
        names = p[1][0] if len(p[1]) == 1 else '{' + ', '.join(p[1]) + '}'
        return f'use({names}, {p[2]})'
    if p[0] in ('signal', 'wait'):
        return f'{p[0]}({p[1]})'
    return '{ ' + f' {p[0]} '.join(text(q) for q in p[1]) + ' }'


class Maker:
    """Makes random models; no wait of theirs can be in vain."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.plain = self.random.random() < 0.6

    def process(self, depth):
        """Return a process nested at most `depth` deep."""
        pick = self.random.choice
        kind = self.random.randrange(8 if depth else 4)
        if kind == 0:
            return 'delay', pick((0, 1, 2, 3, 5))
        if kind < 4:
            names = [('r',), ('s',), ('r',), ('m',)]
            names += [] if self.plain else [('r', 's'), ('m', 'm'), ('s', 'm')]
            return 'use', pick(names), pick((1, 1, 2, 3))
        if kind == 4:
            c = pick(('c1', 'c2'))
            parts = [self.process(depth - 1) for _ in range(4)]
            return '||', ((';', (parts[0], ('signal', c), parts[1])),
                          (';', (parts[2], ('wait', c), parts[3])))
        parts = tuple(self.process(depth - 1) for _ in range(pick((2, 2, 3))))
        return pick((';', '||')), parts


def predict(lcm, path, model, *options):
    """Return the point that lcm predicts."""
    done = subprocess.run(
        [lcm, 'predict', path, '--model', model, '--method', 'bound,simulate',
         '--format', 'json', *options], text=True, capture_output=True,
        check=False, timeout=60)
    if done.returncode:
        raise SystemExit(f'{model}: {done.stderr}\n{path.read_text()}')
    return json.loads(done.stdout)['points'][0]


def check_model(lcm, path, name, model, bounds):
    """Return what is wrong with `model`; None where there is too much of it."""
    try:
        every = explore(model)
        plain = all(len(names) == 1 for names in uses(model))
        ordered = explore(model, None, True) if plain else every
    except TooMany:
        return None
    wrong, low, high = [], min(every), max(every)
    bound, upper = bounds[name]
    if not bound <= low or not upper >= high:
        wrong.append(f'{low} .. {high}, not within {bound} .. {upper}')
    ties = ['--random-ties', '--seed', '7', '--replications', '1']
    for options in ([], ties) if plain else (['--overtake'],):
        time = predict(lcm, path, name, *options)['simulate']['time']
        if time not in ordered:
            wrong.append(f'{options}: {time} is none of {sorted(ordered)}')
    return [f'{HEAD}L = {text(model)}\n{what}' for what in wrong]


def uses(p):
    """Yield the resources of all uses in `p`."""
    if p[0] == 'use':
        yield p[1]
    for q in p[1] if p[0] in (';', '||') else ():
        yield from uses(q)


def main():
    tool, lcm = sys.argv[1:3]
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = (check_polynomial(lcm, folder) + check_ring()
                 + check_diagonals())
        models = {f'M{s}': Maker(s).process(3)
                  for s in range(seed, seed + count)}
        path = folder / 'random.pam'
        path.write_text(HEAD + ''.join(f'{m} = {text(p)}\n'
                                       for m, p in models.items()))
        said = subprocess.run([tool, path, ','.join(models)], text=True,
                              capture_output=True, check=True).stdout
        words = [line.split() for line in said.splitlines()]
        bounds = {w[0]: (float(w[4]), float(w[7])) for w in words}
        for model, process in models.items():
            found = check_model(lcm, path, model, process, bounds)
            tried += found is not None
            wrong += found or []
    print('\n'.join(wrong[:10]))
    print(f'{tried} of {count} models in all orders, {len(wrong)} wrong')
    sys.exit(bool(wrong) or tried < 0.8*count)


if __name__ == '__main__':
    main()
