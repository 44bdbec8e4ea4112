#!/usr/bin/env python3
"""The samples of message-driven programs compute the right thing, on threads
and on simulated processors, and simulations say of their versions what the
thesis measured (A. Sinha 1994, chapter 7): which wins, which works more.
Their traces are as docs/reference/traces.md has them.

usage: samples.py BUILD SAMPLES
"""
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BUILD, SAMPLES = (pathlib.Path(arg) for arg in sys.argv[1:3])
failed = []


def check(holds, *what):
    """Note "what" unless it holds."""
    if not holds:
        failed.append(' '.join(str(part) for part in what))


def run(name, *args, p=4, how='simulate', **env):
    """Return what the sample `name` prints, and its report: {word: number}."""
    full = {f'MD_{key.upper()}': str(value) for key, value in env.items()}
    done = subprocess.run(
        [BUILD / f'md_{name}', *map(str, args)], text=True, check=False,
        capture_output=True, timeout=100,
        env={**os.environ, 'MD_RUN': how, 'MD_PROCESSORS': str(p),
             'MD_REPORT': '1', 'MD_UNTIL': '50', **full})
    check(done.returncode == 0, name, args, env, done.stderr)
    words = dict(re.findall(r'(\w+) (-?[\d.e+-]+)', done.stdout + done.stderr))
    return done.stdout, {key: float(value) for key, value in words.items()}


def brute_force(n, seed):
    """Return the shortest tour through the cities of tsp.c."""
    way = [[0] * n for _ in range(n)]
    for i in range(n):
        for k in range(n):
            seed = (seed * 1664525 + 1013904223) % 2**32
            way[i][k] = 10 + (seed >> 8) % 90
    return min(sum(way[a][b] for a, b in zip((0, *tour), (*tour, 0)))
               for tour in itertools.permutations(range(1, n)))


def check_optima():
    """All ways to run find the shortest tour."""
    best = brute_force(7, 5)
    for env in ({'p': 64}, {'p': 65536}, {'p': 3, 'how': 'threads'}):
        check(run('tsp', 7, 5, **env)[1]['best'] == best, 'tsp', env, best)
    for how in ('simulate', 'threads'):
        for strategy in ('acwn', 'shared', 'manager', 'managers', 'token',
                         'aperiodic', 'receiver'):
            found = run('tsp', 7, 5, p=10 if how == 'simulate' else 3, how=how,
                        strategy=strategy, cluster=4, queue='priority')[1]
            check(found['best'] == best, 'tsp', how, strategy, found, best)


def check_strategies():
    """Section 7.1: who expands how much, and who is how fast."""
    few, many = ({s: run('tsp', 14, 5, p=p, strategy=s, queue='priority')[1]
                  for s in ('random', 'acwn', 'shared', 'managers', 'token',
                            'aperiodic')} for p in (1, 256))
    middle = {s: run('tsp', 14, 5, p=64, strategy=s, queue='priority')[1]
              for s in ('manager', 'managers', 'token', 'aperiodic')}
    alone = few['random']['expanded']
    for strategy in ('random', 'acwn'):
        check(many[strategy]['expanded'] > 1.5 * alone, 'speculative work')
        for balanced in ('shared', 'managers', 'token'):
            check(many[balanced]['expanded'] < many[strategy]['expanded'],
                  balanced, 'expands more than', strategy)
    check(middle['aperiodic']['over'] < 0.9 * middle['token']['over'],
          'aperiodic is not faster', middle)
    check(middle['token']['longest'] < middle['managers']['longest'] / 3 <
          middle['manager']['longest'] / 9, 'memory is not balanced', middle)


def check_bound():
    """Table 7.1: with the optimum known, the first solution comes at about the
    same time, little is dropped, and the end comes earlier."""
    without, given = (run('tsp', 14, 5, bound, p=64, strategy='token',
                          queue='priority')[1] for bound in (0, 259))
    check(given['dropped'] < 0.05 * without['dropped'], without, given)
    check(abs(given['found'] / without['found'] - 1) < 0.15, without, given)
    check(given['over'] < 0.85 * without['over'], without, given)


def sum_of_product(n):
    """Return the sum of all elements of the product in matmul.c."""
    return sum(sum((i + 2 * k) % 7 for i in range(n)) *
               sum((3 * k + j) % 5 for j in range(n)) for k in range(n))


