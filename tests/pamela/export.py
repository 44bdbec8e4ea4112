#!/usr/bin/env python3
"""Checks that the samples written as models have the bound of the samples.

Both go through the command line: `lcm predict SAMPLE.c --method bound`, and
`lcm cat --to pamela SAMPLE.c` read again.  Where a model cannot be the sample,
`cat` has to say what it loses, and its bound is no lower: tasks run where they
are made.  On 3 processors, where the iterations do not divide, the model has
the longest block where the bound of the program has the work over p only.

usage: export.py LCM SOURCES
"""
import json
import pathlib
import subprocess
import sys

EXACT = ('docs/tutorial/whole.c', 'samples/jacobi/jacobi.c',
         'samples/matmul/matmul.c', 'samples/fft2d/fft2d_dp.c',
         'samples/subiso/subiso_instr.c', 'samples/subiso/subiso_tree.c',
         'samples/swaptions/swaptions_balanced.c',
         'samples/swaptions/swaptions_chunks.c')
LOST = {'samples/mergesort/mergesort.c': 'lost: when a task runs'}
PROCESSORS = (1, 2, 3, 4)


def run(lcm, *arguments, text=None):
    """Return standard output and error of a run that must not fail."""
    done = subprocess.run([lcm, *arguments], input=text, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout, done.stderr


def bounds(lcm, name, text=None):
    """Return the bounds of the program `name` for all PROCESSORS."""
    grid = 'p=' + ','.join(str(p) for p in PROCESSORS)
    out, _ = run(lcm, 'predict', name, '--method', 'bound', '-D', grid,
                 '--format', 'json', '-q', text=text)
    return [point['bound']['time'] for point in json.loads(out)['points']]


def check(lcm, sample, lost):
    """Yield what is wrong with the model of `sample`."""
    model, notes = run(lcm, 'cat', '--to', 'pamela', str(sample))
    want = bounds(lcm, str(sample))
    got = bounds(lcm, '-', model)
    for p, a, b in zip(PROCESSORS, want, got):
        equal = abs(a - b) <= 1e-9 * a
        if not (b >= a * (1 - 1e-9) if lost or p == 3 else equal):
            yield f'{sample}: at p = {p} {a} in C, {b} as a model'
    if lost and lost not in notes:
        yield f'{sample}: nothing says "{lost}"'
    if lost and want[1:] == got[1:]:
        yield f'{sample}: nothing is lost'


def main():
    """Check all samples."""
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = []
    for name in EXACT:
        faults += check(lcm, root / name, None)
    for name, lost in LOST.items():
        faults += check(lcm, root / name, lost)
    print('\n'.join(faults) if faults else 'ok')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
