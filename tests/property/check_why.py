#!/usr/bin/env python3
"""Compares what `lcm analyze --why-serial` says of random loops with executions
in which all accesses are recorded.

Of each loop: a reason that is proved is a dependence that an execution carries,
of the kind and between the iterations that it names; where there is no reason,
no execution contradicts that the iterations are independent, with the clauses
that are named.  Each edit that it suggests is made without --force, and proved
where it has to be; loops whose exchange it suggests leave the same behind when
they are exchanged, and the outer one shares nothing then.

usage: check_why.py LCM [LOOPS [FIRST]]
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from check_proofs import HARMLESS, contradiction, show
from fills import Filler
from loop_runs import Run, conflicts, explained
from loops import Maker, Writer

LOOPS, IN_ONE_FILE = 50, 50


def call(folder, lcm, *args):
    """Return a finished run of lcm."""
    return subprocess.run([lcm, *args, '--no-cache'], cwd=folder,
                          capture_output=True, text=True, timeout=300,
                          check=False)


def at(tree, path):
    """Return what stands at `path` in the loop of a function."""
    for k in path:
        tree = tree[k]
    return tree


def put(tree, path, new):
    """Return the loop with `new` at `path`."""
    if not path:
        return new
    changed = list(tree)
    changed[path[0]] = put(tree[path[0]], path[1:], new)
    return changed if isinstance(tree, list) else tuple(changed)


def orders(rounds):
    """Return the kinds of dependences that events of one place have, each with
    the pairs of rounds."""
    found = collections.defaultdict(set)
    for r, write, _ in rounds:
        for s, also, _ in rounds:
            if r < s and (write or also):
                kind = 'anti' if not write else 'output' if also else 'true'
                found[kind].add((r, s))
    return found


def numbers(loop, reason):
    """Return the numbers of the rounds that a reason names, None where the
    bounds are no numbers."""
    start, end, step = loop[3], loop[5], loop[6]
    if start[0] != 'number' or end[0] != 'number' or not reason['dependence']:
        return None
    return tuple((reason[side]['iteration'] - start[1]) // step
                 for side in ('first', 'second'))


def runs(made, path, reason):
    """Return executions that a dependence may be in, and whether others of them
    have no meaning."""
    sizes = [9, 3, 20, 2]
    for n in re.findall(r'\bwith \w+ = (\d+)', reason['text']):
        sizes += [int(n), int(n) + 1]
    all_runs = [Run(made, path, n, seed) for n in sizes for seed in (0, 1)]
    good = [run for run in all_runs if run.all()]
    return good, len(good) < len(all_runs)


def carries(made, path, reason, counts):
    """Return whether an execution carries a dependence; also where none has
    several rounds, or some have no meaning."""
    loop = at(made[1], path)
    named = numbers(loop, reason)
    rounds_made = False
    good, some_bad = runs(made, path, reason)
    for run in good:
        if reason['kind'] == 'header' and run.left:
            return True
        for events, _, last in run.found:
            rounds_made = rounds_made or last > 1
            for name, places in conflicts(events).items():
                if reason['datum'].lstrip('*') not in (name, 'q'):
                    continue
                for _, rounds in places:
                    kinds = orders(rounds)
                    if not reason['dependence']:
                        return True
                    pairs = kinds[reason['dependence']]
                    if pairs and (named is None or named in pairs):
                        return True
    counts['of these not judged'] += 1
    return some_bad or not rounds_made


def exchanged(made, path):
    """Return a function with a loop and the one in it exchanged."""
    outer = at(made[1], path)
    inner = outer[7][0]
    new = inner[:7] + ([outer[:7] + (inner[7],)],)
    return made[0], put(made[1], path, new), made[2]


def left_behind(run):
    """Return what an execution leaves in memory."""
    return {name: value for name, value in run.mem.items()
            if len(name) > 1 or name not in 'ijkm'}


def exchange_fails(made, path, clauses):
    """Return what is wrong with exchanging a loop, or None."""
    other = exchanged(made, path)
    for n in (9, 3, 20):
        one, two = Run(made, path, n, 1), Run(other, path, n, 1)
        if not one.all():
            continue
        if not two.all() or left_behind(one) != left_behind(two):
            return 'exchanged loops leave something else behind'
        for events, starts, last in two.found:
            for name, places in conflicts(events).items():
                if not explained(name, places, starts, last - 1, True) & \
                        {'reduction', 'lastprivate', 'private', 'linear'}:
                    return f'{name} is shared after exchanging ({clauses})'
    return None


def judge(made, path, loop, counts):
    """Yield what is false in what is said of a loop."""
    for reason in loop['reasons']:
        if reason['proved'] and not carries(made, path, reason,
                                                   counts):
            yield 'no execution confirms: ' + reason['text']
    claims = {c['datum']: c['clause'] for c in loop['clauses']}
    if loop['verdict'] == 'parallel':
        why = contradiction(made, path, claims)
        if why:
            yield why
    for way in loop['ways']:
        if way['what'].startswith('exchanged'):
            why = exchange_fails(made, path, loop['clauses'])
            if why:
                yield why


def edits_of(loop):
    """Yield (edit, whether it has to be proved) for all that is suggested."""
    if loop['verdict'] == 'parallel':
        yield loop['edit'], True
    for way in loop['ways']:
        if way['edit']:
            yield way['edit'], not way['what'].startswith('if none')


def try_edits(folder, lcm, edits, counts):
    """Make edits, one of each function at a time; yield what is wrong."""
    waiting = [(seed, one) for seed, ones in edits.items() for one in ones]
    while waiting:
        sure = waiting[0][1][1]
        first = {}
        for seed, one in waiting:
            if one[1] == sure:
                first.setdefault(seed, one)
        batch = list(first.values())
        waiting = [(seed, one) for seed, one in waiting
                   if first.get(seed) is not one]
        counts['edits'] += len(batch)
        force = [] if sure else ['--force']
        done = call(folder, lcm, 'predict', 'x.c', '-D', 'p=2', '--format',
                    'json', *force, '--edit',
                    '; '.join(text for text, _ in batch))
        if done.returncode:
            yield 'an edit is not made: ' + done.stderr[:400]
            continue
        certain = {part.strip() for text, _ in batch if sure
                   for part in text.split(';')}
        for premise in json.loads(done.stdout)['edits']:
            if not premise['proved'] and premise['edit'] in certain and \
                    not HARMLESS.match(premise['premise']):
                yield f"{premise['edit']} assumes {premise['premise']}"


def try_file(folder, lcm, maker, seeds, counts):
    """Yield what is false in what is said of the loops of a file."""
    writer, made = Writer(), {}
    for seed in seeds:
        made[seed] = maker(seed).function()
        writer.add(seed, made[seed])
    text = writer.text(made)
    (folder / 'x.c').write_text(text)
    done = call(folder, lcm, 'analyze', 'x.c', '--why-serial', '--threshold',
                '0', '--format', 'json')
    if done.returncode:
        raise SystemExit(f'lcm fails:\n{done.stderr}\n{text}')
    where = {line: (number, path) for number, path, line in writer.loops}
    edits = collections.defaultdict(list)
    for loop in json.loads(done.stdout)['loops']:
        if loop['at']['line'] not in where:
            continue
        seed, path = where[loop['at']['line']]
        counts[loop['verdict']] += 1
        counts['reasons proved'] += sum(r['proved'] for r in loop['reasons'])
        for way in loop['ways']:
            counts[way['what'].split()[0] + ' ways'] += 1
        edits[seed].extend(edits_of(loop))
        for why in judge(made[seed], path, loop, counts):
            show(text, seed, [])
            yield f"line {loop['at']['line']}: {why}"
    yield from try_edits(folder, lcm, edits, counts)


def main(lcm, *args):
    """Try loops; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    loops, first = (list(map(int, args)) + [LOOPS, 0][len(args):])[:2]
    counts = collections.Counter()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for maker in (Maker, Filler):
            for start in range(first, first + loops, IN_ONE_FILE):
                seeds = range(start, min(start + IN_ONE_FILE, first + loops))
                for why in try_file(pathlib.Path(folder), lcm, maker, seeds,
                                    counts):
                    failures += 1
                    print(f'{maker.__name__}, {seeds}: {why}')
    print(', '.join(f'{n} {what}' for what, n in sorted(counts.items())))
    return min(1, failures)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
