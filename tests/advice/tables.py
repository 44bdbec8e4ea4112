#!/usr/bin/env python3
"""What lcm advise says besides findings, on 8 processors:

- the ceilings of serial_init.c: without filling 1000 x 10 us are saved, without
  working 125 x 40 us (README.md has the times);
- its phases: one of 8 processors fills, all work;
- kinds of data in docs/guide/advise/smooth.c: a is written by iteration i and
  read by its neighbours, b read by who wrote it, sum only added to under a
  lock; in serial_init.c a is written by one and read by all;
- a variable of each kind in tables/kinds.c, as its comment says;
- tables/nested_wait.c, by hand: on 4 processors the parts take 11 and 15 ms.
  Processor 3 waits until 10 ms for 2, not for 0 that ends a loop then, and
  works until 15 ms: that is the chain. All meet at 10 ms, where the members of
  both teams do, so that there are two stages; of the first processors 0 to 3
  work 10, 6, 10 and 3 of 10.01 ms, since two regions are begun, of the second
  1, 1, 1 and 5 of 5 ms;
- region_too_fine.c gains (5 us + ceil(16/p) 0.1 us - 1.6 us) each time on any
  number of processors; imbalance.c gains nothing on one: there is nothing but
  that advice on 4, and it holds on 4 and not on 1; tables/few_parts.c: 10
  chunks of 4 parts, 1 ms each, take 8 ms on 8 processors, and 5 ms if the
  parts are assigned evenly; on 10 they take 4 ms either way;
- tables/late_signal.c: what is waited for is ready after 4 of 10 s; signalled
  then, the other is done after 9 s instead of 15, and the run after 10;
- tables/gathered.c: what one operation does better than many messages, as a
  note; tables/used_outside.c: why a lock stays;
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
SMOOTH = HERE.parents[1] / 'docs/guide/advise/smooth.c'
LCM = sys.argv[1]
# Races of these programs, which are to be said.
RACY = {'kinds.c': "tables/kinds.c:25:5: warning: race on 'b': i = 1 writes "
                   'b[1] while i = 0 reads it at tables/kinds.c:23:31, and '
                   'nothing orders them [race]\n',
        'used_outside.c': "tables/used_outside.c:16:7: warning: race on "
                          "'sum': i = 0 writes sum while i = 1 reads it at "
                          'tables/used_outside.c:11:12, and nothing orders '
                          'them [race]\n'}


def run(command, source, *more, p='8', machine='machine.json'):
    """Return what `lcm command` prints for `source`, as JSON."""
    home = source.parent if source == SMOOTH else HERE
    done = subprocess.run(
        [LCM, command, source.relative_to(home), '-D', f'p={p}', '--machine',
         machine, *more], cwd=home, text=True, capture_output=True,
        check=False)
    racy = RACY.get(source.name, '') if command == 'advise' else ''
    if done.returncode or done.stderr != racy:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def advise(source, *more, **how):
    """Return the advice on `source`."""
    return run('advise', source, '--format', 'json', *more, **how)


def same(got, wanted, what, tolerance=1e-6):
    """Return a line where the number `got` is not `wanted`."""
    close = math.isclose(got, wanted, rel_tol=tolerance)
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
            (HERE / 'serial_init.c', {'a': 'write-once', 'b': 'divided'}),
            (HERE / 'tables/kinds.c', {
                'scale': 'write-once', 'limit': 'read-only', 'a': 'divided',
                'b': 'exchanged', 'total': 'accumulator',
                'best': 'monotonic bound', 'count': 'keyed table',
                'key': 'read-only'})):
        rows = advise(source, '--data-kinds')['data']
        got = {row['datum']: row['kind'] for row in rows}
        if got != wanted:
            wrong.append(f'{source.name}: {got}, not {wanted}')
    return wrong


def check_chain():
    """Return what is wrong with stages and last-event chain."""
    found = advise(HERE / 'tables/nested_wait.c', '--chain', p=4)
    wrong = []
    chain = [(link['processor'], link['label']) for link in found['chain']
             if link['to'] - link['from'] > 1e-6]
    if chain != [('processor 2', 'long_first'), ('processor 3', 'long_second')]:
        wrong.append(f'chain {chain}')
    if [stage['label'] for stage in found['stages']] != \
            ['before', 'long_second']:
        return wrong + [f"stages {found['stages']}"]
    for stage, length, busy in zip(found['stages'], (10.01, 5),
                                   ((10, 6, 10, 3), (1, 1, 1, 5))):
        wrong += same(stage['time'], length * 1e-3, stage['label'], 1e-5)
        for i, share in enumerate(stage['busy']):
            wrong += same(share, busy[i] / length, f"{stage['label']} on {i}",
                          1e-5)
    if advise(HERE / 'tables/nested_wait.c', p=4)['chain']:
        wrong.append('a chain without --chain')
    return wrong


def check_points():
    """Return what is wrong with advice at several points."""
    wrong = []
    found = advise(HERE / 'region_too_fine.c', p='1,2,4,8,16')
    first = found['findings'][0]
    if [point['p'] for point in found['grid']] != [1, 2, 4, 8, 16] or \
            found['looked'] != 5 or found['elsewhere'] or first['point'] != 4:
        wrong.append(f"points {found['grid']}, {found['looked']} looked at")
    for at in first['points']:
        share = math.ceil(16 / found['grid'][at['point']]['p'])
        wrong += same(at['gain'], 1e-3 * (5 + 0.1 * share - 1.6), 'gain')
        wrong += same(at['time'], 1.6e-3, 'time')
        if not at['holds']:
            wrong.append(f'does not hold at {at}')
    found = advise(HERE / 'imbalance.c', p='1,4')
    holds = [at['holds'] for at in found['findings'][0]['points']]
    if found['p'] != 4 or holds != [False, True]:
        wrong.append(f'imbalance holds at {holds}')
    return wrong + check_elsewhere()


def check_elsewhere():
    """Return what is wrong with advice for other points alone."""
    found = advise(HERE / 'tables/few_parts.c', p='8,10')
    wrong = []
    if found['findings'] or \
            [one['id'] for one in found['elsewhere']] != ['chunk-too-coarse']:
        wrong.append(f"found {found['findings']}, {found['elsewhere']}")
        return wrong
    one = found['elsewhere'][0]
    wrong += same(one['gain'], 3e-3, 'gain at p = 8')
    if one['point'] != 0 or \
            [at['holds'] for at in one['points']] != [True, False]:
        wrong.append(f"holds at {one['points']}")
    return wrong


def check_signal():
    """Return what is wrong with advice on a late signal."""
    found = advise(HERE / 'tables/late_signal.c')['findings']
    if not found or found[0]['id'] != 'late-send' or found[0]['line'] != 21 or \
            not all(premise['proved'] for premise in found[0]['premises']):
        return [f'late signal: {found}']
    return same(found[0]['gain'], 5, found[0]['edit'])


def check_notes():
    """Return what is wrong with what is known without an edit."""
    wrong = []
    for source, machine, wanted in (
            ('tables/gathered.c', 'network.json',
             {(18, 'write-once'), (20, 'bottleneck')}),
            ('tables/used_outside.c', 'machine.json',
             {(12, 'lock-as-reduction')})):
        found = advise(HERE / source, machine=machine)
        got = {(note['line'], note['id']) for note in found['notes']}
        if got != wanted or found['findings']:
            wrong.append(f'{source}: {got}, not {wanted}')
    for note in found['notes']:
        if 'without the lock (tables/used_outside.c:11)' not in note['why']:
            wrong.append(f'{note}')
    if advise(HERE / 'serial_init.c')['notes']:
        wrong.append('a note without a lock or messages')
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
    all_rules = log['runs'][0]['tool']['driver']['rules']
    rules = [rule['id'] for rule in all_rules]
    results = log['runs'][0]['results']
    # Section 3.49.7: a name that is the id must not be there.
    wrong = [f'name of a rule: {rule}' for rule in all_rules
             if rule.get('name') != (rule['id'].title().replace('-', '')
                                     if '-' in rule['id'] else None)]
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
    wrong = (check_ceilings() + check_data() + check_chain() +
             check_points() + check_signal() + check_notes() + check_steps() + check_sarif())
    print('\n'.join(wrong))
    sys.exit(1 if wrong else 0)


main()
