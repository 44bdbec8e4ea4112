#!/usr/bin/env python3
"""Checks what lcm profile prints: tables, formats, the trace, programs without
sources or lines.

usage: show.py LCM SOURCES COMPILER
"""
import csv
import io
import json
import os
import re
import subprocess
import sys

import jsonschema

import common

ONE = ('--repeat', '1', '-D', 'p=2', '-q')
PROGRAM = ('--', './nap', '4')


def check_pp(place):
    """Check the layout of the thesis: what it loses and what remains make up
    the total, which is 2 processors for at least 85 ms."""
    out, _ = place.profile(*ONE, '--format', 'pp', *PROGRAM)
    rows = dict(re.findall(r'^(\w[\w ]*?) +([0-9.]+)$', out, re.M))
    assert out.startswith('PP version '), out
    assert '** processors: 2\n' in out
    rows.pop('PP version')
    total = float(rows.pop('Total Time'))
    others = float(rows.pop('queued', 0))  # where other programs run
    assert list(rows) == ['Load Imbalance', 'Insuff Parallelism',
                          'Synchronization Loss', 'Communication Loss',
                          'Resource Contention', 'Remaining Time'], rows
    assert abs(sum(map(float, rows.values())) + others - total) < 1e-5, rows
    assert total >= 2 * 0.070
    out, _ = place.profile(*ONE, '-l', 'd=32', *PROGRAM)
    pairs = dict(pair.split('=', 1) for pair in out.split()
                 if re.fullmatch(r'\+?\w+=[0-9.e+-]+', pair))
    assert pairs['d'] == '32' and pairs['p'] == '2', out
    lost = sum(float(value) for name, value in pairs.items()
               if name not in ('d', 'p', 'rt', 'tt', 'visits'))
    assert abs(lost + float(pairs['rt']) - float(pairs['tt'])) < 1e-9


FIRST = '''\
#include <lcm_profile.h>
#include <time.h>

static void nap(int ms) {
  struct timespec t = {0, ms * 1000000L};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t))
    ;
}

int main(void) {
  lcm_speculation_begin();
  nap(60);
  lcm_speculation_end(0);
  lcm_speculation_begin();
  nap(40);
  lcm_speculation_end(1);
  lcm_solution_found();
  nap(30);
  return 0;
}
'''


def check_first_version(place):
    """Check the rows that the first version of pp had: 60 ms of speculation
    are wasted, 40 ms useful, and 30 ms are spent when the solution is
    found."""
    (place.path / 'first.c').write_text(FIRST)
    place.compile('first', 'first.c',
                  flags=('-g', '-O1', '-I', str(place.root / 'profiler')))
    out, _ = place.profile('--repeat', '1', '-D', 'p=1', '-q', '--format', 'pp',
                           '--', './first')
    rows = dict(re.findall(r'^(\w[\w ]*?) +([0-9.]+)$', out, re.M))
    rows.pop('PP version')
    total = float(rows.pop('Total Time'))
    assert float(rows['Wasted Computation']) >= 0.060, rows
    assert float(rows['Braking Loss']) >= 0.030, rows
    assert float(rows['Remaining Time']) >= 0.040, rows
    assert float(rows['Remaining Time']) < total - 0.090 + 1e-6, rows
    assert abs(sum(map(float, rows.values())) - total) < 1e-5, rows


def check_schemas(place, document):
    """Check `document` and its records against their schemas."""
    def check(name, value):
        path = place.root / 'data/schemas' / f'lcm-{name}.schema.json'
        jsonschema.validate(value, json.loads(path.read_text()))
    check('profile', document)
    for record in document['records']:
        check('measurement', record)


def check_formats(place):
    """Check JSON and CSV against each other's sums, threads and slices against
    the run."""
    out, _ = place.profile(*ONE, '--format', 'json', '--slices', '7', *PROGRAM)
    document = json.loads(out)
    check_schemas(place, document)
    common.check_sums(document['records'])
    whole = document['records'][-1]
    for rows in (document['threads'], document['slices']):
        for name in common.CATEGORIES:
            total = sum(row['categories'][name] for row in rows)
            assert abs(total - whole['categories'][name]) < 1e-6, (name, rows)
    assert len(document['slices']) == 7
    assert common.close(document['slices'][-1]['end'], whole['elapsed'])
    out, _ = place.profile(*ONE, '--format', 'csv', *PROGRAM)
    rows = list(csv.DictReader(io.StringIO(out)))
    whole = rows.pop()
    assert whole['fragment'] == ''
    for name in common.CATEGORIES:
        total = sum(float(row[name]) for row in rows)
        assert abs(total - float(whole[name])) < 1e-9
    out, _ = place.profile(*ONE, '-t', 'main/team#1', '--format', 'tsv',
                           *PROGRAM)
    assert len(out.splitlines()) == 2 and 'team#1' in out, out
    out, _ = place.profile(*ONE, '--threads', '--slices', '3', *PROGRAM)
    assert re.search(r'^main/team#1 +nap\.c:\d+ ', out, re.M), out
    assert re.search(r'^thread .*\nmain ', out, re.M), out
    assert re.search(r'^main/call#6, ignored', out, re.M), out


