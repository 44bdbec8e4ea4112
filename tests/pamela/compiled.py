#!/usr/bin/env python3
"""Equations over start times as functions in C: compiled, run and compared.

Times are those of example 5.1 (validation case V47) and of the task graph of
example 3.1 (V06), which follow from the thesis by hand; of a wavefront, N + M -
1 steps; and what is simulated for random values of all params.

usage: compiled.py LCM CC ROOT
"""
import csv
import ctypes
import io
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MODELS = {
    # A wavefront: element (i, j) needs (i - 1, j) and (i, j - 1).
    'wave': ('param N = 3, M = 4, t = 2\ncond c[0..N, 1..M]\n'
             'L = par (j = 1, M) signal(c[0, j]) || par (i = 1, N) '
             'seq (j = 1, M) { wait(c[i - 1, j]) ; delay(t) ; '
             'signal(c[i, j]) }',
             {'N': (1, 9), 'M': (1, 9), 't': (1, 5)}),
    # Locals, a while, an equation that calls itself, names that C keeps for
    # itself, a second signal, which changes nothing.
    'odds': ('param long = 3, n = 5, t = 1\ncond done[1..n]\n'
             'L = par (i = 1, n) { x := i ; if (i > 1) wait(done[i - 1]) ; '
             'while (x > 0) { x := x - 2 ; delay(t) } ; tree(i, long) ; '
             'signal(done[i]) ; delay(t) ; signal(done[i]) }\n'
             'tree(i, k) = if (k > 0) { delay(i) ; {tree(i, k - 1) || '
             'tree(1, k - 2)} } else skip',
             {'long': (1, 4), 'n': (1, 6), 't': (1, 3)}),
    # Two channels between neighbours of a ring, over whole rounds.
    'ring': ('param P = 4, N = 3, a = 2, b = 3\n'
             'cond r[0..P - 1, 0..N], l[0..P - 1, 0..N]\n'
             'L = par (p = 0, P - 1) seq (i = 1, N) { delay(a*(p + 1)) ; '
             'signal(r[p, i]) ; delay(b) ; signal(l[p, i]) ; '
             '{ wait(r[(p - 1) mod P, i]) || wait(l[(p + 1) mod P, i]) } }',
             {'P': (2, 6), 'N': (1, 5), 'a': (1, 4), 'b': (1, 4)})}
POINTS = 4


def run(*command):
    """Return what `command` prints."""
    done = subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{command}: {done.stderr}')
    return done.stdout


def compiled(lcm, cc, model, folder):
    """Return the function of `model` as C and its compiler have it."""
    text = run(lcm, 'predict', model, '--equations', '--formula', 'c')
    names = re.search(r'^double lcm_time\((.*)\) {$', text, re.M)[1]
    names = re.findall(r'double (\w+)', names)
    source = folder / f'{model.stem}.c'
    source.write_text(text)
    library = folder / f'{model.stem}.so'
    run(cc, '-std=gnu17', '-Wall', '-Wextra', '-Werror', '-O0', '-shared',
        '-fPIC', '-o', library, source, '-lm')
    function = ctypes.CDLL(str(library)).lcm_time
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_double] * len(names)
    return lambda values: function(*(values[name.rstrip('_')]
                                     for name in names))


def known(lcm, cc, root, folder):
    """Yield what is wrong with times that follow from the thesis."""
    case = root / 'tests' / 'validation' / 'cases' / 'V47.pam'
    time = compiled(lcm, cc, case, folder)
    lines = re.findall(r'^#run (.*) : simulate.time=(\d+)', case.read_text(),
                       re.M)
    for point, want in lines:
        values = {'N': 8.0, 'P': 8.0, 'G': 0.0}
        for name, value in re.findall(r'-D (\w)=(\d+)', point):
            values[name] = float(value)
        if time(values) != float(want):
            yield f'V47 {point}: {time(values)} instead of {want}'
    if len(lines) < 15:
        yield 'V47 has lost its points'
    graph = root / 'tests' / 'pamela' / 'bounds' / 'V06.pam'
    time = compiled(lcm, cc, graph, folder)
    for tm, ta, want in ((1, 1, 4), (3, 2, 11), (2, 5, 17), (1.5, 0.25, 4.75)):
        if time({'tm': tm, 'ta': ta}) != want:
            yield f'V06 {tm}, {ta}: {time({"tm": tm, "ta": ta})}'


def simulated(lcm, model, points):
    """Return the simulated times of `model` at `points`."""
    names = sorted(points[0])
    text = 'file'
    times = []
    for values in points:
        given = [f'-D{name}={values[name]}' for name in names]
        text = run(lcm, 'predict', model, '--method', 'simulate', '--format',
                   'csv', *given)
        times.append(float(next(csv.DictReader(io.StringIO(text)))['simulated'
                                                                   ]))
    return times


def main():
    """Check all models."""
    lcm, cc, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    draw = random.Random(4)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = list(known(lcm, cc, root, folder))
        for stem, (text, ranges) in MODELS.items():
            model = folder / f'{stem}.pam'
            model.write_text(text + '\n')
            time = compiled(lcm, cc, model, folder)
            points = [{name: draw.randint(*ends)
                       for name, ends in ranges.items()}
                      for _ in range(POINTS)]
            for values, want in zip(points, simulated(lcm, model, points)):
                got = time(values)
                if abs(got - want) > 1e-9 * want or stem == 'wave' and \
                        want != (values['N'] + values['M'] - 1) * values['t']:
                    wrong.append(f'{stem} {values}: {got}, simulated {want}')
    print('\n'.join(wrong))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
