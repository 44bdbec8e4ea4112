#!/usr/bin/env python3
"""Predictions of loops and teams whose costs are a matter of chance.

Where the expected time of the last member is known in closed form, to 1e-9:
 - p exponential times of mean m: m (1 + 1/2 + .. + 1/p);
 - p times uniform in a..b: a + (b - a) p/(p + 1);
 - p events of probability q: 1 - (1 - q)^p;
 - two normal times: mean + deviation/sqrt(pi);
 - N exponential times taken one by one by p members: m ((N - p)/p + 1 + 1/2 +
   .. + 1/p);
 - one member: the sum of the means;
 - two members with three events each: by looking at all cases.
Else against the mean of PLAYS plays here, whose generator is Python's: within
five standard errors, and 0.3 % where lcm itself plays.

usage: check_random.py LCM
"""
import heapq
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

PLAYS = 3000
DRAWS = {'x = exponential(2)': lambda r: r.expovariate(0.5),
         'x = uniform(1, 3)': lambda r: r.uniform(1, 3),
         'x = normal(10, 1.5)': lambda r: r.gauss(10, 1.5),
         'x = random': lambda r: r.random(),
         'x = prob(0.2)': lambda r: r.random() < 0.2}
LOOP = '''// lcm: random {draw}
// lcm: param n = 8
void f(int n) {{
#pragma omp parallel for schedule({schedule})
  // lcm: model time per iteration = ({fixed} + {scale} * x) * 1 s
  for (int i = 0; i < n; i++)
    ;
}}
'''
NODES = '''// lcm: random {draw}
// lcm: param n = 8
void work(void);
void f(int n) {{
#pragma omp parallel for schedule({schedule})
  for (int i = 0; i < n; i++) {{
    // lcm: model time = {fixed} * 1 s
    work();
    // lcm: model time = {scale} * x * 1 s
    work();
  }}
}}
'''
TEAM = '''// lcm: random {draw}
void work(void);
void f(void) {{
#pragma omp parallel
  for (int i = 0; i < {repeat}; i++)
    // lcm: model time = x * 1 s
    work();
}}
'''


EVENTS = '''void work(void);
int chance(void);
void f(void) {
#pragma omp parallel
  for (int i = 0; i < 3; i++)
    // lcm: prob 0.3
    if (chance()) {
      // lcm: model time = 1 s
      work();
    }
}
'''


def predict(folder, text, sizes, n=None):
    """The predicted times by team size."""
    source = folder / 'random.c'
    source.write_text(text)
    given = ['-D', f'n={n}'] if n else []
    out = subprocess.run([sys.argv[1], 'predict', source, '--entry', 'f', '-q',
                          '--check', '-D', 'p=' + ','.join(map(str, sizes)),
                          *given, '--format', 'json'], check=True, text=True,
                         capture_output=True, timeout=200).stdout
    return {p: point['time']
            for p, point in zip(sizes, json.loads(out)['points'])}


def harmonic(n):
    return sum(1 / i for i in range(1, n + 1))


def exact(folder):
    """Yield what is wrong where the result is known."""
    def one(name, text, p, want, n=None):
        got = predict(folder, text, [p], n)[p]
        if not math.isclose(got, want, rel_tol=1e-9):
            yield f'{name}, p = {p}: {got}, not {want}'

    def loop(draw, schedule='static', fixed=0, scale=1):
        return LOOP.format(draw=draw, schedule=schedule, fixed=fixed,
                           scale=scale)
    for p in (2, 8, 64):
        yield from one('exponential', loop('x = exponential(2)', fixed=3), p,
                       3 + 2 * harmonic(p), p)
        yield from one('uniform', loop('x = uniform(1, 3)', scale=4), p,
                       4 * (1 + 2 * p / (p + 1)), p)
        yield from one('random', loop('x = random'), p, p / (p + 1), p)
        yield from one('prob', loop('x = prob(0.1)', scale=7), p,
                       7 * (1 - 0.9 ** p), p)
        yield from one('in order', loop('x = exponential(2)', 'dynamic'), p,
                       2 * ((5 * p - p) / p + harmonic(p)), 5 * p)
        yield from one('team', TEAM.format(draw='x = exponential(3)',
                                           repeat=1), p, 3 * harmonic(p))
    chances = [math.comb(3, k) * 0.3 ** k * 0.7 ** (3 - k) for k in range(4)]
    yield from one('events', EVENTS, 2,
                   sum(max(a, b) * chances[a] * chances[b]
                       for a in range(4) for b in range(4)))
    yield from one('normal', loop('x = normal(10, 1.5)'), 2,
                   10 + 1.5 / math.sqrt(math.pi), 2)
    for draw in DRAWS:
        mean = {'e': 2, 'u': 2, 'n': 10, 'r': 0.5, 'p': 0.2}[draw[4]]
        yield from one(draw, loop(draw, fixed=1), 1, 30 * (1 + mean), 30)


def play(dice, draw, p, schedule, n):
    """When the last of `p` members is done."""
    cost = [3 + 5 * DRAWS[draw](dice) for _ in range(n)]
    kind, _, chunk = schedule.partition(',')
    c = int(chunk or 1)
    if kind == 'static' and not chunk:
        base, more = divmod(n, p)
        at = [m * base + min(m, more) for m in range(p + 1)]
        return max(sum(cost[a:b]) for a, b in zip(at, at[1:]))
    if kind == 'static':
        return max(sum(sum(cost[a:a + c]) for a in range(m * c, n, p * c))
                   for m in range(p))
    free, at = [0.0] * p, 0
    while at < n:
        size = max(-(-(n - at) // p), c) if kind == 'guided' else c
        heapq.heapreplace(free, free[0] + sum(cost[at:at + size]))
        at += size
    return max(free)


def played(folder):
    """Yield what differs from many plays."""
    dice = random.Random(12)
    for draw in DRAWS:
        for i, schedule in enumerate(('static', 'static,3', 'dynamic,2',
                                      'guided')):
            n, sizes = 50, (3, 8)
            text = (LOOP, NODES)[i % 2].format(draw=draw, schedule=schedule,
                                               fixed=3, scale=5)
            got = predict(folder, text, sizes, n)
            for p in sizes:
                ends = [play(dice, draw, p, schedule, n)
                        for _ in range(PLAYS)]
                mean = sum(ends) / PLAYS
                error = math.sqrt(sum((e - mean) ** 2 for e in ends)) / PLAYS
                allowed = 5 * error + (i > 1) * 0.003 * mean
                if abs(got[p] - mean) > allowed:
                    yield (f'{draw}, {schedule}, p = {p}: {got[p]}, not '
                           f'{mean} +/- {allowed}')


def main():
    with tempfile.TemporaryDirectory() as name:
        wrong = [*exact(pathlib.Path(name)), *played(pathlib.Path(name))]
    print(*wrong, f'{len(wrong)} wrong', sep='\n')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
