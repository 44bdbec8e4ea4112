#!/usr/bin/env python3
"""Checks sweeps of lcm profile: which runs there are, what they say, and that
they are resumed.

The program sleeps, so what its parts take at least is known; how the machine
is used beside it only makes them longer.

usage: sweep.py LCM SOURCES COMPILER
"""
import json
import math
import statistics
import sys

import common


def check_runs(place):
    """Check a sweep over two sizes and two numbers of threads."""
    place.profile('-D', 'n=2,4', '-D', 'p=1,2', '--repeat', '2', '-q', '-o',
                  'runs.jsonl', '--chart', 'runs.svg', '--', './nap', '{n}')
    drawn = (place.path / 'runs.svg').read_text()
    for title in ('Time measured', 'Speedup measured', 'Lost cycles measured',
                  'n = 2', 'n = 4', 'load imbalance'):
        assert title in drawn, (title, drawn)
    records = place.records()
    common.check_sums(records)
    runs = common.runs(records)
    assert len(runs) == 8, len(runs)
    ignored = []
    for whole, parts in runs.values():
        n, p = whole['params']['n'], whole['params']['p']
        assert whole['processors'] == p
        # 20 ms before, the loop, 15 ms of the region, and 15 ms behind
        assert whole['elapsed'] >= 0.050 + 0.010 * n / p, whole
        assert whole['machine'] and 'cpus' in whole['affinity']
        check_parts(place, parts, n, p)
        ignored.append(asleep(parts))
    # where a sample meets other code, a part of the nap is counted there; not
    # in all runs but one
    assert sorted(ignored)[-2] >= 0.015, ignored
    log = (place.path / 'runs.jsonl.log').read_text()
    assert log.count('nap of 2') == 4 and log.count('nap of 4') == 4


def total(record):
    """Return what `record` has computed, contention included."""
    return record['categories']['pc'] + record['categories']['rc']


def asleep(parts):
    """Return what the ignored nap of a run takes.  The little CPU time of a nap
    is sampled by chance: where a sample meets the function itself, that much
    goes to its own fragment."""
    return sum(total(parts[name]) for name in
               ('nap.c:main/call#6', 'nap.c:nap/fragment#1') if name in parts)


def check_parts(place, parts, n, p):
    """Check the fragments `parts` of a run."""
    loop = parts['nap.c:main/team#1']
    region = parts['nap.c:main/team#2']
    turn = parts['nap.c:main/using#1']
    assert loop['place'] == f'nap.c:{place.lines["loop"]}', loop['place']
    assert region['place'] == f'nap.c:{place.lines["region"]}'
    assert turn['place'] == f'nap.c:{place.lines["turn"]}'
    assert (loop['visits'], region['visits'], turn['visits']) == (1, 1, p)
    # sleep is never shorter than it says
    assert total(loop) >= 0.010 * n, loop
    assert total(region) >= 0.010 * p, region
    assert total(turn) >= 0.005 * p, turn
    # the first to leave waits for the turn of the second
    if p == 2:
        assert region['categories']['li'] >= 0.0045, region
    serial = [part for part in parts.values()
              if part['categories']['ip'] > 0]
    if p == 2:
        assert sum(part['categories']['ip'] for part in serial) >= 0.035
    ignored = [name for name, part in parts.items()
               if 'ignored' in part.get('flags', [])]
    assert ignored == ['nap.c:main/call#6'], (ignored, parts.keys())
    # every nap, 20 ms before and 15 ms behind too, wherever samples meet others
    assert sum(map(total, parts.values())) >= 0.035 + 0.010 * n + 0.015 * p


