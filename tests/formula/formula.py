#!/usr/bin/env python3
"""Compiles and runs the closed forms that `lcm predict --formula` prints in C
and Python, and compares them with the predicted numbers.

Every program of the samples and of the golden examples whose time has a closed
form takes part; at least as many as MINIMUM must have one.  The total overhead
must be p T(p) - T(1) of the times that are predicted (Pacheco 1997, 12.2), of
the programs of SIZES at several sizes too.

usage: formula.py LCM ROOT CC
"""
import ctypes
import json
import math
import pathlib
import subprocess
import sys
import tempfile

POINTS = ['p=1,2,3,5,8,26', 'p=1,3,5,8,26']
MINIMUM = 20
RUNS = 'per_run', 'per_run_sums'
SIZES = {'jacobi.c': ['n=64,100,333', 'sweeps=1,7'], 'matmul.c': ['n=1,65,500'],
         'fourcolour.c': ['pairs=1,9,40', 'sweeps=3'], 'energy.c': ['n=7,5000'],
         'swaptions_balanced.c': ['items=1,31,64'],
         'fft2d_dp.c': ['n=64,256', 'itors=1,4'],
         'fft2d_tp.c': ['n=64,256', 'itors=1,4']}
UNITS = {'GB': 1e9}


def run(lcm, args, folder):
    """Return standard output of lcm with `args`, None where it fails."""
    done = subprocess.run([lcm, 'predict', *args], cwd=folder, check=False,
                          capture_output=True, text=True, timeout=120)
    return done.stdout if done.returncode == 0 else None


def programs(root):
    """Yield (folder, arguments) of the programs to predict."""
    for path in sorted((root / 'samples').glob('*/*.c')):
        if 'int main' in path.read_text():
            yield path.parent, [path.name]
    # those with models of all executions in a run
    runs = [root / 'tests/golden/nodes' / name / 'args' for name in RUNS]
    for path in sorted((root / 'tests/golden/examples').glob('*/args')) + runs:
        args = path.read_text().splitlines()
        if args[0] != 'predict' or any(a.startswith('--thesis') for a in args):
            continue
        kept = [a for i, a in enumerate(args[1:], 1)
                if a not in ('--format', 'json', '-D')
                and args[i - 1] != '-D']
        yield path.parent, kept + [x for a in args if '=' in a
                                   and not a.startswith('p=')
                                   for x in ('-D', a)]


def c_functions(text, folder, cc):
    """Return a function that calls the C function of a name."""
    source, library = folder / 'f.c', folder / f'f{abs(hash(text))}.so'
    source.write_text(text)
    subprocess.run([cc, '-O1', '-Wall', '-Wextra', '-Werror', '-Wno-unused',
                    '-shared', '-fPIC', source, '-o', library, '-lm'],
                   check=True)
    loaded = ctypes.CDLL(str(library))

    def call(name, values):
        function = getattr(loaded, f'lcm_{name}')
        function.restype = ctypes.c_double
        function.argtypes = [ctypes.c_double] * len(values)
        return function(*values)
    return call


def others(point):
    """Return the values of the variables of a point but p."""
    return tuple(sorted((k, v) for k, v in point['env'].items() if k != 'p'))


def python_functions(text, name):
    """Return a function that calls the Python function of a name, and the
    names of the parameters of that of `name`."""
    scope = {}
    exec(text, scope)

    def call(name, values):
        return scope[f'lcm_{name}'](*values)
    code = scope[f'lcm_{name}'].__code__
    return call, code.co_varnames[:code.co_argcount]


def params(root, args, folder, lcm):
    """Return the defaults of the params of a program."""
    done = subprocess.run([lcm, 'analyze', args[0], '--format', 'json'],
                          cwd=folder, check=False, capture_output=True,
                          text=True)
    found = {}
    for line in (folder / args[0]).read_text().splitlines():
        words = line.replace('=', ' = ').split()
        if words[:3] == ['//', 'lcm:', 'param'] and words[4] == '=':
            try:
                unit = words[6] if len(words) > 6 else ''
                found[words[3]] = float(words[5]) * UNITS.get(unit, 1)
            except ValueError:
                pass
    assert done.returncode == 0, done.stderr
    return found


def check(lcm, root, cc, folder, args, scratch):
    """Return how many numbers were compared; 0 without a closed form."""
    python = run(lcm, args + ['--formula', 'python'], folder)
    if python is None:
        return 0
    by_c = c_functions(run(lcm, args + ['--formula', 'c'], folder), scratch, cc)
    by_python, names = python_functions(python, 'time')
    beyond = python_functions(python, 'total_overhead')[1]
    args = args + [x for s in SIZES.get(args[0], []) for x in ('-D', s)]
    text = None
    for points in POINTS:
        text = text or run(lcm, args + ['-D', points, '--format', 'json'],
                           folder)
    document = json.loads(text)
    known = params(root, args, folder, lcm)
    compared = 0
    alone = {others(q): q['time'] for q in document['points']
             if q['env']['p'] == 1}
    for point in document['points']:
        p = point['env']['p']
        values = [point['env'].get(n, known.get(n, math.nan)) for n in names]
        more = [float(point['env'].get(n, known.get(n, math.nan)))
                for n in beyond]
        for call in by_c, by_python:
            got = call('total_overhead', more)
            want = p * point['time'] - alone[others(point)]
            assert abs(got - want) <= 1e-9 * p * point['time'], \
                f'{folder}: T_O at {more}: {got}, not {want}'
            compared += 1
        wanted = {'time': point['time'], **point['lost']}
        for name, want in wanted.items():
            if name != 'time' and f'def lcm_{name}(' not in python:
                continue
            for call in by_c, by_python:
                got = call(name, [float(v) for v in values])
                limit = 1e-9 * max(point['time'] * point['env']['p'], 1e-300)
                assert abs(got - want) <= limit, \
                    f'{folder}: {name} at {values}: {got}, not {want}'
                compared += 1
    return compared


def main():
    lcm, root, cc = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    closed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder, args in programs(root):
            n = check(lcm, root, cc, folder, args, pathlib.Path(scratch))
            closed += n > 0
            assert n or folder.name not in RUNS, f'{folder}: no closed form'
            print(f'{folder.name}/{args[0]}: '
                  + (f'{n} numbers agree' if n else 'no closed form'))
    assert closed >= MINIMUM, f'{closed} programs have a closed form'


if __name__ == '__main__':
    main()
