#!/usr/bin/env python3
"""What configurations, the environment and the command line say, and which of
them comes first; colours, and tables on a narrow terminal.

usage: config.py LCM
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

PROGRAM = '''#include <omp.h>
int main(void) {
#pragma omp parallel for
  // lcm: model work = 8 s
  for (int i = 0; i < 8; i++)
    (void)omp_get_thread_num();
}
'''
MACHINE = '{"schema": "lcm-machine/1", "name": "%s", "costs": {}}'


class Place:
    """A user with a project, and the lcm that they call."""

    def __init__(self, lcm, folder):
        self.lcm = lcm
        self.folder = folder
        self.env = {key: value for key, value in os.environ.items()
                    if key not in ('LCM_CONFIG', 'LCM_MACHINE', 'NO_COLOR')}
        self.env['XDG_CONFIG_HOME'] = str(folder / 'home')

    def write(self, name, text):
        """Write `text` into the file `name`."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *arguments, **env):
        """Return status, output and messages of lcm in a folder below the
        project."""
        done = subprocess.run([self.lcm, *arguments], check=False, text=True,
                              cwd=self.folder / 'project/deep/src',
                              env={**self.env, **env}, capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def predicted(self, *arguments, **env):
        """Return the machine and the processors that are predicted for."""
        status, out, err = self.run('predict', 'a.c', '--format', 'json',
                                    *arguments, **env)
        if status:
            return err
        document = json.loads(out)
        return (document['basis']['machine'],
                [point['env']['p'] for point in document['points']])


def check_order(place):
    """Yield where something comes first that should not."""
    for name in ('user', 'project', 'variable', 'option'):
        place.write(f'machines/{name}.json', MACHINE % name)
    place.write('project/ci/project.json', MACHINE % 'project')
    place.write('project/deep/src/a.c', PROGRAM)
    machines = place.folder / 'machines'
    variable = {'LCM_MACHINE': str(machines / 'variable.json')}
    place.write('home/lcm/config',
                f'machine = {machines}/user.json # mine\n\np = 2,3\n')
    yield place.predicted(), ('user', [2, 3])
    place.write('project/.lcm.conf', 'machine = ci/project.json\r\n')
    yield place.predicted(), ('project', [2, 3])
    yield place.predicted('-D', 'p=5', **variable), ('variable', [5])
    yield place.predicted('--machine', f'{machines}/option.json',
                          **variable), ('option', [2, 3])
    place.write('alone', 'machine = machines/option.json\n')
    alone = {'LCM_CONFIG': str(place.folder / 'alone')}
    yield place.predicted(**alone), ('option', [1, 2, 4, 8, 16])
    yield place.predicted(LCM_CONFIG='none', LCM_MACHINE='none'), \
        (None, [1, 2, 4, 8, 16])


def check_build(place):
    """Yield whether a command without input reads what is configured."""
    database = [{'directory': '.', 'file': 'a.c', 'command': 'cc a.c'}]
    place.write('project/deep/src/compile_commands.json', json.dumps(database))
    place.write('project/.lcm.conf', 'build = deep/src\np = 4\nmachine = none')
    status, out, _ = place.run('predict')
    yield (status, 'p = 4: 2 s' in out), (0, True)


def check_mistakes(place):
    """Yield what is said of mistakes, and what is not."""
    for text, want in (
            ('\nmachin = x\n', "../../.lcm.conf:2:1: error: there is no key "
             "'machin'; did you mean 'machine'? [usage]\n"),
            ('output = x', "../../.lcm.conf:1:1: error: there is no key "
             "'output'; see 'man lcm' [usage]\n"),
            ('jobs =\n', "../../.lcm.conf:1:1: error: 'jobs' has no value: "
             "jobs = VALUE [usage]\n"),
            ('build = a/../..', "../../.lcm.conf:1:1: error: 'a/../..' leads "
             "out of the folder of this file [usage]\n")):
        place.write('project/.lcm.conf', text)
        yield place.run('predict', 'a.c')[::2], (2, want)


def check_colours(place):
    """Yield whether there are colours where there should be."""
    place.write('project/.lcm.conf', 'color = always')
    for arguments, env, want in (
            ((), {}, True), ((), {'NO_COLOR': '1'}, True),
            (('--color', 'never'), {}, False),
            (('--color=auto',), {}, False),
            (('--color', 'always'), {'LCM_CONFIG': 'none'}, True)):
        status, out, err = place.run('predict', 'a.c', 'b.c', *arguments,
                                     **env)
        yield (status, '\033[' in err), (2, want)
        status, out, err = place.run('predict', 'a.c', *arguments, **env)
        yield (status, '\033[1m' in out), (0, want)
    yield place.run('predict', 'a.c', '--color', 'blue'), \
        (2, '', "lcm: error: --color is auto, always or never, not 'blue' "
         '[usage]\n')


def check_width(place):
    """Yield whether a table is no wider than its terminal."""
    place.write('project/.lcm.conf', 'color = never\np = 1,2\n')
    main_end, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 40, 0, 0))
    subprocess.run([place.lcm, 'predict', 'a.c'], check=True, stdout=end,
                   cwd=place.folder / 'project/deep/src',
                   env={**place.env, 'LCM_MACHINE': 'none'})
    os.close(end)
    said = b''
    try:
        while part := os.read(main_end, 4096):
            said += part
    except OSError:
        os.close(main_end)
    table = said.decode().replace('\r', '').split('\n\n')[1:]
    yield [max(map(len, block.splitlines())) <= 40 for block in table[:2]], \
        [True, True]
    yield [re.findall(r'^ *(p|\d) ', block, re.M) for block in table[:2]], \
        [['p', '1', '2']] * 2


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(sys.argv[1], pathlib.Path(folder))
        results = [*check_order(place), *check_build(place),
                   *check_mistakes(place), *check_colours(place),
                   *check_width(place)]
    wrong = [f'{found} is not {want}' for found, want in results
             if found != want]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


main()
