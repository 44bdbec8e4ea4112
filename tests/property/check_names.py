#!/usr/bin/env python3
"""Compares how often the parts of random programs whose variables are called
alike run with what `lcm predict --nodes` says.

Where lcm says that something is not known, or guessed, nothing is compared.

usage: check_names.py LCM CC [PROGRAMS [FIRST]]
"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from names import Maker

PROGRAMS = 14
COUNTED = ('#ifdef LCM_READ\nvoid TICK(int k);\n#else\n'
           'long counts[{n}];\n#define TICK(k) (counts[k]++)\n#endif\n')
TELL = ('#ifndef LCM_READ\n#include <stdio.h>\n'
        '__attribute__((destructor)) static void tell(void) {{\n'
        '  for (int i = 0; i < {n}; i++)\n'
        '    printf("%ld\\n", counts[i]);\n}}\n#endif\n')


def executed(folder, compiler, n):
    """Return how often each part ran, None where that takes too long."""
    subprocess.run([compiler, '-w', '-o', 'program', 'program.c'], cwd=folder,
                   check=True, timeout=60)
    try:
        done = subprocess.run(['./program'], cwd=folder, capture_output=True,
                              text=True, timeout=100, check=True)
    except subprocess.TimeoutExpired:
        return None
    counts = [int(line) for line in done.stdout.split()]
    assert len(counts) == n
    return counts


def predicted(folder, lcm, lines):
    """Return what lcm says of the parts, by number, and whether that is all
    that there is to say."""
    done = subprocess.run(
        [lcm, 'predict', 'program.c', '-D', 'p=1', '--nodes', '--format', 'json',
         '--machine', 'none', '--no-cache', '--', '-DLCM_READ'], cwd=folder,
        capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr
    said = json.loads(done.stdout)
    visits = collections.Counter()
    for node in said['points'][0]['nodes']:
        place = re.match(r'program\.c:(\d+):', node['range'] or '')
        part = place and re.match(r'TICK\((\d+)\)', lines[int(place[1]) - 1])
        if part and node['kind'] in ('fragment', 'call'):
            visits[int(part[1])] += node['visits']
    return visits, not (said['unknown'] or said['assumptions'] or
                        said['basis']['guessed'])


def main():
    """Check programs."""
    lcm, compiler = (str(pathlib.Path(arg).resolve()) if '/' in arg else arg
                     for arg in sys.argv[1:3])
    programs = int(sys.argv[3]) if len(sys.argv) > 3 else PROGRAMS
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    sure = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(first, first + programs):
            maker = Maker(random.Random(seed), moves=seed % 2 == 1)
            body = maker.program()
            n = maker.ticks + 1
            text = COUNTED.format(n=n) + '\n'.join(body) + '\n' + \
                TELL.format(n=n)
            (folder / 'program.c').write_text(text)
            counts = executed(folder, compiler, n)
            visits, all_known = predicted(folder, lcm, text.split('\n'))
            if counts is None or not all_known:
                continue
            sure += 1
            for part in range(1, n):
                assert abs(visits[part] - counts[part]) < 1e-6, \
                    (seed, part, counts[part], visits[part], text)
    assert sure >= programs // 3, f'only {sure} of {programs} are known'
    print(f'{programs} programs, {sure} of which lcm knows all')


main()
