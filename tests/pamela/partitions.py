#!/usr/bin/env python3
"""Closed forms of block, cyclic and strided uses of an array of resources.

The formula of each model (van Gemund 1996, 5.2.2 and appendix B: blocks of a
symbolic size, a symbolic stride, several cyclic parts together) is compared
with each use counted here, for random values of all params; what it takes does
not grow with the number of uses, so that 10^8 of them take no longer than ten.

usage: partitions.py LCM
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

VALUES = 150
ANY = 'N=9 M=7 K=9 B=5 c=2 a=1 d=2 t=1 u=1'
HEAD = 'param N, M, K, B, c, a, d, t, u\nresource r[{range}] = 1\nL = '
# The resources, the statement, and what each use is of: (resource, time).
MODELS = [
    ('0..N', 'par (i = 0, N - 1) use(r[i div B], t)',
     lambda v: [(i // v.B, v.t) for i in range(v.N)]),
    ('0..M-1', 'par (i = 0, N - 1) use(r[(c*i + d) mod M], t)',
     lambda v: [((v.c * i + v.d) % v.M, v.t) for i in range(v.N)]),
    ('0..M-1', 'par (i = 0, N - 1) use(r[(6*i + 1) mod M], t)',
     lambda v: [((6 * i + 1) % v.M, v.t) for i in range(v.N)]),
    ('0..M-1', 'par (i = 0, N - 1) use(r[i mod M], t) || '
               'par (j = a, K) use(r[(j + d) mod M], u)',
     lambda v: [(i % v.M, v.t) for i in range(v.N)] +
               [((j + v.d) % v.M, v.u) for j in range(v.a, v.K + 1)]),
    ('0..M-1', 'par (i = 0, N - 1) use(r[(i + a) mod M], t) || '
               'par (j = 0, K) use(r[(j + d) mod M], u) || '
               'par (k = 1, B) use(r[k mod M], t + u)',
     lambda v: [((i + v.a) % v.M, v.t) for i in range(v.N)] +
               [((j + v.d) % v.M, v.u) for j in range(v.K + 1)] +
               [(k % v.M, v.t + v.u) for k in range(1, v.B + 1)]),
    ('0..M-1', 'par (i = 0, N - 1) use(r[(c*i + d) mod M], t) || '
               'par (j = a, K) use(r[(a*j + B) mod M], u)',
     lambda v: [((v.c * i + v.d) % v.M, v.t) for i in range(v.N)] +
               [((v.a * j + v.B) % v.M, v.u) for j in range(v.a, v.K + 1)]),
    ('0..M+2', 'par (i = 0, N - 1) use(r[(2*i + d) mod M], t) || '
               'par (j = 0, K) use(r[(3*j + a) mod M], u) || '
               'par (k = 1, B) use(r[(c*k) mod M], t + u)',
     lambda v: [((2 * i + v.d) % v.M, v.t) for i in range(v.N)] +
               [((3 * j + v.a) % v.M, v.u) for j in range(v.K + 1)] +
               [(v.c * k % v.M, v.t + v.u) for k in range(1, v.B + 1)]),
]


def run(lcm, *arguments):
    """Return what lcm prints."""
    done = subprocess.run([lcm, 'predict', *map(str, arguments)], check=False,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def longest(uses):
    """Return the largest load of a resource."""
    loads = collections.Counter()
    for resource, time in uses:
        loads[resource] += time
    return max(loads.values())


def main():
    """Compare all models."""
    lcm = sys.argv[1]
    dice = random.Random(1)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'model.pam'
        for resources, statement, uses in MODELS:
            path.write_text(HEAD.format(range=resources) + statement + '\n')
            text = run(lcm, path, '--formula', 'python', '-D', ANY)
            cost = run(lcm, path, '--formula', 'text', '-D', ANY)
            cost = cost.split('takes O(')[1].split(')')[0]
            if 'N' in cost or 'K' in cost:
                print(f'{statement}: takes O({cost})')
                faults += 1
            space = {}
            exec(text, space)  # pylint: disable=exec-used
            code = space['lcm_time'].__code__
            names = code.co_varnames[:code.co_argcount]
            for _ in range(VALUES):
                v = random_values(dice)
                want = longest(uses(v))
                got = space['lcm_time'](*(getattr(v, name) for name in names))
                if abs(got - want) > 1e-9 * want:
                    print(f'{statement}, {v}: {got} instead of {want}')
                    faults += 1
        many = run(lcm, path, '--format', 'json', '-D',
                   ANY.replace('N=9', 'N=100000000'))
        bound = json.loads(many)['points'][0]['bound']['omega']
        faults += not 100000000 / 7 <= bound <= 100000000 / 7 + 6
    return faults > 0


Values = collections.namedtuple('Values', 'N M K B c a d t u')


def random_values(dice):
    """Return random values for which the formulas hold."""
    a = dice.randrange(0, 6)
    return Values(dice.randrange(1, 60), dice.randrange(1, 14),
                  a + dice.randrange(0, 40), dice.randrange(1, 12),
                  dice.randrange(0, 15), a, dice.randrange(0, 30),
                  dice.randrange(1, 5), dice.randrange(1, 5))


if __name__ == '__main__':
    sys.exit(main())