def check_trace(place):
    """Check that each thread does one thing after the other in the trace, and
    that the naps of the loop are in it: 4 of 10 ms on 2 threads."""
    place.profile(*ONE, '--trace', 'trace.json', *PROGRAM)
    events = json.loads((place.path / 'trace.json').read_text())['traceEvents']
    spans = {}
    for event in events:
        if event['ph'] == 'X':
            spans.setdefault(event['tid'], []).append(event)
    assert len(spans) == 2, spans.keys()
    for thread in spans.values():
        end = 0
        for event in thread:
            assert event['ts'] >= end - 0.002, event
            end = event['ts'] + event['dur']
    loop = sum(event['dur'] for thread in spans.values() for event in thread
               if event['name'] == 'nap.c:main/team#1'
               and event['cat'] == 'pc')
    assert loop >= 40e3, loop


def check_without(place):
    """Check programs whose sources are not there, and that have no lines."""
    os.rename(place.path / 'nap.c', place.path / 'other.txt')
    out, _ = place.profile(*ONE, '--format', 'csv', *PROGRAM)
    rows = {row['fragment']: row for row in csv.DictReader(io.StringIO(out))}
    loop = rows[f'nap.c:{place.lines["loop"]}']
    assert float(loop['pc']) >= 0.040, loop
    os.rename(place.path / 'other.txt', place.path / 'nap.c')
    place.compile('bare', 'nap.c', flags=('-O1',))
    out, said = place.profile('-D', 'p=2', '--repeat', '1', '--format', 'csv',
                              '--', './bare', '4')
    assert 'build it with -g' in said, said
    tools = place.path / 'tools'
    tools.mkdir()
    _, less = place.profile('-D', 'p=2', '--repeat', '1', *PROGRAM,
                            env={**os.environ, 'PATH': str(tools)})
    assert 'install binutils' in less, less
    rows = list(csv.DictReader(io.StringIO(out)))
    assert any('main' in row['fragment'] for row in rows), rows


BURN = '''#include <time.h>
static void burn(double s) {
  struct timespec a, b;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
  while (b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec) < s);
}
int main(void) {
  burn(0.2);
#pragma omp parallel num_threads(2)
  burn(0.3);
  return 0;
}
'''


def check_queue(place):
    """Check that beside others what is computed is the processor time of the
    program, 200 ms alone and 300 ms on each of two, and what it waited for
    processors is apart."""
    out, said = place.profile('-D', 'p=2', '--repeat', '1', '--format', 'json',
                              '--', './burn')
    records = json.loads(out)['records']
    common.check_sums(records)
    region = [record for record in records
              if record['fragment'] == 'burn.c:main/team#1'][0]['categories']
    whole = records[-1]['categories']
    assert 0.595 < region['pc'] < 0.64, region
    assert 0.795 < whole['pc'] < 0.86, whole
    assert whole['queued'] > 0.1, whole
    assert whole['queued'] >= region['queued'] > 0.05, region
    assert "'queued'" in said, said


def check_doubts(place):
    """Check programs that leave no measurements, and a machine that others
    use: as many endless loops as there are processors."""
    place.compile('alone', 'nap.c', flags=('-g', '-static'))
    _, said = place.profile(*ONE, '--', './alone', '4', status=1)
    assert 'left no measurements' in said, said
    (place.path / 'forks.c').write_text(
        '#include <sys/wait.h>\n#include <unistd.h>\n'
        'int main(void) {\n  if (!fork())\n    _exit(0);\n'
        '  wait(0);\n  return 0;\n}\n')
    place.compile('forks', 'forks.c')
    _, said = place.profile('--', './forks')
    assert re.search(r'child processes .*\[profiler\]', said), said
    (place.path / 'burn.c').write_text(BURN)
    place.compile('burn', 'burn.c')
    others = [subprocess.Popen(['sh', '-c', 'while :; do :; done'])
              for _ in os.sched_getaffinity(0)]
    try:
        out, said = place.profile('-D', 'p=1', '--repeat', '1', '--', './nap',
                                  '50')
        check_queue(place)
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert '[busy-machine]' in said and '(busy)' in out, said


