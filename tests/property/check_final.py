#!/usr/bin/env python3
"""Checks with the OpenMP library which tasks are executed at once.

Random trees of `task` and `taskloop` with `if` and `final` clauses are written
as C, compiled and executed.  What oracle.py takes for granted is asked there:
omp_in_final() holds in final tasks and all below them, and whoever makes a task
whose `if` is false, or in a final task, goes on when that is done and has
executed it itself.  Tasks whose clauses say nothing may be either.

usage: check_final.py CC [PROGRAMS]
"""
import os
import random
import subprocess
import sys
import tempfile

HEAD = """
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static int no, yes = 1;
static void expect(int holds, int line) {
  if (holds)
    return;
  fprintf(stderr, "line %d\\n", line);
  exit(1);
}
"""


def construct(draw, depth, final, names):
    """Return the lines of a task or a taskloop in a task that is final or
    not."""
    name = f'x{next(names)}'
    when, last = (draw.choice([None, None, 0, 1]) for _ in range(2))
    loop, n = draw.random() < 0.4, draw.randint(1, 5)
    at_once, inside = final or when == 0, final or last == 1
    clauses = ''.join(f' {word}({["no", "yes"][value]})' for word, value in
                      (('if', when), ('final', last)) if value is not None)
    lines = [f'int {name} = 0, by_{name} = omp_get_thread_num();']
    if loop:
        lines += [f'#pragma omp taskloop num_tasks({draw.randint(1, 6)})'
                  f'{clauses} nogroup shared({name})',
                  f'for (int i = 0; i < {n}; i++) {{']
    else:
        lines += [f'#pragma omp task{clauses} shared({name})', '{']
    lines += [f'expect(omp_in_final() == {int(inside)}, __LINE__);']
    if at_once:
        lines += [f'expect(omp_get_thread_num() == by_{name}, __LINE__);']
    lines += body(draw, depth - 1, inside, names)
    lines += ['#pragma omp atomic', f'{name}++;', '}']
    if at_once:
        lines += [f'expect({name} == {n if loop else 1}, __LINE__);']
    else:
        lines += ['#pragma omp taskwait']
    return lines


def body(draw, depth, final, names):
    """Return the lines of a few constructs, or none at the end."""
    lines = []
    for _ in range(draw.randint(0, 3) if depth > 0 else 0):
        lines += construct(draw, depth, final, names)
    return lines


def main():
    """Execute the programs."""
    cc = sys.argv[1]
    programs = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    constructs = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(programs):
            draw, names = random.Random(seed), iter(range(10**6))
            lines = body(draw, 4, False, names) + construct(
                draw, 3, False, names)
            text = '\n'.join([HEAD, 'int main(void) {', '#pragma omp parallel',
                              '#pragma omp single', '{', *lines, '}', '}', ''])
            constructs += text.count('omp task')
            path = os.path.join(folder, 'x.c')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            subprocess.run([cc, '-fopenmp', '-o', path + '.out', path],
                           check=True)
            for threads in '1', '4':
                done = subprocess.run(
                    [path + '.out'], check=False, capture_output=True,
                    text=True, env=dict(os.environ, OMP_NUM_THREADS=threads))
                if done.returncode:
                    sys.exit(f'seed {seed}, {threads} threads: {done.stderr}\n'
                             f'{text}')
    print(f'{programs} programs, {constructs} constructs')


if __name__ == '__main__':
    main()