def check_matmul():
    """Table 7.2: larger blocks win, a better hash function wins again, and
    caching does not change the time."""
    time = {}
    for version in 'abcd':
        _, found = run('matmul', version, p=64, machine=SAMPLES / 'cm5.json')
        time[version] = found['time']
        check(found['sum'] == sum_of_product(256), 'matmul', version, found)
        check(run('matmul', version, 64, how='threads')[1]['sum'] ==
              sum_of_product(64), version)
    check(time['a'] > 1.2 * time['b'] > 1.4 * time['c'], time)
    check(abs(time['d'] / time['c'] - 1) < 0.1, time)


def check_dynamics():
    """Section 7.4: to send coordinates at once wins."""
    together, split = (run('dynamics', way, 64, p=16,
                           machine=SAMPLES / 'links.json')[1]
                       for way in ('together', 'split'))
    check(together['energy'] == split['energy'], together, split)
    check(split['time'] < 0.95 * together['time'], together, split)
    for way in ('together', 'split'):
        energy = [run('dynamics', way, 8, p=4, how=how)[1]['energy']
                  for how in ('simulate', 'threads')]
        check(abs(energy[0] / energy[1] - 1) < 1e-6, energy)


def check_solver():
    """Section 7.2: to solve all systems at once wins, and what is waited for
    at the end is the last system."""
    texts, times = {}, {}
    for how, p in (('simulate', 16), ('simulate', 4), ('threads', 4)):
        for way in ('together', 'apart'):
            text, found = run('solver', way, 6, 16 // p * 2, p=p, how=how)
            texts[way, how, p] = text.split(' time')[0]
            times[way, how, p] = found['time']
    check(len(set(texts.values())) == 1, texts)
    check(times['together', 'simulate', 16] <
          0.9 * times['apart', 'simulate', 16], times)


def read_trace(path):
    """Return {id: {event: [(time, processor)]}}, and [(processor, event, id,
    time)] of the trace."""
    events, order = {}, []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[0] not in ('create', 'send', 'receive', 'begin', 'end'):
            continue
        time, processor, number = float(words[1]), int(words[2]), words[3]
        events.setdefault(number, {}).setdefault(words[0], []).append(
            (time, processor))
        order.append((processor, words[0], number, time))
    return events, order


def check_trace(how, place):
    """Every message is created before it is sent, received, begun and ended;
    a processor does one thing at a time."""
    path = place / f'{how}.trace'
    run('tsp', 6, 3, how=how, trace=path, strategy='random')
    check(path.read_text().startswith('lcm-trace/1\nprogram tsp\nrun ' + how),
          'head')
    events, order = read_trace(path)
    inside, last = {}, {}
    for processor, event, number, time in order:
        check(time >= last.get(processor, 0) or event == 'receive', 'time',
              how, processor, event, number)
        if event in ('begin', 'end'):
            check((event == 'end') == (inside.get(processor) == number),
                  how, 'nested', number)
            inside[processor] = number if event == 'begin' else None
            last[processor] = time
    for number, of in events.items():
        check('create' in of or 'begin' in of, how, number, of)
        made = of.get('create', [(0, 0)])[0][0]
        for event in ('send', 'receive', 'begin', 'end'):
            check(all(time >= made for time, _ in of.get(event, ())), how,
                  number, of)
        check(len(of.get('begin', ())) >= len(of.get('end', ())), number)


def read_places(path):
    """Return sorted (creator, place) of the creations that strategies place."""
    text = path.read_text()
    where = {number: at for at, number in re.findall(
        r'^begin \S+ (\d+) (\S+)', text, re.M)}
    return sorted((creator, where[number]) for creator, number in re.findall(
        r'^create \S+ (\d+) (\S+) create \S+ -1', text, re.M))


def check_replay(place):
    """Replay places chares as the run whose trace it reads did."""
    first, again = place / 'first', place / 'again'
    run('tsp', 6, 3, trace=first, strategy='random', seed=7)
    run('tsp', 6, 3, trace=again, strategy='replay', replay=first, seed=8)
    check(read_places(first) == read_places(again), 'replay')


def main():
    check_optima()
    check_strategies()
    check_bound()
    check_matmul()
    check_dynamics()
    check_solver()
    with tempfile.TemporaryDirectory() as folder:
        check_trace('simulate', pathlib.Path(folder))
        check_trace('threads', pathlib.Path(folder))
        check_replay(pathlib.Path(folder))
    print('\n'.join(failed) or 'ok')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
