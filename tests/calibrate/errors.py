"""What goes wrong while measuring or joining is said, and leaves no half
written description; what was measured until then is used.

usage: errors.py LCM ROOT
"""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from common import HERE, LCM, calibrate, expect, finish, read

LIBOMP = '/usr/lib/llvm-19/lib/libomp.so'
DYING = '''#!/bin/sh
printf 'lcm-samples 1\\nMPI_Barrier 2 0 1e-6 1e-6 1e-6\\nMPI_Bcast+ 2 8 1'
exit 3
'''
OTHER = '#!/bin/sh\nprintf "lcm-samples 1\\nfact runtime %s\\nend\\n"\n'


def check(run, status, *words):
    """Check that `run` ended with `status` and said `words`."""
    expect(run.returncode == status,
           f'{run.args[1:]}: status {run.returncode}, not {status}: '
           f'{run.stderr}')
    for word in words:
        expect(word in run.stderr, f'{run.args[1:]}: no "{word}" in '
                                   f'"{run.stderr}"')


def check_usage():
    """Check command lines that make no sense."""
    check(calibrate('x.samples'), 2, '--merge')
    check(calibrate('--merge'), 2, 'needs samples')
    check(calibrate('--merge', HERE / 'two.samples', '-D', 'p=2'), 2, '-D')
    check(calibrate('--format', 'csv'), 2, 'text or json')
    check(calibrate('--quick', '-D', 'p=100000'), 2, 'p is a whole number')
    check(calibrate('--quick', '-D', 'p=1.5'), 2, 'p is a whole number')
    check(calibrate('--quick', '--runtime', 'nothing'), 2, 'libgomp, libomp')


def check_inputs(place):
    """Check inputs that are no samples."""
    for text, words in (
            ('', ('neither samples',)), ('hello\n', ('neither samples',)),
            ('{"schema": "lcm-machine/1"}', ('no measurements', '[machine]')),
            ('{', ('[syntax]',)),
            ('lcm-samples 1\nbarrier 2\n', (':2:', '[syntax]')),
            ('lcm-samples 1\nbarrier 2 0 nan\n', (':2:', '[syntax]')),
            ('lcm-samples 1\nbarrier 2 0 -1\n', (':2:', '[syntax]')),
            ('lcm-samples 1\n\nbarrier 2 0 1 2x\n', (':3:', '[syntax]')),
            ('lcm-samples 1\nfact x\n', (':2:', '[syntax]'))):
        path = place / 'input'
        path.write_text(text)
        run = calibrate('--merge', path, '-o', place / 'out')
        expect(run.returncode in (1, 2), f'{text!r}: {run.returncode}')
        check(run, run.returncode, *words)
        expect(not (place / 'out').exists(), f'{text!r}: wrote something')
    path.write_text('lcm-samples 1\nend\n')
    check(calibrate('--merge', path), 2, 'nothing was measured')
    check(calibrate('--merge', place / 'missing'), 2, '[io]')


def check_full(place):
    """Check outputs that cannot be written."""
    if os.path.exists('/dev/full'):
        check(calibrate('--merge', HERE / 'two.samples', '-o', '/dev/full'), 2,
              'No space left')
    check(calibrate('--merge', HERE / 'two.samples', '-o', place / 'no/out'),
          2, 'cannot write')


def check_programs(place):
    """Check measuring programs that are not there or die."""
    script = place / 'dying'
    script.write_text(DYING)
    script.chmod(0o755)
    run = calibrate('--quick', '--mpi', 'mpirun', '--mpicc',
                    place / 'no-mpicc', '-o', place / 'threads.json')
    check(run, 2, 'cannot compile', 'no-mpicc', '--mpicc')
    machine = read(place / 'threads.json')
    expect('fork' in machine['costs'], 'the threads are lost')
    run = calibrate('--quick', '--mpi', script, '--mpicc', 'true',
                    '-o', place / 'died.json')
    check(run, 2, 'stopped before its end (status 3)', 'is used')
    machine = read(place / 'died.json')
    expect(machine['costs'].get('MPI_Barrier') == 1e-6, 'MPI_Barrier is lost')
    expect('MPI_Bcast' not in machine['costs'], 'half a line is used')
    expect('fork' in machine['costs'], 'the threads are lost')
    run = calibrate('--quick', '--mpi', 'no-such-program', '--mpicc', 'true')
    check(run, 2, 'cannot start no-such-program')
    expect(not [name for name in os.listdir(place) if 'XXX' in name
                or name.startswith('lcm-calibrate')], 'left something behind')


def check_runtime(place):
    """Check that an OpenMP library is not measured in the place of another."""
    program = pathlib.Path(LCM).with_name('lcm-calibrate-threads')
    used = {}
    for name in ('libgomp', 'libomp'):
        run = subprocess.run([program, '--quick', '--runtime', name, '1'],
                             capture_output=True, text=True, timeout=100,
                             check=False)
        lines = run.stdout.splitlines()
        used[name] = any(line.startswith('flop ') for line in lines)
        expect(run.returncode == 0 and lines[-1] == 'end', f'{name}: {run}')
        expect(used[name] == (f'fact runtime {name}' in lines),
               f'{name} is asked for: {lines[:9]}')
    expect(sum(used.values()) == 1, f'measured: {used}')
    copy = place / 'bin' / 'lcm'
    copy.parent.mkdir()
    shutil.copy(LCM, copy)
    for name, other in (('libgomp', 'libomp'), ('libomp', 'libgomp')):
        script = copy.with_name('lcm-calibrate-threads')
        script.write_text(OTHER % other)
        script.chmod(0o755)
        run = subprocess.run([copy, 'calibrate', '--runtime', name, '-o',
                              place / 'other.json'], text=True, timeout=100,
                             capture_output=True, check=False)
        if name == 'libgomp' or os.path.exists(LIBOMP):
            check(run, 2, f'runs with {other} here, not with {name}',
                  'gcc' if name == 'libgomp' else '--runtime DIR/libomp.so')
        expect(not (place / 'other.json').exists(), f'{name}: wrote something')


def check_killed(place):
    """Check that nothing half written is left when lcm is killed."""
    with subprocess.Popen([LCM, 'calibrate', '-o', place / 'killed.json'],
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL,
                          start_new_session=True) as run:
        time.sleep(0.3)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    expect(not list(place.glob('killed.json*')), 'killed, it left a file')


def main():
    check_usage()
    with tempfile.TemporaryDirectory() as name:
        os.environ['TMPDIR'] = name
        place = pathlib.Path(name)
        check_inputs(place)
        check_full(place)
        check_programs(place)
        check_runtime(place)
        check_killed(place)
    finish()


main()
