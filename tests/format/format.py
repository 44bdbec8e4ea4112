#!/usr/bin/env python3
"""Names the files that clang-format would change.

usage: format.py ROOT CLANG_FORMAT
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

FOLDERS = csource.FOLDERS + ('tests/unit', 'tests/property', 'tests/fuzz',
                             'samples', 'bench')


def main():
    root, clang_format = sys.argv[1:3]
    paths = csource.files(root, ('.c', '.h'), FOLDERS)
    run = subprocess.run([clang_format, '--dry-run', *map(str, paths)],
                         text=True, stderr=subprocess.PIPE, check=False)
    changed = {line.split(':')[0] for line in run.stderr.splitlines()
               if 'clang-format-violations' in line}
    for path in sorted(changed):
        print(f'{path}: run {clang_format} -i on it')
    if run.returncode and not changed:
        print(run.stderr)
    sys.exit(1 if changed or run.returncode else 0)


if __name__ == '__main__':
    main()
