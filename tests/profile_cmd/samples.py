#!/usr/bin/env python3
"""Checks that the sums of sample programs hold, built by gcc and by clang, and
that their constructs are found in the source.

usage: samples.py LCM SOURCES COMPILER
"""
import json
import re
import shutil
import sys

import common

# name: (folder, sources, arguments, fragments that there must be)
SAMPLES = {
    'swaptions_chunks': ('swaptions', ['swaptions_chunks.c', 'swaptions.c'],
                         ['{n}', '20'], {'main/team#1'}),
    'nqueens': ('nqueens', ['nqueens.c'], ['{n}'],
                {'main/team#1', 'place/task#1'}),
    'jacobi': ('jacobi', ['jacobi.c'], ['100', '{n}'],
               {'jacobi/parloop#1', 'jacobi/parloop#2'}),
    'fft2d_dp': ('fft2d', ['fft2d_dp.c', 'fft.c'], ['64', '{n}'],
                 {'cffts/team#1', 'transpose/team#1', 'initialize/team#1'}),
    'fft2d_tp': ('fft2d', ['fft2d_tp.c', 'fft.c'], ['64', '{n}'],
                 {'cffts/team#1', 'transpose/team#1', 'initialize/team#1',
                  'main/team#1'}),
}


def check_lost(runs):
    """Check that one processor loses less than half of the time of `runs`, in
    that of each point which was disturbed least: what else runs on the machine
    only adds to what is lost."""
    least = {}
    for whole in runs:
        lost = sum(value for category, value in whole['categories'].items()
                   if category not in ('pc', 'queued'))
        point = tuple(whole['params'].items())
        least[point] = min(least.get(point, 1), lost / whole['elapsed'])
    assert least and all(lost < 0.5 for lost in least.values()), least


def check(place, name, compiler):
    """Check the sample `name` built by `compiler`."""
    folder, sources, arguments, wanted = SAMPLES[name]
    for source in (place.root / 'samples' / folder).iterdir():
        shutil.copy(source, place.path)
    place.compiler = compiler
    place.compile(name, *sources)
    runs = place.path / 'runs.jsonl'
    runs.unlink(missing_ok=True)
    place.profile('-D', 'n=6,8', '-D', 'p=1,2', '--repeat', '2', '-q', '-o',
                  'runs.jsonl', '--', './' + name, *arguments)
    records = place.records()
    common.check_sums(records)
    assert len(common.runs(records)) == 8
    for whole, parts in common.runs(records).values():
        names = {part.split(':')[-1] for part in parts}
        assert wanted <= names, (name, compiler, names)
    check_lost([whole for whole, _ in common.runs(records).values()
                if whole['params']['p'] == 1])
    check_equal(common.runs(records).values())
    if name == 'nqueens':
        check_tasks(records)
    if name == 'fft2d_tp':
        check_nested(records)


def check_constructs(place, compiler):
    """Check that each construct is found in its line: the pragmas of the source
    are numbered as they stand there."""
    source = place.root / 'tests' / 'profile_cmd' / 'constructs.c'
    shutil.copy(source, place.path)
    lines = source.read_text().splitlines()
    wanted = {}
    for word, kind in (('parallel', 'team'), ('task', 'task'),
                       ('critical', 'using'), ('taskwait', 'taskwait')):
        number = 0
        for line, text in enumerate(lines, 1):
            if re.match(rf'#pragma omp {word}\b', text):
                number += 1
                wanted[f'main/{kind}#{number}'] = f'constructs.c:{line}'
    assert len(wanted) == 11, wanted
    place.compiler = compiler
    for level in ('-O0', '-O2'):
        place.compile('constructs', 'constructs.c',
                      flags=('-g', level, '-fno-inline'))
        out, _ = place.profile('-D', 'p=2', '--repeat', '1', '-q', '--format',
                               'json', '--', './constructs')
        found = {record['fragment'].split(':')[-1]: record['place']
                 for record in json.loads(out)['records']
                 if record['fragment'].startswith('constructs.c')}
        for name, line in wanted.items():
            assert found.get(name) == line, (compiler, level, name, found)


def check_equal(runs):
    """Check that equal runs have the same fragments where only samples tell of
    these: one that none hit in a run took no time there."""
    found = {}
    for whole, parts in runs:
        names = {name for name, part in parts.items() if 'visits' not in part}
        point = tuple(whole['params'].items())
        assert found.setdefault(point, names) == names, (point, found, names)


def placements(n, rows, above=()):
    """Return in how many ways a queen may stand in each of the next `rows` rows
    of n columns below those in the columns `above`."""
    may = [column for column in range(n) if rows and all(
        column != other and abs(column - other) != len(above) - row
        for row, other in enumerate(above))]
    return len(may) + sum(placements(n, rows - 1, (*above, column))
                          for column in may)


def check_tasks(records):
    """Check how many tasks there were: nqueens makes one for each queen that
    may stand in the first three rows."""
    for record in records:
        if record['fragment'].endswith('place/task#1'):
            wanted = placements(record['params']['n'], 3)
            assert record['visits'] == wanted, (record, wanted)


def check_nested(records):
    """Check how often regions inside a region were visited, n being the number
    of matrices: samples between them lie in the code of the one around, and
    most of those in them in functions that they call."""
    for record in records:
        n = record['params']['n']
        visits = {'main/team#1': 1, 'initialize/team#1': n, 'cffts/team#1': 2 * n,
                  'transpose/team#1': n}
        name = record['fragment'].split(':')[-1]
        assert record.get('visits') == visits.get(name, record.get('visits')), (
            record)


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    for compiler in (sys.argv[3], shutil.which('clang-19')):
        if compiler:
            check_constructs(place, compiler)
        for name in SAMPLES:
            if compiler:
                check(place, name, compiler)


main()
