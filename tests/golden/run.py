#!/usr/bin/env python3
"""Runs the golden case in a directory and compares what lcm prints.

A case is a directory with
  args             one argument a line; run with the case as current directory
  expected.json    compared by meaning: every key and element that stands here
                   must stand in the output; numbers agree to 1e-9 relative,
                   or as the file `tolerance` says; {"between": [a, b]} holds
                   for a number in a..b
  expected.txt     standard output, byte for byte
  expected.dot     the same for pictures
  expected.lcs     the same for structures
  expected.diag    standard error, byte for byte; the cases of the topic
                   diagnostics are named after the diagnostic they provoke
  expected.status  exit status; 0 without the file
  README           why the case exists and where its numbers come from
A name that ends in .b marks a known bug: the case must fail.  Each case runs
twice, the second time under a locale with a decimal comma where there is one,
and both outputs must be the same bytes; with LCM_TEST_ONCE=1 it runs under that
locale alone.  LCM_BLESS=1 rewrites the files that are compared byte for byte
(never expected.json, whose numbers come from elsewhere).

usage: run.py LCM CASE
"""
import json
import math
import os
import pathlib
import subprocess
import sys

STREAMS = {'expected.txt': 'out', 'expected.dot': 'out',
           'expected.lcs': 'out', 'expected.diag': 'err'}


def differences(want, got, tolerance, path='$'):
    """Yield a line for each place where `got` does not hold `want`."""
    if isinstance(want, dict) and list(want) == ['between']:
        low, high = want['between']
        if not isinstance(got, (int, float)) or not low <= got <= high:
            yield f'{path}: expected {low}..{high}, got {got!r}'
    elif isinstance(want, dict):
        if not isinstance(got, dict):
            yield f'{path}: expected an object, got {got!r}'
            return
        for key, value in want.items():
            if key not in got:
                yield f'{path}.{key}: missing'
            else:
                yield from differences(value, got[key], tolerance,
                                       f'{path}.{key}')
    elif isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            yield f'{path}: expected {len(want)} elements, got {got!r}'
            return
        for i, value in enumerate(want):
            yield from differences(value, got[i], tolerance, f'{path}[{i}]')
    elif isinstance(want, (int, float)) and not isinstance(want, bool):
        if isinstance(got, bool) or not isinstance(got, (int, float)):
            yield f'{path}: expected {want}, got {got!r}'
        elif not math.isclose(want, got, rel_tol=tolerance,
                              abs_tol=tolerance):
            yield f'{path}: expected {want}, got {got}'
    elif want != got:
        yield f'{path}: expected {want!r}, got {got!r}'


def comma_locale():
    """Return the name of an installed locale with a decimal comma."""
    names = subprocess.run(['locale', '-a'], capture_output=True, text=True,
                           check=False).stdout.split()
    commas = [n for n in names if n.split('.')[0] in ('de_DE', 'fr_FR')]
    return commas[0] if commas else 'C'


def run(lcm, case, locale):
    """Return the finished run of the case under `locale`."""
    args = (case / 'args').read_text().splitlines()
    env = dict(os.environ, LC_ALL=locale, LCM_CHECK='1', NO_COLOR='1',
               LCM_MACHINE='none')
    return subprocess.run([lcm, *args], cwd=case, env=env, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120)


def check_bytes(case, name, got):
    """Yield what differs between the file `name` and the bytes `got`."""
    path = case / name
    if not path.exists():
        return
    if os.environ.get('LCM_BLESS') == '1':
        path.write_bytes(got)
    want = path.read_bytes()
    if want != got:
        yield (f'{name} differs\n--- expected\n{want.decode("utf8", "replace")}'
               f'--- got\n{got.decode("utf8", "replace")}')


def check(lcm, case):
    """Yield every failure of the case."""
    first = run(lcm, case, comma_locale())
    second = first if os.environ.get('LCM_TEST_ONCE') == '1' else \
        run(lcm, case, 'C')
    if (first.stdout, first.stderr) != (second.stdout, second.stderr):
        yield 'two runs differ'
    status = case / 'expected.status'
    want = int(status.read_text()) if status.exists() else 0
    if first.returncode != want:
        yield (f'exit status {first.returncode}, expected {want}\n'
               + first.stderr.decode('utf8', 'replace'))
    for name, stream in STREAMS.items():
        yield from check_bytes(case, name, first.stdout if stream == 'out'
                               else first.stderr)
    if (case / 'expected.json').exists():
        tolerance = case / 'tolerance'
        limit = float(tolerance.read_text()) if tolerance.exists() else 1e-9
        try:
            got = json.loads(first.stdout)
        except ValueError as error:
            yield f'no JSON on standard output: {error}'
            return
        expected = json.loads((case / 'expected.json').read_text())
        yield from differences(expected, got, limit)


def main():
    lcm, case = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    failures = list(check(lcm, case))
    if case.name.endswith('.b'):
        print('known bug' if failures else 'fixed: rename the case')
        sys.exit(0 if failures else 1)
    print('\n'.join(failures) or 'ok')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
