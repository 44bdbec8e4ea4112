#!/usr/bin/env python3
"""The task parallel FFT, edited, is the data parallel one: the same nodes with
the same times and categories, at p = 26 and others, for a range of n.

What the first has besides stays, the array of flags: it costs a few nanoseconds,
which no other node may differ by.

usage: same.py LCM ROOT
"""
import json
import pathlib
import subprocess
import sys

EDIT = ('serialize fft2d_tp.c:57; fuse fft2d_tp.c:60 fft2d_tp.c:67; '
        'threads fft2d_tp.c:60 p')
FLAGS = 50
SECONDS = 5e-9


def points(lcm, folder, arguments):
    """Return the points of a prediction with all nodes."""
    out = subprocess.run(
        [lcm, 'predict', *arguments, 'fft.c', '--nodes', '--format', 'json',
         '--models', '../../tests/golden/free.lcm', '-D', 'p=1,7,26', '-D', 'n=16:4096:*4', '--no-cache'],
        cwd=folder, capture_output=True, text=True, check=True).stdout
    return json.loads(out)['points']


def shape(node):
    """Return what a node is, wherever it stands."""
    return node['depth'], node['kind'], node['label'], node['visits'], \
        node['processors'], node['critical'], node['provenance']


def numbers(node):
    """Return the times of a node or point by name."""
    return {'time': node['time'], 'work': node['work'], **node['lost']}


def is_flags(node):
    """Return whether a node is the memory of the flags."""
    return node['range'].endswith(f'fft2d_tp.c:{FLAGS}:3')


def compare(name, edited, written, slack):
    """Print and count the numbers that differ."""
    a, b = numbers(edited), numbers(written)
    wrong = [k for k in sorted(set(a) | set(b))
             if abs(a.get(k, 0) - b.get(k, 0)) > slack + 1e-9 * abs(b.get(k, 0))]
    for k in wrong:
        print(f'{name}: {k} is {a.get(k, 0)}, not {b.get(k, 0)}')
    return len(wrong)


def check(edited, written):
    """Print and count the differences between two points."""
    name = str(edited['env'])
    slack = SECONDS * edited['processors']
    wrong = compare(name, edited, written, slack)
    left = [node for node in edited['nodes'] if not is_flags(node)]
    if len(left) != len(written['nodes']) or \
            len(left) != len(edited['nodes']) - 1:
        print(f'{name}: {len(left)} nodes, not {len(written["nodes"])}')
        return wrong + 1
    for a, b in zip(left, written['nodes']):
        at = f'{name} at {a["range"]}'
        if shape(a) != shape(b):
            print(f'{at}: {shape(a)}, not {shape(b)}')
            wrong += 1
        wrong += compare(at, a, b, slack if a['depth'] == 0 else 0)
    return wrong


def main():
    lcm, root = sys.argv[1:3]
    folder = pathlib.Path(root) / 'samples/fft2d'
    edited = points(lcm, folder, ['fft2d_tp.c', '--edit', EDIT])
    written = points(lcm, folder, ['fft2d_dp.c'])
    wrong = sum(map(check, edited, written))
    print('ok' if not wrong else f'{wrong} differences')
    sys.exit(1 if wrong or len(edited) != 15 or len(written) != 15 else 0)


main()
