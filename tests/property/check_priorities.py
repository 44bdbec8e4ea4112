#!/usr/bin/env python3
"""Checks priorities of tasks against a list scheduler, and advice about them
against all edits that there are.

Random task graphs are written as C: a first task, and behind it tasks that
depend on it and on some of those before them, some with a priority.  In every
other program some of them end with a taskloop, whose tasks have another
priority, and last longer the later they are.  A list
scheduler here, which knows nothing of lcm, gives whoever is free a task that
can run, of the highest priority, of several such the one that could run first
(in simulations: that was made first), and the one that was made first where
that is the same.  Times are such that no two tasks end together, so that
nothing else decides.

- The prediction takes as long as that schedule, and the simulation too.
- So does the prediction with `prioritize` of one task.
- Advice gains as much by a priority as the best of these schedules, where that
  is more than the least that advice gives.

usage: check_priorities.py LCM [PROGRAMS]
"""
import json
import random
import subprocess
import sys
import tempfile

LEAST = 0.01


def invent(draw, loops):
    """Return tasks: their times [s], those before them that they need, their
    priorities (None: no clause), and the loops that they end with (None: none):
    how many tasks, how many iterations each, the time of the first iteration
    and how much more each one takes, the priority.  Nothing needs a task that
    ends with a loop: what that makes is there at the same moment."""
    n = draw.randint(4, 9)
    graph = [(draw.randint(10**5, 10**6) / 10**6, [], None, None)]
    for i in range(1, n):
        some = [k for k in range(1, i)
                if draw.random() < 0.25 and not graph[k][3]]
        graph.append((draw.randint(10**5, 10**7) / 10**6, [0] + some,
                      draw.choice([None, None, 0, 1, 2, 3]),
                      (draw.randint(1, 6), draw.randint(1, 3),
                       draw.randint(10**5, 10**6) / 10**6,
                       draw.randint(10**4, 10**5) / 10**6,
                       draw.choice([None, None, 0, 1, 2, 3]))
                      if loops and draw.random() < 0.4 else None))
    return graph


def unfold(graph, urgent):
    """Return `graph` with what its loops make as tasks behind the others, each
    with its priority; `urgent`: what has priority 1, (task, whether its loop is
    meant)."""
    tasks = [(time, needs, 1 if (i, False) == urgent else rank or 0)
             for i, (time, needs, rank, _) in enumerate(graph)]
    for i, task in enumerate(graph):
        n, size, first, more, rank = task[3] or (0, 0, 0, 0, 0)
        tasks += [(sum(first + more * (size * k + j) for j in range(size)), [i],
                   1 if (i, True) == urgent else rank or 0) for k in range(n)]
    return tasks


def schedule(graph, members, urgent=None, by_age=False):
    """Return when all tasks of `graph` are done; `urgent`: as above, whatever
    priority it has in the graph; `by_age`: of those with the same priority the
    one that was made first."""
    tasks = unfold(graph, urgent)
    ends, free, left = {}, [0.0] * members, set(range(len(tasks)))
    while left:
        could = {i: max([ends[k] for k in tasks[i][1]], default=0)
                 for i in left if all(k in ends for k in tasks[i][1])}
        # whoever is free first; nobody takes a task before it can run
        now = max(min(free), min(could.values()))
        i = min((i for i in could if could[i] <= now),
                key=lambda i: (-tasks[i][2], 0 if by_age and i < len(graph)
                               else could[i], i))
        who = free.index(min(free))
        ends[i] = free[who] = now + tasks[i][0]
        left.remove(i)
    return max(ends.values())


def source(graph):
    """Return `graph` as C, and {(task, whether its loop is meant): line}."""
    lines = [f'int v[{len(graph)}];', 'void work(int *);', 'int main(void) {',
             '#pragma omp parallel', '#pragma omp single', '  {']
    places = {}
    for i, (time, needs, priority, loop) in enumerate(graph):
        reads = ', '.join(f'v[{k}]' for k in needs)
        clause = '' if priority is None else f' priority({priority})'
        places[i, False] = len(lines) + 1
        lines += [f'#pragma omp task depend(out: v[{i}])' +
                  (f' depend(in: {reads})' if needs else '') + clause, '    {',
                  f'    // lcm: model time = {time} s', f'    work(&v[{i}]);']
        if loop:
            n, size, first, more, rank = loop
            places[i, True] = len(lines) + 1
            lines += [f'#pragma omp taskloop num_tasks({n}) nogroup' +
                      ('' if rank is None else f' priority({rank})'),
                      f'    for (int i = 0; i < {n * size}; i++)',
                      f'      // lcm: model time = ({first} + {more} * i) * 1 s',
                      f'      work(&v[{i}]);']
        lines.append('    }')
    return '\n'.join(lines + ['  }', '  return 0;', '}', '']), places


def ask(lcm, folder, command, members, *more):
    """Return the document that `lcm command` gives."""
    done = subprocess.run(
        [lcm, command, 'x.c', '-D', f'p={members}', '--machine', 'none',
         '--format', 'json', '-q', *more], cwd=folder, capture_output=True,
        text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def differs(got, want):
    """Return whether the times `got` and `want` are not the same."""
    return abs(got - want) > 1e-9 * want


def check(lcm, folder, graph, members):
    """Yield what is wrong with what lcm says of `graph`."""
    text, places = source(graph)
    with open(f'{folder}/x.c', 'w', encoding='utf-8') as file:
        file.write(text)
    want = schedule(graph, members)
    point = ask(lcm, folder, 'predict', members, '--method',
                'compose,simulate')['points'][0]
    by_age = schedule(graph, members, by_age=True)
    for name, got, should in (('predicted', point['time'], want),
                              ('simulated', point['simulate']['time'], by_age)):
        if differs(got, should):
            yield f'{name} {got}, list schedule {should}'
    best = want
    for (i, is_loop), line in places.items():
        said = graph[i][3][4] if is_loop else graph[i][2]
        if (i == 0 and not is_loop) or said is not None:
            continue
        edit = f'prioritize x.c:{line} 1'
        got = ask(lcm, folder, 'predict', members, '--edit',
                  edit)['points'][0]['time']
        one = schedule(graph, members, (i, is_loop))
        best = min(best, one)
        if differs(got, one):
            yield f'{edit}: {got}, list schedule {one}'
    found = [f for f in ask(lcm, folder, 'advise', members)['findings']
             if f['id'] == 'task-order']
    gain = max([f['gain'] for f in found], default=0)
    if want - best > LEAST * want and differs(want - gain, best):
        yield f'advice leads to {want - gain}, the best priority to {best}'
    if not found and want - best > LEAST * want:
        yield 'no advice'


def main():
    """Check random graphs."""
    lcm = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    faults, gained = [], 0
    for seed in range(count):
        draw = random.Random(seed)
        graph, members = invent(draw, seed % 2), draw.randint(2, 3)
        with tempfile.TemporaryDirectory() as folder:
            wrong = list(check(lcm, folder, graph, members))
        gained += schedule(graph, members) > min(
            schedule(graph, members, place) for place in source(graph)[1])
        faults += [f'seed {seed}, p = {members}: {line}\n{source(graph)[0]}'
                   for line in wrong]
    if gained < count // 4:
        faults.append(f'in {gained} graphs alone a priority gains anything')
    print('\n'.join(faults[:4]) if faults else 'ok')
    print(len(faults), 'wrong of', count, file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
