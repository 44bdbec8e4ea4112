#!/usr/bin/env python3
"""Every row of model/edit/core/edits.def stands in the table of
docs/reference/edits.md: the verb with its syntax, and what it is made of; and
the table has no others.

usage: edits.py ROOT
"""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    rows = re.findall(
        r'LCM_VERB\(\w+,\s*(\w+),\s*\d,\s*\w+,\s*"([^"]*)",\s*"([^"]*)"',
        (root / 'model/edit/core/edits.def').read_text())
    text = (root / 'docs/reference/edits.md').read_text()
    table = re.findall(r'^\| `(\w+) ([^`]*)` \| ([^|]*) \| ', text, re.M)
    wrong = sorted(set(rows) ^ set(table))
    for row in wrong:
        print('differs between edits.def and edits.md:', *row)
    if not rows:
        print('edits.def has no rows')
    sys.exit(1 if wrong or not rows else 0)


main()
