#!/usr/bin/env python3
"""Compares what lcm predicts for the programs of this directory with what
README.md works out by hand, and the numbers that stand there with the
formulas; compiles and runs the programs, which check their own answers.

usage: pairs.py LCM          predictions, on 2 to 16 processors (POINTS)
       pairs.py --run        answers, with 3 threads or ranks
"""
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
POINTS = {'unequal_teams': [4, 8, 12, 16], 'needless_lock': [2, 4, 8, 10, 16],
          'bound_under_lock': [4, 8, 16],
          'task_too_fine': list(range(4, 17)), 'table_under_lock': [4, 8, 16]}
ALL_POINTS = list(range(2, 17))
MACHINES = {'pipeline': 'messages', 'bound_under_lock': 'locks'}
TOLERANCE = 1e-6
US, MS, FORK = 1e-6, 1e-3, 5e-6
MESSAGE = 1.004 * MS
ROW = re.compile(r'^\| (\w+) \| ([a-z ]+) \| (\w+\.c):(\d+) \| `([^`]+)` '
                 r'\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) % \|$', re.M)


def share(n, p):
    """Return the most of `n` iterations that one of `p` threads has."""
    return math.ceil(n / p)


def dearest(n, p, cost):
    """Return what the dearest share of `n` iterations costs, that are dealt
    out as evenly as can be, the first threads having one more."""
    ends = [0]
    for thread in range(p):
        ends.append(ends[-1] + n // p + (thread < n % p))
    return max(sum(map(cost, range(a, b))) for a, b in zip(ends, ends[1:]))


def handover(parts):
    """Return how long it takes to make 8192 bytes in 64 ms, send and receive
    them for 0.1 ms each and use them in 64 ms, in `parts` equal parts: as many
    on one side, then the last one is on its way and used."""
    part = 64 * MS / parts + 0.1 * MS
    return parts * part + 1 * MS + 8192 / 2e6 / parts + part


FORMULAS = {
    'late_send': (
        lambda p: 10 * (1 + 64 / p + 5) * MS,
        lambda p: 10 * (1 + max(64 / p, 5)) * MS),
    'chunk_too_fine': (
        lambda p: FORK + share(100000, p) * 2 * US,
        lambda p: FORK + share(100000, p) * US),
    'serial_init': (
        lambda p: 10 * MS + FORK + share(1000, p) * 40 * US,
        lambda p: 2 * FORK + share(1000, p) * 50 * US),
    'lock_as_reduction': (
        lambda p: FORK + 1 * US + 10000 * 3 * US,
        lambda p: FORK + share(10000, p) * 4 * US),
    'needless_barrier': (
        lambda p: FORK + (dearest(720, p, lambda i: i + 1) +
                          dearest(720, p, lambda i: 720 - i)) * US,
        lambda p: FORK + share(720, p) * 721 * US),
    'remainder_chunking': (
        lambda p: FORK + 47 // p + min(47 // p, 47 % p),
        lambda p: FORK + share(47, p)),
    'wrong_loop': (
        lambda p: 400 * (FORK + share(20, p) * 10 * US),
        lambda p: FORK + share(400, p) * 200 * US),
    'chain': (
        lambda p: 8 + (p - 1) * MESSAGE,
        lambda p: 8 / p + (p - 1) * MESSAGE),
    'master_bottleneck': (
        lambda p: FORK + 10 * (5 * MS + share(1000, p) * 30 * US),
        lambda p: FORK + 10 * share(1000, p) * 35 * US),
    'imbalance': (
        lambda p: FORK + dearest(720, p, lambda i: i + 1) * US / 10,
        lambda p: FORK + max(sum(range(t + 1, 721, p))
                             for t in range(p)) * US / 10),
    'pipeline': (
        lambda p: handover(1),
        lambda p: handover(32)),
    'independent_phases': (
        lambda p: 16 * MS,
        lambda p: FORK + 10 * MS),
    'unequal_teams': (
        lambda p: 2 * FORK + share(9, p // 2) * 10 * MS,
        lambda p: 2 * FORK + max(share(9, p - p // 4),
                                 share(3, p // 4)) * 10 * MS),
    'region_too_fine': (
        lambda p: 1000 * (FORK + share(16, p) * US / 10),
        lambda p: 1000 * 16 * US / 10),
    'region_restarted': (
        lambda p: 100 * 2 * (FORK + share(160, p) * US),
        lambda p: 100 * (FORK + 2 * share(160, p) * US)),
    'task_too_fine': (
        lambda p: FORK + 4000 * US + 3 * US,
        lambda p: FORK + 2000 * 1.1 * US + 3 * US),
    'task_order': (
        lambda p: FORK + 1 * US + (1 + 360 // p + 60) * MS,
        lambda p: FORK + 1 * US + (1 + max(60, share(360 + 60, p))) * MS),
    'needless_lock': (
        lambda p: FORK + 10000 * 2 * US + 1 * US,
        lambda p: FORK + share(10000, p) * 3 * US),
    'bound_under_lock': (
        lambda p: FORK + 2 * US + 10000 * 1 * US + 160 * 1 * US,
        lambda p: FORK + share(10000, p) * 2 * US + 160 // p * 2 * US +
        (p - 1) * 2 * US),
    'table_under_lock': (
        lambda p: FORK + 1 * US + 12800 * 1 * US,
        lambda p: FORK + share(12800, p) * 2 * US +
        (min(p, 8) - 1) * US),
    'replicated_work': (
        lambda p: FORK + 10 * MS + share(1000, p) * 20 * US,
        lambda p: FORK + share(1000, p) * 30 * US),
}


def has_ranks(source):
    """Return whether the program at `source` passes messages."""
    return '<mpi.h>' in source.read_text()


def machine_of(name):
    """Return the description of the machine for the program `name`."""
    own = MACHINES.get(name.removesuffix('_fixed'))
    ranks = has_ranks(HERE / f'{name}.c')
    return f'{own or ("network" if ranks else "machine")}.json'


def points_of(name):
    """Return the numbers of processors for the program `name`."""
    return POINTS.get(name.removesuffix('_fixed'), ALL_POINTS)


def predict(lcm, name):
    """Return the times that `lcm` predicts for the program `name`, by p, and
    what it has to say besides."""
    run = subprocess.run(
        [lcm, 'predict', f'{name}.c', '-D',
         f'p={",".join(map(str, points_of(name)))}', '--machine',
         machine_of(name), '--format', 'json'], cwd=HERE, text=True,
        capture_output=True, check=False)
    if run.returncode:
        return {}, [run.stderr]
    found = json.loads(run.stdout)
    times = {point['env']['p']: point['time'] for point in found['points']}
    remarks = [line for line in run.stderr.splitlines()
               if not line.endswith('[in-turn]')]
    assumed = found['assumptions']
    if name == 'task_order_fixed':  # what it gains rests on priorities
        assumed = [line for line in assumed if 'PRIORITY' not in line] or \
            ['nothing is said of priorities'] * (not assumed)
    return times, remarks + found['unknown'] + assumed


def check_program(lcm, name, formula):
    """Return the times predicted for the program `name`, and a line for each
    that differs from `formula` or is not the whole truth."""
    times, remarks = predict(lcm, name)
    wrong = [f'{name}: {remark}' for remark in remarks]
    if list(times) != points_of(name):
        wrong.append(f'{name}: predicted for {list(times)}')
    for p, time in times.items():
        if not math.isclose(time, formula(p), rel_tol=TOLERANCE):
            wrong.append(f'{name}: p = {p}: {time} s, by hand {formula(p)} s')
    return times, wrong


def check_row(row, before, after):
    """Yield what is wrong with `row` of the table, as (name, finding, file,
    line, edit, T, mended, gain), given the times predicted."""
    name, finding, file, line, edit, bad, good, least = row
    lines = (HERE / file).read_text().splitlines()
    if finding.replace(' ', '_').removesuffix('_parallelised') != name:
        yield f'{name}: the finding is called {finding}'
    if file != f'{name}.c' or not lines[int(line) - 1].strip():
        yield f'{name}: nothing stands at {file}:{line}'
    if f'{file}:{line}' not in edit:
        yield f'{name}: the edit is made elsewhere'
    for time, text in ((before[8], bad), (after[8], good)):
        if not math.isclose(time, float(text) * MS, rel_tol=TOLERANCE):
            yield f'{name}: p = 8: {time / MS} ms, the table has {text}'
    gain = min(1 - after[p] / before[p] for p in before)
    if not 0 <= gain - float(least) / 100 < 0.01:
        yield f'{name}: gains at least {gain}, the table has {least} %'


def check(lcm):
    """Yield a line for each thing that is wrong."""
    rows = {row[0]: row for row in ROW.findall(
        (HERE / 'README.md').read_text())}
    sources = {path.stem for path in HERE.glob('*.c')}
    if not set(rows) == set(FORMULAS) or \
            sources != {n + end for n in rows for end in ('', '_fixed')}:
        yield f'table, formulas and programs differ: {rows} {sources}'
        return
    for name, (bad, good) in FORMULAS.items():
        before, wrong = check_program(lcm, name, bad)
        after, more = check_program(lcm, f'{name}_fixed', good)
        yield from wrong + more
        if not wrong + more:
            yield from check_row(rows[name], before, after)


def tools(source):
    """Return the compiler for the program at `source` and what runs it, None
    where there is no such thing."""
    if not has_ranks(source):
        return [os.environ.get('CC', 'cc'), '-fopenmp'], []
    for library, option in (('openmpi', ['--oversubscribe']), ('mpich', [])):
        compiler = shutil.which(f'mpicc.{library}')
        start = shutil.which(f'mpirun.{library}')
        if compiler and start:
            return [compiler], [start, *option, '-np', '3']
    return None


def run_program(source, place):
    """Return what is wrong with the answer of the program at `source`, which
    is compiled in `place`, or None."""
    found = tools(source)
    if not found:
        print(f'{source.name}: no MPI, not run')
        return None
    compiler, start = found
    program = f'{place}/{source.stem}'
    env = {**os.environ, 'OMP_NUM_THREADS': '3', 'OMPI_ALLOW_RUN_AS_ROOT': '1',
           'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
    for command in ([*compiler, '-std=c17', '-O1', '-Wall', '-Wextra',
                     '-Werror', str(source), '-o', program],
                    [*start, program]):
        run = subprocess.run(command, env=env, text=True, timeout=100,
                             capture_output=True, check=False)
        if run.returncode:
            return f'{source.name}: {" ".join(command)}: {run.returncode}\n' \
                   f'{run.stderr}'
    return None


def run_all():
    """Yield a line for each program whose answer is wrong."""
    with tempfile.TemporaryDirectory() as place:
        for source in sorted(HERE.glob('*.c')):
            wrong = run_program(source, place)
            if wrong:
                yield wrong


def main():
    """Print what is wrong; return whether there is anything."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wrong = list(run_all() if sys.argv[1] == '--run' else check(sys.argv[1]))
    print('\n'.join(wrong) or 'all pairs hold')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
