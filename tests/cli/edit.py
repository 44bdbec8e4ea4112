#!/usr/bin/env python3
"""`lcm edit` writes restructurings that compile, run and cost what was said.

Random programs of constructs that can be edited print what they computed.  Each
edit that the structure takes, and that can be written, is applied as a patch by
the program `patch`, and in place, which has to give the same text; compiled by
gcc and clang without a warning; run with two threads and with one, which has to
print what the original prints; and the changed source is predicted as the
edited structure was.  What cannot be written is an error that says why, and
changes nothing.

usage: edit.py LCM [FIRST [N]]
"""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

LCM = str(pathlib.Path(sys.argv[1]).resolve())
FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 1
TYPICAL = (pathlib.Path(__file__).resolve().parents[2] / 'data' / 'machines' /
           'typical' / 'AuthenticAMD-25-17+160.json')
PROGRAMS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
GCC = shutil.which('gcc')
CLANG = shutil.which('clang-19') or shutil.which('clang')
OPENMP = ['-O1', '-fopenmp', '-Wall', '-Wno-unknown-pragmas', '-Werror', '-lm']

HEAD = '''#include <stdio.h>
enum { N = 200 };
static int a[N], b[N], c[N][20], out[N];
static int work(int i) {
  int x = i;
  for (int k = 0; k < 50; k++)
    x = (x * 7 + k) % 1009;
  return x;
}
'''


