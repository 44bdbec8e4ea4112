#!/usr/bin/env python3
"""Executes random loops with the clauses that lcm says they take.

Each loop of which `lcm analyze --why-serial` says that it could run in parallel
gets `#pragma omp parallel for` with these clauses.  That has to compile, and to
leave in all variables what the loop leaves there on one processor.  Loops where
a variable has to stand in for a member, which no clause can name, are left out.

usage: check_clauses.py LCM CC [LOOPS [FIRST]]
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from check_proofs import make
from fills import Filler
from loop_runs import Run
from loops import ARRAYS, LIST, SCALARS, TABLES, Maker
from wide import Wider

LOOPS, THREADS = 15, 2
SHOW = '''static unsigned long long sum_of(const void *at, unsigned n) {
  unsigned long long r = 0;
  for (unsigned i = 0; i < n; i++)
    r = r * 31 + ((const unsigned char *)at)[i];
  return r;
}
'''


def numbers(values):
    """Return an initialiser."""
    return '{' + ', '.join(map(str, values)) + '}'


def reset():
    """Return a function that sets all that functions share to what the first
    execution of loop_runs.py begins with."""
    mem = Run(([], ('for', 'i', 'int', 0, 0, []), []), (), 9, 0).mem
    lines = ['static void reset(void) {']
    for name in (*SCALARS, 'st.x', 'st.y'):
        lines.append(f'  {name} = {mem[name][0]};')
    for name, (kind, _) in ARRAYS.items():
        held = 'from_' + name.replace('.', '_')
        lines.append(f'  static const {kind} {held}[] = {numbers(mem[name])};')
        array, _, member = name.partition('.')
        lines.append(f'  for (int k = 0; k < {len(mem[name])}; k++)')
        lines.append(f'    {array}[k]{"." * bool(member)}{member} = {held}[k];')
    for name, (kind, _, columns) in TABLES.items():
        lines.append(f'  static const {kind} from_{name}[] = '
                     f'{numbers(mem[name])};')
        lines.append(f'  for (int k = 0; k < {len(mem[name])}; k++)')
        lines.append(f'    {name}[k / {columns}][k % {columns}] = '
                     f'from_{name}[k];')
    lines.append(f'  for (int k = 0; k < {LIST}; k++) {{')
    lines.append(f'    pool[k].next = &pool[(k * 3 + 1) % {LIST}];')
    lines.append(f'    pool[k].v = {numbers(mem["pool"])[1:-1].split(",")[0]};')
    return '\n'.join(lines + ['  }', '}', ''])


def main_of(seeds):
    """Return a function that calls those of `seeds` and shows what they
    leave."""
    names = [*SCALARS, 'st', 'a', 'b', 'ix', 'v', 'e', 'c', 'd', 'ps']
    lines = ['int main(void) {']
    for seed in seeds:
        lines.append('  reset();')
        lines.append(f'  printf("{seed}: %d", f{seed}(9));')
        for name in names:
            lines.append(f'  printf(" {name} %llx", sum_of(&{name}, '
                         f'sizeof {name}));')
        lines.append('  puts("");')
    return '\n'.join(lines + ['  return 0;', '}', ''])


def said(lcm, folder, text):
    """Return the loops that could run in parallel: {line: (column, clauses)}."""
    (folder / 'x.c').write_text(text)
    done = subprocess.run(
        [lcm, 'analyze', 'x.c', '--why-serial', '--threshold', '0',
         '--format', 'json'], cwd=folder, capture_output=True, text=True,
        timeout=300, check=True)
    found = {}
    for loop in json.loads(done.stdout)['loops']:
        clauses = [f'{one["clause"]}({one["operator"]}: {one["list"]})'
                   if one['operator'] else f'{one["clause"]}({one["list"]})'
                   for one in loop['clauses']]
        named = all(one['list'].startswith(one['datum'])
                    for one in loop['clauses'])
        if loop['verdict'] == 'parallel' and named:
            found[loop['at']['line']] = loop['at']['column'], clauses
    return found


def insert(text, loops):
    """Return a program with directives before the outermost `loops`, and their
    lines."""
    lines, chosen, depth, behind = text.split('\n'), [], 0, -1
    for number, line in enumerate(lines, 1):
        if depth <= behind:
            behind = -1
        if number in loops and behind < 0 and line.rstrip().endswith('{'):
            column, clauses = loops[number]
            behind = depth
            chosen.append(number)
            lines[number - 1] = (
                line[:column - 1] + '_Pragma("omp parallel for ' +
                ' '.join(clauses) + '") ' + line[column - 1:])
        depth += line.count('{') - line.count('}')
        if depth <= behind:
            behind = -1
    return '\n'.join(lines), chosen


def execute(cc, folder, text, *flags):
    """Return what a program shows, a line for each function."""
    (folder / 'y.c').write_text(text)
    done = subprocess.run([cc, '-w', '-O1', '-fwrapv', '-fno-strict-aliasing',
                           *flags, 'y.c', '-o', 'y'], cwd=folder, text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f'{cc}: {done.stderr}')
    done = subprocess.run(['./y'], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, 'OMP_NUM_THREADS': str(THREADS)},
                          timeout=100, check=True)
    return done.stdout.split('\n')


def try_loops(lcm, cc, maker, first, n):
    """Try the functions of the seeds from `first` on; return how many are
    wrong."""
    counts = collections.Counter()
    text, loops = make(maker, first, n)
    runs = {seed: Run(made, path, 9, 0) for made, path, _, seed in loops}
    seeds = [seed for seed, run in runs.items() if run.all() and not run.left]
    begin = text.index('int main(void)')
    head = '#include <stdio.h>\n' + text[:begin] + SHOW + reset()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        whole = head + main_of(seeds)
        divided, chosen = insert(head, said(lcm, folder, whole))
        want = execute(cc, folder, whole)
        got = execute(cc, folder, divided + main_of(seeds), '-fopenmp')
    counts['functions'], counts['directives'] = len(seeds), len(chosen)
    for one, other in zip(want, got):
        if one != other:
            counts['wrong'] += 1
            print('serial:  ', one)
            print('parallel:', other)
            at = divided.index(f'int f{one.split(":")[0]}(')
            print(divided[at:divided.index('\n}', at)])
    print(f'{maker.__name__}:', ', '.join(
        f'{k} {what}' for what, k in counts.items()))
    return counts['wrong']


def main(lcm, cc, *args):
    """Try loops; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    loops, first = (list(map(int, args)) + [LOOPS, 0][len(args):])[:2]
    return min(1, sum(try_loops(lcm, cc, maker, first, loops)
                      for maker in (Maker, Filler, Wider)))


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
