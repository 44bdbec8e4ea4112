#!/usr/bin/env python3
"""lcm trace --replay: the tasks of a run, done once more.

- Runs of md.h on simulated processors take as long again where nothing is
  changed, on a machine where messages cost nothing and on one where they do.
- On one processor where messages cost nothing, the time is the sum of the work.
- With a processor for each task and messages that cost nothing, it is the
  longest path of the event graph.
- Random runs take what a scheduler in this file says, which looks at all
  messages again at each step.
- So do traces for Chrome in which messages (flow events) begin all tasks, and
  archives of OTF2 in which those of MPI do; of others it is said what is
  missing or in the way.

usage: replay.py LCM PROGRAMS [ARCHIVE]

ARCHIVE is the program that writes an archive of OTF2 (archive.c); without it
lcm was built without OTF2.
"""
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

CASES = 60


def replay(lcm, path, *options):
    """Return what lcm says of the replay of the trace `path`."""
    done = subprocess.run([lcm, 'trace', str(path), '--json', '--replay',
                           *map(str, options)], check=True,
                          capture_output=True, text=True, timeout=100)
    return json.loads(done.stdout)['replay']


def made(chance, p, opened):
    """Return a random run, a list of (actor, work, creator, offset, priority,
    open) in an order in which creators come first; times are eighths of a
    second, so that sums are exact.  What is open is placed by a strategy."""
    tasks = [(0, chance.randint(1, 40) / 8, None, 0, 0, True)]
    for _ in range(chance.randint(3, 30)):
        creator = chance.randrange(len(tasks))
        tasks.append((chance.randrange(p), chance.randint(1, 40) / 8, creator,
                      chance.randint(0, int(tasks[creator][1] * 8)) / 8,
                      chance.randint(0, 5), opened))
    return tasks


def text_of(p, tasks, costs):
    """Return the run as a trace in which each task begins, at some time, after
    its message was created: what matters is only what each does."""
    begin, now = [], 0
    for task in tasks:
        begin.append(now)
        now += task[1] + 1
    lines = [(0, 0, f'create 0 0 0.0 create c@e 0 {tasks[0][4]} 0')]
    for i, (actor, work, creator, offset, priority, opened) in enumerate(tasks):
        if creator is not None:
            kind = 'create c@e -1' if opened else f'send c@e {actor}'
            time = begin[creator] + offset
            lines.append((time, 2, f'create {time} {tasks[creator][0]} 0.{i} '
                          f'{kind} {priority} 8'))
        lines += [(begin[i], 1, f'begin {begin[i]} {actor} 0.{i}'),
                  (begin[i] + work, 3, f'end {begin[i] + work} {actor} 0.{i}')]
    lines.sort(key=lambda line: line[:2])
    return '\n'.join([
        'lcm-trace/1', f'run simulate {p} random fifo 0',
        'machine ' + ' '.join(map(str, costs)), 'chare c 0', 'entry c@e',
        *(line[2] for line in lines)]) + '\n'


def chrome_of(tasks):
    """Return the run as a trace for Chrome, whose flow events are its
    messages."""
    events, begin, now = [], [], 0
    for task in tasks:
        begin.append(now)
        now += task[1] + 1
    for i, (actor, work, creator, offset, _, _) in enumerate(tasks):
        row = {'pid': 1, 'tid': actor, 'cat': 'entry'}
        events.append({'ph': 'X', 'name': f'task {i % 3}', **row,
                       'ts': begin[i] * 1e6, 'dur': work * 1e6})
        if creator is not None:
            flow = {'cat': 'message', 'name': 'm', 'id': i, 'pid': 1}
            events += [{'ph': 's', **flow, 'tid': tasks[creator][0],
                        'ts': (begin[creator] + offset) * 1e6},
                       {'ph': 'f', 'bp': 'e', **flow, 'tid': actor,
                        'ts': begin[i] * 1e6}]
    return json.dumps({'traceEvents': events})