def block(dice, k):
    """Return part `k` of a program: its lines, and edits, with {0}, {1}, ... for
    the numbers of the lines that end in a comment of these numbers."""
    margin = dice.choice(['', '  '])
    brace = dice.random() < 0.5
    index = dice.choice(['int i', 'i'])
    head = f'for ({index} = 0; i < N; i++)'
    kinds = {
        'loop': (
            ['int i;', f'{head} /*0*/', f'  a[i] = work(i + {k});',
             '(void)i;'],
            ['parallelize {0}', 'parallelize {0} dynamic,4',
             'parallelize {0}; chunk {0} 8', 'parallelize {0} guided']),
        'sum': (
            ['int i, s = 0;', f'{head} {{ /*0*/', '  s += work(i);', '}',
             'out[1] += s;', '(void)i;'],
            ['parallelize {0}', 'parallelize {0}; schedule {0} static,2']),
        'nest': (
            ['int i, j;', f'{head} /*0*/',
             '  for (j = 0; j < 20; j++) /*1*/',
             f'    c[i][j] = work(i + j + {k});', '(void)i;', '(void)j;'],
            ['parallelize {0}', 'parallelize {1}',
             'parallelize {0}; collapse {0}']),
        'two': (
            ['int i;', f'{head} {{ /*0*/', f'  a[i] = work(i + {k});', '}',
             '// what comes next', f'{head} /*1*/', '  b[i] = a[i] + 1;',
             '(void)i;'],
            ['fuse {0} {1}', 'parallelize {0}; parallelize {1}',
             'fuse {0} {1}; parallelize {0}']),
        'plain two': (
            [f'for (int i = 0; i < N; i++) /*0*/', f'  a[i] = work(i + {k});',
             f'for (int i = 0; i < N; i++) /*1*/', '  b[i] = 2 * work(i);'],
            ['fuse {0} {1}', 'sections {0} {1}', 'parallelize {1}']),
        'one index': (
            ['int i;', 'for (i = 0; i < N; i++) /*0*/',
             f'  a[i] = work(i + {k});', 'for (i = 0; i < N - 7; i++) /*1*/',
             '  b[i] = work(i) + 2;', 'out[7] += i;'],
            ['sections {0} {1}', 'parallelize {0}']),
        'one name': (
            ['int t = 5;',
             '#pragma omp parallel for', 'for (int i = 0; i < N; i++) /*0*/',
             '  a[i] = work(i) + t;', '#pragma omp parallel for private(t)',
             'for (int i = 0; i < N; i++) { /*1*/', '  t = work(i + 1);',
             '  b[i] = t * 2;', '}', 'out[8] += t;'],
            ['fuse {0} {1}', 'serialize {1}']),
        'divided': (
            [f'{margin}#pragma omp parallel for schedule(static, 2)',
             'for (int i = 0; i < N; i++) { /*0*/', f'  a[i] = work(i + {k});',
             '  b[i] = work(i) + 1; /*1*/', '}'],
            ['serialize {0}', 'schedule {0} dynamic', 'chunk {0} 16',
             'split {0} {1}', 'threads {0} 2',
             'split {0} {1}; serialize {0}']),
        'region': (
            ['#pragma omp parallel /*0*/', '{',
             '#pragma omp for', '  for (int i = 0; i < N; i++) { /*1*/',
             f'    a[i] = work(i + {k});', '  }',
             '#pragma omp single /*2*/', '  {',
             '    for (int i = 0; i < N; i++) /*3*/',
             '      b[i] = a[i] * 2;', '  }',
             '#pragma omp for', '  for (int i = 0; i < N; i++) /*4*/',
             '    out[i] += b[i] % 5;', '}'],
            ['serialize {0}', 'serialize {1}', 'parallelize {3}',
             'schedule {1} guided', 'nowait {1}', 'threads {0} 2']),
        'lock': (
            ['int s = 0;', '#pragma omp parallel for',
             'for (int i = 0; i < N; i++) { /*0*/', '  int x = work(i);',
             '#pragma omp critical /*1*/', '  {', '    s += x;', '  }', '}',
             'out[2] += s;'],
            ['reduce {1}', 'reduce {1}; schedule {0} static,4']),
        'atomic line': (
            ['int s = 0;', '#pragma omp parallel for',
             'for (int i = 0; i < N; i++) { /*0*/',
             '#pragma omp critical (one) /*1*/', '  s += work(i); }',
             'out[3] += s;'],
            ['reduce {1}']),
        'sections': (
            ['#pragma omp parallel sections', '{', '#pragma omp section /*0*/',
             f'  for (int i = 0; i < N; i++) a[i] = work(i + {k});',
             '#pragma omp section',
             '  for (int i = 0; i < N; i++) b[i] = work(i + 3);', '}'],
            ['serialize main/parallel#1']),
        'tasks': (
            ['#pragma omp parallel', '#pragma omp single',
             'for (int i = 0; i < N; i++)',
             '#pragma omp task firstprivate(i) /*0*/',
             f'  a[i] = work(i + {k});'],
            ['serialize {0}', 'cutoff {0} i > 10',
             'prioritize {0} i + 1']),
        'taskloop': (
            ['#pragma omp parallel', '#pragma omp single',
             f'{margin}#pragma omp taskloop grainsize(2) /*0*/',
             f'{margin}for (int i = 0; i < N; i++)',
             f'  a[i] = work(i + {k});'],
            ['prioritize {0} 2']),
        'tasks of tasks': (
            ['#pragma omp parallel', '#pragma omp single',
             f'{margin}for (int i = 0; i < N; i++)',
             f'{margin}#pragma omp task untied /*0*/', f'{margin}{{',
             '#pragma omp task', f'    a[i] = work(i + {k});',
             '#pragma omp taskwait', f'    b[i] = a[i] + {k};', f'{margin}}}'],
            ['cutoff {0} i > 10']),
        'moved': (
            ['int n = 7, far = 2; /* what rounds move */', 'int *q = b;',
             'for (int i = 0; i < N; i++) { /*0*/',
             f'  a[i] = work(n + {k});', '  *q = work(i + 9);',
             f'  n += {1 + k};', '  q++;', '}',
             'for (int i = 0; i < N; i++) { /*1*/', '  a[i] += work(far);',
             '  for (int j = 0; j < 5; j++)', '    far += 3;', '}',
             'out[9] += n + far + (int)(q - b);'],
            ['parallelize {0}', 'parallelize {1}']),
        'statements': (
            [f'out[4] += work({k}); /*0*/', f'out[5] += work({k} + 1);',
             f'out[6] += work({k} + 2); /*1*/'],
            ['sections {0} {1}', 'move {1} {0}']),
    }
    lines, edits = kinds[dice.choice(sorted(kinds))]
    if not brace:
        lines = [line for line in lines if line != '// what comes next']
    return lines, edits


def program(seed):
    """Return a program, and edits of it."""
    dice = random.Random(seed)
    text = HEAD.splitlines() + ['int main(void) {']
    edits = []
    for k in range(dice.randrange(1, 4)):
        lines, mine = block(dice, k)
        text.append('  {')
        numbers = {}
        for line in lines:
            mark = re.search(r' ?/\*(\d)\*/', line)
            text.append(line.replace(mark.group(0), '') if mark else line)
            if not text[-1].lstrip().startswith('#'):
                text[-1] = '    ' + text[-1]
            if mark:
                numbers[int(mark.group(1))] = f'program.c:{len(text)}'
        text.append('  }')
        edits += [re.sub(r'\{(\d)\}', lambda m: numbers[int(m.group(1))], one)
                  for one in mine
                  if 'main/' not in one or k == 0]
    text += ['  long sum = 0;', '  for (int i = 0; i < N; i++) {',
             '    sum += a[i] + 3L * b[i] + 5L * out[i];',
             '    for (int j = 0; j < 20; j++)', '      sum += c[i][j] * j;',
             '  }', '  printf("%ld\\n", sum);', '  return 0;', '}', '']
    return '\n'.join(text), edits


