"""Messages and collectives between two ranks, with each MPI library that is
installed.

usage: ranks.py LCM ROOT
"""
import os
import pathlib
import shutil
import sys
import tempfile

from common import calibrate, expect, finish, read

LIBRARIES = {'openmpi': '--oversubscribe', 'mpich': ''}
AS_ROOT = {'OMPI_ALLOW_RUN_AS_ROOT': '1',
           'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
TRIES = 3
COSTS = {'transfer', 'MPI_Barrier', 'MPI_Bcast', 'MPI_Reduce', 'MPI_Allreduce',
         'MPI_Gather', 'MPI_Scatter', 'MPI_Allgather', 'MPI_Alltoall', 'file'}


def measure(library, option, path):
    """Measure `library` into the file at `path`; return what was printed, and
    the machine."""
    run = calibrate('--quick', '-D', 'p=1', '-D', 'ranks=2', '-o', path,
                    '--mpi', f'mpirun.{library} {option} -np {{p}}',
                    '--mpicc', f'mpicc.{library}', env=AS_ROOT)
    expect(run.returncode == 0, f'{library}: {run.stderr}')
    return run.stdout, read(path)


def points_of(machine):
    """Return what was measured, by what it is and how many bytes."""
    return {(point['what'], point['m']): point['value']
            for point in machine['calibration']['points']}


def grows(machine, what):
    """Return whether much data takes longer than little in `what`."""
    points = points_of(machine)
    return points[what, 524288] > points[what, 8] > 0


def check(library, option, place):
    """Check what is measured of `library`.  Ranks that spin for each other lose
    whole slices of time where others use the processors: such a measurement is
    made again."""
    path = pathlib.Path(place, 'machine.json')
    tries = TRIES
    printed, machine = measure(library, option, path)
    while tries > 1 and not (grows(machine, 'pingpong') and
                             grows(machine, 'MPI_Alltoall')):
        tries -= 1
        printed, machine = measure(library, option, path)
    expect(grows(machine, 'pingpong'),
           f'{library}: long messages take no longer')
    missing = COSTS - set(machine['costs'])
    noisy = {cost for cost in missing if cost in printed}
    expect(missing == noisy, f'{library}: no {missing - noisy}')
    expect(machine['ranks_per_node'] == 2, f'{library}: ranks_per_node')
    expect(grows(machine, 'MPI_Alltoall'),
           f'{library}: much data takes no longer')
    expect(points_of(machine)['MPI_Barrier', 0] > 0, f'{library}: no barrier')
    expect(grows(machine, 'file'),
           f'{library}: writing much takes no longer')
    expect('file (not known)' not in printed,
           f'{library}: files count as not measured')
    expect('fork' in machine['costs'], f'{library}: the threads are lost')
    expect(os.listdir(place) == ['machine.json'],
           f'{library}: left {os.listdir(place)}')


def main():
    found = [name for name in LIBRARIES if shutil.which(f'mpicc.{name}')]
    if not found:
        print('skipped: neither mpicc.openmpi nor mpicc.mpich is installed')
        sys.exit(77)
    for library in found:
        with tempfile.TemporaryDirectory() as place:
            os.environ['TMPDIR'] = place
            check(library, LIBRARIES[library], place)
            del os.environ['TMPDIR']
    finish()


main()
