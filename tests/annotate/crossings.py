#!/usr/bin/env python3
"""Compares what lcm adds to models for data that cross between members of a
team, and takes off where they no longer do, with a walk over all elements.

Two loops of random programs have models.  The second reads what the first has
written, in order, from neighbours, or in reverse; which member writes and
reads each element is counted one by one.

usage: crossings.py LCM [PROGRAMS]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS = 40
PC = (8.0, 4.0)
CL, RC = 2.0, 1.0


def owner(i, n, p):
    """Return the member that has iteration i of n, by blocks as even as may
    be."""
    size, more = divmod(n, p)
    for m in range(p):
        i -= size + (m < more)
        if i < 0:
            return m
    raise ValueError


def crossed(n, p, reads):
    """Return how many elements members read that another one wrote, each
    member once."""
    seen = {(owner(i, n, p), k) for i in range(n) for k in reads(i)
            if 0 <= k < n}
    return sum(owner(k, n, p) != m for m, k in seen)


def source(n, far, expression, measured, parts):
    """Return a program whose second loop reads "expression", of elements up
    to "far" behind."""
    models = [[f'// lcm: model pc = {pc} s'] for pc in PC]
    if measured:
        models[1] += [f'// lcm: model cl = {CL} s',
                      f'// lcm: model rc = {RC} s']
    covers = 'covers=pc,cl,rc'
    models[0].append(f'// lcm: measured 2026-11-28 {covers}')
    models[1].append(f'// lcm: measured 2026-11-28 {covers}'
                     + (' moves=a' if measured else ''))
    kind = 'parallel for' if parts else 'for'
    around = ('', '') if parts else ('#pragma omp parallel\n{', '}')
    return '\n'.join(
        [f'static double a[{n + far}], b[{n}];', 'int main(void) {', around[0]]
        + models[0]
        + [f'#pragma omp {kind}', f'for (int i = 0; i < {n}; i++)',
           '  a[i] = i;']
        + models[1]
        + [f'#pragma omp {kind}',
           f'for (int i = 0; i < {n}; i++)',
           f'  b[i] = {expression};', around[1], 'return b[1] > 2;', '}', ''])


def machine(chance):
    """Return prices of a transfer and of contention, and their text."""
    a, b = chance.randint(1, 9) * 1e-3, chance.randint(1, 9) * 1e-5
    c = chance.randint(1, 9) * 1e-6
    costs = {'transfer': f'{a} + m * {b}', 'contention': f'(p - 1) * m * {c}'}
    text = {'schema': 'lcm-machine/1', 'name': 'm', 'costs': costs}
    return (lambda p, m: a + m * b), (lambda p, m: (p - 1) * m * c), text


def expected(n, p, reads, measured, prices):
    """Return cl and rc that a walk finds."""
    transfer, contention, _ = prices
    bytes_ = 8 * crossed(n, p, reads)
    if measured and bytes_:
        return CL, RC
    if measured and p == 1:
        return 0, RC
    if measured:
        return 0, max(0, RC - p * contention(p, 8 * n / p))
    if p == 1 or not bytes_:
        return 0, 0
    return p * transfer(p, bytes_ / p), p * contention(p, bytes_ / p)


def check(lcm, folder, chance):
    """Compare one random program."""
    p = chance.choice((2, 3, 4, 5, 8))
    n = p * chance.randint(4, 30)
    way = chance.randrange(3)
    far = chance.randint(1, 3)
    measured = way != 1 and chance.randrange(2)
    reads, expression = [
        (lambda i: [i], 'a[i] + 1'),
        (lambda i: [i, i + far], f'a[i] + a[i + {far}]'),
        (lambda i: [n - 1 - i], f'a[{n} - 1 - i] + 1')][way]
    prices = machine(chance)
    (folder / 'p.c').write_text(source(n, far, expression, measured,
                                       chance.randrange(2)))
    (folder / 'm.json').write_text(json.dumps(prices[2]))
    done = subprocess.run(
        [lcm, 'predict', 'p.c', '-D', f'p=1,{p}', '--machine', 'm.json',
         '--format', 'json', '--no-cache', '--check', '-q'], cwd=folder,
        capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for point, k in zip(said['points'], (1, p)):
        cl, rc = expected(n, k, reads, measured, prices)
        time = (sum(PC) + cl + rc) / k
        found = point['lost']
        for got, want in ((found['cl'], cl), (found['rc'], rc),
                          (point['time'], time)):
            assert abs(got - want) <= 1e-8 * max(1, want), (
                (folder / 'p.c').read_text(), k, found, point['time'], cl, rc)
    gone = measured and crossed(n, p, reads) == 0
    assert bool(said['assumptions']) == bool(gone), said['assumptions']


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    programs = int(sys.argv[2]) if len(sys.argv) > 2 else PROGRAMS
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(programs):
            check(lcm, pathlib.Path(folder), random.Random(seed))
    print(f'{programs} programs')


if __name__ == '__main__':
    main()
