#!/usr/bin/env python3
"""Compares what `lcm trace` says of parts of random runs with each microsecond
of them looked at.

Threads do slices, some inside others; the part is of some threads, names and
times.  What a thread is in is computation, of the innermost slice; the rest is
idle.

usage: parts.py LCM [RUNS]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

RUNS = 60
NAMES = ('a.c:1', 'a.c:12', 'b.c:1', 'solve', 'resolve')


def slices(chance, begin, end, depth):
    """Return random slices between two times, and those inside them."""
    found = []
    at = begin
    while end - at > 2 and chance.random() < 0.9:
        first = chance.randrange(at, end - 1)
        last = chance.randrange(first + 1, end + 1)
        found.append((first, last, chance.choice(NAMES)))
        if depth:
            found += slices(chance, first, last, depth - 1)
        at = last
    return found


def write(path, threads):
    """Write the slices of all threads as a Chrome trace."""
    events = [{'ph': 'M', 'name': 'thread_name', 'pid': 1, 'tid': t,
               'args': {'name': f'thread {t}'}} for t in range(len(threads))]
    events += [{'ph': 'X', 'name': name, 'pid': 1, 'tid': t, 'ts': first,
                'dur': last - first}
               for t, own in enumerate(threads) for first, last, name in own]
    path.write_text(json.dumps({'traceEvents': events}))


def looked_at(own, end):
    """Return what a thread is in at each microsecond, None for nothing."""
    doing = [None] * end
    for first, last, name in own:  # what is inside comes later
        doing[first:last] = [name] * (last - first)
    return doing


def check(lcm, folder, chance):
    """Compare one random run."""
    n, length = chance.randint(1, 4), chance.randint(20, 200)
    threads = [slices(chance, 0, length, 2) for _ in range(n)]
    threads = [own or [(0, 1, 'a.c:1')] for own in threads]
    threads[0].insert(0, (0, length, 'main'))
    write(folder / 'run.json', threads)
    first = chance.randrange(length)
    last = chance.randint(first + 1, length + 10)
    chosen = sorted(chance.sample(range(n), chance.randint(1, n)))
    words = ['--actors', ', '.join(f'thread {t}' for t in chosen),
             '--from', f'{first} us', '--to', f'{last} us']
    seen = {name for own in threads for _, _, name in own}
    text = chance.choice([None, 'a.c:1', 'solve', 'main', 'b.c:1,main'])
    if text and not any(w in name for name in seen for w in text.split(',')):
        text = None
    if text and not all(any(w in name for name in seen)
                        for w in text.split(',')):
        text = None
    done = subprocess.run(
        [lcm, 'trace', 'run.json', '--json', '-q'] + words
        + (['--in', text] if text else []), cwd=folder, capture_output=True,
        text=True, timeout=60, check=False)
    assert done.returncode == 0, (done.stderr, words, text)
    said = json.loads(done.stdout)['selected']
    assert [a['name'] for a in said['actors']] == [
        f'thread {t}' for t in chosen], said
    total = 0
    for actor, t in zip(said['actors'], chosen):
        doing = looked_at(threads[t], length)[first:last]
        spent = sum(name is not None and
                    (not text or any(w in name for w in text.split(',')))
                    for name in doing)
        idle = 0 if text else doing.count(None)
        time = actor['time']
        got = time.get('pc', 0), time.get('li', 0) + time.get('ip', 0)
        total += spent + idle
        for want, value in zip((spent, idle), got):
            assert abs(value - want * 1e-6) < 1e-10, (threads, words, text, time)
    assert abs(said['time'] - total * 1e-6) < 1e-10, said


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(runs):
            check(lcm, pathlib.Path(folder), random.Random(seed))
    print(f'{runs} runs')


if __name__ == '__main__':
    main()