def check_resume(place):
    """Check that what is there is not run again, and what is not is."""
    marks = place.path / 'marks'
    arguments = ('-D', 'p=1,2', '-q', '-o', 'more.jsonl', '--', './nap', '{n}',
                 'plain', 'marks')
    place.profile('-D', 'n=2', '--repeat', '1', *arguments)
    assert marks.read_text() == '2 1\n2 2\n', marks.read_text()
    place.profile('-D', 'n=2', '--repeat', '1', *arguments)
    assert len(marks.read_text().splitlines()) == 2
    place.profile('-D', 'n=2,3', '--repeat', '2', *arguments)
    lines = sorted(marks.read_text().splitlines())
    assert lines == sorted(['2 1', '2 2', '3 1', '3 2'] * 2), lines
    records = place.records('more.jsonl')
    common.check_sums(records)
    assert len(common.runs(records)) == 8
    place.compile('nap', 'nap.c', flags=('-g', '-O2', '-DOTHER'))
    before = (place.path / 'more.jsonl').read_bytes()
    _, said = place.profile('-D', 'n=2', *arguments, status=2)
    assert '[other-program]' in said, said
    assert (place.path / 'more.jsonl').read_bytes() == before


# Student's t for a two-sided interval of 90 %, by degrees of freedom.
T90 = (None, 6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833)


def runs_needed(times, precision, most):
    """Return after how many of `times` the interval of their median is narrow:
    3 are the least, of which the half-width is t x 1.2533 x 1.4826 x MAD /
    sqrt(n)."""
    for n in range(3, most):
        middle = statistics.median(times[:n])
        mad = statistics.median(abs(one - middle) for one in times[:n])
        half = T90[n - 1] * 1.2533 * 1.4826 * mad / math.sqrt(n)
        if half <= precision * middle:
            return n
    return most


def check_precision(place):
    """Check that runs end when the interval is narrow, however long each of
    them took, and that it is never narrow enough for nearly nothing."""
    place.profile('-D', 'n=20', '-D', 'p=1', '--precision', '0.5', '-q', '-o',
                  'narrow.jsonl', '--', './nap', '{n}')
    runs = common.runs(place.records('narrow.jsonl'))
    times = [whole['elapsed'] for whole, _ in runs.values()]
    assert len(runs) == runs_needed(times, 0.5, 10), times
    place.profile('-D', 'n=1', '-D', 'p=1', '--precision', '0.0000001',
                  '--repeat', '4', '-q', '-o', 'wide.jsonl', '--', './nap',
                  '{n}')
    assert len(common.runs(place.records('wide.jsonl'))) == 4


def check_contention(place):
    """Check that what is longer with p = 2 is contention: the naps of the loop
    take 60 ms instead of 10, so that most of it is; the two turns take 5 ms
    each as the one of p = 1 does (by total, half would be).  How much longer
    each was in these runs the records say: where others use the machine naps
    take longer."""
    arguments = ('-D', 'n=10', '-D', 'p=1,2', '--repeat', '3', '-q')
    program = ('--', './nap', '{n}', 'slow')
    place.profile(*arguments, '-o', 'slow.jsonl', *program)
    records = place.records('slow.jsonl')
    common.check_sums(records)
    took = {}
    shares = {}
    for whole, parts in common.runs(records).values():
        p = whole['params']['p']
        for name in ('main/team#1', 'main/using#1'):
            part = parts['nap.c:' + name]
            took.setdefault((name, p), []).append(total(part))
            share = part['categories']['rc'] / total(part)
            shares.setdefault((name, p), set()).add(round(share, 6))
    middle = {key: statistics.median(times) for key, times in took.items()}
    assert middle['main/team#1', 1] >= 0.100, took
    assert middle['main/team#1', 2] >= 0.600, took
    assert shares['main/team#1', 1] == {0}, shares
    [share] = shares['main/team#1', 2]
    longer = 1 - middle['main/team#1', 1] / middle['main/team#1', 2]
    assert abs(share - longer) < 1e-4, (share, longer)
    [share] = shares['main/using#1', 2]
    longer = 1 - 2 * middle['main/using#1', 1] / middle['main/using#1', 2]
    assert share == 0 or abs(share - longer) < 1e-4, (share, longer)
    place.profile(*arguments, '--no-contention-reference', '-o', 'pc.jsonl',
                  *program)
    for record in place.records('pc.jsonl'):
        assert record['categories']['rc'] == 0
    _, said = place.profile('-D', 'n=2', '-D', 'p=2', '--repeat', '1', '--',
                            './nap', '{n}')
    assert said.count('[no-reference]') == 1, said


