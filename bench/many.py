#!/usr/bin/env python3
"""Measurements of many fragments, for the time that `lcm fit` takes.

usage: many.py [FRAGMENTS [SIZES [REPETITIONS]]] > runs.jsonl

Each fragment (1,000 unless given) has six categories at SIZES (5) values of n
and 3, or 5 where there are more than 5 sizes, of p, REPETITIONS (3) times with
3 % of noise: computation of n, n^2 or n^3, imbalance of n^k log p,
synchronization of p, contention of n^k (p - 1), and two that are 0.
"""
import json
import math
import random
import sys


def main():
    numbers = [int(word) for word in sys.argv[1:]]
    fragments, sizes, repetitions = numbers + [1000, 5, 3][len(numbers):]
    draw = random.Random(1)
    noisy = lambda value: value * (1 + draw.gauss(0, 0.03))
    for f in range(fragments):
        k = 1 + f % 3
        for n in (64 * 2 ** i for i in range(sizes)):
            for p in (1, 2, 4, 8, 16)[:3 if sizes <= 5 else 5]:
                for r in range(repetitions):
                    work = 1e-6 * n * (n / 100) ** (k - 1)
                    print(json.dumps({
                        'schema': 'lcm-measurement/1', 'fragment': f'a.c:f{f}',
                        'params': {'n': n, 'p': p}, 'processors': p,
                        'categories': {
                            'pc': noisy(work),
                            'li': noisy(0.06 * work * math.log(p)), 'ip': 0,
                            'sl': noisy(1e-5 * p), 'cl': 0,
                            'rc': noisy(0.05 * work * (p - 1))},
                        'repetition': r}))


main()
