#!/usr/bin/env python3
"""Compares the races that lcm warns of in random OpenMP programs with
executions in which all accesses are recorded.

A warning is false where an execution has no such race, be it one in which all
branches by data are taken or one in which none is; or none between the two
lines that it names.  What lcm says to have decided, and warns of nothing in, has
no race that no branch hides.  Those are errors.  How many of these races lcm
warns of is printed.

usage: check_races.py LCM [PROGRAMS [FIRST]]
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from race_broad import Broader
from race_programs import HEAD, Maker
from race_rare import Rarer, RareRun, RareWriter
from race_runs import N, races
from race_wide import Wider

PROGRAMS, IN_ONE_FILE = 130, 65
# seeds that are tried besides
MORE = {'Broader': (701969,), 'Rarer': (130, 144, 744958)}
WARNING = re.compile(r"x\.c:(\d+):\d+: warning: race on '([\w.]+)': .* at "
                     r'x\.c:(\d+):\d+(?: \(with n = (\d+).*)?.*\[race\]')


def ask(folder, lcm, text):
    """Return the warnings for a program, (variable, line, other line), without
    those of larger loops than are executed; and the lines of these, and of what
    is not decided."""
    (folder / 'x.c').write_text(text)
    done = subprocess.run([lcm, 'analyze', 'x.c', '--format', 'json', '--',
                           '-fopenmp'], cwd=folder, capture_output=True,
                          text=True, timeout=300, check=False)
    if done.returncode or 'error:' in done.stderr:
        raise SystemExit(f'lcm fails:\n{done.stderr}\n{text}')
    races = json.loads(done.stdout).get('races', {'undecided': []})
    said = WARNING.findall(done.stderr)
    return [(name, int(line), int(other)) for line, name, other, n in said
            if int(n or 0) <= N], \
        [int(line) for line, _, _, n in said if int(n or 0) > N] + \
        [one['line'] for one in races['undecided']]


def judge(said, certain, possible):
    """Return what is wrong with the warnings for a function."""
    for name, line, other in said:
        pair = tuple(sorted((line, other)))
        for found in (certain, possible):
            if pair not in found.get(name, ()):
                return f"'{name}' at lines {line} and {other} has no race" + \
                    (' where no branch is taken' if found is certain else '')
    return None


def try_file(lcm, folder, maker, seeds, counts, missed):
    """Try the programs that `maker` makes of `seeds`."""
    writer, made = RareWriter(), {}
    for seed in seeds:
        made[seed] = maker(seed).function()
        made[seed] += (writer.function(seed, made[seed]),)
    said, undecided = ask(folder, lcm, '\n'.join(writer.lines) + '\n')
    for seed, (kind, threads, body, (low, high)) in made.items():
        here = [w for w in said if low <= w[1] <= high]
        one = kind, threads, body
        certain = races(one, writer.at, False, RareRun)
        why = judge(here, certain, races(one, writer.at, True, RareRun))
        warned = {w[0] for w in here}
        inside = range(low, high + 1)
        called = {w[0] for w in said if max(w[1:]) <= HEAD.count('\n') and
                  tuple(sorted(w[1:])) in certain.get(w[0], ())}
        warned |= called
        if not why and not called and not any(
                w[1] in inside or w[2] in inside for w in said) \
                and not any(line in inside for line in undecided) and \
                any(x in inside for pairs in certain.values()
                    for x, _ in pairs):
            why = f'there are races: {certain}, and all is decided'
        counts['programs'] += 1
        counts['races'] += len(certain)
        counts['warned of'] += len(warned & set(certain))
        counts['programs with races'] += bool(certain)
        counts['of which lcm warns'] += bool(certain and warned)
        missed[seed] = len(set(certain) - warned)
        if why:
            counts['false'] += 1
            print(f'program {seed}: {why}')
            for k in range(low, high + 1):
                print(f'  {k:4} {writer.lines[k - 1]}')


def main(lcm, *args):
    """Try programs; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    programs, first = (list(map(int, args)) + [PROGRAMS, 0][len(args):])[:2]
    wrong = 0
    for maker in Maker, Wider, Broader, Rarer:
        counts, missed = collections.Counter(), collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            for start in range(first, first + programs, IN_ONE_FILE):
                try_file(lcm, pathlib.Path(folder), maker,
                         range(start, min(start + IN_ONE_FILE,
                                          first + programs)), counts, missed)
            if programs == PROGRAMS:
                try_file(lcm, pathlib.Path(folder), maker,
                         MORE.get(maker.__name__, ()), counts, missed)
        print(f'{maker.__name__}:',
              ', '.join(f'{n} {what}' for what, n in counts.items()))
        print('most missed:', *(f'f{seed}' for seed, n in missed.most_common(8)
                                if n))
        wrong += counts['false']
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
