#!/usr/bin/env python3
"""Runs the recipes of docs/guide/spread.md: units analysed under ninja with
their dependencies, on machines that share no files, and as the tasks of an
array of Slurm.

Each way has to give the program that lcm makes of all files at once, byte for
byte.  Ninja has to make only that anew which a change concerns.  The machines
are folders, of which the one where a unit is analysed has nothing but the files
that were handed on; `sbatch` is a stand-in that runs the script once for each
number, with SLURM_ARRAY_TASK_ID set.

usage: recipes.py LCM ROOT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COST = '  // lcm: model time = %d s\n  ;\n'
PROGRAM = {
    'main.c': '#include "parts.h"\nint main(void) {\n  first();\n  second();\n'
              '  return 0;\n}\n',
    'first.c': '#include "parts.h"\nvoid first(void) {\n'
               '  for (int i = 0; i < ROUNDS; i++) {\n' + COST % 1 + '  }\n}\n',
    'second.c': '#include "parts.h"\nvoid second(void) {\n' + COST % 8 + '}\n',
    'parts.h': 'enum { ROUNDS = 3 };\nvoid first(void);\nvoid second(void);\n',
}
UNITS = ('first', 'main', 'second')

SBATCH = '''#!/bin/sh
# sbatch --array=FIRST-LAST SCRIPT: runs SCRIPT once for each number
range=${1#--array=}
i=${range%-*}
while [ "$i" -le "${range#*-}" ]; do
  SLURM_ARRAY_TASK_ID=$i sh "$2" || exit 1
  i=$((i + 1))
done
'''


def run(arguments, folder, path=None):
    """Return what `arguments` write, executed in `folder`."""
    environment = dict(os.environ)
    if path:
        environment['PATH'] = f'{path}:{environment["PATH"]}'
    done = subprocess.run(arguments, cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    if done.returncode:
        sys.exit(f'{arguments}: status {done.returncode}\n{done.stdout}')
    return done.stdout


def recipe(page, name):
    """Return the text of the file `name` that `page` shows."""
    found = re.search(rf'```\w+ {re.escape(name)}\n(.*?)```', page, re.S)
    if not found:
        sys.exit(f'no recipe {name}')
    return found.group(1)


def write(folder, files):
    """Write `files`, by name, into `folder`, which is made; return it."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def check(what, got, expected):
    """Fail where `got` is not `expected`."""
    if got != expected:
        sys.exit(f'{what}: {got!r}\ninstead of {expected!r}')


def time_of(lcm, folder):
    """Return the seconds that the program linked in `folder` takes."""
    text = run([lcm, 'predict', '-q', '--machine', 'none', 'program.lcs', '-D',
                'p=1'], folder)
    return re.match(r'p = 1: (\d+) s', text).group(1)


def by_ninja(lcm, page, folder):
    """Return the program that ninja makes, and again after changes."""
    write(folder, {**PROGRAM, 'build.ninja': recipe(page, 'build.ninja')})
    tools = pathlib.Path(lcm).parent
    first = run(['ninja', '-v'], folder, tools)
    check('commands at first', first.count('lcm analyze'), 3)
    program = (folder / 'program.lcs').read_bytes()
    check('time', time_of(lcm, folder), '11')
    check('nothing changed', 'no work to do' in run(['ninja'], folder, tools),
          True)
    (folder / 'second.c').write_text(PROGRAM['second.c'].replace('8 s', '9 s'))
    second = run(['ninja', '-v'], folder, tools)
    check('commands for one unit', second.count('lcm analyze'), 1)
    check('time after one unit', time_of(lcm, folder), '12')
    (folder / 'parts.h').write_text(PROGRAM['parts.h'].replace('3', '4'))
    third = run(['ninja', '-v'], folder, tools)
    check('commands for a header', third.count('lcm analyze'), 3)
    check('time after a header', time_of(lcm, folder), '13')
    return program


def elsewhere(lcm, page, folder):
    """Return the program of units that were each analysed in a folder with
    nothing but the files that the first machine handed on."""
    write(folder, {**PROGRAM, 'remote.sh': recipe(page, 'remote.sh')})
    tools = pathlib.Path(lcm).parent
    for unit in UNITS:
        there = folder.parent / f'there-{unit}'
        run(['sh', 'remote.sh', unit, str(there)], folder, tools)
        check('handed on', sorted(os.listdir(there)),
              sorted([f'{unit}.c', f'{unit}.lcs', 'parts.h']))
        shutil.rmtree(there)
    run([lcm, 'link', *(f'{unit}.lcs' for unit in UNITS), '-o', 'program.lcs'],
        folder)
    return (folder / 'program.lcs').read_bytes()


def by_slurm(lcm, page, folder):
    """Return the program of units that the tasks of an array analysed."""
    write(folder, {**PROGRAM, 'units.sh': recipe(page, 'units.sh'),
                   'files.txt': ''.join(f'{unit}.c\n' for unit in UNITS)})
    tools = write(folder.parent / 'tools', {'sbatch': SBATCH})
    (tools / 'sbatch').chmod(0o755)
    path = f'{tools}:{pathlib.Path(lcm).parent}'
    run(['sbatch', f'--array=1-{len(UNITS)}', 'units.sh'], folder, path)
    run([lcm, 'link', *(f'{unit}.lcs' for unit in UNITS), '-o', 'program.lcs'],
        folder)
    return (folder / 'program.lcs').read_bytes()


def main():
    lcm = os.path.abspath(sys.argv[1])
    page = pathlib.Path(sys.argv[2], 'docs/guide/spread.md').read_text()
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        os.environ['XDG_CACHE_HOME'] = str(base / 'cache')
        whole = write(base / 'whole', PROGRAM)
        files = [f'{unit}.c' for unit in UNITS]
        run([lcm, 'analyze', '--unit', *files, '-o', 'all.lcs'], whole)
        run([lcm, 'link', 'all.lcs', '-o', 'program.lcs'], whole)
        expected = (whole / 'program.lcs').read_bytes()
        check('time at once', time_of(lcm, whole), '11')
        check('other machines', elsewhere(lcm, page, base / 'here'), expected)
        check('Slurm', by_slurm(lcm, page, base / 'slurm'), expected)
        if shutil.which('ninja'):
            check('ninja', by_ninja(lcm, page, base / 'ninja'), expected)


if __name__ == '__main__':
    main()
