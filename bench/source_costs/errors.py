#!/usr/bin/env python3
"""Finds how far predictions from source are off, by what sets the time.

usage: errors.py BUILD_DIR --machine FILE --measured FILE [--incore MODE]
                 [--keep FILE]
  --machine    what lcm calibrate wrote
  --measured   the times of a run of run.py (its --json)
  --incore     source (as without it) or compiler
  --keep       predictions are read from there, where it exists, else written

Prints the rows of model/results/errors.def for the mode, and how many programs lie between
them; see README.md.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import pathlib
import random
import subprocess

import run

CLASSES = ('operations', 'chains', 'bytes', 'latencies', 'threads')
LEVEL = 0.05    # of the quantile of each class, on either side
POOLED = 5      # so many texts' weight all classes together have in each
COVER = 0.90
ROUNDS = 10     # divisions of the texts into three parts


def predict(lcm, args, text, n, p):
    """Return time, classes and kind of time of `text` at `n` on `p`."""
    command = [lcm, 'predict', run.HERE / f"{text['name']}.c", '-q',
               '--format', 'json', '-D', f'n={n}', '-D', f'p={p}',
               '--machine', args.machine, '--incore', args.incore]
    command += ['--entry', 'kernel'] if text['kernel'] else []
    command += ['--', '-O2', '-fopenmp'] if args.incore == 'compiler' else []
    try:
        said = subprocess.run(command, capture_output=True, text=True,
                              timeout=60).stdout
        document = json.loads(said)
    except (ValueError, subprocess.TimeoutExpired):
        return None
    point = document['points'][0]
    if not point['time'] or 'source_interval' not in point:
        return None
    return {'time': point['time'], 'is': document['basis']['time_is'],
            'shares': point['source_interval']['shares']}


def gather(lcm, args, measured):
    """Return what is predicted for every text, size and p in `measured`."""
    points = [(t, n, p) for t in run.read_list('')
              for n in t['sizes'] for p in t['procs']
              if f"{t['name']} {n} {p}" in measured]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda at: predict(lcm, args, *at), points)
        return {f"{t['name']} {n} {p}": one
                for (t, n, p), one in zip(points, found) if one}


def quantile(values, share):
    """Return the quantile of `values`, pairs of a number and its weight."""
    values = sorted(values)
    left = share * sum(weight for _, weight in values)
    for value, weight in values:
        left -= weight
        if left <= 0:
            return value
    return values[-1][0]


def ranges(points):
    """Return the logarithms of the factors of each class: quantiles of the
    texts that it sets most of, drawn to those of all the more the fewer texts
    there are; each text has the same weight."""
    known = [p for p in points if p['is'] == 'known']
    sizes = collections.Counter(p['text'] for p in known)

    def ends(some):
        values = [(math.log(p['ratio']), 1 / sizes[p['text']]) for p in some]
        return quantile(values, LEVEL), quantile(values, 1 - LEVEL)

    low, high = ends(known)
    found = {}
    for name in CLASSES:
        own = [p for p in known if p['shares'][name] > 0.5]
        texts = len({p['text'] for p in own})
        weight = texts / (texts + POOLED)
        a, b = ends(own) if own else (low, high)
        found[name] = (min(0, weight * a + (1 - weight) * low),
                       max(0, weight * b + (1 - weight) * high))
    return found


def holds(point, table, wider):
    """Return whether `point` lies in its interval, as lcm computes it."""
    down = math.hypot(*(point['shares'][c] *
                        (math.exp(-wider * table[c][0]) - 1) for c in CLASSES))
    up = math.hypot(*(point['shares'][c] *
                      (math.exp(wider * table[c][1]) - 1) for c in CLASSES))
    return point['ratio'] * (1 + down) >= 1 - 1e-9 and (
        point['is'].startswith('at least') or
        point['ratio'] <= (1 + up) * (1 + 1e-9))


def coverage(points, table, wider):
    """Return how many of `points` lie in their intervals, of 1."""
    return sum(holds(p, table, wider) for p in points) / max(1, len(points))


def thirds(points):
    """Return pairs: the table without a third of the texts, and the points of
    these."""
    names = sorted({p['text'] for p in points})
    found = []
    for seed in range(ROUNDS):
        order = names[:]
        random.Random(seed).shuffle(order)
        for third in range(3):
            out = set(order[third::3])
            found.append((ranges([p for p in points if p['text'] not in out]),
                          [p for p in points if p['text'] in out]))
    return found


def crossed(folds, wider, known):
    """Return the coverage of what is left out, of `known` times alone."""
    inside = total = 0
    for table, points in folds:
        some = [p for p in points if not known or p['is'] == 'known']
        inside += coverage(some, table, wider) * len(some)
        total += len(some)
    return inside / total


def main():
    """Gather, fit, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('--machine', required=True)
    parser.add_argument('--measured', type=pathlib.Path, required=True)
    parser.add_argument('--incore', choices=['source', 'compiler'],
                        default='source')
    parser.add_argument('--keep', type=pathlib.Path)
    args = parser.parse_args()
    measured = json.loads(args.measured.read_text())['measured']
    if args.keep and args.keep.exists():
        predicted = json.loads(args.keep.read_text())
    else:
        predicted = gather(args.build.resolve() / 'lcm', args, measured)
        if args.keep:
            args.keep.write_text(json.dumps(predicted))
    points = [dict(p, text=key.split()[0], ratio=measured[key] / p['time'])
              for key, p in predicted.items() if key in measured]
    folds = thirds(points)
    wider = next(k / 20 for k in range(10, 100)
                 if crossed(folds, k / 20, True) >= COVER)
    table = ranges(points)
    known = [p for p in points if p['is'] == 'known']
    for name in CLASSES:
        texts = {p['text'] for p in known if p['shares'][name] > 0.5}
        low, high = (math.exp(wider * x) for x in table[name])
        print(f'{name:10} BETWEEN({low:.2g}, {high:.2g})  {len(texts)} texts')
    print(f'{len(points)} points ({len(known)} of them known), quantiles '
          f'widened by {wider}; inside: {coverage(known, table, wider):.1%}, '
          f'of what was left out {crossed(folds, wider, True):.1%}, with those '
          f'that are least times {crossed(folds, wider, False):.1%}')


if __name__ == '__main__':
    main()
