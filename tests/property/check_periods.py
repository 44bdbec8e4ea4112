#!/usr/bin/env python3
"""Bounds of loops over remainders and quotients against each use counted.

Models whose iterations use b[E] for random E, with remainders, quotients and
both, in parallel and in sequence, also nested, are bounded by lcm; here every
iteration is visited and its use added to that of its element.  The seed is
fixed.

usage: check_periods.py LCM
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

FORMS = {  # text of the subscript, and what it is
    '({s}*i + {c}) mod {m}': lambda v, i: (v['s'] * i + v['c']) % v['m'],
    '({c} - {s}*i) mod {m}': lambda v, i: (v['c'] - v['s'] * i) % v['m'],
    '(i div {b}) mod {m}': lambda v, i: i // v['b'] % v['m'],
    '({s}*i + {c}) div {b} mod {m}':
        lambda v, i: (v['s'] * i + v['c']) // v['b'] % v['m'],
    'i div {w}': lambda v, i: i // v['w'],
    '(i mod {m} + i div {w}) mod {m}':
        lambda v, i: (i % v['m'] + i // v['w']) % v['m'],
    '(i*i + {c}) mod {m}': lambda v, i: (i * i + v['c']) % v['m'],
    '(i + {c} + j) mod {m}': lambda v, i, j=0: (i + v['c'] + j) % v['m'],
    '({s}*i + j) div {w}': lambda v, i, j=0: (v['s'] * i + j) // v['w'],
}


def case(rng, form):
    """Return the text of a model, and its phi and omega."""
    v = {'s': rng.randint(1, 12), 'c': rng.randint(0, 9),
         'm': rng.randint(2, 16), 'b': rng.randint(2, 9)}
    n, inner = rng.randint(1, 400), rng.randint(1, 5)
    t = rng.randint(1, 4)
    v['w'] = max(1, (v['s'] * n + inner) // rng.randint(2, 6))
    nested = 'j' in form
    kind = rng.choice(('par', 'seq'))
    extra = rng.choice((0, 3))
    use = f'use(b[{form.format(**v)}], {t})'
    if extra:
        use = f'{{ delay(i mod {extra}) ; {use} }}'
    if nested:
        use = f'par (j = 0, {inner - 1}) {use}'
    text = (f'resource b[0..63] = 1\n'
            f'L = {kind} (i = 0, {n - 1}) {use}\n')
    loads, paths = {}, []
    for i in range(n):
        delay = i % extra if extra else 0
        for j in range(inner if nested else 1):
            at = FORMS[form](v, i, j) if nested else FORMS[form](v, i)
            loads[at] = loads.get(at, 0) + t
        paths.append(delay + t)
    phi = max(paths) if kind == 'par' else sum(paths)
    return text, phi, max(loads.values())


def main():
    """Compare 108 models."""
    rng = random.Random(18)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(12 * len(FORMS)):
            text, phi, omega = case(rng, list(FORMS)[number % len(FORMS)])
            path = pathlib.Path(folder, 'm.pam')
            path.write_text(text)
            run = subprocess.run([sys.argv[1], 'predict', path, '--format',
                                  'json'], capture_output=True, text=True)
            bound = (json.loads(run.stdout)['points'][0]['bound']
                     if run.returncode == 0 else {})
            if bound.get('phi') != phi or bound.get('omega') != omega:
                bad += 1
                print(f'{text}phi {phi}, omega {omega}: lcm says {bound}'
                      f'{run.stderr}')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
