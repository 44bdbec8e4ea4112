#!/usr/bin/env python3
"""Checks what lcm fit --source makes of measurements at three sizes.

Programs have functions whose loops are of known shapes, and "measurements" are
made up for them: what the loops do takes a time for each operation, with the
noise of repeated runs and now and then a run that others slowed down.  Where
the times follow the source, the model has to grow as the truth does beyond the
measurements; where they follow something else on purpose, the fit has to say
so, and must not be worse than without the source.

usage: check_fit_source.py LCM [FIRST [COUNT]]
"""
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

# The body of a function, the parts of what it does as functions of n; some of
# the time is for the first, some for the second.
LOOP = 'for (int {0} = 0; {0} < {1}; {0}++)'
SHAPES = {
    'n': (LOOP.format('i', 'n') + ' s += a[i] * 1.5;', [lambda n: n]),
    'n^2': (LOOP.format('i', 'n') + LOOP.format('j', 'n') +
            ' s += a[j] * i;', [lambda n: n**2]),
    'triangle': (LOOP.format('i', 'n') + LOOP.format('j', 'i') +
                 ' s += a[j] * i;', [lambda n: n * (n - 1) / 2]),
    'n^3': (LOOP.format('i', 'n') + LOOP.format('j', 'n') +
            LOOP.format('k', 'n') + ' s += a[k] * (i - j);',
            [lambda n: n**3]),
    'pyramid': (LOOP.format('i', 'n') + LOOP.format('j', 'i') +
                LOOP.format('k', 'j') + ' s += a[k] * (i - j);',
                [lambda n: n * (n - 1) * (n - 2) / 6]),
    'n^2 + n': (LOOP.format('i', 'n') + LOOP.format('j', 'n') +
                ' s += a[j] * i;\n  ' + LOOP.format('k', 'n') +
                ' s += a[k] / 3.0;', [lambda n: n**2, lambda n: n]),
    'n^3 + n^2': (LOOP.format('i', 'n') + LOOP.format('j', 'n') +
                  LOOP.format('k', 'n') + ' s += a[k] * (i - j);\n  ' +
                  LOOP.format('l', 'n') + LOOP.format('m', 'n') +
                  ' s += a[m] / (l + 1.0);',
                  [lambda n: n**3, lambda n: n**2]),
    'n log n': (LOOP.format('i', 'n') + ' for (int j = 1; j < n; j *= 2)'
                ' s += a[i] * j;',
                [lambda n: n * math.ceil(math.log2(n))]),
}
EXPONENT = {'n': 1, 'n^2': 2, 'triangle': 2, 'n^3': 3, 'pyramid': 3,
            'n^2 + n': 2, 'n^3 + n^2': 3, 'n log n': None}
# What the times follow instead, where they are wrong on purpose.
WRONG = {'n': lambda n: n**1.5, 'n^2': lambda n: n**2.5,
         'triangle': lambda n: n**3, 'n^3': lambda n: n**2,
         'pyramid': lambda n: n**2, 'n log n': lambda n: n**2}
PER_PROGRAM = 8


def truth_of(rng, shape, wrong, sizes):
    """Return the time as a function of n."""
    parts = [WRONG[shape]] if wrong else SHAPES[shape][1]
    whole = 10**rng.uniform(-3, 0)
    shares = [1] + [rng.uniform(0.02, 0.3) for _ in parts[1:]]
    fixed = rng.choice([0, 0, rng.uniform(0.01, 0.1)])
    top = sizes[-1]

    def time(n):
        return whole * (fixed + sum(share * part(n) / part(top) for share, part
                                    in zip(shares, parts)))
    return time


def noisy(rng, value, noise):
    """Return a measurement of `value`."""
    slow = rng.uniform(0.05, 0.3) if rng.random() < 0.04 else 0
    return value * (1 + slow) * math.exp(rng.gauss(0, noise))


def program(rng, folder, wrong):
    """Write a program and measurements of it; return its functions: shape,
    truth and sizes."""
    shapes = [rng.choice(list(WRONG if wrong else SHAPES))
              for _ in range(PER_PROGRAM)]
    base = rng.choice([64, 100, 128, 200])
    sizes = [base, base * 2, base * 4]
    noise = rng.choice([0.005, 0.01, 0.02])
    text = '#include <stdlib.h>\n'
    text += ''.join(f'static double f{i}(const double *a, int n) {{\n'
                    f'  double s = 0;\n  {SHAPES[shape][0]}\n  return s;\n}}\n'
                    for i, shape in enumerate(shapes))
    text += ('int main(int argc, char **argv) {\n  int n = atoi(argv[1]);\n'
             '  double *a = calloc(n, sizeof *a), s = 0;\n' +
             ''.join(f'  s += f{i}(a, n);\n' for i in range(len(shapes))) +
             '  return s > 0;\n}\n')
    with open(os.path.join(folder, 'a.c'), 'w') as out:
        out.write(text)
    truths = [truth_of(rng, shape, wrong, sizes) for shape in shapes]
    with open(os.path.join(folder, 'runs.jsonl'), 'w') as out:
        for n in sizes:
            for repetition in range(5):
                for i, truth in enumerate(truths):
                    value = noisy(rng, truth(n), noise)
                    out.write(json.dumps({
                        'schema': 'lcm-measurement/1',
                        'fragment': f'a.c:f{i}', 'params': {'n': n},
                        'categories': {'pc': value}, 'elapsed': value,
                        'processors': 1, 'repetition': repetition}) + '\n')
    return shapes, truths, sizes


