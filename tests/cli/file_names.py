#!/usr/bin/env python3
"""Names of files with blanks, quotes and semicolons are names like others: in
a build, in the structure, and in edits.

Iterations of 1 to 1000 ms are divided in four blocks: the last one takes
751 + ... + 1000 = 218875 ms, and one of four in turns 4 + 8 + ... + 1000 =
125500 ms.

usage: file_names.py LCM
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

SOURCE = '''void w(int i);
int main(void) {
#pragma omp parallel for schedule(static, 250)
  for (int i = 0; i < 1000; i++)
    // lcm: model time = (i + 1) * 1 ms
    w(i);
  return 0;
}
'''
NAMES = ['plain.c', 'with blank.c', 'a;b.c', 'say "so".c', "it's.c",
         'back\\slash.c', 'all "of; it" \\.c']


def run(lcm, folder, *args):
    """Return what `lcm` prints, as JSON."""
    done = subprocess.run([lcm, *args, '--format', 'json', '--cache', ''],
                          cwd=folder, check=True, capture_output=True,
                          text=True)
    return json.loads(done.stdout)


def time(lcm, folder, *args):
    """Return the predicted time on four processors."""
    return run(lcm, folder, 'predict', *args, '-D', 'p=4')['points'][0]['time']


def check(lcm, folder, name):
    """Return what is wrong with the file `name`."""
    (folder / name).write_text(SOURCE)
    (folder / 'compile_commands.json').write_text(json.dumps([
        {'directory': '.', 'file': name,
         'command': f'cc -c {shlex.quote(name)}'}]))
    advice = run(lcm, folder, 'advise', name, '-D', 'p=4')['findings']
    if not advice:
        return 'no advice'
    subprocess.run([lcm, 'analyze', '-c', name, '-o', 'out.lcs', '--cache',
                    ''], cwd=folder, check=True)
    got = [time(lcm, folder, name), time(lcm, folder, '-p', '.'),
           time(lcm, folder, 'out.lcs'),
           time(lcm, folder, name, '--edit', advice[0]['edit'])]
    want = [218.875, 218.875, 218.875, 125.5]
    same = all(abs(a - b) < 1e-9 for a, b in zip(got, want))
    return None if same else f'expected {want}, got {got}'


def main():
    with tempfile.TemporaryDirectory() as folder:
        wrong = {name: check(sys.argv[1], pathlib.Path(folder), name)
                 for name in NAMES}
    for name, what in wrong.items():
        if what:
            print(f'{name}: {what}')
    sys.exit(any(wrong.values()))


main()
