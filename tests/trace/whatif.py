#!/usr/bin/env python3
"""What lcm trace finds by doing the tasks of a run once more with a change: of
programs with one planted problem each the first finding names it, and what it
says that mending gains is what the mended program gains, on simulated
processors; of that program the finding is gone.

usage: whatif.py LCM PROGRAMS
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

TOLERANCE = 0.01

# the finding, words of its text, the program, processors, how it is run with
# the problem and without it: the argument, and settings
CASES = (
    ('strategy', "'shared' places them best", 'strategy', 8,
     ('', {'MD_STRATEGY': 'local'}), ('', {'MD_STRATEGY': 'shared'})),
    ('strategy', "'shared' places them best", 'strategy', 8,
     ('', {'MD_STRATEGY': 'random'}), ('', {'MD_STRATEGY': 'shared'})),
    ('scheduling', 'one@first is in queues', 'order', 3,
     ('', {}), ('urgent', {'MD_QUEUE': 'priority'})),
    ('queue', "take 'lifo'", 'order', 3,
     ('same', {}), ('same', {'MD_QUEUE': 'lifo'})),
    ('combining', '480 messages to one@part could be 60', 'combine', 4,
     ('', {}), ('mended', {})),
    ('locality', '128 of 128 questions to table rows', 'entries', 8,
     ('far', {}), ('near', {})),
    ('caching', '1152 of 1280 questions to table rows', 'entries', 8,
     ('again', {}), ('cached', {})),
    ('table-balance', 'processor 0 deals with', 'entries', 64,
     ('heaped', {}), ('spread', {})))


def run(programs, path, name, processors, how):
    """Run the program `name`, and leave its trace at `path`."""
    argument, settings = how
    subprocess.run([programs / f'trace_{name}', argument], check=True,
                   capture_output=True, timeout=100, env={
                       **os.environ, 'MD_RUN': 'simulate',
                       'MD_PROCESSORS': str(processors),
                       'MD_TRACE': str(path), **settings})


def report(lcm, path):
    """Return what lcm says of the trace at `path`."""
    done = subprocess.run([lcm, 'trace', str(path), '--json'], check=True,
                          capture_output=True, text=True, timeout=100)
    return json.loads(done.stdout)


def check(lcm, programs, path, case):
    """Yield what is wrong with `case`."""
    what, words, name, processors, bad, mended = case
    run(programs, path, name, processors, bad)
    before = report(lcm, path)
    run(programs, path, name, processors, mended)
    after = report(lcm, path)
    first = before['findings'][0] if before['findings'] else {'id': 'nothing'}
    if first['id'] != what or words not in first['text']:
        yield f'{name} {bad}: {what} is not first: {before["findings"]}'
        return
    gain = before['time'] - after['time']
    if not math.isclose(first['gain'], gain, rel_tol=TOLERANCE):
        yield f'{name} {bad}: gain {first["gain"]}, the mended one {gain}'
    if '-v' in sys.argv:
        print(what, name, bad, gain, first['gain'] / gain - 1)
    if what in {finding['id'] for finding in after['findings']}:
        yield f'{name} {mended}: {after["findings"]}'


def main():
    """Check all cases."""
    lcm, programs = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'run.trace'
        wrong = [line for case in CASES
                 for line in check(lcm, programs, path, case)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