def fit(lcm, folder, *more):
    """Return the models by fragment."""
    done = subprocess.run([lcm, 'fit', 'runs.jsonl', '--format', 'json', '-j',
                           '1', '-c', 'pc', *more], cwd=folder, check=False,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return {m['fragment']: m for m in json.loads(done.stdout)['models']
            if m['selected']}


def summed(text):
    """Return `text` with sums as calls that Python has."""
    while 'sum(' in text:
        begin = text.rindex('sum(')
        depth, parts, one, end = 0, [], '', begin + 4
        while depth or text[end] != ')':
            depth += {'(': 1, ')': -1}.get(text[end], 0)
            if text[end] == ',' and not depth:
                parts.append(one)
                one = ''
            else:
                one += text[end]
            end += 1
        name, low, high, of = parts[0].strip(), parts[1], parts[2], one
        text = (f'{text[:begin]}S_(lambda {name}: {of}, {low}, {high})'
                f'{text[end + 1:]}')
    return text


def value(model, n):
    """Return what `model` says for n."""
    names = {'n': n, 'log': math.log, 'log2': math.log2, 'sqrt': math.sqrt,
             'log10': math.log10, 'floor': math.floor, 'ceil': math.ceil,
             'max': max, 'min': min, '__builtins__': {},
             'if_': lambda c, a, b: a if c else b,
             'S_': lambda f, a, b: sum(f(i) for i in
                                       range(int(a), int(b) + 1)),
             'range': range, 'int': int, 'sum': sum}
    text = summed(model['formula']).replace('^', '**').replace('if(', 'if_(')
    return eval(text, names)  # pylint: disable=eval-used


def grows(f, n):
    """Return the exponent by which `f` grows far beyond n."""
    return math.log2(f(64 * n) / f(32 * n))


def main():
    lcm = os.path.abspath(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    right, errors, bare, said, wrong, off = [], [], [], [], [], []
    for seed in range(first, first + count):
        for is_wrong in (False, True):
            rng = random.Random(2 * seed + is_wrong)
            with tempfile.TemporaryDirectory() as folder:
                shapes, truths, sizes = program(rng, folder, is_wrong)
                with_source = fit(lcm, folder, '--source', 'a.c')
                without = fit(lcm, folder)
            for i, (shape, truth) in enumerate(zip(shapes, truths)):
                top = 4 * sizes[-1]
                both = [abs(value(models[f'a.c:f{i}'], top) / truth(top) - 1)
                        for models in (with_source, without)]
                model = with_source[f'a.c:f{i}']
                if is_wrong:
                    said.append(not model.get('source', {'agrees': 1})
                                ['agrees'])
                    wrong.append(both[0])
                    off.append(both[1])
                    continue
                errors.append(both[0])
                bare.append(both[1])
                same = abs(grows(lambda n: value(model, n), sizes[-1]) -
                           grows(truth, sizes[-1])) < 0.1
                right.append(same)
                if not same:
                    print(f'seed {seed} f{i}: {shape}: {model["formula"]}')

    def line(what, all_):
        cut = sorted(all_)
        return (f'{what}: median {statistics.median(cut):.2%}, 95th percentile '
                f'{cut[int(0.95 * (len(cut) - 1))]:.2%}, mean '
                f'{statistics.mean(cut):.2%}')

    print(f'leading term right {statistics.mean(right):.1%} of {len(right)}')
    print(line('error at 4 times the largest size', errors))
    print(line('without the source', bare))
    print(f'wrong on purpose: said {statistics.mean(said):.1%} of {len(said)}')
    print(line('error with it', wrong))
    print(line('without it', off))
    worse = sorted(wrong)[int(0.95 * (len(wrong) - 1))] > 1.5 * max(
        0.01, sorted(off)[int(0.95 * (len(off) - 1))])
    failed = (worse or statistics.mean(said) < 0.95 or
              statistics.mean(right) < 0.98 or
              statistics.median(errors) > 0.01 or
              sorted(errors)[int(0.95 * (len(errors) - 1))] > 0.1)
    sys.exit(failed)


if __name__ == '__main__':
    main()
