#!/usr/bin/env python3
"""Compares the visits that lcm predicts with how often random programs really
execute their statements.

Each program is built with OpenMP, a counter in the place of every call of
work(), and run on some threads; what `lcm predict --nodes` says of the line of
that call must be the count.  Without a compiler for OpenMP nothing is tried.

usage: check_counts.py LCM CC
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from generate import blocks, generate, numbered
from program import lines_of, source

SEEDS, SIZE, THREADS = range(1, 13), 8, (1, 3, 4)
MAIN = '#include <stdio.h>\nlong lcm_count[{n}];\n'
TELL = 'for (int i = 0; i < {n}; i++) printf("%ld\\n", lcm_count[i]);'


def plain(program):
    """Return a program without what lets lcm leave statements out."""
    for stmts in blocks(program):
        for stmt in stmts:
            stmt.attrs.pop('ignore', None)
            stmt.attrs.pop('inner', None)
            if stmt.kind != 'frag':
                stmt.attrs.pop('models', None)
    return numbered(program)


def counting(program, n):
    """Return the text of a program that counts and tells at the end."""
    text = re.sub(r'work\(\); /\* (\d+) \*/',
                  r'__atomic_add_fetch(&lcm_count[\1], 1, 0);',
                  source(program))
    text = re.sub(r'extern int (n|m);', lambda m: 'int {} = {};'.format(
        m[1], program.params[m[1]]), text)
    text = text.replace('extern int d0', 'int d0').replace(
        'void work(void);', 'static void work(void) {}')
    return MAIN.format(n=n) + text.replace('return 0;', TELL.format(n=n))


def executed(folder, cc, program, n):
    """Build a program and return what it counts, by number of threads."""
    (folder / 'counting.c').write_text(counting(program, n))
    subprocess.run([cc, '-fopenmp', '-o', 'counting', 'counting.c'],
                   cwd=folder, check=True, timeout=60)
    env = dict(os.environ, OMP_DYNAMIC='false', OMP_WAIT_POLICY='passive')
    found = {}
    for p in THREADS:
        done = subprocess.run(['./counting'], cwd=folder, check=True,
                              env=dict(env, OMP_NUM_THREADS=str(p)),
                              capture_output=True, text=True, timeout=60)
        found[p] = [int(line) for line in done.stdout.split()]
    return found


def predicted(folder, lcm, program):
    """Return the visits that lcm predicts, by processors and line."""
    (folder / 'x.c').write_text(source(program))
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '--nodes', '--format', 'json', '-D',
         'p=' + ','.join(map(str, THREADS))],
        cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    found = {}
    for q in json.loads(done.stdout)['points']:
        visits = found.setdefault(q['env']['p'], {})
        for node in q['nodes']:
            line = int(node['range'].split(':')[1])
            if node['kind'] == 'call':
                visits[line] = visits.get(line, 0) + node['visits']
    return found


def differences(folder, lcm, cc, program):
    """Return lines that say where counts and visits differ, and how many
    statements were compared."""
    marked = lines_of(source(program))
    n = max(marked, default=0) + 1
    counts, visits = executed(folder, cc, program, n), predicted(
        folder, lcm, program)
    calls = [s.number for stmts in blocks(program) for s in stmts
             if s.kind == 'frag']
    lines = []
    for p in THREADS:
        for number in calls:
            a = counts[p][number]
            b = visits[p].get(marked[number], 0)
            if abs(a - b) > 1e-9 * max(1, a):
                lines.append(f'p = {p}, line {marked[number]}: executed {a} '
                             f'times, predicted {b}')
    return lines, len(calls)


def has_openmp(cc, folder):
    """Return whether a compiler builds programs with OpenMP."""
    (folder / 'empty.c').write_text('#include <omp.h>\nint main(void) '
                                    '{ return omp_get_thread_num(); }\n')
    return subprocess.run([cc, '-fopenmp', '-o', 'empty', 'empty.c'],
                          cwd=folder, check=False,
                          capture_output=True, timeout=60).returncode == 0


def main():
    lcm, cc, bad, tried = os.path.abspath(sys.argv[1]), sys.argv[2], 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not has_openmp(cc, folder):
            print('no OpenMP')
            sys.exit(77)
        for seed in SEEDS:
            program = plain(generate(seed, SIZE))
            lines, n = differences(folder, lcm, cc, program)
            tried += n
            if lines:
                bad += 1
                print(f'seed {seed}\n{source(program)}')
                print('\n'.join(lines))
    print(f'{tried} statements, {bad} failures')
    sys.exit(bad > 0 or not tried)


if __name__ == '__main__':
    main()
