#!/usr/bin/env python3
"""Checks that the manual page of the repository is what `lcm --man` prints.
LCM_BLESS=1 rewrites it.

usage: man.py PAGE LCM
"""
import os
import pathlib
import subprocess
import sys


def main():
    page, lcm = pathlib.Path(sys.argv[1]), sys.argv[2]
    printed = subprocess.run([lcm, '--man'], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    if os.environ.get('LCM_BLESS') == '1':
        page.write_text(printed)
    if not page.exists() or page.read_text() != printed:
        print(f'{page} is not what `lcm --man` prints: '
              f'lcm --man > cmd/lcm.1')
        sys.exit(1)
    for section in ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'EXIT STATUS'):
        if f'\n.SH {section}\n' not in printed:
            print(f'no section {section}')
            sys.exit(1)
    print('ok')


if __name__ == '__main__':
    main()
