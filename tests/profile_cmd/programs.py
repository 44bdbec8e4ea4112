#!/usr/bin/env python3
"""Checks what is run, and what is said of it: a program for each size, programs
that end with another status by design, shells, flags of the build, and where
lcm lies.

usage: programs.py LCM SOURCES COMPILER
"""
import json
import os
import pathlib
import shutil
import sys

import common

SOURCE = '''#include <signal.h>
#include <stdlib.h>
#include <time.h>
#ifndef MS
#define MS 20
#endif
int main(int argc, char **argv) {
  const struct timespec t = {0, MS * 1000000L};
#ifdef AGAIN
#pragma omp parallel num_threads(2)
  nanosleep(&t, 0);
#endif
#pragma omp parallel num_threads(2)
  nanosleep(&t, 0);
  if (argc > 2)
    raise(SIGTERM);
  return argc > 1 ? atoi(argv[1]) : 0;
}
'''
LINE = 14
ONE = ('-D', 'p=2', '--repeat', '1')


def check_sizes(place):
    """Check programs that have their size in their names: each is measured, a
    sweep goes on where the one before ended, and another build is refused."""
    for size in (1, 2, 3):
        place.compile(f'size_{size}', 'sizes.c',
                      flags=('-g', f'-DMS={20 * size}'))
    sweep = ('-D', 'p=2', '--repeat', '2', '-q', '-o', 'sizes.jsonl', '--',
             './size_{m}')
    place.profile('-D', 'm=1,2', *sweep)
    place.profile('-D', 'm=1:3', *sweep)
    records = place.records('sizes.jsonl')
    common.check_sums(records)
    seen = {}
    for whole, parts in common.runs(records).values():
        m = whole['params']['m']
        assert whole['program'].startswith(f'size_{m}:'), whole
        assert whole['elapsed'] >= 0.020 * m, whole
        region = parts['sizes.c:main/team#1']
        assert region['place'] == f'sizes.c:{LINE - 1}', region
        seen[m] = seen.get(m, 0) + 1
    assert seen == {1: 2, 2: 2, 3: 2}, seen
    place.compile('size_1', 'sizes.c', flags=('-g', '-DMS=25'))
    _, said = place.profile('-D', 'm=3', *sweep, status=2)
    assert '[other-program]' in said and 'size_1:' in said, said
    _, said = place.profile('-D', 'm=4', '--', './size_{m}', status=2)
    assert './size_4: error: there is no such program' in said, said


def check_status(place):
    """Check programs that end with another status by design."""
    place.compile('size_1', 'sizes.c')
    end = ('-o', 'status.jsonl', '--', './size_1')
    place.profile(*ONE, '--accept-status', '7', *end, '7')
    place.profile(*ONE, '--repeat', '2', '--accept-status', '1,7', *end, '7')
    records = place.records('status.jsonl')
    assert not any('cut' in record.get('flags', []) for record in records)
    assert len(common.runs(records)) == 2
    for accepted, program in (('1,8', ('7',)), ('143', ('0', 'die')),
                              ('15', ('0', 'die'))):
        _, said = place.profile(*ONE, '--accept-status', accepted, '--',
                                './size_1', *program, status=1)
        assert '[program-failed]' in said, said
    _, said = place.profile(*ONE, '--', './size_1', '200', status=1)
    assert 'ended with status 200' in said, said
    for wrong in ('x', '1,', '256', '-1', '1;2'):
        _, said = place.profile('--accept-status', wrong, '--', './size_1',
                                status=2)
        assert '--accept-status is a list' in said, said


def check_shells(place):
    """Check that what a shell starts is measured, and that it is said where
    that cannot be."""
    place.compile('size_2', 'sizes.c', flags=('-g', '-DMS=40'))
    script = place.path / 'script'
    script.write_text('#!/bin/sh\n./size_1\n:\n')
    script.chmod(0o755)
    for command in (('sh', '-c', './size_1; :'), ('./script',),
                    ('env', './size_1')):
        out, said = place.profile(*ONE, '--format', 'csv', '--', *command)
        assert 'main/team#1' in out, (command, out)
        assert '[profiler]' not in said, said
    out, said = place.profile(*ONE, '--format', 'json', '--', 'sh', '-c',
                              './size_1; ./size_2; :')
    assert '2 programs were run' in said and 'size_2 [' in said, said
    whole = json.loads(out)['records'][-1]
    assert 0.040 <= whole['elapsed'], whole
    place.compile('alone', 'sizes.c', flags=('-g', '-static'))
    _, said = place.profile(*ONE, '--', 'sh', '-c', './alone; :')
    assert 'not what it starts' in said, said


def check_flags(place):
    """Check that sources are read with the flags of their build where a
    database has them, and that it is said where they are not."""
    place.compile('twice', 'sizes.c', flags=('-g', '-DAGAIN'))
    _, said = place.profile(*ONE, '--', './twice')
    assert 'sizes.c: note' in said and '[no-flags]' in said, said
    build = place.path / 'build'
    build.mkdir()
    (build / 'compile_commands.json').write_text(json.dumps([
        {'directory': os.fspath(place.path), 'file': 'sizes.c',
         'command': 'cc -g -DAGAIN -fopenmp -c sizes.c'}]))
    out, said = place.profile(*ONE, '--format', 'json', '--', './twice')
    assert '[no-flags]' not in said, said
    found = {record['fragment']: record.get('place')
             for record in json.loads(out)['records']}
    assert found.get('sizes.c:main/team#1') == 'sizes.c:10', found
    assert found.get('sizes.c:main/team#2') == f'sizes.c:{LINE - 1}', found


def check_prefix(place):
    """Check that a library that cannot be loaded first, for a space in its
    path, is refused, and that one behind a link to its folder measures."""
    library = pathlib.Path(place.lcm).parent / 'lib/lcm/liblcm-profile.so'
    if not library.exists():
        return
    spaced = place.path / 'with space'
    spaced.mkdir()
    shutil.copy(library, spaced)
    (place.path / 'link').symlink_to(spaced)
    for folder, status in ((spaced, 2), (place.path / 'link', 0)):
        runtime = os.fspath(folder / library.name)
        out, said = place.profile(*ONE, '--format', 'csv', '--', './size_1',
                                  status=status,
                                  env={**os.environ, 'LCM_RUNTIME': runtime})
        assert ('main/team#' in out) == (status == 0), out
        assert ('a space or a colon' in said) == (status == 2), said


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    (place.path / 'sizes.c').write_text(SOURCE)
    check_sizes(place)
    check_status(place)
    check_shells(place)
    check_flags(place)
    check_prefix(place)


main()
