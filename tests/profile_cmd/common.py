"""What the tests of lcm profile share."""
import glob
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

CATEGORIES = ('pc', 'li', 'ip', 'sl', 'cl', 'rc')


class Place:
    """A folder with the program nap in it."""

    def __init__(self, arguments):
        self.lcm, root, self.compiler = arguments[1:4]
        self.lcm = os.path.abspath(self.lcm)
        self.root = pathlib.Path(root).resolve()
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        source = self.root / 'tests' / 'profile_cmd' / 'nap.c'
        (self.path / 'nap.c').write_text(source.read_text())
        self.compile('nap', 'nap.c')
        self.lines = {}
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if line.rstrip().endswith('*/') and '/*' in line and number > 12:
                self.lines[line.split('/*')[1].split()[0]] = number

    def compile(self, name, *sources, flags=('-g', '-O1')):
        """Compile `sources`, files of the folder, to the program `name`."""
        subprocess.run([self.compiler, *flags, '-fopenmp', '-D_DEFAULT_SOURCE',
                        *sources, '-o', name, '-lm'], cwd=self.path,
                       check=True)

    def command(self, *arguments):
        """Return the command line of lcm profile with `arguments`."""
        return [self.lcm, 'profile', '--no-cache', *arguments]

    def profile(self, *arguments, status=0, **more):
        """Run lcm profile; return what it prints, and what it says."""
        done = subprocess.run(self.command(*arguments), cwd=self.path,
                              capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, check=False, **more)
        print('$ lcm profile', *arguments, '->', done.returncode)
        print(done.stdout + done.stderr)
        assert done.returncode == status, (done.returncode, status)
        return done.stdout, done.stderr

    def records(self, name='runs.jsonl'):
        """Return the records in the file `name`."""
        text = (self.path / name).read_text()
        assert text.endswith('\n')
        return [json.loads(line) for line in text.splitlines()]


def skip_without_libomp():
    """End the test as skipped where programs of gcc cannot be measured."""
    if not (glob.glob('/usr/lib/*-linux-gnu/libomp.so.5') or
            glob.glob('/usr/lib/llvm-*/lib/libomp.so.5') or
            os.environ.get('LCM_LIBOMP')):
        print('skipped: there is no libomp')
        sys.exit(77)


def key(record):
    """Return which run `record` is of."""
    return (*sorted(record['params'].items()), record['repetition'])


def runs(records):
    """Return the records of each run: the whole one, and those of its
    fragments by name."""
    out = {}
    for record in records:
        run = out.setdefault(key(record), [None, {}])
        if record['fragment']:
            assert record['fragment'] not in run[1], record['fragment']
            run[1][record['fragment']] = record
        else:
            assert run[0] is None, 'a run is there twice'
            run[0] = record
    return out


def close(a, b, share=1e-9):
    """Return whether `a` and `b` are equal but for rounding."""
    return math.isclose(a, b, rel_tol=share, abs_tol=1e-12)


def check_sums(records):
    """Check that categories add up: over fragments, but for tags, which have
    what is in others, to the run, of the run to processors x time."""
    for whole, parts in runs(records).values():
        assert whole, 'a run without its record of the whole'
        for name in whole['categories']:
            total = sum(part['categories'].get(name, 0)
                        for part in parts.values()
                        if 'inclusive' not in part.get('flags', []))
            assert close(total, whole['categories'][name]), (name, total)
        total = sum(whole['categories'].values())
        assert close(total, whole['processors'] * whole['elapsed'], 1e-6), whole
