#!/usr/bin/env python3
"""Checks what stops lcm profile: kills, crashes, files cut short, and command
lines that make no sense.

usage: stop.py LCM SOURCES COMPILER
"""
import os
import signal
import subprocess
import sys
import time

import common

SWEEP = ('-D', 'n=10,20', '-D', 'p=1,2', '--repeat', '3', '-o', 'runs.jsonl',
         '--', './nap', '{n}', 'plain', 'marks')


def whole_runs(path):
    """Return how many runs are in the file `path` so far."""
    return path.read_text().count('"fragment": ""') if path.exists() else 0


def stop_after(place, number, how):
    """Begin SWEEP and send the signal `how` when there are `number` runs more;
    return lcm's status and what it said."""
    path = place.path / 'runs.jsonl'
    wanted = whole_runs(path) + number
    with subprocess.Popen(place.command(*SWEEP), cwd=place.path, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL) as process:
        end = time.monotonic() + 100
        while whole_runs(path) < wanted and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.1)
        process.send_signal(how)
        _, said = process.communicate(timeout=60)
    print(how, '->', process.returncode, said)
    return process.returncode, said


def check_kills(place):
    """Check that kill -9 and ctrl-C keep all runs, and that the same command
    goes on: each run once, each finished one kept."""
    path = place.path / 'runs.jsonl'
    status, _ = stop_after(place, 2, signal.SIGKILL)
    assert status == -signal.SIGKILL
    assert len(list((place.path / 'tmp').iterdir())) == 1
    kept = path.read_text()
    assert whole_runs(path) >= 2
    status, said = stop_after(place, 2, signal.SIGINT)
    assert status == 130, status
    assert 'the same command goes on' in said, said
    seen = common.runs(place.records())
    for run in common.runs(common.json.loads(line)
                           for line in kept.splitlines()):
        assert run in seen, run
    place.profile(*SWEEP)
    records = place.records()
    common.check_sums(records)
    assert len(common.runs(records)) == 12
    # what a killed sweep left is taken away
    left = list((place.path / 'tmp').iterdir())
    assert not left, left
    # no finished run again: at most those two that were stopped
    launched = len((place.path / 'marks').read_text().splitlines())
    assert 12 <= launched <= 14, launched


def check_cut(place):
    """Check that a file that ends in the midst of a run loses this run only,
    which is then made again."""
    path = place.path / 'runs.jsonl'
    marks = place.path / 'marks'
    before = len(marks.read_text().splitlines())
    text = path.read_bytes()
    path.write_bytes(text[:-30])
    place.profile(*SWEEP)
    common.check_sums(place.records())
    assert len(common.runs(place.records())) == 12
    assert len(marks.read_text().splitlines()) == before + 1
    text = path.read_text().replace('"pc": ', '"pc": NaN, "x": ', 1)
    path.write_text(text)
    _, said = place.profile(*SWEEP, status=1)
    assert 'runs.jsonl:1:' in said, said
    assert path.read_text() == text, 'the file was changed'


def check_failures(place):
    """Check programs that do not end well: the others are measured, what there
    is of them is flagged."""
    _, said = place.profile('-D', 'n=2,3,4', '-D', 'p=1', '--repeat', '2',
                            '-o', 'crash.jsonl', '--', './nap', '{n}',
                            'crash3', status=1)
    assert said.count('[program-failed]') == 1 and 'n = 3' in said, said
    assert 'Aborted' in said, said
    records = place.records('crash.jsonl')
    common.check_sums(records)
    for record in records:
        cut = 'cut' in record.get('flags', [])
        assert cut == (record['params']['n'] == 3), record
    counts = [key[0][1] for key in common.runs(records)]
    assert sorted(counts) == [2, 2, 3, 4, 4], counts
    loop = [r for r in records if r['params']['n'] == 3
            and r['fragment'] == 'nap.c:main/team#1']
    assert loop[0]['categories']['pc'] >= 0.030, loop
    _, said = place.profile('-D', 'n=2,3', '-D', 'p=1', '--', './nap', '{n}',
                            'fail', status=1)
    assert 'n = 3, p = 1: the program ended with status 7: nap of 3' in said
    _, said = place.profile('-D', 'n=2', '-D', 'p=1', '-o', '/dev/full', '--',
                            './nap', '{n}', status=2)
    assert '/dev/full: error: cannot write it: No space' in said, said
    _, said = place.profile('-D', 'n=2', '-D', 'p=1', '-o', 'none/runs', '--',
                            './nap', '{n}', status=2)
    assert 'none/runs: error: cannot write it' in said, said
    _, said = place.profile('-D', 'n=2', '-D', 'p=1', '--timeout', '1', '--',
                            './nap', '{n}', 'hang', status=1)
    assert '--timeout' in said, said


def check_usage(place):
    """Check command lines that make no sense."""
    cores = len(os.sched_getaffinity(0))
    many = f'p={cores + 1}'
    for arguments, what in (
            (('-D', 'n=2'), "stands behind '--'"),
            (('-D', 'n=2', '--', './nap', '{m}'), "'{m}'"),
            (('-D', 'n=2', '--', './none', '{n}'), 'no such program'),
            (('--', './nap.c'), 'may be run'),
            (('-D', many, '--', './nap', '2'), '--force'),
            (('-D', 'p=0', '--', './nap', '2'), 'number of processors'),
            (('--mode', 'guess', '--', './nap'), '--mode'),
            (('--precision', '2', '--', './nap'), '--precision'),
            (('--repeat', '0', '--', './nap'), '--repeat'),
            (('--chart', 'one.svg', '--', './nap'), 'over one point'),
            (('--chart', 'one.doc', '--', './nap'), '.svg, .png'),
            (('--format', 'xml', '--', './nap'), 'format'),
            (('-l', 'big', '--', './nap'), '-l is')):
        _, said = place.profile(*arguments, status=2)
        assert what in said, (what, said)
    _, said = place.profile('-D', 'n=1', '-D', 'm=3', '--repeat', '1', '--',
                            './nap', '{n}')
    assert 'unused-variable' in said, said
    out, _ = place.profile('-D', many, '--repeat', '1', '--force', '--',
                           './nap', '2')
    assert 'oversubscribed' in out, out


def main():
    """Run all checks."""
    common.skip_without_libomp()
    place = common.Place(sys.argv)
    (place.path / 'tmp').mkdir()
    os.environ['TMPDIR'] = str(place.path / 'tmp')
    check_usage(place)
    check_failures(place)
    check_kills(place)
    check_cut(place)


main()