def archive_of(program, folder, p, tasks):
    """Have the run written as an archive of OTF2 into `folder`, each message
    with a tag of its own; return its file, None without a program."""
    if not program:
        return None
    lines, begin, now = [], [], 0
    for task in tasks:
        begin.append(now)
        now += task[1] + 1
    for i, (actor, work, creator, offset, _, _) in enumerate(tasks):
        # what comes at the same time comes before it begins, and what is sent
        # as it ends is sent by it
        if creator is not None:
            lines += [(begin[i], 0, f'recv {actor}', tasks[creator][0], i),
                      (begin[creator] + offset, 2, f'send {tasks[creator][0]}',
                       actor, i)]
        lines += [(begin[i], 1, f'enter {actor}', 0, 0),
                  (begin[i] + work, 3, f'leave {actor}', 0, 0)]
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        [program, str(folder), str(p)], check=True, timeout=60, text=True,
        input=''.join(f'{what} {round(time * 1e9)} {other} {tag}\n'
                      for time, _, what, other, tag in sorted(lines)))
    return folder / 'traces.otf2'


def longest(tasks):
    """Return the length of the longest path: each task begins at once, but
    none before the first has ended (docs/reference/message-driven.md)."""
    begin, end = {}, 0
    for i, (_, work, creator, offset, _, _) in enumerate(tasks):
        begin[i] = 0 if creator is None else max(begin[creator] + offset,
                                                 tasks[0][1])
        end = max(end, begin[i] + work)
    return end


def scheduled(p, tasks, queue, latency):
    """Return how long the run takes where each task is done on its actor, and
    None where two things at the same time leave open which is first."""
    # When messages are at their actors, and when they are put into the queue
    # there: what an entry sends to its own processor as that entry begins,
    # since what comes from others meanwhile is looked at when it is over.
    there, queued = {0: 0.0}, {0: 0.0}
    # the first entry runs before everything else, and then a message of its
    # processor has the others begin, at most 4 of them directly
    assert p <= 5
    free, begun = [0.0] + [tasks[0][1] + latency] * (p - 1), {}
    while len(begun) < len(tasks):
        ways = []
        for actor in range(p):
            ready = [i for i in there if i not in begun
                     and tasks[i][0] == actor]
            if ready:
                ways.append((max(free[actor], min(there[i] for i in ready)),
                             actor))
        now = min(ways)[0]
        if sum(time == now for time, _ in ways) > 1 and latency == 0:
            return None
        actor = min(ways)[1]
        ready = [i for i in there if i not in begun and tasks[i][0] == actor
                 and there[i] <= now]
        key = {'fifo': lambda i: (queued[i], there[i]),
               'lifo': lambda i: (-queued[i], -there[i]),
               'priority': lambda i: (tasks[i][4], queued[i], there[i])
               }[queue]
        ready.sort(key=key)
        if len(ready) > 1 and key(ready[0]) == key(ready[1]):
            return None
        if any(there[i] == now for i in ready) and free[actor] == now and (
                len(ready) > 1):
            return None
        first = ready[0]
        begun[first] = now
        free[actor] = now + tasks[first][1]
        for i, (to, _, creator, offset, _, _) in enumerate(tasks):
            if creator == first:
                there[i] = now + offset + (latency if to != actor else 0)
                queued[i] = there[i] if to != actor else now
    return max(free)


def near(got, want, text, tolerance=1e-9):
    """Yield `text` where `got` is not `want`."""
    if not math.isclose(got, want, rel_tol=tolerance, abs_tol=tolerance):
        yield f'{text}: {got}, not {want}'


def check_sums(lcm, path, chance, program):
    """Yield what is wrong on one processor, and on one for each task."""
    p = chance.randint(1, 5)
    tasks = made(chance, p, True)
    path.write_text(text_of(p, tasks, [0] * 6))
    work = sum(task[1] for task in tasks)
    for queue in 'fifo', 'lifo', 'priority':
        got = replay(lcm, path, '--processors', 1, '--queue', queue)
        yield from near(got['time'], work, 'one processor')
        yield from near(got['work'], work, 'work')
    got = replay(lcm, path, '--processors', len(tasks) + 1, '--placement',
                 'shared')
    yield from near(got['time'], longest(tasks), 'longest path')
    chrome = path.with_suffix('.json')
    chrome.write_text(chrome_of(tasks))
    archive = archive_of(program, path.with_suffix('.otf2'), p, tasks)
    for file in filter(None, (chrome, archive)):
        again = replay(lcm, file, '--processors', len(tasks) + 1,
                       '--placement', 'shared')
        yield from near(again['time'], longest(tasks), f'{file.name}: longest '
                        'path', 1e-7)
        again = replay(lcm, file, '--processors', 1)
        yield from near(again['time'], work, f'{file.name}: one processor',
                        1e-7)
    got = replay(lcm, path, '--placement', 'local')
    yield from near(got['time'], work, 'local')
    if got['remote']:
        yield f'local: {got["remote"]} messages go elsewhere'