def check_tags(place):
    """Check what the program marks by hand: 20 ms in a region, 15 ms under tag
    3, 25 ms of a category of its own."""
    (place.path / 'tags.c').write_text(
        '#include <time.h>\n#include "profiler/lcm_profile.h"\n'
        'static void nap(long ms) {\n'
        '  struct timespec t = {0, ms * 1000000};\n'
        '  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t))\n    ;\n}\n'
        'int main(void) {\n'
        '  lcm_region_begin("setup");\n  nap(20);\n  lcm_region_end();\n'
        '  lcm_start_profiling_tag(3);\n  nap(15);\n'
        '  lcm_end_profiling_tag(3);\n  lcm_category_begin("output");\n'
        '  nap(25);\n  lcm_category_end();\n  return 0;\n}\n')
    place.compile('tags', 'tags.c', flags=('-g', '-I', str(place.root)))
    out, _ = place.profile('--format', 'json', '--', './tags')
    records = json.loads(out)['records']
    common.check_sums(records)
    parts = {record['fragment']: record for record in records}
    assert parts['setup']['categories']['pc'] >= 0.020, parts
    assert parts['setup']['place'] == 'tags.c:9', parts['setup']
    assert parts['tag 3']['categories']['pc'] >= 0.015, parts
    assert parts['tag 3']['place'] == 'tags.c:12', parts['tag 3']
    assert parts['']['categories']['output'] >= 0.025, parts
    assert parts['setup']['visits'] == 1
    out, _ = place.profile('-t', '3', '--format', 'csv', '--', './tags')
    assert ',tag 3,tags.c:12,' in out, out


OVERLAP = '''#include <time.h>
#include "profiler/lcm_profile.h"
static void nap(long ms) {
  struct timespec t = {0, ms * 1000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t))
    ;
}
static void inner(void) {
  lcm_start_profiling_tag(5);
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    nap(20);
  }
  lcm_end_profiling_tag(5);
}
int main(void) {
  lcm_start_profiling_tag(1);
  nap(30);
  lcm_start_profiling_tag(2);
  nap(60);
  lcm_end_profiling_tag(1);
  nap(90);
  lcm_end_profiling_tag(2);
  lcm_start_profiling_tag(3);
#pragma omp parallel for schedule(static, 1) num_threads(2)
  for (int i = 0; i < 3; i++)
    nap(40);
  lcm_end_profiling_tag(3);
  lcm_start_profiling_tag(4);
  inner();
  nap(10);
  lcm_end_profiling_tag(4);
#pragma omp parallel num_threads(2)
  {
    lcm_start_profiling_tag(6);
    nap(15);
    lcm_end_profiling_tag(6);
    nap(5);
  }
  return 0;
}
'''


def check_overlap(place):
    """Check what tags have that overlap, are around constructs, inside each
    other or in a region: all of what is in them.  Naps make each as long as
    that at least, the loop of three on two leaves one processor waiting 40
    ms, the second turn one 20 ms at each end, unless it begins as much later;
    who adds up the others has the run."""
    (place.path / 'overlap.c').write_text(OVERLAP)
    place.compile('overlap', 'overlap.c', flags=('-g', '-I', str(place.root)))
    out, _ = place.profile('-D', 'p=2', '--repeat', '1', '-q', '--format',
                           'json', '--', './overlap')
    records = json.loads(out)['records']
    common.check_sums(records)
    parts = {record['fragment']: record for record in records}
    least = {'tag 1': {'pc': .090, 'ip': .090}, 'tag 2': {'pc': .150,
             'ip': .150}, 'tag 3': {'pc': .120, 'li sl': .038, 'li': .010},
             'tag 4': {'pc': .050, 'ip': .010, 'li sl': .038, 'li': .010},
             'tag 5': {'pc': .040, 'li sl': .038, 'li': .010},
             'tag 6': {'pc': .030}}
    for name, want in least.items():
        part = parts[name]
        assert part['flags'][-1] == 'inclusive', part
        for categories, seconds in want.items():
            has = sum(part['categories'][one] for one in categories.split())
            assert has >= seconds, (categories, part)
        if name != 'tag 6':
            whole = 2 * part['elapsed']
            total = sum(part['categories'].values())
            assert abs(total - whole) < 0.03 * whole + 2e-3, (total, part)
    assert parts['tag 1']['visits'] == parts['tag 2']['visits'] == 1
    assert parts['overlap.c:main']['categories']['pc'] >= 0.180, parts
    waits = parts['overlap.c:main/team#1']['categories']
    assert waits['li'] + waits['sl'] >= .038 and waits['li'] >= .010, parts


def check_source(place):
    """Check sources that are named, and a label in them."""
    text = (place.path / 'nap.c').read_text()
    text = text.replace('#pragma omp parallel for',
                        '// lcm: fragment naps\n#pragma omp parallel for')
    (place.path / 'named.c').write_text(text)
    place.compile('named', 'named.c')
    out, _ = place.profile(*ONE, '--source', 'named.c', '--format', 'json',
                           '--', './named', '4')
    labels = [record.get('label') for record in json.loads(out)['records']]
    assert 'naps' in labels, labels
    out, _ = place.profile(*ONE, '-t', 'naps', '--', './named', '4')
    assert re.search(r'^ *2 +1 +', out, re.M), out


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    check_pp(place)
    check_first_version(place)
    check_formats(place)
    check_trace(place)
    check_source(place)
    check_tags(place)
    check_overlap(place)
    check_doubts(place)
    check_without(place)


main()
