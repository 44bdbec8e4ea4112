#!/usr/bin/env python3
"""Compares what lcm says of random loops that are to be executed in parallel
with executions in which all accesses are recorded.

What `lcm predict --edit 'parallelize FILE:LINE'` says is proved may not be
contradicted by an execution: a round of the loop that uses what another leaves
behind, where that is neither private nor a reduction nor linear.  What it says
is wrong and no execution confirms is an edit that is refused without need:
these are counted, and with --strict they fail.

usage: check_proofs.py LCM [--strict] [LOOPS [FIRST]]
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from fills import Filler
from loop_runs import Run, conflicts, explained, read_first
from loops import ARRAYS, MEMBERS, SCALARS, TABLES, Maker, Writer
from wide import Wider

LOOPS, IN_ONE_FILE = 300, 50
# Seeds that are tried besides.
MORE = {'Maker': (900024, 900861, 915683), 'Wider': (703091, 880726, 900491)}
SEEDS = range(12)
SIZES = (9, 3, 20, 2, 12, 6)
COPIES = {'private', 'firstprivate', 'lastprivate'}
CLAIM = re.compile(r"'([\w.]+)' is (private|firstprivate|lastprivate|a reduction|"
                   r"linear)")
HARMLESS = re.compile(r'the order in which .* does not matter|the model of')


def without(tree, path):
    """Return the text of a loop without what stands at `path` in it."""
    if not path:
        return ''
    return repr(tree[:path[0]]) + without(tree[path[0]], path[1:]) + \
        repr(tree[path[0] + 1:])


def is_live(name, made, target):
    """Return whether something outside of the loop may use a variable."""
    if any(d[:2] == ('static int', name) for d in made[0]):
        return True
    if len(name) == 1 and name in 'ijk':
        return name in made[2]
    if name in SCALARS or name in MEMBERS or name in ARRAYS or name in TABLES \
            or name == 'pool':
        return True
    return name in made[2] or repr(name) in without(made[1], target)


def is_open(tree):
    """Return whether the number of rounds of a loop is not known."""
    return any(word in repr(tree) for word in ("'n'", "'bound'"))


def said(premises):
    """Return what lcm says: (`wrong`, `assumed` or `proved`, claims)."""
    claims = {}
    verdict = 'proved'
    for premise in premises:
        text = premise['premise']
        claim = CLAIM.match(text)
        if text.startswith('it does not matter that'):
            return 'wrong', text
        if not premise['proved'] and not HARMLESS.match(text):
            verdict = 'assumed'
        if claim:
            claims[claim[1]] = claim[2].replace('a reduction', 'reduction')
    return verdict, claims


def executions(made, target, seeds=(0, 1), sizes=(9, 3, 20, 2)):
    """Yield the executions of a function that have a meaning."""
    sizes = sizes if is_open(made) else (9,)
    for n in sizes:
        for seed in seeds:
            run = Run(made, target, n, seed)
            if run.all() and not (run.rows and is_open(made)):
                yield run


def contradiction(made, target, claims):
    """Return what an execution does that contradicts a proof, or None."""
    for run in executions(made, target):
        if run.left:
            return 'the loop is left early, or its index changes'
        for events, starts, last in run.found:
            for name, claim in claims.items():
                if claim == 'private' and read_first(events, name):
                    return f'{name} is read before it is written'
            for name, places in conflicts(events).items():
                ways = explained(name, places, starts, last - 1,
                                 is_live(name, made, target))
                claim = claims.get(name, claims.get(name.split('.')[0]))
                if claim not in ways:
                    return f'{name} is shared by rounds; said: {claim}'
    return None


def is_confirmed(made, target):
    """Return whether an execution has a dependence that nothing mends, or none
    has several rounds, three where their number is open, or the largest number
    has no meaning: copies of an array that something else reads do not mend it,
    where rounds set some of its elements only, nor does it help that a variable
    is set to what it holds."""
    any_rounds, large = False, False
    few = 2 if is_open(made) else 1
    for run in executions(made, target, SEEDS, SIZES):
        if run.left:
            return True
        large = large or not is_open(made) or run.n == max(SIZES)
        for events, starts, last in run.found:
            any_rounds = any_rounds or last > few and \
                (run.n > 2 or "'n'" not in repr(made))
            for name, places in conflicts(events).items():
                live = is_live(name, made, target)
                ways = explained(name, places, starts, last - 1, live)
                array = name in TABLES or name in ARRAYS or \
                    name in ('w', 'pool')
                helpless = COPIES if array and live else set()
                if len(set(starts.get(name, (1, 2)))) == 1:
                    helpless = helpless | {'linear'}
                if not ways - helpless:
                    return True
    return not any_rounds or not large


def ask(folder, lcm, text, lines):
    """Return the premises of the loops in `lines` of a program."""
    (folder / 'x.c').write_text(text)
    edits = '; '.join(f'parallelize x.c:{line}' for line in lines)
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '-D', 'p=2', '--force', '--format', 'json',
         '--edit', edits], cwd=folder, capture_output=True, text=True,
        timeout=300, check=False)
    found = collections.defaultdict(list)
    for premise in (json.loads(done.stdout)['edits'] if done.stdout else []):
        found[int(premise['edit'].split(':')[1])].append(premise)
    return found, done


def answers(folder, lcm, text, lines):
    """As ask; where one of the loops cannot be edited at all, the others."""
    lines = list(lines)
    while lines:
        found, done = ask(folder, lcm, text, lines)
        if not done.returncode:
            return found
        bad = re.findall(r"'parallelize x\.c:(\d+)", done.stderr)
        bad = [int(line) for line in bad if int(line) in lines]
        if not bad:
            raise SystemExit(f'lcm fails:\n{done.stderr}\n{text}')
        lines.remove(bad[0])
    return {}


def make(maker, first, n):
    """Return (text, loops): (function, path, line, seed) each."""
    writer = Writer()
    made = {}
    for seed in range(first, first + n):
        made[seed] = maker(seed).function()
        writer.add(seed, made[seed])
    chosen = {}
    for number, path, line in writer.loops:
        if number not in chosen or (number + len(path)) % 3 == 0:
            chosen[number] = path, line
    return writer.text(made), [(made[k], *chosen[k], k) for k in made]


def show(text, seed, premises):
    """Print a function and what lcm says of its loop."""
    lines = text.split('\n')
    at = lines.index(f'int f{seed}(int n) {{')
    while lines[at] != '}':
        print(f'  {at + 1:4} {lines[at]}')
        at += 1
    for premise in premises:
        print('      ', premise['proved'], premise['premise'])


def judge(made, path, premises):
    """Return what lcm says of a loop and what is false in that, or None."""
    verdict, claims = said(premises)
    if not premises:
        return 'not edited', None
    if verdict == 'proved':
        return verdict, contradiction(made, path, claims)
    if verdict == 'wrong' and not is_confirmed(made, path):
        return verdict, 'no execution confirms: ' + claims
    return verdict, None


def try_file(lcm, folder, maker, seeds):
    """Yield (seed, line, verdict, what is false or None, text, premises) for
    the loops that `seeds` make."""
    text, loops = make(maker, *seeds)
    found = answers(folder, lcm, text, [line for _, _, line, _ in loops])
    for made, path, line, seed in loops:
        premises = found.get(line, [])
        yield (seed, line, *judge(made, path, premises), text, premises)


def try_loops(lcm, maker, seeds, strict):
    """Try the loops that `maker` makes of `seeds`; return how many of the
    answers are false."""
    counts = collections.Counter()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(seeds.start, seeds.stop, IN_ONE_FILE):
            part = start, min(IN_ONE_FILE, seeds.stop - start)
            for seed, line, verdict, why, text, premises in try_file(
                    lcm, pathlib.Path(folder), maker, part):
                counts[verdict] += 1
                counts['false ' + verdict] += bool(why)
                if why and (strict or verdict == 'proved'):
                    failures += 1
                    print(f'loop {seed}, line {line}: {verdict}: {why}')
                    show(text, seed, premises)
    print(f'{maker.__name__}:', ', '.join(
        f'{n} {what}' for what, n in sorted(counts.items()) if n))
    return failures


def main(lcm, *args):
    """Try loops; return the exit status."""
    lcm = pathlib.Path(lcm).resolve()
    strict = '--strict' in args
    loops, first = (list(map(int, (a for a in args if a != '--strict'))) +
                    [LOOPS, 0][len(args) - strict:])[:2]
    seeds = range(first, first + loops)
    makers = Maker, Filler, Wider
    wrong = sum(try_loops(lcm, maker, seeds, strict) for maker in makers)
    for maker in makers if loops == LOOPS else ():
        wrong += sum(try_loops(lcm, maker, range(seed, seed + 1), True)
                     for seed in MORE.get(maker.__name__, ()))
    return min(1, wrong)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
