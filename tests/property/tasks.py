#!/usr/bin/env python3
"""Checks tasks of OpenMP: simulation agrees with a scheduler of this script,
and composition stays within the bounds of rules that leave nobody idle.

Random programs make tasks inside tasks, with taskwait and taskgroup among
them.  The scheduler here knows nothing of lcm: members are generators that
yield how long they compute, or None while they wait.  Its rules are those of
OpenMP with tied tasks: taskwait waits for children, taskgroup for descendants,
a barrier for all; who waits goes on executing tasks, the newest child of its
task, else the oldest descendant of it, at a barrier the oldest of all; a task
is finished by the member that began it.  Every other program gives its tasks
priorities: of what a member may take it takes the highest, and of several such
what these rules say.  The chunks of a taskloop with nogroup are tasks of one
priority, made one after the other by who then goes on.  Composition, where no library is named,
may let any member go on with a task; its time is within max(work/p, span) and
work/p + span (1 - 1/p), where nobody idles while a task can run (Graham 1969,
Brent 1974), both of which are worked out here apart.

Six programs are worked out by hand, see HAND.  The random ones have times that
hardly ever add up to the same: OpenMP does not say who comes first then.

usage: tasks.py LCM [PROGRAMS]
"""
import heapq
import json
import random
import subprocess
import sys

# Two members.  Member 0 makes A (4 s, then it makes B of 3 s and waits for it,
# then 1 s) and C (2 s), comes to the barrier and takes the oldest, A: 0..4.
# Member 1 takes C: 0..2.  A makes B at 4 and waits: its member takes the newest
# child, B: 4..7, then 1 s: 8.
HAND = ([('task', [('work', 4), ('task', [('work', 3)]), ('wait',),
                   ('work', 1)]),
         ('task', [('work', 2)])], 2, 8)
# The same, but A makes B and D of 3 s each: member 1 takes B, the oldest, at the
# barrier at 4, member 0 D, the newest, and A ends at 4 + 3 + 1.
HAND2 = ([('task', [('work', 4), ('task', [('work', 3)]),
                    ('task', [('work', 3)]), ('wait',), ('work', 1)]),
          ('task', [('work', 2)])], 2, 8)
# A member that waits in a task takes only what descends from it.  Member 0 takes
# A at 0, member 1 E (7 s).  A makes B (6 s), works 1 s, makes C (1 s) and waits
# at 1: it takes C, 1..2, then B, 2..8, and works 1 s: 9.  F (5 s), made behind
# E, is none of A's: member 1 has it from 7 on: 12.  (F taken at 2 would be 14:
# B from 7 to 13, then 1 s.)
TIED = ([('task', [('task', [('work', 6)]), ('work', 1),
                   ('task', [('work', 1)]), ('wait',), ('work', 1)]),
         ('task', [('work', 7)]), ('task', [('work', 5)])], 2, 12)
# Priorities: A (2 s) and B (3 s) of none, C (4 s) of 1.  The first to look takes
# C: 0..4, the other A: 0..2, then B: 2..5.  By age C would be begun at 2: 6.
FIRST = ([('task', [('work', 2)]), ('task', [('work', 3)], 0),
          ('task', [('work', 4)], 1)], 2, 5)
# Two members.  A taskloop without a group makes P, Q, R (1, 2, 3 s) behind A
# (1 s); who made them works 2 s, and waits for no task.  Member 1: A: 0..1, P:
# 1..2, Q: 2..4; member 0: 0..2, R: 2..5.  (Waiting for them, it would take R
# first, wait for Q until 4, and work then: 6.)
LOOP = ([('task', [('work', 1)]), ('loop', [1, 2, 3], 0), ('work', 2)], 2, 5)
# The same with a priority, behind A (3 s) and B (5 s).  Member 1: P: 0..1, Q:
# 1..3, A: 3..6; member 0: 0..2, R: 2..5, B: 5..10.  (By age 9: A and B first.)
LOOP_FIRST = ([('task', [('work', 3)]), ('task', [('work', 5)]),
               ('loop', [1, 2, 3], 1), ('work', 2)], 2, 10)


