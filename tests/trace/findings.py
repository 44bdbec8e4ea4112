#!/usr/bin/env python3
"""What lcm trace finds in message-driven runs: patterns of messages after the
tables of Sinha 1994 (5.1, 6.1 to 6.3), and what problems cost, after the
formulas of chapter 6 without their misprints.

Runs are lists of tasks, (actor, begin, end, entry, creator, created): creator
is the index of the task that created its message at the time `created`.

usage: findings.py LCM
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile


def text_of(p, tasks, machine='0 0 0 0 0 0', size=8, way=0):
    """Return the run as text; messages take `way` from actor to actor."""
    events = []
    for i, (actor, begin, end, entry, creator, created) in enumerate(tasks):
        source = actor if creator is None else tasks[creator][0]
        name, root = f'0.{i}', creator is None
        events += [(created, 0 if root else 1, f'create {created} {source} '
                    f'{name} send c@{entry} {actor} 0 {size}'),
                   (begin, 0.5 if root else 3, f'begin {begin} {actor} {name}'),
                   (end, 2, f'end {end} {actor} {name}')]
        if source != actor:
            events += [(created, 1, f'send {created} {source} {name} {actor}'),
                       (created + way, 2.5,
                        f'receive {created + way} {actor} {name}')]
    events.sort(key=lambda event: event[:2])
    return '\n'.join(['lcm-trace/1', 'program made',
                      f'run simulate {p} random fifo 0', f'machine {machine}',
                      *(line for _, _, line in events)]) + '\n'


def report(lcm, folder, text):
    """Return what lcm says of the run, as an object."""
    path = folder / 'made.trace'
    path.write_text(text)
    done = subprocess.run([lcm, 'trace', str(path), '--json', '--share', '0.01',
                           '--utilization', '0.99'], check=True,
                          capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


def started(p):
    """Return tasks that begin on all of `p` actors at 0, by the first."""
    return [(0, 0, 1, 'first', None, 0)] + [
        (i, 1, 2, 'start', 0, 1) for i in range(p)]


def tree():
    """Return table 5.1: 3 and 4 send to 1, 5 to 2, 1 and 2 to 0."""
    return started(6) + [
        (1, 3, 4, 'reduce', 4, 2), (1, 4, 5, 'reduce', 5, 2),
        (2, 3, 4, 'reduce', 6, 2), (0, 6, 7, 'reduce', 8, 5),
        (0, 7, 8, 'reduce', 9, 4)]


def sequence():
    """Return table 6.1: 3 sends to 0, 0 to 1, 1 to 2, 2 to 3; heuristic 4 with
    a length of 100 on 4 actors, and 25 beside that."""
    return [(3, 0, 1, 'first', None, 0), (0, 1, 26, 'pass', 0, 1),
            (1, 26, 51, 'pass', 1, 26), (2, 51, 76, 'pass', 2, 51),
            (3, 76, 101, 'pass', 3, 76), (3, 1, 26, 'beside', 0, 1)]


def gather():
    """Return table 6.2: 1, 2 and 3 send to 0, for 8 s each; beside that 2 works
    for 6 s. Heuristic 4 for 24 s on 4 actors."""
    return started(4) + [(0, 2, 10, 'server', 2, 2), (0, 10, 18, 'server', 3, 2),
                         (0, 18, 26, 'server', 4, 2), (2, 2, 8, 'beside', 3, 2)]


def ring():
    """Return table 6.3: each sends to the next, three times."""
    tasks = started(4)
    for step in range(3):
        first = len(tasks) - 4
        tasks += [(i, 3 + step, 4 + step, 'pass', first + (i + 3) % 4,
                   2 + step if step == 0 else 3 + step) for i in range(4)]
    return tasks


def exchange():
    """Return neighbours of a row of four that send to each other."""
    tasks = started(4)
    for to, source in ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)):
        tasks.append((to, 5 + source, 6 + source, 'edge', 1 + source, 2))
    return tasks


def check_patterns(lcm, folder):
    """Yield what is wrong with patterns."""
    for make, p, want in ((tree, 6, 'reduction up a heap tree'), (gather, 4, 'bottleneck'),
                          (sequence, 4, 'sequential chain'), (ring, 4, 'ring'),
                          (exchange, 4, 'exchange')):
        got = report(lcm, folder, text_of(p, make()))
        found = {one['pattern'] for one in got['patterns']}
        if want not in found or not found <= {want, 'broadcast'}:
            yield f'{make.__name__}: {found}, not {want}'
    got = report(lcm, folder, text_of(4, ring()))
    depth = {one['name']: one['depth'] for one in got['entries']}
    if depth['c@pass'] != 2:
        yield f'ring: depths {depth}'


def shared(counts, times):
    """Return that actors have so many tasks, each of its time."""
    tasks = [(0, 0, 0, 'first', None, 0)]
    for i, (count, time) in enumerate(zip(counts, times)):
        tasks += [(i, k * time, (k + 1) * time, 'work', 0, 0)
                  for k in range(count)]
    return tasks


# 20 tasks of 2 s, each 1 s after it could begin: getting one of 21 messages to
# run costs c = 20/21 s, so that tasks of 10 c would be worth it: on 2 actors
# c (20 - 40 / (10 c)) / 2 are saved.
FINE = [(0, 0, 0, 'first', None, 0)] + [
    (1, 3 * k + 1, 3 * k + 3, 'fine', 0, 0) for k in range(20)]

# Actor 1 waits 10 s for a message that is sent at the end of 10 s.
TAIL = [(0, 0, 10, 'late', None, 0), (1, 10, 20, 'next', 0, 10)]

# It waits for 1000 bytes at 0.01 s each and 1 s, made in 10 s and used in 10 s:
# 31 s; in k parts 11 + 20 / k s, so that 64, the most that is tried, save
# 19.6875 s.  But the run of 31 s has 30 s of work for two processors: no more
# than 16 can be saved.
LARGE = [(0, 0, 20, 'make', None, 0), (1, 21, 31, 'use', 0, 10)]


def check_gains(lcm, folder):
    """Yield what is wrong with what problems cost."""
    for name, text, want in (
            ('sequential-chain', text_of(4, sequence()), 3 / 4 * 100 - 25),
            ('bottleneck', text_of(4, gather()), 3 / 4 * 24 - 6),
            ('balance-count', text_of(4, shared((10, 6, 4, 4), [2] * 4)), 8),
            ('balance-grain', text_of(4, shared([6] * 4, (5, 3, 2, 2))), 12),
            ('grain', text_of(2, FINE),
             20 / 21 * (20 - 40 / (10 * 20 / 21)) / 2),
            ('tail-end', text_of(2, TAIL), 10),
            ('pipelining', text_of(2, LARGE, '0 0 1 0.01 0 0', 1000, 11),
             16),
            ('parallelism', text_of(2, TAIL), 10)):
        got = report(lcm, folder, text)
        gains = {one['id']: one['gain'] for one in got['findings']}
        if not math.isclose(gains.get(name, 0), want, rel_tol=1e-9):
            yield f'{name}: {gains}, not {want}'


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = [*check_patterns(sys.argv[1], folder),
                 *check_gains(sys.argv[1], folder)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
