#!/usr/bin/env python3
"""Compares the times of parallel loops over several indices with what their
iterations take.

Random nests of two or three loops with `collapse`, whose bodies cost what the
indices say, are predicted on one to five processors.  The iterations are those
of the nest in its order (OpenMP 5.2, section 4.4.3), divided by the schedule:
in one block for each thread, the first ones longer, or in pieces in turn, or to
whoever is free.  Where the range of a loop depends on one around it, only the
time on one processor is compared.

usage: check_collapse.py LCM [PROGRAMS [SEED]]
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, SEED = 40, 1
PROCESSORS = range(1, 6)
NAMES = 'yxz'


def make(rng):
    """Return (ranges, cost, schedule, depth): a range is (from, to, step) of
    which `to` may be an earlier name, the cost an expression of the names."""
    depth = rng.choice([2, 2, 3])
    ranges = []
    for i in range(depth):
        low, step = rng.randint(-2, 3), rng.choice([1, 1, 2, 3, -1, -2])
        to = low + rng.randint(0, 6)
        if i and step > 0 and rng.random() < 0.2:
            to = NAMES[rng.randrange(i)]
        ranges.append((low, to, step))
    names = NAMES[:depth]
    cost = ' + '.join(rng.choice(['{0} * {0}', '({0} + 3)', '2', '{0} * {1}'])
                      .format(*(rng.choice(names) for _ in range(2)))
                      for _ in range(rng.randint(1, 3))) + ' + 30'
    schedule = rng.choice([None, None, ('static', rng.randint(1, 4)),
                           ('dynamic', rng.randint(1, 3))])
    return ranges, cost, schedule, depth


def text_of(made):
    """Return the C text."""
    ranges, cost, schedule, depth = made
    clause = ' schedule(%s, %d)' % schedule if schedule else ''
    lines = ['double a[9];', 'int main(void) {',
             f'#pragma omp parallel for collapse({depth}){clause}']
    for name, (low, to, step) in zip(NAMES, ranges):
        if step > 0:
            lines.append(f'for (int {name} = {low}; {name} <= {to}; '
                         f'{name} += {step})')
        else:
            lines.append(f'for (int {name} = {to}; {name} >= {low}; '
                         f'{name} -= {-step})')
    lines += ['{', f'// lcm: model time = ({cost}) * 1 s', 'a[0] = 1;', '}',
              'return 0;', '}']
    return '\n'.join(lines) + '\n'


def iterations(ranges, env):
    """Yield the values of the names, in order."""
    if not ranges:
        yield env
        return
    (low, to, step), name = ranges[0], NAMES[len(env)]
    last = env[to] if isinstance(to, str) else to
    values = range(low, last + 1, step) if step > 0 else \
        range(last, low - 1, step)
    for value in values:
        yield from iterations(ranges[1:], {**env, name: value})


def divided(costs, p, schedule):
    """Return when the last of `p` threads ends."""
    clocks = [0.0] * p
    if schedule and schedule[0] == 'dynamic':
        for i in range(0, len(costs), schedule[1]):
            first = min(range(p), key=lambda m: clocks[m])
            clocks[first] += sum(costs[i:i + schedule[1]])
    elif schedule:
        for i in range(0, len(costs), schedule[1]):
            clocks[i // schedule[1] % p] += sum(costs[i:i + schedule[1]])
    else:
        at = 0
        for m in range(p):
            n = len(costs) // p + (m < len(costs) % p)
            clocks[m] = sum(costs[at:at + n])
            at += n
    return max(clocks)


def check(lcm, folder, made):
    """Return what is wrong with a prediction, or None."""
    (folder / 'x.c').write_text(text_of(made))
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '--format', 'json', '-D', 'p=1,2,3,4,5'],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        return done.stderr
    points = json.loads(done.stdout)['points']
    ranges, cost, schedule, _ = made
    costs = [eval(cost, {}, env)  # pylint: disable=eval-used
             for env in iterations(ranges, {})]
    even = not any(isinstance(to, str) for _, to, _ in ranges)
    for p, point in zip(PROCESSORS, points):
        want = divided(costs, p, schedule)
        if (p == 1 or even) and \
                not math.isclose(point['time'], want, rel_tol=1e-9):
            return f"p = {p}: {want} s, lcm says {point['time']}"
    return None


def main(lcm, programs=PROGRAMS, seed=SEED):
    """Try programs; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(int(programs)):
            made = make(random.Random(int(seed) * 1000003 + i))
            why = check(lcm, pathlib.Path(folder), made)
            if why:
                wrong += 1
                print(f'program {i}: {why}\n{text_of(made)}')
    print(f'{programs} programs, {wrong} wrong')
    return min(1, wrong)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
