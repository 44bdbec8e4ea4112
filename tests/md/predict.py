#!/usr/bin/env python3
"""What lcm reads of message-driven programs, without running them, is what the
same programs take on simulated processors: exactly where nothing but the order
of equal things is open, within some percent elsewhere.

usage: predict.py BUILD SAMPLES PROGRAMS LCM CHARES
"""
import json
import os
import pathlib
import re
import subprocess
import sys

BUILD, SAMPLES, PROGRAMS, LCM, CHARES = map(pathlib.Path, sys.argv[1:6])
NETWORK = str(PROGRAMS / 'network.json')
failed = []


def simulated(name, p, machine, *args):
    """Return how long the program `name` takes on `p` simulated processors."""
    done = subprocess.run(
        [BUILD / f'md_{name}', *map(str, args)], text=True, check=True,
        capture_output=True, timeout=100,
        env={**os.environ, 'MD_RUN': 'simulate', 'MD_PROCESSORS': str(p),
             'MD_MACHINE': machine, 'MD_STRATEGY': 'shared'})
    return float(re.search(r'(?:over|time) ([\d.]+)', done.stdout)[1])


def predicted(source, points, machine, *options):
    """Return how long `source` takes on each of `points` processors."""
    done = subprocess.run(
        [LCM, 'predict', source, '-q', '--format', 'json', '-D',
         'p=' + ','.join(map(str, points)), *options, '--', f'-I{CHARES}'],
        text=True, check=True, capture_output=True, timeout=100,
        env={**os.environ, 'LCM_MACHINE': machine})
    return [point['time'] for point in json.loads(done.stdout)['points']]


def compare(name, source, machine, most, points, args=(), options=()):
    """Note where a prediction is more than `most` off."""
    lcm = 'none' if machine == 'zero' else machine
    for p, guess in zip(points, predicted(source, points, lcm, *options)):
        real = simulated(name, p, machine, *args)
        off = guess / real - 1
        if '-v' in sys.argv:
            print(name, machine, p, real, guess, f'{100 * off:.2f} %')
        if abs(off) > most:
            failed.append(f'{name} on {machine}, p = {p}: {guess} is predicted '
                          f'and {real} simulated')


def check_chance():
    """A tree that grows by chance is one of the mean size: each level has
    kept (n - k) as many nodes as the one before."""
    n, kept, nodes, work = 10, 0.25, 1, 0
    for k in range(1, n):
        work += nodes * 1e-4 * (n - k)
        nodes *= kept * (n - k)
    guess = predicted(SAMPLES / 'tsp.c', (1,), 'none', '-D', f'n={n}')[0]
    if abs(guess / work - 1) > 0.1:
        failed.append(f'tsp: {guess} is predicted, {work} is the mean')


for name, most in (('flat', 2e-3), ('tree', 2e-4), ('steps', 1e-9)):
    source = PROGRAMS / f'{name}.c'
    compare(f'chares_{name}', source, 'zero', most, (1, 4, 64))
    compare(f'chares_{name}', source, NETWORK, 0.03, (1, 4, 64))
# what a message waits for the line of its sender is not predicted
for args, options in (((), ()), (('flood',), ('-D', 'flooded=1'))):
    for machine, most in (('zero', 1e-9), (NETWORK, 0.05)):
        compare('chares_shared', PROGRAMS / 'shared.c', machine, most,
                (1, 4, 16, 64), args, options)
compare('dynamics', SAMPLES / 'dynamics.c', 'zero', 1e-6, (1, 4, 16),
        ('together', 32, 3), ('-D', 'plan.steps=3'))
check_chance()
print('\n'.join(failed) or 'ok')
sys.exit(bool(failed))