def check_pooled(place):
    """Check that sizes are asked together what is contention: the records of a
    sweep are given times by hand, and told anew by a command that has nothing
    left to run.  12 % +/- 10 % more at five sizes are as much at each, although
    at two of them it is less than chance; as much less as more is none."""
    sizes = (1, 2, 3, 4, 5)
    arguments = ('-D', 'n=1:5', '-D', 'p=1,2', '--repeat', '3', '-q', '-o',
                 'pooled.jsonl', '--', './nap', '{n}')
    place.profile(*arguments)
    path = place.path / 'pooled.jsonl'

    def shares(more, seen=None):
        """Return the shares of contention where the middle run of each size
        takes longer by `more`, or where the three runs on one processor and on
        two were `seen` as often as that."""
        records = place.records('pooled.jsonl')
        for record in records:
            if not record['fragment'].endswith('main/team#1'):
                continue
            n = record['params']['n']
            two = record['params']['p'] == 2
            noise = (-0.04, 0, 0.04)[record['repetition']]
            longer = more[sizes.index(n)] if more and two else 0
            took = seen[two][record['repetition']] if seen else \
                1 + longer + noise
            record['categories'].update(pc=1e-6 * n * took, rc=0)
        path.write_text(''.join(json.dumps(r) + '\n' for r in records))
        place.profile(*arguments)
        return {r['params']['n']:
                r['categories']['rc'] /
                (r['categories']['pc'] + r['categories']['rc'])
                for r in place.records('pooled.jsonl')
                if r['fragment'].endswith('main/team#1') and
                r['params']['p'] == 2 and
                r['categories']['pc'] + r['categories']['rc'] > 0}

    # Half-widths are 2.92 * 1.2533 * 1.4826 * 0.04 / sqrt(3), 12.5 %, of each
    # of two middles: what differs by less than these is the same.
    found = shares((0.02, 0.22, 0.05, 0.12, 0.19))
    for share in found.values():
        assert abs(share - 0.107) < 0.012, found
    found = shares((0.06, -0.06, 0.02, -0.02, 0))
    assert set(found.values()) == {0}, found
    # One of five sizes exceeds by 22 % what is chance for one (20 %), which is
    # no more than one of five does by chance: t is 3.75 instead of 2.13.
    found = shares((0.22, -0.06, 0, -0.05, 0))
    assert set(found.values()) == {0}, found
    # Seen in one of three runs, or in two: the middles are 0 and 1, but means
    # of 1/3 and 2/3 have a half-width of 2.92 * 0.577 / sqrt(3), 0.97.
    found = shares(None, ((0, 0, 1), (0, 1, 1)))
    assert set(found.values()) == {0}, found
    # What differs by more is told by itself: nothing but at the largest.
    found = shares((0, 0, 0, 0, 3))
    assert [n for n in sizes if found[n] > 0] == [5], found
    assert abs(found[5] - 0.75) < 0.01, found


def check_lines(place):
    """A program without lines is measured all the same, and that is said."""
    place.compile('bare', 'nap.c', flags=('-O1', '-g0'))
    _, said = place.profile('-D', 'n=2', '-D', 'p=1', '--repeat', '1', '-o',
                            'bare.jsonl', '--', './bare', '{n}')
    assert said.count('[no-lines]') == 1 and '-g' in said, said
    for whole, parts in common.runs(place.records('bare.jsonl')).values():
        assert parts and whole['categories']['pc'] > 0


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    check_runs(place)
    check_lines(place)
    check_precision(place)
    check_contention(place)
    check_pooled(place)
    check_resume(place)


main()
