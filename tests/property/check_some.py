#!/usr/bin/env python3
"""Compares loops of which some iterations stand for all with adding all of
them up.

A random program has a loop of some hundred to some thousand iterations with a
parallel loop in it, whose end and whose work, additions, depend on both
indices: smooth, with a bend or a jump, or with work that comes again every few
iterations.  lcm executes some of the iterations, on a machine with a memory
and on one without, but for what comes again.  Here all of them are: each
thread adds up its block of each parallel loop, and the slowest counts.  What
an addition costs a small program of them says.

LCM_PROPERTY_SEEDS is which programs (first:last).

usage: check_some.py LCM [SEEDS]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

# Smooth work is as good as exact; a jump is met by chance.
CLOSE, BY_CHANCE = 3e-3, 0.03

MACHINE = {'schema': 'lcm-machine/1', 'name': 'one with a memory',
           'processors': 16,
           'levels': [{'name': 'memory', 'bandwidth': {'core': 1e17}}],
           'costs': {'flop': 1e-6, 'integer': 1e-18}}
PLAIN = {**MACHINE, 'name': 'one without', 'levels': []}

# How many additions an iteration has, as C and as Python have it, and how close
# lcm is.
WORK = [('i + {a} * j', 'i + {a}*j', CLOSE),
        ('i * j / 64', 'i*j//64', CLOSE),
        ('i > {b} ? i : {b}', 'max(i, {b})', CLOSE),
        ('i < {b} ? 3 * j : j', 'j*(3 if i < {b} else 1)', BY_CHANCE),
        ('j * (1 + i % {c})', 'j*(1 + i % {c})', 1e-6)]
ENDS = [('i', 'i'), ('n - i', 'n - i'), ('40', '40'), ('i / 3 + 1', 'i//3 + 1')]
PROGRAM = '''enum {{ n = {n} }};
double x[64];
int main(void) {{
  for (int i = 0; i < n; i++) {{
#pragma omp parallel for schedule(static)
    for (int j = 0; j < {end}; j++) {{
      double s = 0;
      const int count = {work};
      for (int k = 0; k < count; k++)
        s += 1.5;
      x[j & 63] = s;
    }}
  }}
}}
'''


def make(rng):
    """Return a program, how often its loop runs, its work and its end in
    Python, and how close lcm has to be."""
    n = rng.choice([300, 500, 777, 1200])
    values = {'a': rng.randint(1, 20), 'b': rng.randint(1, n),
              'c': rng.randint(2, 7)}
    work, python, close = rng.choice(WORK)
    end, python_end = rng.choice(ENDS)
    text = PROGRAM.format(n=n, end=end, work=work.format(**values))
    return text, n, python.format(**values), python_end, close


def predict(lcm, folder, text, p, machine):
    """Return what lcm says of the program `text` on `p` threads."""
    (folder / 'input.c').write_text(text)
    done = subprocess.run(
        [lcm, 'predict', '-q', str(folder / 'input.c'), '--machine',
         str(folder / machine), '--format', 'json', '-D', f'p={p}', '--',
         '-fopenmp'], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (text, done.stderr)
    return json.loads(done.stdout)['points'][0]['time'], done.stdout


def whole(n, cost, end, p):
    """Return how many additions all iterations take on `p` threads."""
    time_of = eval(f'lambda i, j: {cost}', {'math': __import__('math')})
    end_of = eval(f'lambda i, n: {end}')
    total = 0
    for i in range(n):
        count = end_of(i, n)
        size, more = divmod(count, p)
        start, longest = 0, 0
        for k in range(p):
            length = size + (k < more)
            longest = max(longest, sum(time_of(i, j) for j in
                                       range(start, start + length)))
            start += length
        total += longest
    return total


def check(lcm, folder, seed):
    """Check the program `seed`; return by how much of it the time is off."""
    rng = random.Random(seed)
    text, n, work, end, close = make(rng)
    p = rng.choice([1, 2, 3, 8])
    small = PROGRAM.format(n=1, end='1', work='100000')
    machine = rng.choice(['machine.json', 'plain.json'])
    each = predict(lcm, folder, small, 1, machine)[0] / 100000
    time, said = predict(lcm, folder, text, p, machine)
    off = abs(time / (each * whole(n, work, end, p)) - 1)
    assert off < close, (seed, p, off, text)
    return off, 'stand for the others' in said


def main():
    lcm = os.path.abspath(sys.argv[1])
    seeds = sys.argv[2] if sys.argv[2:] else \
        os.environ.get('LCM_PROPERTY_SEEDS', '0:29')
    first, last = (int(x) for x in seeds.split(':'))
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        (folder / 'machine.json').write_text(json.dumps(MACHINE))
        (folder / 'plain.json').write_text(json.dumps(PLAIN))
        found = [check(lcm, folder, seed) for seed in range(first, last + 1)]
    some = sum(said for _, said in found)
    assert some > len(found) / 4 or len(found) < 8, found
    print(f'{len(found)} programs, {some} with some for all, off by at most '
          f'{max(off for off, _ in found):.1e}')


if __name__ == '__main__':
    main()
