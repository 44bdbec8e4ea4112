#!/usr/bin/env python3
"""Checks that what is measured is at the place where it was spent: constructs
whose calls have lines of others, headers, debug information in other files,
and that programs do what they do without lcm.

The naps of the program are known; nothing else of it takes so long.

usage: places.py LCM SOURCES COMPILER
"""
import json
import os
import shutil
import subprocess
import sys

import common

# word of the source: milliseconds of both members, visits
REGIONS = {'first': 60, 'second': 40, 'third': 50, 'late': 30, 'sections': 25,
           'dynamic': 20}


def copy(place, *names):
    """Copy files of this test to where programs are built."""
    for name in names:
        shutil.copy(place.root / 'tests' / 'profile_cmd' / name, place.path)


def lines_of(place, name):
    """Return {word: FILE:LINE} of the remarks in the file `name`."""
    found = {}
    for number, line in enumerate((place.path / name).read_text()
                                  .splitlines(), 1):
        if line.endswith('*/') and '/*' in line and number > 3:
            found[line.split('/*')[1].split()[0]] = f'{name}:{number}'
    return found


def measure(place, program, **more):
    """Return the records of a run of `program` by place."""
    out, said = place.profile('-D', 'p=2', '--repeat', '1', '-q', '--format',
                              'json', '--', './' + program, **more)
    records = json.loads(out)['records']
    common.check_sums(records)
    return {record.get('place', record['fragment']): record
            for record in records}, said


def check_places(place, compiler, flags):
    """Check where the parts of places.c are, built by `compiler` with `flags`:
    regions that are given nothing, one of a header that is put in place twice,
    a task, and code of a header in the file itself."""
    lines = {**lines_of(place, 'places.c'), **lines_of(place, 'places.h')}
    place.compiler = compiler
    place.compile('places', 'places.c', flags=('-g', *flags))
    found, _ = measure(place, 'places')
    for word, ms in REGIONS.items():
        record = found.get(lines[word])
        assert record and record['visits'] == 1, (flags, word, found.keys())
        assert record['fragment'].startswith('places.c:'), record
        assert record['categories']['pc'] >= ms / 1000, (flags, word, record)
    shared = found.get(lines['shared'])
    assert shared and shared['visits'] == 2, (flags, shared, found.keys())
    assert shared['categories']['pc'] >= 0.040, (flags, shared)
    assert found[lines['task']]['categories']['pc'] >= 0.012, found
    spun = sum(record['categories']['pc'] for name, record in found.items()
               if name.startswith('places.h:') and name != lines['shared'])
    # 200 ms by samples, most of which get lost where others take the processor
    few = found['']['categories'].get('queued', 0) > 0.020
    assert few or spun >= 0.100, (flags, found)


def check_input(place):
    """Check that a program reads standard input from its begin, each time, and
    that who shares it does not notice."""
    (place.path / 'read.c').write_text(
        '#include <stdio.h>\nint main(void) {\n  char line[9];\n'
        '  return !fgets(line, 9, stdin) || line[0] != \'a\';\n}\n')
    place.compile('read', 'read.c')
    (place.path / 'names').write_text('a\nb\nc\n')
    profile = ' '.join(place.command('-D', 'p=1', '--repeat', '2', '-q', '--',
                                     './read'))
    done = subprocess.run(
        ['sh', '-c', f'n=0; while read -r line; do echo "$line"; {profile} '
         '>/dev/null || echo failed; n=$((n+1)); [ $n -lt 9 ] || break; '
         'done < names'], cwd=place.path, capture_output=True, text=True,
        timeout=120, check=True)
    assert done.stdout == 'a\nb\nc\n', done.stdout + done.stderr
    done = subprocess.run(place.command('-q', '--', './read'), cwd=place.path,
                          input='a\n', capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 1, 'a pipe is not read'


def check_offload(place):
    """Check that what gcc makes of target constructs ends as without lcm."""
    copy(place, 'offload.c')
    place.compile('offload', 'offload.c')
    alone = subprocess.run(['./offload'], cwd=place.path, capture_output=True,
                           text=True, timeout=60, check=True)
    assert alone.stdout == '201 10\n', alone.stdout
    _, said = place.profile('-D', 'p=2', '--repeat', '1', '-v', '--',
                            './offload')
    assert '201 10' in said and 'target constructs' in said, said


def check_taskloop(place):
    """Check that the tasks of a loop are inside the user's construct."""
    copy(place, 'taskloop.c')
    place.compiler = 'clang-19'
    place.compile('taskloop', 'taskloop.c')
    found, _ = measure(place, 'taskloop')
    inside = sum(record['categories']['pc'] for record in found.values()
                 if record.get('place') in ('taskloop.c:9', 'taskloop.c:10'))
    assert inside >= 0.080, found
    group = found['taskloop.c:9']
    assert group['visits'] == 1, group
    assert '(outside)' not in found or \
        found['(outside)']['categories']['pc'] < 0.010, found


def check_tools(place):
    """Check that lines are known with addr2line alone, and what is said where
    it has none."""
    tools = place.path / 'spare'
    tools.mkdir()
    os.symlink(shutil.which('addr2line'), tools / 'addr2line')
    env = {**os.environ, 'PATH': str(tools)}
    place.compile('places', 'places.c', flags=('-g', '-O1'))
    found, _ = measure(place, 'places', env=env)
    assert lines_of(place, 'places.c')['first'] in found, found.keys()
    place.compile('split', 'places.c', flags=('-g', '-O1', '-gsplit-dwarf'))
    _, said = place.profile('-D', 'p=2', '--repeat', '1', '--', './split',
                            env=env)
    assert '-gsplit-dwarf' in said or '[no-lines]' not in said, said


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    copy(place, 'places.c', 'places.h')
    gcc = sys.argv[3]
    symbolizer = any(shutil.which(name) for name in
                     ('llvm-symbolizer', 'llvm-symbolizer-19',
                      'llvm-symbolizer-22', 'llvm-symbolizer-14'))
    if symbolizer:
        for flags in (('-O0',), ('-O1',), ('-O2', '-no-pie'),
                      ('-O2', '-gsplit-dwarf'), ('-O3', '-flto')):
            check_places(place, gcc, flags)
        if shutil.which('clang-19'):
            check_places(place, 'clang-19', ('-O1',))
    place.compiler = gcc
    check_input(place)
    check_offload(place)
    check_tools(place)
    if shutil.which('clang-19'):
        check_taskloop(place)


main()
