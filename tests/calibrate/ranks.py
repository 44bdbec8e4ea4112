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
COSTS = {'transfer', 'MPI_Barrier', 'MPI_Bcast', 'MPI_Reduce', 'MPI_Allreduce',
         'MPI_Gather', 'MPI_Scatter', 'MPI_Allgather', 'MPI_Alltoall', 'file'}


def check(library, option, place):
    """Check what is measured of `library`."""
    path = pathlib.Path(place, 'machine.json')
    run = calibrate('--quick', '-D', 'p=1', '-D', 'ranks=2', '-o', path,
                    '--mpi', f'mpirun.{library} {option} -np {{p}}',
                    '--mpicc', f'mpicc.{library}', env=AS_ROOT)
    expect(run.returncode == 0, f'{library}: {run.stderr}')
    machine = read(path)
    missing = COSTS - set(machine['costs'])
    noisy = {cost for cost in missing if cost in run.stdout}
    expect(missing == noisy, f'{library}: no {missing - noisy}')
    expect(machine['ranks_per_node'] == 2, f'{library}: ranks_per_node')
    points = {(point['what'], point['m']): point['value']
              for point in machine['calibration']['points']}
    expect(points['pingpong', 524288] > points['pingpong', 8] > 0,
           f'{library}: long messages take no longer')
    expect(points['MPI_Alltoall', 524288] > points['MPI_Alltoall', 8] > 0,
           f'{library}: much data takes no longer')
    expect(points['MPI_Barrier', 0] > 0, f'{library}: no barrier')
    expect(points['file', 524288] > points['file', 8] > 0,
           f'{library}: writing much takes no longer')
    expect('file (not known)' not in run.stdout,
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
