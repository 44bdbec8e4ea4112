"""Which compilers build programs for which OpenMP library."""
import os
import shutil
import subprocess

COMPILERS = {"libgomp": ("gcc",),
             "libomp": ("clang", "clang-19", "clang-14")}


def usable(library):
    """The first compiler that has a library and its header, or None."""
    for name in COMPILERS[library]:
        if shutil.which(name) and subprocess.run(
                [name, "-fopenmp", "-x", "c", "-", "-o", os.devnull],
                input="#include <omp.h>\nint main(void) { return 0; }\n",
                text=True, check=False, capture_output=True).returncode == 0:
            return name
    return None
