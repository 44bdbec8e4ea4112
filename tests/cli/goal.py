#!/usr/bin/env python3
"""Checks the schedules of MPI programs in GOAL against another reader.

`lcm predict PROGRAM --trace FILE.goal` writes what ranks send, receive and
compute.  This script reads the file by the grammar of LogGOPSim's own reader
(rank by rank; `calc N`, `send Nb to R tag T`, `recv Nb from R tag T`, labels,
`requires`, `irequires`), matches messages by source, tag and order, and plays
them: a message is on its way for the time that the description of the machine
gives, an operation begins when what it requires has ended and what it
irequires has begun.  The end must be the time that lcm predicts, to the
nanosecond of rounding for each operation of a rank, and every message must be
received with its bytes.

usage: goal.py LCM SOURCES
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LATENCY, BYTE = 2e-6, 1e-9
MACHINE = {'schema': 'lcm-machine/1', 'name': 'loggp',
           'costs': {'transfer': f'{LATENCY:.9f} + {BYTE:.9f}*m'}}
PROGRAMS = {
    'docs/reference/mpi/ring.c': ('',),
    'samples/heat/heat.c': ('points=60 steps=3',),
    'tests/cli/goal.c': ('',),
}
RANKS = (1, 2, 3, 5, 8)
# 1 ms alone, 24 iterations of 1 to 3 ms divided among the threads, 2 ms alone.
THREADS = '''void work(int i);
int main(void) {
  // lcm: model time = 1 ms
  work(0);
#pragma omp parallel for
  for (int i = 0; i < 24; i++) {
    // lcm: model time = (i mod 3 + 1) * 1 ms
    work(i);
  }
  // lcm: model time = 2 ms
  work(1);
  return 0;
}
'''
LINE = re.compile(
    r'(l\d+): (?:calc (\d+)(?: cpu (\d+))?|'
    r'(send|recv) (\d+)b (?:to|from) (\d+) tag (\d+))')
AFTER = re.compile(r'(l\d+) (i?requires) (l\d+)')


def read(text):
    """Return for each rank its operations: kind, amounts, what comes before."""
    lines = text.split('\n')
    count = int(re.fullmatch(r'num_ranks (\d+)', lines[0]).group(1))
    ranks, at = [], 1
    for rank in range(count):
        assert lines[at:at + 2] == ['', f'rank {rank} {{'], lines[at:at + 2]
        at, own = at + 2, {}
        while lines[at] != '}':
            line, after = LINE.fullmatch(lines[at]), AFTER.fullmatch(lines[at])
            assert line or after, lines[at]
            if line:
                assert line[1] not in own
                own[line[1]] = {
                    'kind': line[4] or 'calc',
                    'amount': int(line[2] or line[5]),
                    'cpu': int(line[3] or 0),
                    'peer': int(line[6] or 0), 'tag': int(line[7] or 0),
                    'done': [], 'begun': []}
            else:
                own[after[1]]['done' if after[2] == 'requires'
                              else 'begun'].append(own[after[3]])
            at += 1
        ranks.append(list(own.values()))
        at += 1
    assert lines[at:] == [''], lines[at:]
    return ranks


def match(ranks):
    """Give each receiving operation its message."""
    sent = {}
    for rank, own in enumerate(ranks):
        for op in own:
            if op['kind'] == 'send':
                sent.setdefault((rank, op['peer'], op['tag']), []).append(op)
    for rank, own in enumerate(ranks):
        for op in own:
            if op['kind'] == 'recv':
                op['from'] = sent[op['peer'], rank, op['tag']].pop(0)
                assert op['from']['amount'] == op['amount']
    assert not any(sent.values()), 'messages that nobody receives'


def play(ranks):
    """Return when the last operation ends."""
    todo = [op for own in ranks for op in own]
    while todo:
        known = [progress(op) for op in todo]
        assert any(known), 'the schedule does not go on'
        todo = [op for op in todo if 'end' not in op]
    return max((op['end'] for own in ranks for op in own), default=0)


def progress(op):
    """Time the beginning and the end of `op` where what they depend on is
    timed; return whether something was."""
    if 'begin' not in op:
        if not (all('end' in other for other in op['done']) and
                all('begin' in other for other in op['begun'])):
            return False
        op['begin'] = max([other['end'] for other in op['done']] +
                          [other['begin'] for other in op['begun']] + [0])
    if op['kind'] != 'recv':
        op['end'] = op['begin'] + (op['amount'] * 1e-9
                                   if op['kind'] == 'calc' else 0)
    elif 'begin' in op['from']:
        op['end'] = max(op['begin'], op['from']['begin'] + LATENCY +
                        BYTE * op['amount'])
    else:
        return op.setdefault('told', 0) == 0 and not op.update(told=1)
    return True


def check(lcm, program, values, folder):
    """Yield what is wrong with the schedules of `program`."""
    machine = folder / 'machine.json'
    machine.write_text(json.dumps(MACHINE))
    for p in RANKS:
        goal = folder / 'schedule.goal'
        done = subprocess.run(
            [lcm, 'predict', str(program), '--machine', str(machine), '-D',
             f'p={p}', *(f'-D{value}' for value in values.split()), '-q',
             '--trace', str(goal), '--format', 'json'],
            capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        want = json.loads(done.stdout)['points'][0]['time']
        ranks = read(goal.read_text())
        match(ranks)
        got = play(ranks)
        rounding = 1e-9 * max(len(own) for own in ranks) * p + 1e-12
        if len(ranks) != p or abs(got - want) > rounding:
            yield f'{program} on {p} ranks: {want} s predicted, {got} s played'
        if p > 1 and not any(op['kind'] == 'send' for own in ranks
                             for op in own):
            yield f'{program} on {p} ranks: no messages'


def check_threads(lcm, source, folder):
    """Yield what is wrong with the schedule of the threads in `source`: one
    rank, no messages, each member of the team on a processor of its own, and
    the time that is predicted."""
    for p in RANKS:
        goal = folder / 'threads.goal'
        done = subprocess.run(
            [lcm, 'predict', str(source), '-D', f'p={p}', '--trace',
             str(goal), '--format', 'json'], capture_output=True, text=True,
            check=True)
        want = json.loads(done.stdout)['points'][0]['time']
        ranks = read(goal.read_text())
        got = play(ranks)
        used = {op['cpu'] for op in ranks[0]}
        if len(ranks) != 1 or any(op['kind'] != 'calc' for op in ranks[0]):
            yield f'{source}: not only computing on one rank'
        if abs(got - want) > 1e-8:
            yield f'{source}, p = {p}: {want} s predicted, {got} s played'
        if used != set(range(p + 1)):
            yield f'{source}, p = {p}: processors {used}'
        apart = play([[{'kind': 'calc', 'amount': op['amount'], 'done': [],
                        'begun': []} for op in ranks[0]]])
        if p > 1 and not apart < got:
            yield f'{source}, p = {p}: nothing requires anything'


def main():
    """Check all programs."""
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'threads.c'
        source.write_text(THREADS)
        faults += check_threads(lcm, source, pathlib.Path(folder))
        for name, sizes in PROGRAMS.items():
            for values in sizes:
                faults += check(lcm, root / name, values,
                                pathlib.Path(folder))
    print('\n'.join(faults) if faults else 'ok')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
