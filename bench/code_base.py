#!/usr/bin/env python3
"""Processor time and memory of a code base of a million lines.

Units of 1,000 lines are made in a scratch folder: functions with parallel
loops that call each other, also those of other units.  They are analysed with
an empty cache and again after one of them was changed; beside it stands
libclang's parse of the same files alone, one after the other.  Then the units
are joined: memory for each node of the program, and one prediction of it.
Exit status 1 where a goal is missed.

usage: code_base.py BUILD_DIR [UNITS]
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SLOWER, CHANGED, BYTES, SECONDS = 1.5, 0.02, 1000, 1
FUNCTIONS = 62
FUNCTION = '''
void unit{u}_work{i}(int n) {{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * {k}.5 + b[i];
  double last = 0;
  for (int j = 0; j < {k}; j++) {{
    last += b[j] * j;
    if (last > {i})
      last -= a[j];
  }}
  b[0] = last;
{calls}
}}
'''


def text(unit, units, changed):
    """Return the text of unit number `unit` of `units`."""
    parts = ['enum { N = 100000 };\nstatic double a[N], b[N];\n',
             f'void unit{(unit + 1) % units}_work0(int n);\n']
    for i in range(FUNCTIONS):
        calls = f'  unit{unit}_work{i // 2}(n);' if i % 7 == 3 else ''
        if i == FUNCTIONS - 1 and unit + 1 < units:
            calls = f'  unit{unit + 1}_work0(n);'
        parts.append(FUNCTION.format(
            u=unit, i=i, calls=calls,
            k=i % 9 + 1 + (changed if i == FUNCTIONS // 2 else 0)))
    if unit == 0:
        parts += [f'void unit{k}_work{i}(int n);\n' for k in range(1, units)
                  for i in range(FUNCTIONS)]
        parts += ['int main(void) {\n',
                  *(f'  unit{k}_work{i}(N);\n' for k in range(units)
                    for i in range(FUNCTIONS)), '  return 0;\n}\n']
    return ''.join(parts)


def took(arguments):
    """Return processor seconds of `arguments` with all its processes, and the
    megabytes of the largest of these."""
    with subprocess.Popen(['/usr/bin/time', '-f', '%U %S %M', *arguments],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as process:
        error = process.communicate()[1]
    last = error.strip().splitlines()[-1].split()
    if process.returncode not in (0, 1) or len(last) != 3:
        sys.exit(f'{arguments[:3]}: {error}')
    return float(last[0]) + float(last[1]), int(last[2]) / 1024


def write(folder, units):
    """Write the units into `folder`; return their paths."""
    files = []
    for unit in range(units):
        files.append(os.path.join(folder, f'unit{unit}.c'))
        with open(files[-1], 'w', encoding='utf-8') as out:
            out.write(text(unit, units, 0))
    database = [{'directory': folder, 'file': file,
                 'arguments': ['cc', '-fopenmp', '-c', file]}
                for file in files]
    with open(os.path.join(folder, 'compile_commands.json'), 'w',
              encoding='utf-8') as out:
        json.dump(database, out)
    return files


def check(what, value, limit, unit):
    """Print `value` beside its limit; return whether that is exceeded."""
    print(f'{what:44} {value:9.3g} {unit:6} goal {limit:g}  '
          f'{"MISSED" if value > limit else "ok"}', flush=True)
    return value > limit


def nodes_of(lcm, linked):
    """Return how many nodes the linked program has."""
    done = subprocess.run([lcm, 'analyze', '-q', linked], check=False,
                          stdout=subprocess.PIPE, text=True)
    return sum(bool(re.match(r'\s+(series|team|parloop|loop|branch|fragment|'
                             r'call|let|while)\b', line))
               for line in done.stdout.splitlines())


def main():
    if not sys.argv[1:]:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    units = int(sys.argv[2]) if sys.argv[2:] else 1000
    lcm = os.path.join(build, 'lcm')
    parse = os.path.join(build, 'bench', 'parse_only')
    with tempfile.TemporaryDirectory() as folder:
        files = write(folder, units)
        lines = sum(text(unit, units, 0).count('\n') for unit in range(units))
        linked = os.path.join(folder, 'program.lcs')
        analyze = [lcm, 'analyze', '-q', '-c', '-p', folder, '-j', '2',
                   '--cache', os.path.join(folder, 'cache'), '-o', linked]
        alone = sum(took([parse, file, '-fopenmp'])[0] for file in files)
        cold, cold_memory = took(analyze)
        again = took(analyze)[0]
        with open(files[units // 2], 'w', encoding='utf-8') as out:
            out.write(text(units // 2, units, 10))
        changed, memory = took(analyze)
        nodes = nodes_of(lcm, linked)
        point, most = took([lcm, 'predict', '-q', linked, '-D', 'p=8'])
        size = os.path.getsize(linked)
    print(f'{units} units, {lines:,} lines, {nodes:,} nodes, {size / nodes:.0f}'
          f' bytes of text a node; parse {alone:.2f} s, cold {cold:.2f} s and '
          f'{cold_memory:.0f} MB, again {again:.2f} s, one changed '
          f'{changed:.2f} s, a prediction {point:.2f} s and {most:.0f} MB')
    missed = check('cold / parse', cold / alone, SLOWER, '')
    missed |= check('one unit changed / cold', changed / cold, CHANGED, '')
    missed |= check('memory of the link', memory * 2**20 / nodes, BYTES,
                    'B/node')
    missed |= check('one prediction, a million nodes',
                    point * 1e6 / nodes, SECONDS, 's')
    sys.exit(missed)


if __name__ == '__main__':
    main()
