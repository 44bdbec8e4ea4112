#!/usr/bin/env python3
"""Checks that the manual page of the repository is what `lcm --man` prints.
LCM_BLESS=1 rewrites it.

usage: man.py PAGE LCM
"""
import os
import pathlib
import re
import subprocess
import sys


def output(*command):
    """Return what `command` prints."""
    return subprocess.run(command, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def check_help(lcm, page):
    """Yield where the help of the command `lcm` is not what its manual page
    `page` says, or too wide."""
    names = re.findall(r'^  lcm (\w+) ', output(lcm, 'help'), re.M)
    if not names or output(lcm, 'help') != output(lcm, '--help'):
        yield 'lcm help is not lcm --help'
    for name in names:
        text = output(lcm, 'help', name)
        if text != output(lcm, name, '--help'):
            yield f'lcm help {name} is not lcm {name} --help'
        section = re.search(rf'^\.SH LCM {name}$(.*?)^\.SH ', page,
                            re.M | re.S | re.I)
        shown = section.group(1).replace('\\-', '-') if section else ''
        yield from (f'no {option} for lcm {name} in the manual page'
                    for option in re.findall(r'^ .*?(--\w+)', text, re.M)
                    if option not in shown)
        yield from (f'too wide: {line}' for line in text.splitlines()
                    if len(line) > 80)


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
    wrong = list(check_help(lcm, printed))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
