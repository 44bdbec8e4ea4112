#!/usr/bin/env python3
"""Checks that the stand-in for mpi.h, with the tables that it includes, compiles
without a warning: errors in it are none to the analysis.

usage: stand_in.py ROOT CC
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

COPIES = {'analyzer/include/mpi.h': 'mpi.h',
          'model/structure/mpi.def': 'lcm_mpi.def',
          'model/structure/mpi_names.def': 'lcm_mpi_names.def'}


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        for source, name in COPIES.items():
            shutil.copy(root / source, place / name)
        unit = place / 'unit.c'
        unit.write_text('#include <mpi.h>\nint ok = MPI_SUCCESS;\n')
        done = subprocess.run(
            [compiler, '-std=c17', '-Wall', '-Wextra', '-Werror', '-I', place,
             '-fsyntax-only', unit], capture_output=True, text=True)
    print(done.stderr or 'ok')
    sys.exit(done.returncode != 0)


main()
