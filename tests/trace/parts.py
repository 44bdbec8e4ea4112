#!/usr/bin/env python3
"""Compares what `lcm trace` says of parts of random runs with each microsecond
of them looked at.

Threads do slices, some inside others; the part is of some threads, names or
lines of the source, and times.  What a thread is in is computation, of the
innermost slice; the rest is idle.  In an archive of OTF2 a line is that of the
shortest region that has it.

usage: parts.py LCM [ARCHIVE] [RUNS]

ARCHIVE is the program that writes an archive of OTF2 (archive.c).
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

RUNS = 60
NAMES = ('a.c:1', 'a.c:12', 'b.c:1', 'solve', 'resolve')
FILES = ('x.c', 'lib/x.c', 'lax.c')


def slices(chance, begin, end, depth):
    """Return random slices between two times, and those inside them."""
    found = []
    at = begin
    while end - at > 2 and chance.random() < 0.9:
        first = chance.randrange(at, end - 1)
        last = chance.randrange(first + 1, end + 1)
        found.append((first, last, (chance.choice(NAMES), chance.choice(FILES),
                                    chance.randint(8, 12))))
        if depth:
            found += slices(chance, first, last, depth - 1)
        at = last
    return found


def place_of(chance, file, line):
    """Return how a slice may say where it is."""
    if chance.random() < 0.5:
        return {'place': f'/home/me/{file}:{line}'}
    return {'line': line, 'file': f'/home/me/{file}'}


def write(path, threads, chance):
    """Write the slices of all threads as a Chrome trace."""
    events = [{'ph': 'M', 'name': 'thread_name', 'pid': 1, 'tid': t,
               'args': {'name': f'thread {t}'}} for t in range(len(threads))]
    events += [{'ph': 'X', 'name': name, 'pid': 1, 'tid': t, 'ts': first,
                'dur': last - first,
                **({'args': place_of(chance, file, line)} if line else {})}
               for t, own in enumerate(threads)
               for first, last, (name, file, line) in own]
    path.write_text(json.dumps({'traceEvents': events}))


def looked_at(own, end):
    """Return what a thread is in at each microsecond, None for nothing."""
    doing = [None] * end
    for first, last, what in own:  # what is inside comes later
        doing[first:last] = [what] * (last - first)
    return doing


def is_in(what, words):
    """Return whether a slice has one of "words": in its name, or the lines
    FILE:FIRST-LAST of the source."""
    name, file, line = what
    for word in words.split(','):
        asked, _, lines = word.rpartition(':')
        if not asked or '.c' not in asked or not any(
                asked.endswith(one) for one in FILES):
            if word in name:
                return True
        elif ('/' + file).endswith('/' + asked) and (
                int(lines.split('-')[0]) <= line <= int(lines.split('-')[-1])):
            return True
    return False


def check(lcm, folder, chance):
    """Compare one random run."""
    n, length = chance.randint(1, 4), chance.randint(20, 200)
    threads = [slices(chance, 0, length, 2) for _ in range(n)]
    threads = [own or [(0, 1, ('a.c:1', '', 0))] for own in threads]
    threads[0].insert(0, (0, length, ('main', '', 0)))
    write(folder / 'run.json', threads, chance)
    first = chance.randrange(length)
    last = chance.randint(first + 1, length + 10)
    chosen = sorted(chance.sample(range(n), chance.randint(1, n)))
    words = ['--actors', ', '.join(f'thread {t}' for t in chosen),
             '--from', f'{first} us', '--to', f'{last} us']
    seen = {what for own in threads for _, _, what in own}
    # what reads as a place is a place where the trace has any
    text = chance.choice([None, 'solve', 'main', 'resolve,main', 'x.c:9',
                          'lib/x.c:8-11', 'x.c:10-12,main', 'lax.c:12,x.c:8'])
    if text and not all(any(is_in(what, w) for what in seen)
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
        spent = sum(what is not None and (not text or is_in(what, text))
                    for what in doing)
        idle = 0 if text else doing.count(None)
        time = actor['time']
        got = time.get('pc', 0), time.get('li', 0) + time.get('ip', 0)
        total += spent + idle
        for want, value in zip((spent, idle), got):
            assert abs(value - want * 1e-6) < 1e-10, (threads, words, text, time)
    assert abs(said['time'] - total * 1e-6) < 1e-10, said


def check_names(lcm, folder):
    """In a trace without places, what reads as one is a part of names."""
    write(folder / 'run.json', [[(0, 5, ('a.c:12', '', 0))]], None)
    for text, says in (('a.c:1', '"in":"a.c:1","time":5e-6'), ('a.c:2', 'no lines of the '
                                                   'source, and no name with')):
        done = subprocess.run(
            [lcm, 'trace', 'run.json', '--json', '--in', text], cwd=folder,
            capture_output=True, text=True, timeout=60, check=False)
        assert says in done.stderr + ''.join(done.stdout.split()), done


def check_archive(lcm, folder, program):
    """Of archive.c, main is lines 10 to 40 and has 5 s and 6 s outside of what
    it calls, MPI_Send in line 20 takes 1 s, MPI_Recv in line 22 3 s."""
    subprocess.run([program, str(folder / 'otf2')], check=True, timeout=60)
    for text, want in (('heat.c:12', 11), ('heat.c:20', 1), ('me/heat.c:22', 3),
                       ('heat.c:20-25', 4), ('heat.c:10-40', 15),
                       ('heat.c:11-40', 4), ('heat.c:20,MPI_B', 6),
                       ('eat.c:20', None), ('heat.c:41', None)):
        done = subprocess.run(
            [lcm, 'trace', 'otf2/traces.otf2', '--json', '-q', '--in', text],
            cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        if want is None:
            assert 'has no lines' in done.stderr, (text, done)
        else:
            got = json.loads(done.stdout)['selected']['time']
            assert abs(got - want) < 1e-9, (text, got)


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    program = next((arg for arg in sys.argv[2:] if not arg.isdigit()), None)
    runs = int(sys.argv[-1]) if sys.argv[-1].isdigit() else RUNS
    with tempfile.TemporaryDirectory() as folder:
        check_names(lcm, pathlib.Path(folder))
        if program:
            check_archive(lcm, pathlib.Path(folder), program)
        for seed in range(runs):
            check(lcm, pathlib.Path(folder), random.Random(seed))
    print(f'{runs} runs')


if __name__ == '__main__':
    main()
