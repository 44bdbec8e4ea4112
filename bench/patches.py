#!/usr/bin/env python3
"""Do patches of `lcm advise` and `lcm edit` compile, compute the same, and gain?

For each program of a table its sources are copied, `lcm` is asked for patches
for two processors, and each patch is applied (`patch -F0`), compiled with gcc
and clang, and run: the output of 1, 2 and 3 threads has to be that of the
program as it was, numbers within `--tolerance`, without what the table says
to leave out (times).  What is promised to gain more than 5 % is
timed with two threads, before and after in turn, the fastest of some runs:
the gain has to have the sign that was predicted.

The table (bench/patches.json has samples and public programs) is a list of
  name      what it is called; with "each", the name of the source is added
  folder    what is copied, below ROOT
  each      patterns of sources below folder, of which each is a program
  sources   what lcm is given and the compiler compiles
  with      what is only compiled
  flags     for lcm and the compiler; sizes: lists of more flags, of which the
            first is taken with which the program needs less than --longest
  check     flags for the comparison of outputs instead of those of sizes
  lcm       options for lcm: what the program is given, -D, --entry
  libraries for the compiler, at the end
  run, args the arguments: to be timed, and (args) to be compared
  prepare   a command that is run in the copy before all else
  ignore    a pattern of what is left out of the output, such as times
  files     files that the program writes, compared, too

usage: patches.py LCM ROOT [TABLE] [--machine FILE] [--only PATTERN] [--each]
                  [--bare] [--runs N] [--first COMMAND] [--keep FOLDER]

--runs 0 times nothing; --first "chrt -f 1" lets what is timed go before all
others, on a machine that is not idle (by root).
--each asks for every piece of advice alone, by `lcm edit`; --bare takes the
OpenMP directives out of the sources first, so that there is more to advise.
"""
import argparse
import glob
import itertools
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

LEAST = 0.05  # gains that are judged
SHORT = 0.05  # seconds: starting threads is much of what takes less
THREADS = (1, 2, 3)
COMPILERS = {'gcc': ['gcc', '-O2', '-fopenmp', '-w'],
             'clang': ['clang-19', '-O2', '-fopenmp', '-w']}
PREDICTED = re.compile(r'^# predicted at .*?: (\S+ \S+) as it is, (\S+ \S+) with', re.M)
UNITS = {'s': 1, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9, 'min': 60, 'h': 3600, 'd': 86400}
NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?')


class Wrong(Exception):
    """What is wrong with a patch."""


def seconds(text):
    """Return "12.5 ms" in seconds."""
    value, unit = text.split()
    return float(value) * UNITS[unit]


def same(one, two, tolerance):
    """Return whether two outputs say the same, numbers nearly."""
    if NUMBER.sub('#', one).split() != NUMBER.sub('#', two).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(two))
    return all(a == b or math.isclose(float(a), float(b), rel_tol=tolerance,
                                      abs_tol=tolerance) for a, b in pairs)


