#!/usr/bin/env python3
"""What lcm advise says besides findings, on 8 processors:

- the ceilings of serial_init.c: without filling 1000 x 10 us are saved, without
  working 125 x 40 us (README.md has the times);
- its phases: one of 8 processors fills, all work;
- kinds of data in docs/advise/smooth.c: a is written by iteration i and read by
  its neighbours, b read by who wrote it, sum only added to under a lock; in
  serial_init.c a is written by one and read by all;
- the steps of --apply gain what --edit gains with all of them, each less than
  the time before;
- SARIF: every result has a rule, a place and a message, as version 2.1.0 of
  the standard requires (sections 3.13, 3.27, 3.28).

usage: tables.py LCM
"""
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SMOOTH = HERE.parents[1] / 'docs/advise/smooth.c'
LCM = sys.argv[1]


def run(command, source, *more):
    """Return what `lcm command` prints for `source`, as JSON."""
    done = subprocess.run(
        [LCM, command, source.name, '-D', 'p=8', '--machine', 'machine.json',
         *more], cwd=source.parent, text=True, capture_output=True,
        check=False)
    if done.returncode or done.stderr:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def advise(source, *more):
    """Return the advice on `source`."""
    return run('advise', source, '--format', 'json', *more)


def same(got, wanted, what):
    """Return a line where the number `got` is not `wanted`."""
    close = math.isclose(got, wanted, rel_tol=1e-6)
    return [] if close else [f'{what}: {got}, not {wanted}']


def check_ceilings():
    """Return what is wrong with ceilings and phases."""
    found = advise(HERE / 'serial_init.c', '--ceilings', '--phases')
    gains = {row['title']: row['gain'] for row in found['ceilings']}
    used = {row['title']: row['utilization'] for row in found['phases']}
    if set(gains) != {"'fill'", "'work'"} or set(used) != set(gains):
        return [f'ceilings {gains}, phases {used}']
    return (same(gains["'fill'"], 10e-3, 'ceiling of fill') +
            same(gains["'work'"], 5e-3, 'ceiling of work') +
            same(used["'fill'"], 1 / 8, 'use by fill') +
            same(used["'work'"], 1, 'use by work'))


def check_data():
    """Return what is wrong with the kinds of data."""
    wrong = []
    for source, wanted in (
            (SMOOTH, {'a': 'exchanged', 'b': 'divided', 'sum': 'accumulator'}),
            (HERE / 'serial_init.c', {'a': 'write-once', 'b': 'divided'})):
        rows = advise(source, '--data-kinds')['data']
        got = {row['datum']: row['kind'] for row in rows}
        if got != wanted:
            wrong.append(f'{source.name}: {got}, not {wanted}')
    return wrong


def check_steps():
    """Return what is wrong with the best sequence."""
    found = advise(SMOOTH, '--apply', '3')
    steps = found['steps']
    if len(steps) != 3:
        return [f'{len(steps)} steps']
    all_edits = '; '.join(step['edit'] for step in steps)
    edited = run('predict', SMOOTH, '--format', 'json', '--edit', all_edits)
    wrong = same(edited['points'][0]['time'], steps[-1]['time'], all_edits)
    time = found['time']
    for step in steps:
        wrong += same(time - step['gain'], step['time'], step['edit'])
        if step['gain'] <= 0:
            wrong.append(f"{step['edit']} gains nothing")
        time = step['time']
    return wrong


def check_sarif():
    """Return what is wrong with the findings in SARIF."""
    log = run('advise', SMOOTH, '--format', 'sarif')
    rules = [rule['id'] for rule in log['runs'][0]['tool']['driver']['rules']]
    results = log['runs'][0]['results']
    wrong = []
    if log['version'] != '2.1.0' or len(results) < 2 or \
            len(set(rules)) != len(rules):
        wrong.append(f"version {log['version']}, {len(results)} results")
    for result in results:
        place = result['locations'][0]['physicalLocation']
        if rules[result['ruleIndex']] != result['ruleId']:
            wrong.append(f"no rule {result['ruleId']}")
        if place['artifactLocation']['uri'] != 'smooth.c' or \
                not 1 <= place['region']['startLine'] <= 40:
            wrong.append(f'no place: {place}')
        if result['level'] != 'note' or \
                result['properties']['edit'] not in result['message']['text']:
            wrong.append(f'message: {result}')
    return wrong


def main():
    wrong = check_ceilings() + check_data() + check_steps() + check_sarif()
    print('\n'.join(wrong))
    sys.exit(1 if wrong else 0)


main()
