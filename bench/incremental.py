#!/usr/bin/env python3
"""Processor time of a prediction after one line was changed.

A file of about 10,000 lines is made: functions with parallel loops that call
each other.  It is predicted with an empty cache, again, and again after one
line was changed, each in a process of its own; beside it stands libclang's
parse of the file alone.  Exit status 1 where the goal is missed: 0.2 s after
a change.

usage: incremental.py BUILD_DIR [FUNCTIONS]
"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile

GOAL = 0.2
RUNS = 5
FUNCTION = '''
static void work{i}(int n) {{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * {k}.5 + b[i];
#pragma omp parallel for schedule(static, {chunk})
  for (int i = 0; i < n; i++) {{
    double sum = 0;
    for (int j = 0; j < {k}; j++)
      sum += b[i] * j;
    a[i] = sum;
  }}
{calls}
}}
'''


def text(functions, changed):
    """Return the file; `changed` is a number in its middle."""
    parts = ['enum { N = 100000 };\nstatic double a[N], b[N];\n']
    for i in range(functions):
        calls = '\n'.join(f'  work{i // 2 - k}(n);' for k in range(2)
                          if i % 7 == 3 and i // 2 - k >= 0)
        k = changed if i == functions // 2 else i % 9 + 1
        parts.append(FUNCTION.format(i=i, k=k, chunk=i % 5 + 1, calls=calls))
    parts.append('\nint main(void) {\n' + ''.join(
        f'  work{i}(N);\n' for i in range(functions)) + '  return 0;\n}\n')
    return ''.join(parts)


def seconds(arguments):
    """Return the processor time of `arguments` and all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if not sys.argv[1:]:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    functions = int(sys.argv[2]) if sys.argv[2:] else 620
    took = {'parse': [], 'empty': [], 'again': [], 'changed': []}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'big.c')
        predict = [os.path.join(build, 'lcm'), 'predict', '-q', file, '-D',
                   'p=8', '--cache', os.path.join(folder, 'cache'), '--',
                   '-fopenmp']
        parse = [os.path.join(build, 'bench', 'parse_only'), file, '-fopenmp']
        for run in range(RUNS):
            for name in ('empty', 'again', 'changed'):
                with open(file, 'w', encoding='utf-8') as out:
                    out.write(text(functions, 10 + 2 * run +
                                   (name == 'changed')))
                took[name].append(seconds(predict))
            took['parse'].append(seconds(parse))
        lines = text(functions, 1).count('\n')
    print(f'{lines} lines: ' + ', '.join(
        f'{name} {statistics.median(of):.2f} s' for name, of in took.items()))
    sys.exit(statistics.median(took['changed']) > GOAL)


if __name__ == '__main__':
    main()
