#!/usr/bin/env python3
"""For each program of this directory with a planted problem: the problem is
the first finding, at the place that README.md says; the edit makes of the
structure what --edit makes of it, and gains what mending by hand gains; the
mended program has no such finding.

usage: advise.py LCM
"""
import functools
import json
import math
import pathlib
import subprocess
import sys

from pairs import HERE, ROW, machine_of

TOLERANCE = 0.01
POINTS = (4, 8, 16)
IDS = {'late send': 'late-send', 'chunk too fine': 'chunk-too-fine',
       'serial init': 'serial-loop', 'lock as reduction': 'lock-as-reduction',
       'needless barrier': 'needless-barrier',
       'remainder chunking': 'chunk-too-coarse',
       'wrong loop parallelised': 'wrong-loop', 'chain': 'early-wait',
       'master bottleneck': 'master-bottleneck',
       'replicated work': 'replicated-work', 'imbalance': 'imbalance',
       'pipeline': 'pipeline', 'independent phases': 'independent-phases',
       'unequal teams': 'unequal-teams', 'region too fine': 'region-too-fine',
       'region restarted': 'region-restarted',
       'task too fine': 'task-too-fine', 'task order': 'task-order',
       'needless lock': 'needless-lock',
       'bound under lock': 'bound-under-lock',
       'table under lock': 'table-under-lock'}


def ask(lcm, command, name, p, *more):
    """Return the document that `lcm command` gives for the program `name` on
    `p` processors."""
    run = subprocess.run(
        [lcm, command, f'{name}.c', '-D', f'p={p}', '--machine',
         machine_of(name), '--format', 'json', *more], cwd=HERE, text=True,
        capture_output=True, check=False)
    if run.returncode or \
            run.stderr.replace('[in-turn]', '').count('[') > 0:
        raise RuntimeError(f'{name}: lcm {command}: {run.stderr}')
    return json.loads(run.stdout)


@functools.cache
def times(lcm, name, *more):
    """Return what the program `name` takes at each of POINTS."""
    points = ask(lcm, 'predict', name, ','.join(map(str, POINTS)),
                 *more)['points']
    return {point['processors']: point['time'] for point in points}


def check_first(lcm, row, p):
    """Yield what is wrong with the first finding of the program of `row` on
    `p` processors."""
    name, problem, file, line = row[:4]
    findings = ask(lcm, 'advise', name, p)['findings']
    if not findings:
        yield 'nothing is found'
        return
    first = findings[0]
    by_hand = times(lcm, name)[p] - times(lcm, f'{name}_fixed')[p]
    if first['id'] != IDS[problem]:
        yield f"the first finding is {first['id']}: {first['edit']}"
    if first['file'] != file or first['line'] != int(line):
        yield f"it is at {first['file']}:{first['line']}, not {file}:{line}"
    if not math.isclose(first['gain'], by_hand, rel_tol=TOLERANCE):
        yield f"gains {first['gain']} s, mending by hand {by_hand} s"
    edited = times(lcm, name, '--edit', first['edit'])[p]
    if not math.isclose(edited, first['time'], rel_tol=1e-9):
        yield f"--edit '{first['edit']}' takes another time"
    if not first['premises']:
        yield 'nothing is said of what has to hold'


def check_mended(lcm, row, p):
    """Yield the findings of the mended program of `row` that are such as the
    problem was."""
    for finding in ask(lcm, 'advise', f'{row[0]}_fixed', p)['findings']:
        if finding['id'] == IDS[row[1]]:
            yield f"mended, and found again: {finding['edit']}"


def main():
    lcm = sys.argv[1]
    rows = ROW.findall((HERE / 'README.md').read_text())
    wrong = ['the table has no rows'] * (len(rows) != len(IDS))
    for row in rows:
        for p in POINTS:
            wrong += [f'{row[0]}, p = {p}: {line}' for line in
                      (*check_first(lcm, row, p), *check_mended(lcm, row, p))]
    print('\n'.join(wrong))
    sys.exit(1 if wrong else 0)


main()
