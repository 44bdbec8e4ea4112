#!/usr/bin/env python3
"""Writes the measurements in docs/guide/fit: functions that are known, with an
error of 1 % that alternates between the repetitions.

usage: data.py FOLDER
"""
import json
import math
import pathlib
import sys

SIZES = (64, 128, 256, 512, 1024)
PROCESSORS = (1, 2, 3, 4)
ERRORS = (0.99, 1.0, 1.01)


def pure(n):
    """Return the computation of the parallel loop."""
    return 2e-9 * n * n * math.log2(n)


def imbalance(n, p):
    """Return the load imbalance of the parallel loop."""
    return 3e-7 * n * p * math.sqrt(p)


def records():
    """Yield the records of runs.jsonl."""
    for n in SIZES:
        for p in PROCESSORS:
            for repetition, error in enumerate(ERRORS):
                loop = {'pc': pure(n) * error, 'li': imbalance(n, p) * error,
                        'ip': 0.0, 'sl': 0.0}
                serial = {'pc': 1e-8 * n * n * error, 'li': 0.0,
                          'ip': 1e-8 * n * n * (p - 1) * error, 'sl': 0.0}
                whole = {key: loop[key] + serial[key] for key in loop}
                for place, categories, visits, iterations in (
                        (None, whole, None, None),
                        ('main/parloop#1', loop, 4, 4 * n),
                        ('main/loop#1', serial, 1, 7)):
                    one = {'schema': 'lcm-measurement/1',
                           'fragment': f'fft.c:{place}' if place else '',
                           'params': {'n': n, 'p': p},
                           'categories': categories,
                           'elapsed': sum(categories.values()) / p,
                           'processors': p, 'machine': 'example',
                           'repetition': repetition}
                    if place:
                        one.update(place='fft.c:12', visits=visits,
                                   iterations=iterations)
                    if place == 'main/parloop#1':
                        one['label'] = 'rows'
                    yield one


def lines():
    """Yield the lines of runfast.pp: li is 0.01022 p sqrt(p), as figure 5.2 of
    Crovella 1994 has it, with an error of 5 % that alternates."""
    for d in (16, 32):
        for p in range(1, 27):
            lost = [round(0.01022 * p ** 1.5 * (1.05 if p % 2 else 0.95), 6),
                    round(0.002 * p, 6), 0.0, round(0.001 * d, 6), 0.0]
            remains = round(0.03 * d, 6)
            names = ('li', 'ip', 'sl', 'cl', 'rc')
            pairs = ' '.join(f'{name}={value:.6f}'
                             for name, value in zip(names, lost))
            yield (f'd={d} v=4.5 p={p} {pairs} '
                   f'tt={sum(lost) + remains:.6f} rt={remains:.6f}')


def main(folder):
    """Write the files."""
    (folder / 'runs.jsonl').write_text(
        ''.join(json.dumps(one) + '\n' for one in records()))
    (folder / 'runfast.pp').write_text(
        ''.join(line + '\n' for line in lines()))


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
