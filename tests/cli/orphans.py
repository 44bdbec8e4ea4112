#!/usr/bin/env python3
"""When lcm is killed, the processes that it has started end, too; when it is
interrupted, it says so and its status is that of a signal.

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


def interrupt(lcm, folder, command, names):
    """Interrupt `command` of `lcm` alone while it works on the files `names`;
    return what is wrong with what it says and with its status."""
    with subprocess.Popen([lcm, *command, '--no-cache', *names], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        until(lambda: children(process.pid))
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=PATIENCE)
    if (process.returncode, out, said) == (
            130, '', 'lcm: interrupted; nothing was written\n'):
        return []
    return [f'{command}: {process.returncode}, {out!r}, {said!r}']


def main():
    """Check one input and two, and that an interruption is no crash."""
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
        for command in (['predict'], ['advise'], ['scale'], ['check'],
                        ['compare', '--edit', 'x: serialize main'],
                        ['graph', '-o', 'a.svg'], ['report', '-o', 'a.html'],
                        ['analyze', '--why-serial']):
            wrong += interrupt(lcm, folder, command, ['a.c'])
        if (folder / 'a.svg').exists() or (folder / 'a.html').exists():
            wrong.append('a file was written')
    print('\n'.join(wrong) or 'ok')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
