#!/usr/bin/env python3
"""To what the time of processors goes, on random traces.

Times are whole numbers, so that this program can look at each second of each
processor by itself and say by the rules of docs/guide/trace.md what it is; lcm
sums up intervals.  All parts are the whole, and what is printed of them is
100.0 %.

usage: shares.py LCM
"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from findings import text_of

CASES = 150


def slices(chance):
    """Return what each of some actors does when: (begin, end), and for each
    interval whether it is the program's work."""
    actors = []
    for _ in range(chance.randint(1, 5)):
        now, own = 0, []
        for _ in range(chance.randint(1, 6)):
            begin = now + chance.randint(0, 4)
            now = begin + chance.randint(1, 6)
            own.append((begin, now))
        actors.append(own)
    return actors


def chrome(actors):
    """Return the trace of actors without messages."""
    return json.dumps([
        {'ph': 'X', 'name': 'work', 'pid': 1, 'tid': i, 'ts': begin * 1e6,
         'dur': (end - begin) * 1e6}
        for i, own in enumerate(actors) for begin, end in own])


def use_of_slices(actors):
    """Return the parts: idle is imbalance while two actors work."""
    begin = min(own[0][0] for own in actors)
    end = max(own[-1][1] for own in actors)
    parts = dict.fromkeys(('used', 'imbalance', 'messages', 'sequential'), 0)
    for second in range(begin, end):
        works = [any(a <= second < b for a, b in own) for own in actors]
        for one in works:
            parts['used' if one else
                  'imbalance' if sum(works) > 1 else 'sequential'] += 1
    return parts, (end - begin) * len(actors)


def tasks_of(chance, p, way):
    """Return a run of tasks on `p` actors, each begun by a message that takes
    `way` between actors; what is ready first goes first."""
    tasks = [(0, 0, chance.randint(1, 5), 'e', None, 0)]
    free, waiting = [0] * p, []

    def spawn(number):
        begin, end = tasks[number][1:3]
        for _ in range(chance.randint(0, 3)):
            made, to = chance.randint(begin, end), chance.randrange(p)
            there = made + (way if to != tasks[number][0] else 0)
            waiting.append((there, len(waiting), number, made, to))
    free[0] = tasks[0][2]
    spawn(0)
    done = set()
    while len(done) < len(waiting) and len(tasks) < 40:
        key = min((max(one[0], free[one[4]]), one[1]) for one in waiting
                  if one[1] not in done)
        _, _, creator, made, to = waiting[key[1]]
        done.add(key[1])
        # a processor may be late: then the message waits
        begin = key[0] + chance.choice((0, 0, 1))
        tasks.append((to, begin, begin + chance.randint(1, 5), 'e', creator,
                      made))
        free[to] = tasks[-1][2]
        spawn(len(tasks) - 1)
    return tasks


def use_of_tasks(p, tasks, way):
    """Return the parts of a run of tasks."""
    last = max(task[2] for task in tasks)
    parts = dict.fromkeys(('used', 'imbalance', 'messages', 'sequential'), 0)
    for actor in range(p):
        own = sorted((t for t in tasks if t[0] == actor), key=lambda t: t[1])
        for second in range(last):
            if any(t[1] <= second < t[2] for t in own):
                parts['used'] += 1
                continue
            ahead = [t for t in own if t[1] > second]
            if ahead and ahead[0][5] <= second:
                parts['messages'] += 1
            elif any(t[5] <= second < t[1] for t in tasks):
                parts['imbalance'] += 1
            else:
                parts['sequential'] += 1
    return parts, last * p


def check(lcm, path, want):
    """Yield what is wrong with what lcm says of the trace `path`."""
    parts, whole = want
    done = subprocess.run([lcm, 'trace', str(path), '--json'], check=True,
                          capture_output=True, text=True, timeout=60)
    use = json.loads(done.stdout)['use']
    for name, value in {**parts, 'other': 0, 'processor_time': whole}.items():
        if not math.isclose(use[name], value, rel_tol=1e-9, abs_tol=1e-9):
            yield f'{name}: {use[name]}, not {value}'
    if not math.isclose(sum(use.values()), 2 * whole, rel_tol=1e-12):
        yield f'together {sum(use.values()) - whole} of {whole}'
    done = subprocess.run([lcm, 'trace', str(path)], check=True,
                          capture_output=True, text=True, timeout=60)
    line = next(line for line in done.stdout.splitlines()
                if line.startswith("processors' time: "))
    shown = [int(a) * 10 + int(b) for a, b in
             re.findall(r'(\d+)\.(\d) %', line)]
    if len(shown) != 4 or sum(shown) != 1000:
        yield f'not 100.0 %: {line}'
    for got, value in zip(shown, parts.values()):
        if abs(got - 1000 * value / whole) >= 1 + 1e-9:
            yield f'{value} of {whole}: {line}'


def main():
    chance = random.Random(5)
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / 'made.trace'
        for case in range(CASES):
            if case % 2:
                actors = slices(chance)
                path.write_text(chrome(actors))
                want = use_of_slices(actors)
            else:
                p, way = chance.randint(1, 4), chance.randint(0, 3)
                tasks = tasks_of(chance, p, way)
                path.write_text(text_of(p, tasks, way=way))
                want = use_of_tasks(p, tasks, way)
            wrong += [f'{case}: {one}' for one in
                      check(sys.argv[1], path, want)]
    print('\n'.join(wrong[:20]) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
