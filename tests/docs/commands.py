#!/usr/bin/env python3
"""Checks that docs/reference/commands.md has a row for each command that
`lcm help` lists, in its order, and none for others.

usage: commands.py ROOT LCM
"""
import pathlib
import re
import subprocess
import sys


def main():
    root, lcm = pathlib.Path(sys.argv[1]), sys.argv[2]
    text = (root / 'docs/reference/commands.md').read_text()
    rows = re.findall(r'^\| `lcm (\w+)` \|', text, re.M)
    printed = subprocess.run([lcm, 'help'], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    names = re.findall(r'^  lcm (\w+) ', printed, re.M)
    wrong = not names or rows != names
    print(f'the rows are {rows}, the commands {names}' if wrong else 'ok')
    sys.exit(1 if wrong else 0)


main()
