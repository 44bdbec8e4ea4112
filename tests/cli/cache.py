#!/usr/bin/env python3
"""Checks that lcm keeps the results of units, and only those that are right.

Every case is a fresh directory with a few files; --progress tells which units
came from the cache.

usage: cache.py LCM [CASE...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / 'common')]
import clock

ONE = '#include "n.h"\nint a[N];\nvoid one(void) {\n' \
      '#pragma omp parallel for\n  for (int i = 0; i < N; i++)\n' \
      '    a[i] = i;\n}\n'
TWO = 'void one(void);\nint main(void) {\n  one();\n  return 0;\n}\n'
FILES = {'one.c': ONE, 'two.c': TWO, 'n.h': '#define N 100\n'}
LINE = re.compile(r'^\[\d+/\d+\] (\S+?)(, kept)?$')


class Place:
    """A directory with files in which lcm runs."""

    def __init__(self, lcm, directory, files):
        self.lcm, self.root = os.path.abspath(lcm), pathlib.Path(directory)
        self.cache = self.root / 'cache'
        self.files = [name for name in files if name.endswith('.c')]
        for name, text in files.items():
            self.write(name, text)

    def write(self, name, text):
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self, *arguments):
        """Start lcm on all files."""
        clock.tick()
        return subprocess.Popen(
            [self.lcm, 'analyze', '-c', '--progress', '--cache',
             str(self.cache), *arguments], cwd=self.root, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, status=0):
        """Run lcm on all files; return its output, what else it said, and the
        files that it took from the cache."""
        flags = arguments[arguments.index('--'):] if '--' in arguments else ()
        options = arguments[:len(arguments) - len(flags)]
        done = self.start(*options, *self.files, *flags)
        out, said = done.communicate(timeout=120)
        assert done.returncode == status, (done.returncode, said)
        kept, other = set(), []
        for line in said.splitlines():
            match = LINE.match(line)
            if not match:
                other.append(line)
            elif match.group(2):
                kept.add(match.group(1))
        return out, other, kept

    def entries(self):
        """Return the files of the cache."""
        return sorted(path for path in self.cache.rglob('*')
                      if path.is_file())


def same(place):
    """A second run takes all from the cache and says the same, whether files
    were touched or not; so does one that needs the constructs alone."""
    first = place.run()
    assert first[2] == set(), first
    assert place.run() == (*first[:2], {'one.c', 'two.c'})
    for name in FILES:
        (place.root / name).touch()
    assert place.run() == (*first[:2], {'one.c', 'two.c'})
    lists = place.run('--constructs')
    assert 'parallel for' in lists[0] and not lists[2]
    assert place.run('--constructs') == (*lists[:2], {'one.c', 'two.c'})


def header(place):
    """A changed header is noticed by the units that include it; the text
    that it had is still known."""
    first = place.run()[0]
    assert 'i(0, 99)' in first, first
    place.write('n.h', '#define N 50\n')
    second = place.run()
    assert second[2] == {'two.c'} and 'i(0, 49)' in second[0], second
    assert place.run() == (*second[:2], {'one.c', 'two.c'})
    place.write('n.h', '#define N 100\n')
    third = place.run()
    assert third[0] == first and third[2] == {'one.c', 'two.c'}, third


def source(place):
    """A changed source is noticed."""
    place.run()
    place.write('two.c', TWO.replace('one();', 'one();\n  one();'))
    second = place.run()
    assert second[2] == {'one.c'} and second[0].count('callee=one') == 2


def shadow(place):
    """A header that appears where it is found before another is noticed."""
    (place.root / 'n.h').unlink()
    place.write('late/n.h', '#define N 7\n')
    flags = ('--', '-Iearly', '-Ilate')
    assert 'i(0, 6)' in place.run(*flags)[0]
    assert place.run(*flags)[2] == {'one.c', 'two.c'}
    place.write('early/n.h', '#define N 8\n')
    second = place.run(*flags)
    assert 'i(0, 7)' in second[0] and second[2] == {'two.c'}, second
    place.write('n.h', '#define N 9\n')
    third = place.run(*flags)
    assert 'i(0, 8)' in third[0] and third[2] == {'two.c'}, third


def missing(place):
    """A header that is missing is missed again, and found when it comes."""
    (place.root / 'n.h').unlink()
    first = place.run(status=1)
    assert any('[missing-header]' in line for line in first[1]), first
    second = place.run(status=1)
    assert second == (*first[:2], {'one.c', 'two.c'}), second
    place.write('include/n.h', '#define N 3\n')
    assert place.run(status=1)[2] == {'one.c', 'two.c'}
    third = place.run('--', '-Iinclude')
    assert 'i(0, 2)' in third[0] and not third[1] and not third[2], third
    place.write('n.h', '#define N 4\n')
    fourth = place.run()
    assert 'i(0, 3)' in fourth[0] and fourth[2] == {'two.c'}, fourth


def flags(place):
    """Other flags, variants and sidecar files give other results."""
    place.write('n.h', '#ifndef N\n#define N 100\n#endif\n')
    place.run()
    assert place.run('--', '-DN=5')[2] == set()
    assert 'i(0, 4)' in place.run('--', '-DN=5')[0]
    assert place.run('--variant', 'v')[2] == set()
    assert place.run()[2] == {'one.c', 'two.c'}


def sidecar(place):
    """A sidecar file that changes is noticed."""
    place.write('side', 'at one\n  model time = 1 s\n')
    first = place.run('--models', 'side')
    assert place.run('--models', 'side')[2] == {'one.c', 'two.c'}
    place.write('side', 'at one\n  model time = 2 s\n')
    second = place.run('--models', 'side')
    assert second[2] == set() and second[0] != first[0], second


def damage(place):
    """A damaged entry is no entry."""
    first = place.run()
    for harm in (lambda text: text[:len(text) // 2], lambda text: b'',
                 lambda text: b'\x00' * len(text), lambda text: text + b'x',
                 lambda text: text[:-1] + bytes([text[-1] ^ 1])):
        for path in place.entries():
            path.write_bytes(harm(path.read_bytes()))
        assert place.run() == first
        assert place.run() == (*first[:2], {'one.c', 'two.c'})


def swapped(place):
    """Entries that have changed places, and what is no file, are no entries."""
    first = place.run()
    entries = sorted(place.entries())
    texts = [path.read_bytes() for path in entries]
    for path, text in zip(entries, texts[1:] + texts[:1]):
        path.write_bytes(text)
    assert place.run() == first
    assert place.run() == (*first[:2], {'one.c', 'two.c'})
    for path in place.entries():
        path.unlink()
        os.mkfifo(path)
    assert place.run() == first
    assert place.run() == (*first[:2], {'one.c', 'two.c'})


def unusable(place):
    """Where there can be no cache lcm goes on without."""
    first = place.run()
    shutil.rmtree(place.cache)
    place.cache.write_text('')
    assert place.run() == first
    assert place.run() == first
    place.cache.unlink()
    assert place.run('--no-cache') == first
    assert not place.cache.exists()


def size(place):
    """The oldest entries go where there are too many: a folder keeps a
    sixteenth of a MiB, here one old file and what is new."""
    for i in range(16):
        for age in range(4):
            path = place.cache / f'{i:x}' / f'{age}'
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes(30000))
            os.utime(path, (1000 - age, 1000 - age))
    first = place.run('--cache-size', '1')
    seen = 0
    for folder in place.cache.iterdir():
        names = {path.name for path in folder.iterdir()}
        old = names & {'0', '1', '2', '3'}
        if names == old:
            assert len(names) == 4, names
            continue
        seen += 1
        assert sum(path.stat().st_size
                   for path in folder.iterdir()) <= 65536
        assert old in ({'0'}, {'0', '1'}), names
    assert seen, list(place.cache.iterdir())
    assert place.run('--cache-size', '1') == (*first[:2], {'one.c', 'two.c'})


def at_once(place):
    """Several runs at the same time do not disturb each other."""
    place.files = []
    for i in range(6):
        place.write(f'u{i}.c', ONE.replace('one', f'u{i}'))
        place.files.append(f'u{i}.c')
    want = place.run('--no-cache')[0]
    runs = [place.start(*place.files) for _ in range(4)]
    for run in runs:
        out = run.communicate(timeout=120)[0]
        assert run.returncode == 0 and out == want
    assert place.run()[2] == set(place.files)
    assert not [path for path in place.entries() if 'new.' in path.name]


def crash(place):
    """A unit at which libclang crashes costs only itself: it is no entry, and
    the others are."""
    place.write('bad.c', '#pragma clang __debug crash\n')
    good = place.run()[0]
    place.files.append('bad.c')
    for kept in ({'one.c', 'two.c'}, {'one.c', 'two.c'}):
        out, said, got = place.run(status=1)
        assert out == good and got == kept, (out, got)
        assert [line for line in said if 'crashed' in line], said
        assert all(line.startswith(('bad.c: error', 'lcm: '))
                   for line in said), said
    place.write('bad.c', 'int good;\n')
    assert place.run()[2] == {'one.c', 'two.c'}
    assert place.run()[2] == {'one.c', 'two.c', 'bad.c'}


def stuck(place):
    """A unit in which the front end never ends, whether it computes or waits,
    is stopped and costs only itself."""
    good = place.run()[0]
    twice = ''.join(f'#define A{i} A{i - 1} A{i - 1}\n' for i in range(1, 60))
    place.write('busy.c', f'#define A0 ;\n{twice}void busy(void) {{ A59 }}\n')
    os.mkfifo(place.root / 'idle.h')
    place.write('idle.c', '#include "idle.h"\n')
    place.files += ['busy.c', 'idle.c']
    begin = time.monotonic()
    out, said, got = place.run('--timeout', '1', status=1)
    assert time.monotonic() - begin < 60
    assert out == good and got == {'one.c', 'two.c'}, (out, got)
    assert sorted(line.split(':')[0] for line in said
                  if 'was stopped' in line) == ['busy.c', 'idle.c'], said


def said(place):
    """What was said of units together is said again, in each form."""
    place.write('two.c', TWO.replace('one();', 'again:\n  one();\n'
                                     '  goto again;'))
    first = place.run()
    assert any('[opaque]' in line for line in first[1]), first
    text = place.run('-c', '--format', 'json')
    assert place.run() == (*first[:2], {'one.c', 'two.c'})
    assert place.run('-c', '--format', 'json') == text
    assert place.run('-q')[:2] == (first[0], [])


def alone(place):
    """One file, which lcm analyses in its own process, is kept too; as a part
    of a program it is another unit."""
    place.files = ['one.c']
    first = place.run()
    assert first[2] == set()
    assert place.run() == (*first[:2], {'one.c'})
    part = place.run('--unit')
    assert part[2] == set()
    assert place.run('--unit') == (*part[:2], {'one.c'})


def everywhere(place):
    """What is said of files and of the program does not depend on how many
    workers there are, nor on whether units are kept: plain code is handed over
    beside the parts that edits see, too, also where there is nothing of
    it."""
    place.write('three.c', 'void one(void);\ndouble *f(int);\ndouble *q;\n'
                'void three(int n) {\n  one();\n  double *le;\n'
                '  if (*q == 0) {\n    le = f(n);\n    *q = *le;\n  }\n}\n'
                'void four(double **r, int n) {\n  double *le;\n'
                '  if (*r == 0) {\n    le = f(n);\n    *r = le;\n  }\n}\n')
    place.write('two.c', TWO.replace('int', 'void three(int);\nint', 1)
                .replace('one();', 'one();\n  three(7);', 1))
    place.files.append('three.c')
    units, advice = set(), set()
    for jobs in ('1', '2', '8'):
        shutil.rmtree(place.cache, ignore_errors=True)
        for _ in range(2):
            units.add(place.run('-j', jobs)[:1])
            done = subprocess.run(
                [place.lcm, 'advise', *place.files, '-D', 'p=4', '-j', jobs,
                 '--cache', place.cache, '-q'], cwd=place.root, text=True,
                timeout=120, check=False, capture_output=True)
            advice.add((done.returncode, done.stdout, done.stderr))
    assert len(units) == 1 and len(advice) == 1, (units, advice)
    assert not next(iter(advice))[0], advice


def check(place, name, *options):
    """Return what `lcm check` says of the file `name`, and after how many
    seconds; with the cache of `place` unless `options` are given."""
    begin = time.monotonic()
    done = subprocess.run([place.lcm, 'check',
                           *(options or ('--cache', place.cache)), name],
                          cwd=place.root, text=True, timeout=120, check=False,
                          capture_output=True)
    return done.stderr, time.monotonic() - begin


def quick(place):
    """Where no worker has to be waited for, none is: that would be a second in
    each run, more than ten times what analysing the file takes."""
    check(place, 'one.c')
    fresh = min(check(place, 'one.c', '--no-cache')[1] for _ in range(5))
    assert min(check(place, 'one.c')[1] for _ in range(5)) < 5 * fresh


def many(place):
    """Many diagnostics of one file come from the cache in the time that they
    take without it, about."""
    place.write('bad.c', 'int main(void) {\n' + '  // lcm: begin\n' * 30000 +
                '  return 0;\n}\n')
    first = check(place, 'bad.c')[0]
    assert first.count('[syntax]') == 30000, first[:2000]
    assert check(place, 'bad.c')[0] == first


CASES = [same, header, source, shadow, missing, flags, sidecar, damage,
         swapped, unusable, size, at_once, crash, stuck, said, alone,
         everywhere, quick, many]


def main():
    wrong = 0
    for case in CASES:
        if sys.argv[2:] and case.__name__ not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as directory:
            try:
                case(Place(sys.argv[1], directory, FILES))
            except AssertionError as error:
                wrong += 1
                line = error.__traceback__
                while line.tb_next:
                    line = line.tb_next
                print(f'{case.__name__}, line {line.tb_lineno}: {error}')
    print('ok' if not wrong else f'{wrong} cases are wrong')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
