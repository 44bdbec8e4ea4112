#!/usr/bin/env python3
"""When lcm is killed, the processes that it has started end, too.

The headers of the inputs are pipes that nobody writes to, so that their
analysis waits: of one input in the process of the command, of two in workers.

usage: orphans.py LCM
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 20


def children(pid):
    """Return the processes below `pid`, which may wait no longer."""
    found = []
    for task in pathlib.Path(f'/proc/{pid}/task').glob('*/children'):
        for child in task.read_text().split():
            found += [int(child)] + children(child)
    return found


def lives(pid):
    """Return whether `pid` is there and no zombie."""
    try:
        stat = pathlib.Path(f'/proc/{pid}/stat').read_text()
    except OSError:
        return False
    return stat.rpartition(')')[2].split()[0] not in 'ZX'


def until(condition):
    """Wait for `condition`; return whether it came."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def kill(lcm, folder, names, number):
    """Kill `lcm` with SIGKILL while `number` processes of it work on the files
    `names`; return what is wrong with those that are left."""
    with subprocess.Popen([lcm, 'analyze', '--no-cache', *names], cwd=folder,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        began = until(lambda: len(children(process.pid)) >= number)
        started = children(process.pid)
        process.kill()
    ended = until(lambda: not any(map(lives, started)))
    for pid in filter(lives, started):
        os.kill(pid, signal.SIGKILL)
    if not began:
        return [f'{names}: {len(started)} processes, not {number}']
    return [] if ended else [f'{names}: processes are left']


def main():
    """Check one input and two."""
    lcm = os.path.abspath(sys.argv[1])
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for letter in 'ab':
            os.mkfifo(folder / f'{letter}.h')
            (folder / f'{letter}.c').write_text(f'#include "{letter}.h"\n'
                                                f'int {letter};\n')
        wrong += kill(lcm, folder, ['a.c'], 1)
        wrong += kill(lcm, folder, ['a.c', 'b.c'], 2)
    print('\n'.join(wrong) or 'ok')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