def check_schedules(lcm, path, chance, program):
    """Yield what is wrong with random runs, and how many were compared."""
    compared = 0
    for _ in range(CASES):
        p = chance.randint(2, 4)
        opened = chance.random() < 0.5
        tasks = made(chance, p, opened)
        # times of their own, so that little happens at the same time
        tasks = [(a, w + chance.randrange(1 << 16) / (1 << 19), c, o, q, s)
                 for a, w, c, o, q, s in tasks]
        latency = chance.randint(0, 80) / 64
        path.write_text(text_of(p, tasks, [0, 0, 9, 0, 0, 0]))
        for queue in 'fifo', 'lifo', 'priority':
            want = scheduled(p, tasks, queue, latency)
            if want is None:
                continue
            compared += 1
            got = replay(lcm, path, '--queue', queue, '--latency', latency)
            yield from near(got['time'], want, f'{queue}, latency {latency}, '
                            f'{p} processors: {tasks}')
            remote = sum(t[2] is not None and tasks[t[2]][0] != t[0]
                         for t in tasks)
            if got['remote'] != remote:
                yield f'{got["remote"]} messages go elsewhere, not {remote}'
            if queue == 'priority':
                continue
            chrome = path.with_suffix('.json')
            chrome.write_text(chrome_of(tasks))
            archive = archive_of(program, path.with_suffix('.otf2'), p, tasks)
            for file in filter(None, (chrome, archive)):
                got = replay(lcm, file, '--queue', queue, '--latency', latency,
                             '--processors', p)
                yield from near(got['time'], want, f'{file.name}, {queue}, '
                                f'latency {latency}, {p} processors: {tasks}',
                                1e-7)
                if got['untriggered'] or not got['anywhere']:
                    yield f'{file.name}: {got}'
    if compared < CASES:
        yield f'only {compared} schedules were compared'


def check_runs(lcm, programs, path):
    """Yield where runs of programs do not take as long again."""
    for name in 'flat', 'tree':
        for machine in 'zero', 'network':
            for strategy, queue in (('random', 'fifo'), ('random', 'lifo'),
                                    ('local', 'fifo'), ('random', 'fifolifo')):
                subprocess.run(
                    [programs / f'md_chares_{name}'], check=True,
                    capture_output=True, timeout=100,
                    env={**os.environ, 'MD_RUN': 'simulate',
                         'MD_PROCESSORS': '6', 'MD_MACHINE': machine,
                         'MD_STRATEGY': strategy, 'MD_QUEUE': queue,
                         'MD_TRACE': str(path)})
                got = replay(lcm, path)
                off = got['time'] / got['measured'] - 1
                if '-v' in sys.argv:
                    print(name, machine, strategy, queue, got['time'],
                          got['measured'], off)
                if abs(off) > (1e-6 if machine == 'zero' else 1e-3):
                    yield (f'{name} on {machine}, {strategy}, {queue}: {off:g} '
                           f'off: {got}')


def slice_at(row, begin, end, name='a'):
    """Return a slice of a trace for Chrome."""
    return {'ph': 'X', 'name': name, 'pid': 1, 'tid': row, 'ts': begin,
            'dur': end - begin}


def flow(number, row, time, end=None):
    """Return where a message is created, and where it comes."""
    return [{'ph': 's' if end is None else 'f', 'name': 'm', 'cat': 'c',
             'id': number, 'pid': 1, 'tid': row, 'ts': time, 'bp': 'e'}]


def check_missing(lcm, path):
    """Yield what is wrong with what is said of traces for Chrome that do not
    have what a replay needs."""
    chrome = path.with_suffix('.json')
    first = [slice_at(1, 0, 10), slice_at(2, 20, 30, 'b')]
    sent = flow(1, 1, 5)
    for events, says in (
            (first + sent + flow(1, 2, 25, 1), 'comes inside of something'),
            (first + sent + flow(1, 2, 20, 1) + [slice_at(1, 40, 50, 'c')],
             "no message begins it, and something is done before it ('c')"),
            (first + sent + flow(2, 1, 6) + flow(1, 2, 20, 1)
             + flow(2, 2, 20, 1), 'two messages begin the same'),
            (first + sent + flow(2, 1, 6) + flow(1, 2, 18, 1)
             + flow(2, 2, 19, 1), 'two messages come before'),
            (first, 'no message begins anything'),
            (first + sent + flow(1, 2, 20, 1), None),
            (first + sent + flow(1, 2, 19, 1), None)):
        chrome.write_text(json.dumps(events))
        done = subprocess.run([lcm, 'trace', str(chrome), '--replay'],
                              check=False, capture_output=True, text=True,
                              timeout=60)
        if done.returncode != (2 if says else 0) or (
                says or '2 tasks, 1 message to') not in (
                    done.stderr if says else done.stdout):
            yield f'{says}: {done.returncode} {done.stderr} {done.stdout}'