class Program:
    """A program in a folder of its own."""

    def __init__(self, row, folder, args):
        self.row, self.folder, self.args = row, folder, args
        self.name = row['name']
        self.flags = row.get('flags', [])
        self.size = []

    def build(self, compiler, name, more):
        """Compile; return the path of the program."""
        out = os.path.join(self.folder, f'.{name}')
        files = self.row['sources'] + self.row.get('with', [])
        done = subprocess.run(
            COMPILERS[compiler] + self.flags + more + files + ['-o', out] +
            self.row.get('libraries', []) + ['-lm'], cwd=self.folder,
            capture_output=True, text=True, check=False)
        if done.returncode:
            raise Wrong(f'{compiler}: ' + done.stderr.strip()[:600])
        return out

    def run(self, program, threads, arguments, before=()):
        """Return what a run prints and writes, and how long it takes; `before`
        is a command that runs it."""
        for file in self.row.get('files', []):
            pathlib.Path(self.folder, file).unlink(missing_ok=True)
        began = time.monotonic()
        done = subprocess.run([*before, program, *arguments], cwd=self.folder, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=300, env={**os.environ,
                                                'OMP_NUM_THREADS': str(threads)})
        took = time.monotonic() - began
        if done.returncode:
            raise Wrong(f'status {done.returncode} with {threads} threads')
        text = (done.stdout + done.stderr).decode('latin1')
        for file in self.row.get('files', []):
            text += pathlib.Path(self.folder, file).read_text(encoding='latin1')
        return re.sub(self.row.get('ignore', '$^'), '', text, flags=re.M), took

    def lcm(self, command, *more):
        """Return what lcm prints for the sources."""
        machine = ['--machine', self.args.machine] if self.args.machine else []
        done = subprocess.run(
            [self.args.lcm, command, *self.row['sources'], '-D', 'p=2', *machine,
             *self.row.get('lcm', []), *more, '--', '-fopenmp', *self.flags,
             *self.size], cwd=self.folder, capture_output=True, timeout=600,
            check=False)
        if done.returncode:
            raise Wrong(f'lcm {command}: ' + done.stderr.decode('latin1')[-300:])
        return done.stdout.decode('latin1')  # also with CR LF

    def choose_size(self):
        """Take the first size that is not too long."""
        for size in self.row.get('sizes', [[]]):
            self.size = size
            program = self.build('gcc', 'before', size)
            try:
                if self.run(program, 2, self.row.get('run', []),
                            self.args.first)[1] < self.args.longest:
                    return
            except subprocess.TimeoutExpired:
                pass

    def arguments(self):
        """The arguments of runs that are compared."""
        return self.row.get('args', self.row.get('run', []))

    def check_flags(self):
        """The flags of programs that are compared."""
        return self.row.get('check', self.size)

    def patches(self):
        """Yield what lcm offers: a name, and the text of the patch."""
        if not self.args.each:
            yield 'best', self.lcm('advise', '--apply', '1', '--patch')
            return
        found = json.loads(self.lcm('advise', '--format', 'json'))['findings']
        edits = [one['edit'] for one in found if one.get('edit')]
        for edit in dict.fromkeys(edits):
            try:
                yield edit, self.lcm('edit', '--edit', edit)
            except Wrong as wrong:
                yield edit, '# not written: ' + str(wrong)

    def expected(self, compiler):
        """Return what the program prints as it is; None where it fails itself."""
        try:
            return self.run(self.build(compiler, 'check', self.check_flags()), 1,
                            self.arguments())[0]
        except Wrong:
            return None

    def judge(self, text):
        """Try one patch; return how it predicts and what was measured."""
        if '\n--- ' not in text:
            return None
        path = os.path.join(self.folder, '.patch')
        pathlib.Path(path).write_bytes(text.encode('latin1'))
        told = PREDICTED.search(text)
        gain = 1 - seconds(told[2]) / seconds(told[1]) if told else math.nan
        wanted = {compiler: self.expected(compiler) for compiler in COMPILERS}
        before = self.build('gcc', 'before', self.size)
        self.patch(path)
        try:
            for compiler in COMPILERS:
                if wanted[compiler] is None:
                    continue
                program = self.build(compiler, 'patched', self.check_flags())
                for threads in THREADS:
                    got, _ = self.run(program, threads, self.arguments())
                    if not same(wanted[compiler], got, self.args.tolerance):
                        raise Wrong(f'{compiler}, {threads} threads: other output')
            if not gain > LEAST or not self.args.runs:
                return gain, None, None
            return gain, *self.measure(before, self.build('gcc', 'after', self.size))
        finally:
            self.patch(path, '-R')

    def patch(self, path, *more):
        """Apply a patch."""
        done = subprocess.run(['patch', '-s', '-p1', '-F0', *more, '-i', path],
                              cwd=self.folder, capture_output=True, text=True,
                              check=False)
        if done.returncode:
            raise Wrong('patch: ' + done.stdout.strip()[:200])

    def measure(self, before, after):
        """Return the shortest time of each program, run in turn."""
        times = {before: [], after: []}
        for _, program in itertools.product(range(self.args.runs), times):
            times[program].append(self.run(program, 2, self.row.get('run', []),
                                           self.args.first)[1])
        return min(times[before]), min(times[after])


