#!/usr/bin/env python3
"""Compares the times of parallel loops that count down, or up in steps, with
what their iterations take.

Random loops, whose bodies or models cost what the index says, are predicted on
one to five processors by executing the structure, by its text, by simulation
and, as bounds, by serialization.  The iterations are those of the loop in its
order (OpenMP 5.2, section 4.4.3), divided by the schedule: in one block for
each thread, the first ones longer, in pieces in turn, in pieces to whoever is
free, or in shares of what is left.

usage: check_falling.py LCM [PROGRAMS [SEED]]
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, SEED = 60, 1
PROCESSORS = range(1, 6)
COSTS = ['i * i + 1', '2 * i + 30', '40 - i', 'i * i * i + 1000', '7']


def make(rng):
    """Return (from, to, step, cost, schedule, form)."""
    low, step = rng.randint(-3, 4), rng.choice([1, 2, 3, -1, -1, -1, -2, -3])
    schedule = rng.choice([None, ('static', rng.randint(1, 6)),
                           ('dynamic', rng.randint(1, 4)),
                           ('guided', rng.randint(1, 4))])
    return (low, low + rng.randint(0, 25), step, rng.choice(COSTS), schedule,
            rng.choice(['body', 'inner', 'model', 'orphan', 'region', 'size']))


def header_of(made, n):
    """Return the header of the loop, which ends at `n` where it is a name."""
    low, high, step = made[:3]
    high = n or high
    if step > 0:
        return f'for (int i = {low}; i <= {high}; i += {step})'
    change = 'i--' if step == -1 else f'i -= {-step}'
    return f'for (int i = {high}; i >= {low}; {change})'


def text_of(made):
    """Return the C text."""
    cost, schedule, form = made[3:]
    clause = ' schedule(%s, %d)' % schedule if schedule else ''
    body = [f'// lcm: model time = ({cost}) * 1 s', 'a[0] = 1;']
    loop = [header_of(made, 'n' if form == 'size' else None)]
    if form == 'model':
        loop = [f'// lcm: model time per iteration = ({cost}) * 1 s',
                loop[0], '  a[0] += 1;']
    elif form == 'inner':
        loop += [f'for (int j = 0; j < {cost}; j++)', '{',
                 '// lcm: fragment F', '// lcm: model time = 1 s', ';', '}']
    else:
        loop += ['{'] + body + ['}']
    lines = ['double a[9];']
    if form in ('orphan', 'region'):
        loop = ['#pragma omp for' + clause] + loop
    else:
        loop = ['#pragma omp parallel for' + clause] + loop
    if form == 'orphan':
        lines += ['void part(void) {'] + loop + ['}']
        loop = ['#pragma omp parallel', 'part();']
    elif form == 'region':
        loop = ['#pragma omp parallel', '{'] + loop + ['}']
    size = 'int n' if form == 'size' else 'void'
    lines += [f'void f({size}) {{'] + loop + ['}']
    return '\n'.join(lines) + '\n'


def divided(costs, p, schedule):
    """Return when the last of `p` threads ends."""
    clocks, n = [0.0] * p, len(costs)
    if not schedule:
        at = 0
        for m in range(p):
            size = n // p + (m < n % p)
            clocks[m] = sum(costs[at:at + size])
            at += size
        return max(clocks)
    kind, least = schedule
    at, chunk = 0, 0
    while at < n:
        size = least if kind != 'guided' else \
            max(least, -(-(n - at) // p))
        m = chunk % p if kind == 'static' else \
            min(range(p), key=lambda k: clocks[k])
        clocks[m] += sum(costs[at:at + size])
        at, chunk = at + size, chunk + 1
    return max(clocks)


def predictions(lcm, folder, made):
    """Yield how a prediction was made, and its points."""
    (folder / 'x.c').write_text(text_of(made))
    args = ['-D', 'p=1,2,3,4,5', '--entry', 'f']
    if made[5] == 'size':
        args += ['-D', f'n={made[1]}']

    def lcm_says(*words):
        return subprocess.run([lcm, *words], cwd=folder, capture_output=True,
                              text=True, timeout=60, check=True).stdout

    lcm_says('analyze', 'x.c', '-c', '-o', 'x.lcs')
    for name, more in (('predict', ['x.c']), ('text', ['x.lcs']),
                       ('counts', ['x.c', '--nodes']),
                       ('simulate', ['x.c', '--method', 'simulate']),
                       ('bound', ['x.c', '--method', 'compose,bound'])):
        out = lcm_says('predict', *more, '--format', 'json', *args)
        yield name, json.loads(out)['points']


def check(lcm, folder, made):
    """Return what is wrong with a prediction, or None."""
    low, high, step, cost, schedule, _ = made
    values = range(low, high + 1, step) if step > 0 else \
        range(high, low - 1, step)
    costs = [eval(cost, {}, {'i': i})  # pylint: disable=eval-used
             for i in values]
    for name, points in predictions(lcm, folder, made):
        for p, point in zip(PROCESSORS, points):
            want = divided(costs, p, schedule)
            if not math.isclose(point['time'], want, rel_tol=1e-9):
                return f"{name}, p = {p}: {want} s, lcm says {point['time']}"
            bound = point.get('bound') or {}
            if bound and bound['time'] > want * (1 + 1e-9):
                return f"p = {p}: {want} s, the bound is {bound['time']}"
            if bound.get('upper') and \
                    bound.get('upper') < want * (1 - 1e-9):
                return f"p = {p}: {want} s, no more than {bound.get('upper')}"
    return None


def main(lcm, programs=PROGRAMS, seed=SEED):
    """Try programs; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(int(programs)):
            made = make(random.Random(int(seed) * 1000003 + i))
            try:
                why = check(lcm, pathlib.Path(folder), made)
            except subprocess.CalledProcessError as failed:
                why = failed.stderr
            if why:
                wrong += 1
                print(f'program {i}: {why}\n{text_of(made)}')
    print(f'{programs} programs, {wrong} wrong')
    return min(1, wrong)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
