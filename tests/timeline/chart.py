#!/usr/bin/env python3
"""Checks the pictures of charts and timelines of a sample.

They are well-formed XML with a title, a description and a role; written twice
they are the same bytes; they load nothing.  The scripts for gnuplot hold the
numbers of the prediction, and draw where gnuplot is installed.

usage: chart.py LCM ROOT
"""
import csv
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SVG = '{http://www.w3.org/2000/svg}'
SAMPLE = ('mergesort/mergesort.c', '-D', 'p=1:16:*2')


def lcm_run(lcm, folder, *args):
    """Return what lcm prints."""
    return subprocess.run([lcm, 'predict', '-q', *SAMPLE, *args], cwd=folder,
                          capture_output=True, check=True).stdout.decode()


def check_picture(lcm, folder, option, path, parts):
    """Check the picture that "option" writes; it has "parts" as text."""
    texts = []
    for _ in range(2):
        lcm_run(lcm, folder, *option, str(path))
        texts.append(path.read_bytes())
    assert texts[0] == texts[1], f'{path} differs from run to run'
    root = tree.fromstring(texts[0])
    assert root.get('role') == 'img'
    names = root.get('aria-labelledby').split()
    ids = {e.get('id'): e.text for e in root.iter() if e.get('id')}
    assert len(names) == 2 and all(ids.get(n) for n in names), names
    for bad in (b'href', b'<script', b'url(http', b'@import'):
        assert bad not in texts[0], bad
    said = ' '.join(e.text or '' for e in root.iter())
    for part in parts:
        assert part in said, f'{part!r} is not in {path}'
    return root


def check_gnuplot(lcm, folder, path):
    """Check the script for gnuplot."""
    lcm_run(lcm, folder, '--chart', str(path))
    script = path.read_text()
    rows = csv.DictReader(io.StringIO(lcm_run(lcm, folder, '--format', 'csv')))
    block = script.split('$c0k0 << EOD\n')[1].split('EOD')[0]
    drawn = [[float(x) for x in line.split()] for line in block.splitlines()]
    want = [[float(r['p']), float(r['time'])] for r in rows]
    assert [d[:2] for d in drawn] == want, (drawn, want)
    if not shutil.which('gnuplot'):
        print('gnuplot is not installed: its script was not run')
        return
    done = subprocess.run(['gnuplot', path.name], cwd=path.parent,
                          capture_output=True, check=False)
    assert not done.returncode and not done.stderr, done.stderr
    tree.parse(path.with_suffix('.svg'))


def main():
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    folder = root / 'samples'
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        check_picture(lcm, folder, ['--chart'], place / 'chart.svg',
                      ['Speedup and its bounds', 'ideal', 'load imbalance',
                       'at most: min(p, work / span)', '16'])
        check_picture(lcm, folder, ['--state', 'merging=merge@#112233',
                                    '--timeline'], place / 'line.svg',
                      ['processor 15', 'merging', 'last-event chain',
                       'time [ms]'])
        assert '#112233' in (place / 'line.svg').read_text()
        subprocess.run([lcm, 'predict', '-q',
                        'docs/guide/charts/states.c', '-D',
                        'p=3', '--timeline', place / 'states.svg'], cwd=root,
                       check=True, capture_output=True)
        drawn = (place / 'states.svg').read_text()
        assert '#8c564b' in drawn and 'merging' in drawn, drawn
        check_gnuplot(lcm, folder, place / 'chart.gp')


if __name__ == '__main__':
    main()
