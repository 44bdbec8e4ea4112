#!/usr/bin/env python3
"""Barriers behind worksharing loops that nowait takes away, against a walk.

Random regions of one to three loops, maybe in rounds of a loop that all threads
execute, over arrays with subscripts of both indices.  Where lcm proves that a
barrier is not needed, no two threads of teams touch the same place between the
barriers that are left, one of them to write it; where lcm says that nowait is
wrong, some two do.

usage: check_nowait.py LCM [PROGRAMS [SEED]]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

FROM, TO, FIRST, LAST = 2, 20, 1, 7
TEAMS = (2, 3, 4, 5, 7, 15, 18)
HEAD = ['double a[2][40], u[12][40], b[80], c[12];', 'void f(void) {',
        '#pragma omp parallel']


def place(rng, rounds):
    """Return a place as C, and what it is at round t and iteration i."""
    shift, by = rng.choice([-1, 0, 0, 1]), rng.choice([-1, 0, 0, 0, 1])
    moved = f'i + {shift}' if shift else 'i'
    later = f't + {by}' if by else 't'
    kinds = [(f'b[{moved}]', lambda t, i: ('b', i + shift)),
             ('b[2 * i]', lambda t, i: ('b', 2 * i)),
             (f'b[{rng.choice([30, 40])} - i]', None)]
    if rounds:
        kinds += [(f'a[({later} + 2) % 2][{moved}]',
                   lambda t, i: ('a', (t + by + 2) % 2, i + shift)),
                  (f'u[{later}][{moved}]',
                   lambda t, i: ('u', t + by, i + shift)),
                  (f'c[{later}]', lambda t, i: ('c', t + by)),
                  (f'b[{moved} + t]', lambda t, i: ('b', i + shift + t))]
    text, at = rng.choice(kinds)
    if at is None:
        whole = int(re.search(r'\d+', text).group())
        at = lambda t, i: ('b', whole - i)
    return text, at


def region(rng):
    """Return the lines of a program, its loops, and whether it has rounds."""
    rounds = rng.random() < 0.75
    lines, loops = list(HEAD), []
    if rounds:
        lines += [f'for (int t = {FIRST}; t <= {LAST}; t++) {{']
        if rng.random() < 0.3:
            lines[-1] = f'for (int t = {LAST}; t >= {FIRST}; t--) {{'
    else:
        lines += ['{']
    for _ in range(rng.randint(1, 3)):
        end = rng.choice([TO, TO, TO, TO - 3])
        lines += ['#pragma omp for schedule(static)',
                  f'for (int i = {FROM}; i < {end}; i++)']
        to, one, two = (place(rng, rounds) for _ in range(3))
        loops.append((len(lines), end, to, (one, two)))
        lines += [f'{to[0]} = 0.5 * ({one[0]} + {two[0]});']
    return lines + ['}', '}'], loops, rounds


def blocks(end, team):
    """Yield which thread has which iterations."""
    n = end - FROM
    at = FROM
    for thread in range(team):
        mine = n // team + (thread < n % team)
        yield thread, range(at, at + mine)
        at += mine


def collides(lines, loops, rounds, gone, team):
    """Return whether two threads touch one place, one to write it, between the
    barriers that are left when that of loop `gone` is not there."""
    down = '--' in ''.join(lines)
    order = range(FIRST, LAST + 1) if rounds else [0]
    touched = {}
    for t in reversed(order) if down else order:
        for k, (_, end, to, reads) in enumerate(loops):
            for thread, mine in blocks(end, team):
                for i in mine:
                    for at, writes in [(to[1], True)] + [
                            (one[1], False) for one in reads]:
                        seen = touched.setdefault(at(t, i), set())
                        for other, wrote in seen:
                            if other != thread and (wrote or writes):
                                return True
                        seen.add((thread, writes))
            if k != gone:
                touched = {}
    return False


def main(lcm, programs=60, seed=1):
    lcm = os.path.abspath(lcm)
    count = {'proved': 0, 'assumed': 0, 'wrong': 0}
    bad = 0
    for k in range(int(programs)):
        lines, loops, rounds = region(random.Random(int(seed) + k))
        if any(collides(lines, loops, rounds, None, team)
               for team in TEAMS):
            continue
        with tempfile.TemporaryDirectory() as name:
            os.chdir(name)
            with open('input.c', 'w') as file:
                file.write('\n'.join(lines) + '\n')
            for gone, (line, *_) in enumerate(loops):
                out = subprocess.run(
                    [lcm, 'edit', 'input.c', '--no-cache', '--edit',
                     f'nowait input.c:{line}'], capture_output=True, text=True)
                text = out.stdout + out.stderr
                said = 'wrong' if 'is wrong' in text else \
                    'assumed' if 'assumed:' in text or out.returncode else \
                    'proved'
                count[said] += 1
                real = any(collides(lines, loops, rounds, gone, team)
                           for team in TEAMS)
                if (said == 'proved' and real) or (said == 'wrong' and
                                                   not real):
                    bad += 1
                    print(f'seed {int(seed) + k}, line {line}: {said}, but '
                          f'{"two threads collide" if real else "none do"}')
                    print('\n'.join(lines), text, sep='\n')
            os.chdir('/')
    print(f'{count["proved"]} proved, {count["assumed"]} assumed, '
          f'{count["wrong"]} wrong; {bad} false')
    return 1 if bad or not count['proved'] or not count['wrong'] else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