def top(tasks):
    """Return those of `tasks` that have the highest priority."""
    most = max((task.priority for task in tasks), default=0)
    return [task for task in tasks if task.priority == most]


class Task:
    """A task, or what a member does by itself."""

    def __init__(self, body, parent, groups, priority=0):
        self.body, self.parent, self.groups = body, parent, list(groups)
        self.priority = priority
        self.children = 0

    def descends(self, other):
        """Return whether `other` made it, or what made it."""
        task = self
        while task and task is not other:
            task = task.parent
        return task is not None


class Team:
    """Members that execute tasks."""

    def __init__(self, members):
        self.line, self.left, self.arrived, self.n = [], 0, 0, members
        self.news = 0  # how much has happened that those who wait look at

    def member(self, body):
        """Execute `body`, and come to the barrier at the end."""
        yield from self.run(Task(body, None, []))
        self.arrived += 1
        self.news += 1
        while self.left or self.arrived < self.n:
            if self.line:
                yield from self.execute(top(self.line)[0])
            else:
                yield None

    def execute(self, task):
        """Execute `task`, which is in line."""
        self.line.remove(task)
        yield from self.run(task)
        self.left -= 1
        self.news += 1
        task.parent.children -= 1
        for group in task.groups:
            group[0] -= 1

    def run(self, task):
        """Execute what `task` says."""
        for item in task.body:
            yield from self.item(task, item)

    def item(self, task, item):
        """Execute `item` of `task`."""
        if item[0] == 'work':
            yield item[1]
        elif item[0] == 'task':
            self.make(task, item[1], *item[2:])
        elif item[0] == 'loop':
            for seconds in item[1]:
                self.make(task, [('work', seconds)], item[2])
        elif item[0] == 'wait':
            yield from self.wait(task, lambda: task.children)
        else:
            group = [0]
            task.groups.append(group)
            for inner in item[1]:
                yield from self.item(task, inner)
            yield from self.wait(task, lambda: group[0])
            task.groups.pop()

    def make(self, task, body, *priority):
        """Let `task` make one that executes `body`."""
        self.line.append(Task(body, task, task.groups, *priority))
        self.left += 1
        self.news += 1
        task.children += 1
        for group in task.groups:
            group[0] += 1

    def wait(self, task, missing):
        """Execute tasks until nothing is `missing`."""
        while missing():
            below = top([other for other in self.line
                         if other.descends(task)])
            own = [other for other in below if other.parent is task]
            if own or below:
                yield from self.execute(own[-1] if own else below[0])
            else:
                yield None


def schedule(body, members):
    """Return when all is done: member 0 executes `body`."""
    team = Team(members)
    runs = [team.member(body if i == 0 else []) for i in range(members)]
    ready, waiting, now = [(0, i) for i in range(members)], [], 0
    while ready:
        now, i = heapq.heappop(ready)
        before = team.news
        step = next(runs[i], 'end')
        if step is None:
            waiting.append(i)
        elif step != 'end':
            heapq.heappush(ready, (now + step, i))
        if team.news != before:
            for other in waiting:
                heapq.heappush(ready, (now, other))
            waiting = []
    assert not waiting
    return now


def work_of(body):
    """Return the seconds that `body` computes in all."""
    return sum(item[1] if item[0] == 'work'
               else sum(item[1]) if item[0] == 'loop'
               else work_of(item[1]) if item[0] in ('task', 'group') else 0
               for item in body)


def span_of(body, now=0, children=0):
    """Return when `body`, begun at `now` by a task whose `children` so far end
    then, ends by itself, when its children do, and when the last thing made in
    it does, where there are members for all."""
    last = now
    for item in body:
        if item[0] == 'work':
            now += item[1]
        elif item[0] == 'wait':
            now = max(now, children)
        elif item[0] == 'task':
            own, _, everything = span_of(item[1], now)
            children, last = max(children, own), max(last, everything)
        elif item[0] == 'loop':
            children = max(children, now + max(item[1]))
            last = max(last, children)
        else:
            _, children, everything = span_of(item[1], now, children)
            now, last = everything, max(last, everything)
    return now, children, max(now, last)


