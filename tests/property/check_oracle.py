#!/usr/bin/env python3
"""Compares predictions of random programs with those of a naive oracle.

Time and every category of each program are compared at p = 1..9 and a few
larger p; with --check lcm compares its closed form, where there is one, and
its invariants.  Here it is checked too that the work does not depend on p
where no code is replicated, and that the time is at least the span and work /
p.  Of each statement with a cost, --nodes must say how often it is executed and
for how many processor-seconds of each category; no node takes longer than the
program, and computing is all at leaves.  Programs are tried in batches, one after the other in one run, and simple ones alone, which have
closed forms.  A failure prints the seed, the program made smaller and both
results.

LCM_PROPERTY_SEEDS is which batches (first:last), LCM_PROPERTY_SIZE how many
programs a batch has, LCM_PROPERTY_FEATURES what they use (with commas).

usage: check_oracle.py LCM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from generate import blocks, generate, numbered, shrink
from oracle import CATEGORIES, Run
from program import lines_of, source

POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33]


def machine(costs):
    """Return the machine description of overheads."""
    return json.dumps({'schema': 'lcm-machine/1', 'name': 'random', 'costs': {
        name: f'{a} + {b}*p' if b else a for name, (a, b) in costs.items()}})


def predict(lcm, folder, program):
    """Return what lcm predicts, by p; an exception says what it printed."""
    (folder / 'x.c').write_text(source(program))
    (folder / 'm.json').write_text(machine(program.costs))
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '--machine', 'm.json', '--check', '--nodes', '-D',
         'p=' + ','.join(map(str, POINTS)), '--format', 'json'],
        cwd=folder, check=False, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(done.stderr)
    points = {q['env']['p']: q for q in json.loads(done.stdout)['points']}
    for p, point in points.items():
        ids = [node['id'] for node in point['nodes']]
        if len(set(ids)) < len(ids):
            raise RuntimeError(f'p = {p}: nodes are listed twice: {ids}')
    return points


def most_threads(program):
    """Return the largest num_threads of a program: fewer processors would take
    turns."""
    return max([stmt['threads'] or 1 for stmts in blocks(program)
                for stmt in stmts], default=1)


def replicates(program):
    """Return whether all members of a region may execute the same code."""
    return any(stmt.kind == 'region' for stmts in blocks(program)
               for stmt in stmts)


def invariants(program, got, points):
    """Return lines that say what does not hold for the predictions by p."""
    lines, work = [], got[points[0]]['work']
    for p in points:
        q, near = got[p], 1e-9 * max(1e-300, got[p]['work'])
        if abs(q['work'] - work) > near and not replicates(program):
            lines.append(f'p = {p}: the work is {q["work"]}, not {work}')
        if q['time'] < max(q['work'] / p, q['span']) - near:
            lines.append(f'p = {p}: time {q["time"]}, span {q["span"]}, work '
                         f'{q["work"]}')
    return lines


BUSY = ('pc', 'sl', 'cl', 'rc')


def leaves(nodes):
    """Return the nodes without any below them."""
    depths = [node['depth'] for node in nodes[1:]] + [0]
    return [node for node, next_depth in zip(nodes, depths)
            if next_depth <= node['depth']]


def line_of(node):
    """Return the line at which a node begins."""
    return int(node['range'].split(':')[1])


def leaf_lines(program, run, q):
    """Return lines that say where the nodes of a point with a cost differ from
    what a run did."""
    lines, total = [], max(1e-300, q['processors'] * q['time'])
    places = lines_of(source(program))
    counted = [s for stmts in blocks(program) for s in stmts
               if s.kind == 'frag' or s['each']]
    for stmt in counted:
        here = [n for n in q['nodes'] if line_of(n) == places[stmt.number]]
        for c in BUSY:
            a = run.seconds[stmt.number, c]
            b = sum(n['lost'][c] for n in here)
            if abs(a - b) > 1e-9 * total and (stmt.kind == 'frag'
                                              or c == 'pc'):
                lines.append(f'line {places[stmt.number]}: {b} s of {c}, the '
                             f'oracle says {a}')
        visits = sum(n['visits'] for n in here)
        if stmt.kind == 'frag' and abs(
                visits - run.visits[stmt.number]) > 1e-9 * visits:
            lines.append(f'line {places[stmt.number]}: {visits} visits, the '
                         f'oracle says {run.visits[stmt.number]}')
    return lines


def node_lines(program, run, q):
    """Return lines that say what does not hold for the nodes of a point."""
    lines = leaf_lines(program, run, q)
    total = max(1e-300, q['processors'] * q['time'])
    for node in q['nodes']:
        if node['share'] > 1 + 1e-9:
            lines.append(f'{node["range"]} {node["kind"]}: share '
                         f'{node["share"]}')
    for node in leaves(q['nodes']):
        spent = sum(node['lost'].values())
        if node['time'] > spent + 1e-9 * total:
            lines.append(f'{node["range"]} {node["kind"]}: {node["time"]} s '
                         f'elapsed, {spent} s spent')
    for c in ('pc', 'unsplit'):
        a = run.totals()[c]
        b = sum(n['lost'].get(c, 0) for n in leaves(q['nodes']))
        if abs(a - b) > 1e-9 * total:
            lines.append(f'{b} s of {c} at leaves, the oracle says {a}')
    return [f'p = {q["env"]["p"]}: {line}' for line in lines]


def differences(lcm, folder, program):
    """Return lines that say where the oracle and lcm differ."""
    wanted, runs = {}, {}
    numbered(program)
    points = [p for p in POINTS if p >= most_threads(program)]
    for p in points:
        run = runs[p] = Run(program, p)
        wanted[p] = dict(run.totals(), time=run.time)
        total = sum(run.totals().values())
        assert abs(total - p * run.time) <= 1e-9 * max(1, total), \
            f'the oracle at p = {p}: {total} is not {p} * {run.time}'
    try:
        got = predict(lcm, folder, program)
    except RuntimeError as error:
        return [f'lcm fails: {error}']
    lines = invariants(program, got, points)
    for p in points:
        point = dict(got[p]['lost'], time=got[p]['time'])
        limit = 1e-9 * max(1e-300, p * wanted[p]['time'])
        for name in ('time',) + CATEGORIES:
            a, b = wanted[p][name], point.get(name, 0)
            if abs(a - b) > limit:
                lines.append(f'p = {p}: {name} is {b}, the oracle says {a}')
        lines += node_lines(program, runs[p], got[p])
    return lines


def report(lcm, folder, seed, program):
    """Print a failure made small."""
    small = shrink(program, lambda q: bool(differences(lcm, folder, q)))
    print(f'seed {seed}\n{source(small)}')
    print('machine', small.costs)
    print('\n'.join(differences(lcm, folder, small)[:12]))


def seeds():
    """Return the seeds to try."""
    text = os.environ.get('LCM_PROPERTY_SEEDS', '1:30')
    first, _, last = text.partition(':')
    return range(int(first), int(last or first) + 1)


def features():
    """Return the features that LCM_PROPERTY_FEATURES asks for, or None."""
    text = os.environ.get('LCM_PROPERTY_FEATURES')
    return None if text is None else set(text.split(','))


def programs():
    """Yield (seed, number of programs in it, program)."""
    size = int(os.environ.get('LCM_PROPERTY_SIZE', 10))
    for seed in seeds():
        yield seed, size, generate(seed, size, features())
    for seed in seeds() if size > 1 and features() is None else ():
        yield seed, 1, generate(seed, 1, {'simple'})


def main():
    lcm, tried, bad = os.path.abspath(sys.argv[1]), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed, size, program in programs():
            tried += size
            if differences(lcm, folder, program):
                bad += 1
                report(lcm, folder, seed, program)
            if bad == 3:
                break
    print(f'{tried} programs, {bad} failures')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