def expand(rows, root):
    """Yield the programs of a table, patterns written out."""
    for row in rows:
        if 'each' not in row:
            yield row
            continue
        top = os.path.join(root, row['folder'])
        for pattern in row['each']:
            for path in sorted(glob.glob(os.path.join(top, pattern))):
                source = os.path.relpath(path, top)
                if re.search(row.get('not', '^$'), source):
                    continue
                name = os.path.splitext(os.path.basename(source))[0]
                yield {**row, 'name': f'{row["name"]} {name}', 'sources': [source],
                       'flags': [f'-I{os.path.dirname(source)}', *row['flags']]}


def strip(folder, row):
    """Take the directives of OpenMP out of the sources."""
    for name in row['sources'] + row.get('with', []):
        path = pathlib.Path(folder, name)
        text = path.read_text(encoding='latin1')
        text = re.sub(r'^[ \t]*#[ \t]*pragma[ \t]+omp(?:\\\r?\n|.)*$', '', text,
                      flags=re.M)
        path.write_text(text, encoding='latin1')


def verdict(gain, before, after):
    """Say whether the sign of a gain was right; and the measured gain."""
    if before is None:
        return ('fine' if gain > LEAST else 'not claimed'), ''
    measured = 1 - after / before
    if before < SHORT:
        return 'short', f'{measured * 100:6.1f} %  {before:6.3f} -> {after:.3f} s'
    word = 'right' if measured > 0.01 else 'WRONG' if measured < -0.01 else 'even'
    return word, f'{measured * 100:6.1f} %  {before:6.3f} -> {after:.3f} s'


def try_program(row, args, folder, tally):
    """Try all patches of a program."""
    place = os.path.join(folder, 'work')
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(os.path.join(args.root, row['folder']), place, symlinks=True)
    if args.bare:
        strip(place, row)
    program = Program(row, place, args)
    try:
        if 'prepare' in row:
            subprocess.run(row['prepare'], shell=True, cwd=place, check=True,
                           capture_output=True)
        program.choose_size()
        offered = list(program.patches())
    except (Wrong, subprocess.SubprocessError, OSError) as wrong:
        print(f'{row["name"]:28} NOT TRIED: {wrong}', flush=True)
        tally['not tried'] = tally.get('not tried', 0) + 1
        return
    if not offered:
        offered = [('best', '')]
    for name, text in offered:
        try:
            found = program.judge(text)
        except (Wrong, subprocess.TimeoutExpired) as wrong:
            word, line = 'BAD', str(wrong)
        else:
            if found is None:
                left = re.search(r'^# (?:not written|left out).*', text, re.M)
                word, line = 'none', left[0][:100] if left else ''
            else:
                word, line = verdict(*found)
                line = f'predicted {found[0] * 100:6.1f} %  measured {line}'
        tally[word] = tally.get(word, 0) + 1
        edit = text.split('\n', 1)[0][2:60] if name == 'best' else name
        print(f'{row["name"]:28} {word:11} {line}  [{edit}]', flush=True)
        if args.keep and word in ('BAD', 'WRONG'):
            where = os.path.join(args.keep, re.sub(r'\W+', '_', row['name'] + ' ' + edit))
            pathlib.Path(where + '.patch').write_text(text, encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('lcm', type=os.path.abspath)
    parser.add_argument('root', type=os.path.abspath)
    parser.add_argument('table', nargs='?',
                        default=pathlib.Path(__file__).with_suffix('.json'))
    parser.add_argument('--machine', type=os.path.abspath)
    parser.add_argument('--only', default='')
    parser.add_argument('--each', action='store_true')
    parser.add_argument('--bare', action='store_true')
    parser.add_argument('--runs', type=int, default=7)
    parser.add_argument('--first', type=shlex.split, default=[])
    parser.add_argument('--longest', type=float, default=3)
    parser.add_argument('--tolerance', type=float, default=1e-6)
    parser.add_argument('--keep')
    args = parser.parse_args()
    rows = json.loads(pathlib.Path(args.table).read_text(encoding='utf-8'))
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        for row in expand(rows, args.root):
            if re.search(args.only, row['name']):
                try_program(row, args, folder, tally)
    print(', '.join(f'{number} {word}' for word, number in sorted(tally.items())))
    return bool(tally.keys() & {'BAD', 'WRONG'})


if __name__ == '__main__':
    sys.exit(main())
