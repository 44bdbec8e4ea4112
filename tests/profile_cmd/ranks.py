#!/usr/bin/env python3
"""Checks sweeps over ranks, with each MPI library whose programs lcm can
measure.

usage: ranks.py LCM SOURCES COMPILER
"""
import os
import pathlib
import shutil
import subprocess
import sys

import common


def line_of(source, word):
    """Return the line of `source` that has the remark `word`."""
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if f'/* {word} */' in line:
            return number
    raise AssertionError(word)


def check(place, name):
    """Check the sweep with the library `name`."""
    source = place.root / 'tests' / 'profile_cmd' / 'ranks.c'
    shutil.copy(source, place.path)
    subprocess.run([f'mpicc.{name}', '-g', '-O1', '-D_GNU_SOURCE', 'ranks.c',
                    '-o', 'ranks'], cwd=place.path, check=True)
    start = [f'mpirun.{name}', '-np', '{p}']
    if name == 'openmpi':
        start.insert(1, '--oversubscribe')
    env = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1',
           'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
    output = f'{name}.jsonl'
    place.profile('-D', 'p=1,2', '--repeat', '2', '--force', '-q', '-o',
                  output, '--', *start, './ranks', env=env)
    records = place.records(output)
    common.check_sums(records)
    runs = common.runs(records)
    assert len(runs) == 4, len(runs)
    for whole, parts in runs.values():
        p = whole['params']['p']
        assert whole['processors'] == p, whole
        places = {part.get('place'): part for part in parts.values()
                  if '/message#' in part['fragment']}
        met = places[f'ranks.c:{line_of(source, "meet")}']
        assert met['visits'] == p, met
        if p == 2:
            wait = places[f'ranks.c:{line_of(source, "receive")}']
            # less the time by which the two leave the barrier apart
            assert wait['categories']['sl'] >= 0.040, wait
            assert wait['visits'] == 1, wait
            assert whole['categories']['rc'] == 0, whole


def main():
    """Check all libraries there are."""
    place = common.Place(sys.argv)
    hooks = pathlib.Path(place.lcm).parent / 'lib' / 'lcm'
    checked = 0
    for name in ('openmpi', 'mpich'):
        if all(map(shutil.which, (f'mpicc.{name}', f'mpirun.{name}'))) and \
                (hooks / f'liblcm-profile-{name}.so').exists():
            check(place, name)
            checked += 1
    if not checked:
        print('skipped: there is no MPI library whose programs are measured')
        sys.exit(77)


main()
