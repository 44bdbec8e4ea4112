#!/usr/bin/env python3
"""What cannot be written is an error also where only a text is printed.

usage: full_disk.py LCM
"""
import os
import subprocess
import sys

ASKED = (['--help'], ['-h'], ['--version'], ['--man'], ['help'],
         ['help', 'predict'], ['predict', '--help'])


def main():
    """Ask for each text, with and without a place for it."""
    lcm = os.path.abspath(sys.argv[1])
    wrong = []
    for words in ASKED:
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([lcm, *words], stdout=full, check=False,
                                  stderr=subprocess.PIPE)
        if done.returncode != 2 or b'cannot write' not in done.stderr:
            wrong.append(f'{words}: status {done.returncode}, {done.stderr}')
        if subprocess.run([lcm, *words], capture_output=True,
                          check=False).returncode:
            wrong.append(f'{words}: an error although there is room')
    print('\n'.join(wrong) or 'ok')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
