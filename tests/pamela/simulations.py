#!/usr/bin/env python3
"""Checks simulated times of validation cases.

Each simulations/*.pam says in comments what is expected of it:
  #= [OPTION ...] [NAME=VALUE,...] : TIME     exactly
  #= ... : TIME~R                             to the fraction R
  #= ... : LOW..HIGH                          between

usage: simulations.py LCM DIRECTORY
"""
import json
import pathlib
import subprocess
import sys

TOLERANCE = 1e-9


def time_of(lcm, path, words):
    """Return the simulated time of the model `path` with `words`."""
    command = [lcm, 'predict', '-q', '--method', 'simulate', '--format', 'json',
               path]
    for word in words:
        if word.startswith('--'):
            command += word.split('=', 1)
        else:
            for value in word.split(','):
                command += ['-D', value]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return json.loads(done.stdout)['points'][0]['simulate']['time']


def fits(got, want):
    """Return whether the time `got` is what `want` says."""
    if '..' in want:
        low, high = map(float, want.split('..'))
        return low <= got <= high
    number, _, tolerance = want.partition('~')
    return abs(got - float(number)) <= \
        float(tolerance or TOLERANCE) * abs(float(number))


def check(lcm, path):
    """Yield what is wrong with the case `path`."""
    lines = [line[2:] for line in path.read_text().splitlines()
             if line.startswith('#=')]
    if not lines:
        yield f'{path.name}: asks for nothing'
    for line in lines:
        head, _, want = f' {line}'.rpartition(' : ')
        try:
            got = time_of(lcm, path, head.split())
        except ValueError as error:
            yield f'{path.name}:{head}: {error}'
            continue
        if not fits(got, want.strip()):
            yield f'{path.name}:{head}: {got}, not {want}'


def main():
    lcm, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    cases = sorted(directory.glob('*.pam'))
    wrong = [what for path in cases for what in check(lcm, path)]
    print('\n'.join(wrong) or f'{len(cases)} cases')
    sys.exit(1 if wrong or not cases else 0)


if __name__ == '__main__':
    main()