def check_ranks(lcm, folder, program):
    """Yield what is wrong with what is said of ranks that wait for messages
    inside of what they do, as those of most programs of MPI."""
    if not program:
        return
    subprocess.run([program, str(folder)], check=True, timeout=60)
    done = subprocess.run(
        [lcm, 'trace', str(folder / 'traces.otf2'), '--replay', '--placement',
         'random'], check=False, capture_output=True, text=True, timeout=60)
    if done.returncode != 2 or ('comes inside of something'
                                not in done.stderr) or (
            'lcm predict -D p=P' not in done.stderr):
        yield f'ranks: {done.returncode} {done.stderr}'


def check_refused(lcm, path):
    """Yield what is wrong with what is said of what makes no sense."""
    path.write_text(text_of(2, [(0, 1, None, 0, 0, True)], [0] * 6))
    chrome = path.with_suffix('.json')
    chrome.write_text('[{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 0, '
                      '"dur": 1}]')
    for file, options, says in (
            (path, ['--placement', 'random'], 'give --replay, too'),
            (path, ['--replay', '--placement', 'far'], "no 'far'"),
            (path, ['--replay', '--queue', 'long'], "no 'long'"),
            (path, ['--replay', '--processors', '0'], 'from 1 to 1048576'),
            (path, ['--replay', '--machine', 'nowhere.json'], 'nowhere.json'),
            (chrome, ['--replay'], 'needs tasks that messages begin'),
            (chrome, ['--replay', '--processors', '4'],
             'depends on how many there are'),
            (chrome, ['--replay'], 'lcm predict -D p=P')):
        done = subprocess.run([lcm, 'trace', str(file), *options], check=False,
                              capture_output=True, text=True, timeout=60)
        if done.returncode != 2 or says not in done.stderr:
            yield f'{options}: {done.returncode} {done.stderr}'


def check_endless(lcm, path):
    """Yield what is wrong with what is said of runs that would go on for ever:
    processors report every microsecond, and a damaged line has a task last for
    thirty years; where they report seldom, that is replayed."""
    path.write_text(text_of(3, [(0, 1, None, 0, 0, True),
                                (1, 1e9, 0, 1, 0, True),
                                (0, 1, 1, 1e9, 0, True)], [0] * 6))
    command = [lcm, 'trace', str(path), '--json', '--replay', '--placement',
               'manager']
    done = subprocess.run(command, check=False, capture_output=True, text=True,
                          timeout=100, env={**os.environ, 'MD_PERIOD': '1e-6'})
    for says in ("placement 'manager' reports or asks every 1 us",
                 'set MD_PERIOD to more seconds', 'works for 1e+09 s'):
        if done.returncode != 2 or says not in done.stderr:
            yield f'endless: {done.returncode} {done.stderr}'
    seldom = subprocess.run(command, check=True, capture_output=True, text=True,
                            timeout=100, env={**os.environ, 'MD_PERIOD': '1e6'})
    yield from near(json.loads(seldom.stdout)['replay']['time'], 1e9 + 2,
                    'seldom reports')


def main():
    lcm, programs = sys.argv[1], pathlib.Path(sys.argv[2])
    program = sys.argv[3] if len(sys.argv) > 3 and sys.argv[3] != '-v' else None
    chance = random.Random(3)
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / 'made.trace'
        wrong = [*check_runs(lcm, programs, path)]
        for _ in range(CASES // 3):
            wrong += check_sums(lcm, path, chance, program)
        wrong += check_refused(lcm, path)
        wrong += check_missing(lcm, path)
        wrong += check_endless(lcm, path)
        wrong += check_ranks(lcm, pathlib.Path(name) / 'ranks', program)
        wrong += check_schedules(lcm, path, chance, program)
    print('\n'.join(wrong[:20]) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