class Tests:
    """Edits, applied and run."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.wrong = []
        self.done = {}

    def expect(self, holds, what):
        """Note `what` where it does not hold."""
        if not holds:
            self.wrong.append(what)
            print('wrong:', what)

    def lcm(self, *arguments):
        """Run lcm in the folder."""
        return subprocess.run([LCM, *arguments], cwd=self.folder, check=False,
                              capture_output=True, text=True)

    def outputs(self, name, compilers):
        """Return what `name` prints by each compiler, with one thread and
        two."""
        found = set()
        for compiler in compilers:
            done = subprocess.run([compiler, name, '-o', 'x', *OPENMP],
                                  cwd=self.folder, capture_output=True,
                                  text=True, check=False)
            if done.returncode:
                return f'{compiler}: {done.stderr}'
            for n in ('1', '2'):
                found.add(subprocess.run(
                    ['./x'], cwd=self.folder, capture_output=True, text=True,
                    check=True, timeout=100,
                    env={'OMP_NUM_THREADS': n, 'OMP_DYNAMIC': 'false'}).stdout)
        return found.pop() if len(found) == 1 else f'differs: {found}'

    def predicted(self, *arguments):
        """Return the time that is predicted, or None."""
        done = self.lcm('predict', *arguments, '--machine', 'none', '-D',
                        'p=2', '--format', 'csv', '-q')
        rows = [line.split(',') for line in done.stdout.splitlines()]
        return float(rows[1][rows[0].index('time')]) if len(rows) > 1 else None

    def edit(self, text, edit, seed):
        """Make `edit` of the program `text`."""
        what = f'seed {seed}, {edit}'
        verb = '+'.join(part.split()[0] for part in edit.split(';'))
        source = self.folder / 'program.c'
        source.write_text(text)
        patch = self.lcm('edit', 'program.c', edit, '--machine', 'none', '-D',
                         'p=2', '-q')
        if patch.returncode:
            self.expect('[edit-' in patch.stderr and not patch.stdout,
                        f'{what}: no reason: {patch.stderr}{patch.stdout}')
            self.done[verb] = self.done.get(verb, 0)
            return
        self.done[verb] = self.done.get(verb, 0) + 1
        edited = self.predicted('program.c', '--edit', edit)
        (self.folder / 'patch').write_text(patch.stdout)
        applied = subprocess.run(
            ['patch', '-p1', '-s', '-F0', '-i', 'patch', '-o', 'by_patch.c'],
            cwd=self.folder, capture_output=True, text=True, check=False)
        self.expect(applied.returncode == 0,
                    f'{what}: {applied.stdout}{applied.stderr}')
        place = self.lcm('edit', 'program.c', '--edit', edit, '--in-place',
                         '-q', '-D', 'p=2', '--machine', 'none')
        self.expect(place.returncode == 0, f'{what}: {place.stderr}')
        self.expect(source.read_text() ==
                    (self.folder / 'by_patch.c').read_text(),
                    f'{what}: the patch and the file differ')
        printed = self.outputs('program.c', (GCC, CLANG))
        self.expect(printed == self.original, f'{what}: {printed}, not '
                    f'{self.original}\n{patch.stdout}')
        time = self.predicted('program.c')
        self.expect(time is not None and edited is not None and
                    abs(time - edited) <= 1e-3 * edited,
                    f'{what}: {time}, not {edited}\n{patch.stdout}')

    def other_ends(self):
        """Lines that end in a carriage return as well keep these ends."""
        text = HEAD + 'int main(void) {\n  for (int i = 0; i < N; i++)\n' \
            '    a[i] = work(i);\n  return a[0];\n}\n'
        line = text.split('\n').index('  for (int i = 0; i < N; i++)') + 1
        edit = f'parallelize program.c:{line}; schedule program.c:{line} dynamic'
        source = self.folder / 'program.c'
        results = []
        for end in ('\n', '\r\n'):
            source.write_bytes(text.replace('\n', end).encode())
            patch = subprocess.run(
                [LCM, 'edit', 'program.c', edit, '-q', '--machine', 'none'],
                cwd=self.folder, capture_output=True, check=False).stdout
            (self.folder / 'patch').write_bytes(patch)
            done = subprocess.run(['git', 'apply', 'patch'], cwd=self.folder,
                                  capture_output=True, check=False)
            self.expect(done.returncode == 0, f'ends of lines: {done.stderr}')
            results.append(source.read_bytes())
        self.expect(results[0].replace(b'\n', b'\r\n') == results[1] and
                    b'parallel for schedule(dynamic)' in results[0],
                    f'ends of lines: {results}')

    def doubts(self):
        """What nobody knows to be right is no advice, but can be written; what
        threads would share by mistake cannot."""
        source = self.folder / 'program.c'
        lines = HEAD + 'static int at[N];\nint main(void) {\n  int t = 0;\n' \
            '  for (int i = 0; i < N; i++)\n    a[at[i]] = work(a[i]);\n' \
            '  for (int i = 0; i < N; i++) {\n    if (b[i])\n      t = i;\n' \
            '    out[i] = t;\n  }\n  return 0;\n}\n'
        source.write_text(lines)
        first = lines.split('\n').index('  for (int i = 0; i < N; i++)') + 1
        last = lines.split('\n').index('  for (int i = 0; i < N; i++) {') + 1
        how = ('--machine', 'none', '-D', 'p=2', '-q')
        done = self.lcm('advise', 'program.c', '--patch', *how)
        self.expect('@@' not in done.stdout and '# left out: ' in done.stdout and
                    'nobody knows whether' in done.stdout,
                    f'advice in doubt: {done.stdout}{done.stderr}')
        done = self.lcm('edit', 'program.c', f'parallelize program.c:{first}',
                        *how)
        self.expect('+#pragma omp parallel for' in done.stdout.replace('  #', '#'),
                    f'an edit in doubt: {done.stdout}{done.stderr}')
        done = self.lcm('edit', 'program.c', f'parallelize program.c:{last}',
                        *how)
        self.expect(done.returncode == 1 and not done.stdout and
                    "what each thread has of 't'" in done.stderr,
                    f'a variable in doubt: {done.stdout}{done.stderr}')

    def times(self):
        """The times of a patch are those of predict, also on a machine whose
        memory and clock say what the loops cost."""
        (self.folder / 'program.c').write_text(
            'static double a[4000][4000], y[4000];\nint main(void) {\n'
            '  for (int i = 0; i < 4000; i++)\n'
            '    for (int j = 0; j < 4000; j++)\n'
            '      a[i][j] = i + j;\n'
            '  for (int i = 0; i < 4000; i++)\n'
            '    for (int j = 0; j < 4000; j++)\n'
            '      y[i] += a[j][i];\n'
            '  return y[7] < 0;\n}\n')
        edit = 'parallelize program.c:6'
        how = ('--machine', str(TYPICAL), '-D', 'p=2', '-q')
        told = self.lcm('edit', 'program.c', edit, *how).stdout
        seen = [self.lcm('predict', 'program.c', *how, *more).stdout
                for more in ((), ('--edit', edit))]
        want = [re.search(r'p = 2: (?:about )?([^,;]+ m?s)[,;]', text)
                for text in seen]
        self.expect(all(want) and
                    f'{want[0][1]} as it is, {want[1][1]} with' in told,
                    f'times of a patch: {told}{seen}')

    def names(self):
        """A range that a comment gives the parameter of the program is not one
        of a function's of the same name where the changed source is read."""
        (self.folder / 'program.c').write_text(
            '// lcm: param n = 25 in 20..90\n'
            'static long fib(int n) {\n  long a, b;\n  if (n < 2)\n'
            '    return n;\n#pragma omp task shared(a)\n  a = fib(n - 1);\n'
            '#pragma omp task shared(b)\n  b = fib(n - 2);\n'
            '#pragma omp taskwait\n  return a + b;\n}\n'
            'int main(int argc, char **argv) {\n'
            '  const int n = argc > 1 ? (int)argv[1][0] : 25;\n  long r;\n'
            '#pragma omp parallel\n#pragma omp single\n  r = fib(n);\n'
            '  return r == 0;\n}\n')
        told = self.lcm('advise', 'program.c', '--patch', '-q', '--machine',
                        str(TYPICAL), '--', '-fopenmp').stdout
        self.expect(re.search(r'^# cutoff [^\n]*\n(#  [^\n]*\n)*# predicted at ',
                              told, re.M), f'times of a cutoff: {told}')

    def program(self, seed):
        """Make all edits of program `seed`."""
        text, edits = program(seed)
        (self.folder / 'program.c').write_text(text)
        self.original = self.outputs('program.c', (GCC,))
        for edit in edits:
            self.edit(text, edit, seed)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(folder)
        tests.other_ends()
        tests.doubts()
        tests.times()
        tests.names()
        for seed in range(FIRST, FIRST + PROGRAMS):
            tests.program(seed)
    print(', '.join(f'{verb} {n}' for verb, n in sorted(tests.done.items())))
    tests.expect(sum(tests.done.values()) >= PROGRAMS, 'hardly anything edited')
    sys.exit(1 if tests.wrong else 0)


if __name__ == '__main__':
    main()
