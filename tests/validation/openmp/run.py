#!/usr/bin/env python3
"""Compares predictions of OpenMP programs with what two OpenMP libraries do.

The programs sleep where they work, so that a machine with few processors runs
them as one with many would: SCALE times as long as they say, and the shortest
of REPEAT runs counts, of more where that is too long, for what else a machine
does only adds.  gcc stands for libgomp, clang for libomp; a machine description
that names the library goes with the prediction.  Prints a table; the exit
status is 1 where a difference exceeds LIMIT, and 77 where no compiler is there.

usage: run.py LCM [--quick] [--only TEXT] [--runtime libgomp|libomp]
                  [--scale N] [--repeat N]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from libraries import COMPILERS, usable  # noqa: E402

LIMIT = 0.03        # of the difference, to both sides
QUICK_LIMIT = 0.25  # upwards, for --quick runs where other tests do as well
PATIENCE = 5
ALL = (1, 2, 3, 4, 5, 8, 13, 16, 24, 32)
EVEN = (2, 4, 8, 16, 24, 32)
SHAPES = {'uniform': ('12', 22), 'rising': ('(i + 1)', 18),
          'falling': ('(18 - i)', 18), 'random': ('((i * 7) % 11 + 1)', 20)}
SCHEDULES = ('static', 'static,2', 'dynamic', 'dynamic,2', 'guided',
             'guided,2', 'auto', 'runtime', 'monotonic:dynamic')


def cases():
    """Yield (name, file, defines, team sizes)."""
    for shape, (cost, n) in SHAPES.items():
        for schedule in SCHEDULES:
            yield (f'{shape}, {schedule}', 'loop.c',
                   [f'SCHEDULE={schedule}', f'COST={cost}', f'N={n}'], ALL)
    yield 'phases without barriers', 'nowait.c', ['SCHEDULE=dynamic'], ALL
    yield 'critical sections', 'critical.c', [], ALL
    yield '8 sections', 'sections.c', ['THREADS=4'], (4, 8, 32)
    for schedule in ('static', 'static,1', 'dynamic', 'guided'):
        yield (f'ordered, {schedule}', 'ordered.c',
               [f'SCHEDULE={schedule}', 'BEFORE=8', 'AFTER=1'], ALL)
    yield ('ordered first, dynamic', 'ordered.c',
           ['SCHEDULE=dynamic', 'BEFORE=1', 'AFTER=8'], ALL)
    yield 'guarded by thread', 'guarded.c', [], ALL
    yield 'nested teams', 'nested.c', ['SCHEDULE=static'], EVEN
    yield 'nested teams, dynamic', 'nested.c', ['SCHEDULE=dynamic'], EVEN
    yield 'buffer of two', 'buffer.c', [], (2, 4, 32)


QUICK = {'rising, dynamic', 'falling, guided', 'rising, auto',
         'critical sections', '8 sections', 'ordered, guided'}


def predicted(lcm, source, defines, sizes, machine):
    """The predicted times in seconds by team size."""
    out = subprocess.run(
        [lcm, 'predict', source, HERE / 'spend.c', '--machine', machine, '-q',
         '-D', 'p=' + ','.join(map(str, sizes)), '--format', 'json', '--',
         *(f'-D{d}' for d in defines)],
        check=True, capture_output=True, text=True).stdout
    points = json.loads(out)['points']
    return dict(zip(sizes, (point['time'] for point in points)))


def build(compiler, source, defines, binary):
    """Compile with a clock around the program."""
    subprocess.run([compiler, '-O1', '-w', '-fopenmp', source,
                    HERE / 'spend.c', HERE / 'clock.c',
                    *(f'-D{d}' for d in defines), '-o', binary], check=True)


def measured(binary, size, repeat):
    """The shortest time of the program's main in seconds."""
    env = dict(os.environ, OMP_NUM_THREADS=str(size), OMP_DYNAMIC='false',
               OMP_WAIT_POLICY='passive', KMP_BLOCKTIME='0',
               GOMP_SPINCOUNT='0')
    env.pop('OMP_SCHEDULE', None)
    return min(int(subprocess.run([binary], check=True, env=env, text=True,
                                  capture_output=True).stdout)
               for _ in range(repeat)) / 1e9


def compare(options, runtime, compiler, folder):
    """Print the rows of one library; return the largest difference."""
    machine = folder / f'{runtime}.json'
    machine.write_text(json.dumps({'schema': 'lcm-machine/1',
                                   'runtime': runtime}))
    worst = 0.0
    for name, file, defines, sizes in cases():
        if options.only and options.only not in name:
            continue
        if options.quick and name not in QUICK:
            continue
        sizes = (4,) if options.quick else sizes
        want = predicted(options.lcm, HERE / file, defines, sizes, machine)
        binary = folder / 'program'
        build(compiler, HERE / file, [*defines, f'SCALE={options.scale}'],
              binary)
        row = []
        for size in sizes:
            got = measured(binary, size, options.repeat) / options.scale
            most = QUICK_LIMIT if options.quick else LIMIT
            for _ in range(PATIENCE):
                if got / want[size] - 1 <= most:
                    break
                got = min(got, measured(binary, size, 2) / options.scale)
            off = got / want[size] - 1
            worst = max(worst, -off, off * LIMIT / most)
            row.append(f'{want[size] * 1e3:.0f}{off * 100:+.1f}'
                       + (' !' if not -LIMIT <= off <= most else ''))
        cells = dict(zip(sizes, row))
        print(f'| {runtime} | {name} | '
              + ' | '.join(cells.get(p, '') for p in ALL) + ' |', flush=True)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('lcm')
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--only')
    parser.add_argument('--runtime', choices=COMPILERS)
    parser.add_argument('--scale', type=int, default=10)
    parser.add_argument('--repeat', type=int, default=3)
    options = parser.parse_args()
    if options.quick:
        options.scale, options.repeat = 8, 1
    worst, found = 0.0, False
    print('| library | program | p = ' + ' | '.join(map(str, ALL)) + ' |')
    print('|---' * (len(ALL) + 2) + '|')
    for runtime in COMPILERS:
        compiler = usable(runtime)
        if not compiler:
            print(f'{runtime}: no compiler links with it', file=sys.stderr)
        if options.runtime not in (None, runtime) or not compiler:
            continue
        with tempfile.TemporaryDirectory() as folder:
            worst = max(worst, compare(options, runtime, compiler,
                                       pathlib.Path(folder)))
        found = True
    if not found:
        sys.exit(77)
    if not options.quick:
        print(f'\nlargest difference {worst * 100:.1f} %')
    sys.exit(worst > LIMIT)


if __name__ == '__main__':
    main()
