#!/usr/bin/env python3
"""Checks how often loops run that nothing but whole numbers ends.

What `lcm predict` assumes by itself has to come to the same as what the loop
does on average for numbers of that size, which Python counts and gives with
-D; and a sieve crosses out about what one in Python does.

usage: check_laws.py LCM
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

MACHINE = {'schema': 'lcm-machine/1', 'clock': 1, 'costs': {
    'flop': 1e-9, 'integer': 1e-9}}


def euclid(n):
    """Return the divisions that an inverse of `n` takes."""
    a, b, count = 1000003, n, 0
    while b:
        a, b, count = b, a % b, count + 1
    return count


def newton(n):
    """Return the steps to the root of `n`, the first one not included."""
    x, y, count = n, (n + 1) // 2, 0
    while y < x:
        x, y, count = y, (y + n // y) // 2, count + 1
    return count


def trials(n):
    """Return by how many numbers `n` is divided until it is factored."""
    d, count = 2, 0
    while d * d <= n:
        while n % d == 0:
            n //= d
        d, count = d + 1, count + 1
    return count


# What a text is, what stands in its function f(n), the line of the loop that
# is asked for, what counts its rounds, how far the law may be off.
LOOPS = [
    ('inverse', '''long a = 1000003, b = n;
  while (b != 0) {
    const long q = a / b;
    const long t = a - q * b;
    a = b;
    b = t;
  }
  return a;''', 3, euclid, 1.1),
    ('root', '''long x = n, y = (x + 1) / 2;
  while (y < x) {
    x = y;
    y = (x + n / x) / 2;
  }
  return x;''', 3, newton, 1.1),
    ('factors', '''long v = n, s = 0;
  for (long d = 2; d * d <= v; d++)
    while (v % d == 0) {
      v /= d;
      s += d;
    }
  return s;''', 3, trials, 1.6)]
SIEVE = '''static char out[2000001];
long f(long n) {
  long s = 0;
  for (long i = 2; i * i <= n; i++)
    if (!out[i])
      for (long k = i * i; k <= n; k += i) {
        out[k] = 1;
        s += k ^ 3;
      }
  return s;
}
'''


def predict(lcm, folder, source, given):
    """Return the nanoseconds predicted for `source` with `given`."""
    (folder / 'machine.json').write_text(json.dumps(MACHINE))
    (folder / 'input.c').write_text(source)
    run = subprocess.run(
        [lcm, 'predict', 'input.c', '--entry', 'f', '-q', '-D', 'p=1',
         *(word for one in given for word in ('-D', one)), '--machine',
         'machine.json', '--incore', 'source', '--format', 'json'],
        cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)['points'][0]['time'] * 1e9


def check_loop(lcm, folder, loop):
    """Return what is wrong with the law of `loop`."""
    name, body, line, rounds, most = loop
    source = f'long f(long n) {{\n  {body}\n}}\n'
    wrong = []
    for n in (100, 3000, 100000):
        some = [rounds(k) for k in random.Random(1).choices(range(n, 2 * n),
                                                            k=1000)]
        mean = sum(some) / len(some)
        size = round(n * math.sqrt(2))
        law = predict(lcm, folder, source, [f'n={size}'])
        true = predict(lcm, folder, source,
                       [f'n={size}', f'trips_{line}={mean:.4f}'])
        print(f'{name:8} n = {size:6}: {mean:7.2f} rounds, {law:9.2f} ns for '
              f'{true:9.2f} ns')
        if not 1 / most <= law / true <= most:
            wrong.append(f'{name}, n = {size}')
    return wrong


def check_sieve(lcm, folder):
    """Return what is wrong with how much a sieve crosses out."""
    n = 1000000
    out = bytearray(n + 1)
    crossed = primes = 0
    for i in range(2, math.isqrt(n) + 1):
        if not out[i]:
            primes += 1
            crossed += len(range(i * i, n + 1, i))
            for k in range(i * i, n + 1, i):
                out[k] = 1
    each = [predict(lcm, folder, SIEVE, [f'n={n}', f'prob_5={p}'])
            for p in (0, 1)]
    all_crossed = sum(len(range(i * i, n + 1, i))
                      for i in range(2, math.isqrt(n) + 1))
    true = each[0] + (each[1] - each[0]) * crossed / all_crossed
    law = predict(lcm, folder, SIEVE, [f'n={n}'])
    print(f'sieve: {law:.0f} ns for {true:.0f} ns')
    return [] if 1 / 1.15 <= law / true <= 1.15 else ['sieve']


def main():
    """Check all loops."""
    lcm = pathlib.Path(sys.argv[1]).resolve()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for loop in LOOPS:
            wrong += check_loop(lcm, pathlib.Path(folder), loop)
        wrong += check_sieve(lcm, pathlib.Path(folder))
    print('off:', ', '.join(wrong) or 'nothing')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
