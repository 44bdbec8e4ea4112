#!/usr/bin/env python3
"""A file named beside -p DIR is analysed with the flags that DIR has for it,
and nothing else of DIR is; one that DIR does not know is analysed without;
-p DIR alone is all of DIR.

usage: build_file.py LCM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SOURCE = '''int main(void) {
#ifdef WANTED
#pragma omp parallel
#else
#pragma omp single
#endif
  ;
  return 0;
}
'''


def constructs(lcm, folder, *args):
    """Return (file, construct) of all that `lcm analyze` finds."""
    run = subprocess.run([lcm, 'analyze', '--constructs', '--format', 'tsv',
                          '--cache', '', *args], cwd=folder, check=True,
                         capture_output=True, text=True)
    rows = [line.split('\t') for line in run.stdout.splitlines()[1:]]
    return sorted((pathlib.Path(row[0]).name, row[3]) for row in rows)


def main():
    lcm = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in ('a.c', 'b.c', 'c.c'):
            (folder / file).write_text(SOURCE)
        (folder / 'build').mkdir()
        (folder / 'build' / 'compile_commands.json').write_text(json.dumps([
            {'directory': name, 'file': file,
             'arguments': ['cc', '-DWANTED', '-c', file]}
            for file in ('a.c', 'b.c')]))
        both = [('a.c', 'parallel'), ('b.c', 'parallel')]
        for args, want in [(['-p', 'build'], both),
                           (['-p', 'build', 'a.c'], both[:1]),
                           (['-p', 'build', './b.c'], both[1:]),
                           (['-p', 'build', 'c.c'], [('c.c', 'single')]),
                           (['-p', 'build', 'c.c', 'a.c'],
                            [('a.c', 'parallel'), ('c.c', 'single')]),
                           (['c.c'], [('c.c', 'single')])]:
            got = constructs(lcm, folder, *args)
            if got != want:
                sys.exit(f'{" ".join(args)}: expected {want}, got {got}')
    print('ok')


main()
