#!/usr/bin/env python3
"""Compares replays of random message-driven runs whose work takes longer with
times that are worked out task by task.

A run is a tree of tasks on processors, which take messages in the order in
which they come; messages take no time, and the first task ends before others
begin.  In the replay each processor keeps the order of its tasks: one begins
when its message is there and the one before has ended.  On one processor the
time is that of all tasks together.

usage: rescale.py LCM [RUNS]
"""
import heapq
import json
import pathlib
import random
import subprocess
import sys
import tempfile

RUNS = 40
ENTRIES = ('main@start', 'solve@step', 'solve@merge', 'out@done')
HEAD = '''lcm-trace/1
program random
run simulate {p} local fifo 0
machine 0 0 0 0 0 0
chare main 0
chare solve 0
chare out 0
'''


class Task:
    """A task: its entry, processor, work in nanoseconds, and what it sends."""

    def __init__(self, number, entry, processor, work):
        self.number, self.entry = number, entry
        self.processor, self.work = processor, work
        self.children = []
        self.begin = self.made = 0
        self.by = None


def tree(chance, p):
    """Return the tasks of a random tree, the first one first."""
    tasks = [Task(0, 0, 0, chance.randint(1000, 9000))]
    for number in range(1, chance.randint(2, 40)):
        mother = chance.choice(tasks)
        task = Task(number, chance.randrange(1, 4), chance.randrange(p),
                    chance.randint(2, 9000))
        mother.children.append((chance.randint(1, mother.work - 1), task))
        tasks.append(task)
    for task in tasks:
        task.children.sort(key=lambda pair: (pair[0], pair[1].number))
    return tasks


def run(tasks, p):
    """Execute the tasks; return them in the order of each processor."""
    order, queues, free = [[] for _ in range(p)], [[] for _ in range(p)], [True] * p
    events = [(0, 1, 0, 'came', tasks[0])]
    while events:
        time, _, _, what, task = heapq.heappop(events)
        m = task.processor
        if what == 'came':
            heapq.heappush(queues[m], (task.made, task.number, task))
        else:
            free[m] = True
        if free[m] and queues[m]:
            free[m] = False
            new = heapq.heappop(queues[m])[2]
            new.begin = time
            order[m].append(new)
            for offset, child in new.children:
                child.made, child.by = time + offset, new
                heapq.heappush(events, (max(child.made, tasks[0].work), 1,
                                        child.number, 'came', child))
            heapq.heappush(events, (time + new.work, 0, new.number, 'ended',
                                    new))
    return order


def text_of(tasks, p):
    """Return the trace of a run."""
    lines = [HEAD.format(p=p)] + [f'entry {name}\n' for name in ENTRIES]
    events = []

    def add(time, rank, line):
        events.append((time, rank, len(events),
                       line.format(time=f'{time / 1e9:.9f}')))
    for task in tasks:
        by = task.by.processor if task.by else 0
        name = f'{by}.{task.number}'
        kind = 'send' if task.by else 'create'
        add(task.made, 1, f'create {{time}} {by} {name} {kind} '
            f'{ENTRIES[task.entry]} {task.processor} 0 8\n')
        if by != task.processor:
            add(task.made, 2, f'send {{time}} {by} {name} {task.processor}\n')
            add(task.made, 3, f'receive {{time}} {task.processor} {name}\n')
        add(task.begin, 4, f'begin {{time}} {task.processor} {name}\n')
        add(task.begin + task.work, 0,
            f'end {{time}} {task.processor} {name}\n')
    return ''.join(lines + [line for *_, line in sorted(events)])


def again(order, factors):
    """Return the time where what is of entry k takes factors[k] as long."""
    made, ended, end = {0: 0.0}, {}, [0.0] * len(order)
    left = [list(own) for own in order]
    first = order[0][0].work * factors[0]
    while any(left):
        moved = False
        for m, own in enumerate(left):
            while own and own[0].number in made:
                task = own.pop(0)
                begin = max(end[m], made[task.number])
                for offset, child in task.children:
                    made[child.number] = max(
                        begin + offset * factors[task.entry], first)
                end[m] = begin + task.work * factors[task.entry]
                moved = True
        assert moved
    return max(end) * 1e-9


def check(lcm, folder, chance):
    """Compare one random run."""
    p = chance.randint(1, 4)
    tasks = tree(chance, p)
    order = run(tasks, p)
    (folder / 'run.trace').write_text(text_of(tasks, p))
    step, done = chance.randint(1, 5), chance.randint(1, 4) / 2
    factors = [1, step * done, done, 1]
    scale = f'step = {step}, solve = {done}'
    if not any(task.entry in (1, 2) for task in tasks):
        scale, factors = 'main = 3', [3, 1, 1, 1]
    elif not any(task.entry == 1 for task in tasks):
        scale, factors = f'solve = {done}', [1, done, done, 1]
    for own, want in ((False, again(order, factors)),
                      (True, sum(task.work * factors[task.entry]
                                 for task in tasks) * 1e-9)):
        words = ['--processors', '1'] if own else []
        done_ = subprocess.run(
            [lcm, 'trace', 'run.trace', '--json', '-q', '--replay', '--machine',
             'zero', '--scale', scale] + words, cwd=folder,
            capture_output=True, text=True, timeout=60, check=False)
        assert done_.returncode == 0, (done_.stderr, scale)
        got = json.loads(done_.stdout)['replay']['time']
        assert abs(got - want) <= 2e-9 * (len(tasks) + 1), (
            got, want, scale, own, (folder / 'run.trace').read_text())


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(runs):
            check(lcm, pathlib.Path(folder), random.Random(seed))
    print(f'{runs} runs')


if __name__ == '__main__':
    main()