def write(body):
    """Return `body` as text of a structure."""
    text = 'series {\n'
    for item in body:
        if item[0] == 'work':
            text += f'fragment {{\nmodel time ({item[1]} s)\n}}\n'
        elif item[0] == 'wait':
            text += 'taskwait\n'
        elif item[0] == 'loop':
            first, more = item[1][0], item[1][-1] - item[1][0]
            more /= max(len(item[1]) - 1, 1)
            text += (f'parloop for=k(0, {len(item[1]) - 1}) '
                     f'schedule=grainsize chunk=(1) priority=({item[2]}) {{\n'
                     f'fragment {{\nmodel time (({first} + {more:.9f} * k) * 1 s)'
                     '\n}\n}\n')
        else:
            word = 'task' if item[0] == 'task' else 'taskgroup'
            clause = f' priority=({item[2]})' if item[2:] else ''
            text += f'{word}{clause} {{\n{write(item[1])}}}\n'
    return text + '}\n'


def predict(lcm, body, members, method):
    """Return the time that lcm predicts by `method`."""
    text = ('lcs 1\nentry main\nfunction main {\nteam {\nseries {\n'
            f'parallel worksharing {{\n{write(body)}}}\nbarrier\n}}\n}}\n}}\n')
    done = subprocess.run(
        [lcm, 'predict', '-', '-D', f'p={members}', '--method', method,
         '--format', 'json', '-q'],
        input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (text, done.stderr)
    point = json.loads(done.stdout)['points'][0]
    return point if method == 'compose' else point['simulate']['time']


def invent(draw, depth, priorities):
    """Return a random body, whose tasks have `priorities` or not."""
    body = []
    for _ in range(draw.randint(1, 5)):
        kind = draw.choice(['work', 'task', 'task', 'wait', 'group', 'loop'])
        if kind == 'work' or (depth == 0 and kind != 'wait'):
            body.append(('work', draw.randint(10**6, 10**7) / 10**6))
        elif kind == 'wait':
            body.append(('wait',))
        elif kind == 'loop':
            first, more = draw.randint(10**6, 10**7), draw.randint(1, 10**6)
            body.append(('loop', [(first + more * k) / 10**6
                                  for k in range(draw.randint(1, 5))],
                         draw.randint(0, 3) if priorities else 0))
        else:
            body.append((kind, invent(draw, depth - 1, priorities)))
            if kind == 'task' and priorities:
                body[-1] += (draw.randint(0, 3),)
    return body


def check(lcm, name, body, members, want=None):
    """Return what is wrong with the times of `body`."""
    point = predict(lcm, body, members, 'compose')
    times = {'here': schedule(body, members),
             'simulated': predict(lcm, body, members, 'simulate')}
    if want is not None:
        times['by hand'] = want
    first = times['here']
    work, span = work_of(body), span_of(body)[2]
    low = max(work / members, span)
    high = work / members + span * (1 - 1 / members)
    slack = 1e-9 * first
    if (all(abs(time - first) <= slack for time in times.values())
            and low - slack <= point['time'] <= high + slack):
        return []
    times.update(composed=point['time'], low=low, high=high)
    return [f'{name}: {times}\n{body} on {members}']


def main():
    """Check the programs by hand, then random ones."""
    lcm = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    faults = []
    for i, (body, members, want) in enumerate(
            (HAND, HAND2, TIED, FIRST, LOOP, LOOP_FIRST)):
        faults += check(lcm, f'by hand {i}', body, members, want)
    for seed in range(count):
        draw = random.Random(seed)
        body = invent(draw, 3, seed % 2)
        faults += check(lcm, f'seed {seed}', body, draw.randint(1, 4))
    print('\n'.join(faults[:4]) if faults else 'ok')
    print(len(faults), 'of', count, file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
