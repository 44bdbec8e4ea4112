#!/usr/bin/env python3
"""Annotates sources with a model of each node that `lcm analyze` shows, as
scripts/annotate_check.py does for whole projects, and holds that all that is
written is bound to its node: numbers of nodes are the same before and after
calls through pointers are known.

usage: exact_numbers.py LCM SOURCE...
"""
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'scripts'))
import annotate_check


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    failed = False
    with tempfile.TemporaryDirectory() as place:
        for source in sys.argv[2:]:
            file = pathlib.Path(shutil.copy(source, place))
            read, wrong, wanted, written, compiles = annotate_check.check(
                lcm, file, place, ['-fopenmp'])
            print(f'{file.name}: {written} of {wanted} written')
            print('\n'.join(wrong))
            failed |= not read or bool(wrong) or not compiles or \
                written < 0.8 * wanted or not wanted
    sys.exit(failed)


if __name__ == '__main__':
    main()
