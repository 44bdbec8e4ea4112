#!/usr/bin/env python3
"""Every row of model/results/advice.def stands in the table of
docs/guide/advise.md, with its title; the table has no others.

usage: advice.py ROOT
"""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    rows = re.findall(r'^LCM_ADVICE\(\w+,\s*\w+,\s*"([^"]*)",\s*"([^"]*)"\)',
                      (root / 'model/results/advice.def').read_text(), re.M)
    table = re.findall(r'^\| `([\w-]+)` \| ([^|]*) \| ',
                       (root / 'docs/guide/advise.md').read_text(), re.M)
    wrong = sorted(set(rows) ^ set(table))
    for row in wrong:
        print('differs between advice.def and advise.md:', *row)
    if not rows:
        print('advice.def has no rows')
    sys.exit(1 if wrong or not rows else 0)


main()
