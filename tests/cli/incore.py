#!/usr/bin/env python3
"""Checks what loops cost by the code that a compiler makes.

With gcc and clang where they are, and llvm-mca: how many iterations the code
makes at once, and that chains of dependent operations take their latency.  With
programs that only have the names of compilers: whatever they do, lcm says so
and gives the numbers that it gives without.

usage: incore.py LCM
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / 'common')]
import clock

AXPY = '''void axpy(int n, double a, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
'''
CHAIN = '''double chain(int n, double x, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * x + a[i];
  return s;
}
'''
FLOATS = '''void scale(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = 2.0f * x[i];
}
'''
WHOLE = '''unsigned step(int n, unsigned x) {
  for (int i = 0; i < n; i++)
    x = x * 1664525u + (x >> 7);
  return x;
}
'''
EVERY_SECOND = '''void half(int n, const double *restrict x,
          double *restrict y) {
  for (int i = 0; i < n; i += 2)
    y[i] = 2.0 * x[i];
}
'''
MAIN = '''static double x[1000], y[1000];
int main(void) {
  for (int t = 0; t < 10; t++)
    for (int i = 0; i < 1000; i++)
      y[i] = y[i] * 0.5 + x[i] * 3.0 + t;
  return (int)y[7];
}
'''
CALLS = '''static long numbers(long n) {
  return n < 2 ? n : numbers(n - 1) + numbers(n - 2);
}
long all(long n) { return numbers(n); }
'''
GCD = '''unsigned gcd(unsigned n, unsigned b) {
  while (b) {
    const unsigned rest = n % b;
    n = b;
    b = rest;
  }
  return n;
}
'''
RESTS = '''unsigned long rests(unsigned long n, unsigned long by) {
  unsigned long s = 0;
  for (unsigned long i = 0; i < n; i++)
    s += (i * 31) % by;
  return s;
}
'''
KEPT = '''void kept(int n, volatile double *sum, const double *x) {
  for (int i = 0; i < n; i++)
    *sum += x[i];
}
'''
SQUARES = '''void squares(int n, const double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int u = 0; u < 3; u++)
      for (int v = 0; v < 3; v++)
        s += a[i + 16 * u + v];
    b[i] = s;
  }
}
'''
DIGITS = '''long digits(long n) {
  long s = 0;
  for (long i = 0; i < n; i++)
    for (long x = 1000000; x > 0; x /= 10)
      s += x + i;
  return s;
}
'''
MACHINE = {'schema': 'lcm-machine/1', 'name': 'one', 'clock': 2.0,
           'costs': {'flop': 1e-9}}
CODE = re.compile(r'line (\d+): (\d+) at once, ([0-9.e+-]+) cycles each')
NOTE = re.compile(r'note: loops are priced by the operations in the source, '
                  r'not by the code of a compiler: (.*) \[incore\]')


class Place:
    """A directory in which lcm runs."""

    def __init__(self, lcm, directory, path):
        self.lcm, self.root = os.path.abspath(lcm), pathlib.Path(directory)
        self.path, self.more = path, {}

    def run(self, *arguments):
        """Run lcm; return what it prints and what it says."""
        done = subprocess.run(
            [self.lcm, *arguments], cwd=self.root, text=True, timeout=120,
            capture_output=True, check=False,
            env={**os.environ, 'PATH': self.path, **self.more})
        assert done.returncode == 0, (arguments, done.stderr)
        return done.stdout, done.stderr

    def code(self, text, compiler, *flags):
        """Return (iterations at once, cycles of one) of the loop of `text`."""
        (self.root / 'a.c').write_text(text)
        command = [{'directory': '.', 'file': 'a.c',
                    'arguments': [compiler, *flags, '-c', 'a.c']}]
        (self.root / 'compile_commands.json').write_text(json.dumps(command))
        out, said = self.run('analyze', '--no-cache', '--incore', 'compiler',
                             '-c', '-p', '.', 'a.c')
        match = CODE.search(out)
        assert match, (compiler, flags, text, said, out)
        return int(match[2]), float(match[3])


def check_code(place, compiler):
    """Check the code of `compiler`."""
    plain = '-fno-tree-vectorize' if 'gcc' in compiler else '-fno-vectorize'
    once, cycles = place.code(AXPY, compiler, '-O1', plain)
    assert once == 1 and 0.5 <= cycles < 6, (compiler, once, cycles)
    once, _ = place.code(AXPY, compiler, '-O3', '-mavx2')
    assert once >= 4 and once % 4 == 0, (compiler, once)
    once, _ = place.code(FLOATS, compiler, '-O3', '-mavx2')
    assert once >= 8 and once % 8 == 0, (compiler, once)
    once, _ = place.code(EVERY_SECOND, compiler, '-O1', plain)
    assert once == 1, (compiler, once)
    once, chain = place.code(CHAIN, compiler, '-O2')
    assert once >= 1 and 6 <= chain <= 14, (compiler, once, chain)
    once, whole = place.code(WHOLE, compiler, '-O2')
    assert once >= 1 and 4 <= whole <= 8, (compiler, once, whole)
    _, free = place.code(AXPY, compiler, '-O2')
    assert free < chain / 2, (compiler, free, chain)


def check_calls(place):
    """Check that calls are priced once: 126,491,971 of 0.5 ns each."""
    (place.root / 'calls.c').write_text(CALLS)
    costs = {'flop': 1e-9, 'integer': 1e-16, 'add_chain': 1e-16, 'call': 5e-10}
    (place.root / 'calls.json').write_text(json.dumps(
        {**MACHINE, 'costs': costs}))
    out, said = place.run('predict', '--no-cache', '--incore', 'compiler',
                          '--machine', 'calls.json', '--entry', 'all', '-D',
                          'n=38', '-D', 'p=1', '--format', 'json', 'calls.c')
    taken = json.loads(out)['points'][0]['time']
    assert abs(taken / 126491971 - 5e-10) < 1e-14, (taken, said)


def cycles_by(place, text, *flags, **prices):
    """Return the cycles of an iteration of the outermost loop of `text`, of a
    million, on a machine of 2 GHz with `prices` beside that of an
    operation, 1 ns; `flags` are those of the compiler."""
    costs = {'flop': 1e-9, 'integer': 1e-10, **prices}
    name = re.search(r'(\w+)\(', text)[1]
    (place.root / 'b.c').write_text(text)
    (place.root / 'prices.json').write_text(json.dumps(
        {**MACHINE, 'costs': costs,
         'levels': [{'name': 'memory', 'bandwidth': {'core': 1e15}}]}))
    out, said = place.run('predict', '--no-cache', '--incore', 'compiler',
                          '--machine', 'prices.json', '--entry', name, '-D',
                          'n=1000000', '-D', 'trips_2=1000000', '-D', 'p=1',
                          '--format', 'json', 'b.c', '--', '-O2', *flags)
    assert '1 of 1 innermost loop computes' in said, said
    return json.loads(out)['points'][0]['time'] * 2e9 / 1e6


def check_divisions(place):
    """Check that divisions take what the machine says, 5 ns, 10 cycles: beside
    the rest where none waits for another, and one after the other with it in a
    chain; and that values in memory wait for their stores, 3 ns, 6 cycles, with
    an addition of 4."""
    apart = cycles_by(place, RESTS, remainder=5e-9)
    assert abs(apart - 10) < 0.01, apart
    # a processor is named: on some, moves between registers take no cycle
    chained = cycles_by(place, GCD, '-march=skylake', remainder=5e-9)
    assert 12 < chained < 20, chained
    kept = cycles_by(place, KEPT, store_chain=3e-9)
    assert abs(kept - 10) < 0.01, kept
    assert cycles_by(place, KEPT) < 8


def check_overlap(place):
    """Check that rows of short loops overlap: 3 by 3 additions of 4 cycles take
    less than 36, also where the chain goes on from one loop to that around; and
    so do the digits of a number."""
    squares = cycles_by(place, SQUARES, add_chain=2e-9)
    assert 4 < squares < 27, squares
    digits = cycles_by(place, DIGITS, integer_chain=5e-10, product_chain=2e-9)
    assert 7 < digits < 40, digits


def tool(place, name, body):
    """Make the program `name` of the shell script `body`."""
    path = place.root / 'bin' / name
    path.parent.mkdir(exist_ok=True)
    path.write_text('#!/bin/sh\n' + body)
    path.chmod(0o755)


def predict(place, *more):
    """Predict the main program; return the numbers and what is said."""
    return place.run('predict', '--machine', 'machine.json', '-D', 'p=1',
                     '--format', 'csv', *more)


def check_fakes(place):
    """Check that programs that do not do their part change no number."""
    (place.root / 'main.c').write_text(MAIN)
    (place.root / 'machine.json').write_text(json.dumps(MACHINE))
    place.path = f'{place.root}/bin:/nowhere'
    (place.root / 'bin').mkdir()
    wanted, said = predict(place, '--no-cache', 'main.c', '--', '-O2')
    assert not said, said
    asked = ('--no-cache', '--timeout', '1', '--incore', 'compiler', 'main.c')

    def same(why, *more):
        out, said = predict(place, *asked, *more)
        found = NOTE.search(said)
        assert out == wanted and found and re.search(why, found[1]), (why, said)

    same("there is no 'cc'")
    tool(place, 'cc', 'exit 3\n')
    same('no llvm-mca')
    tool(place, 'llvm-mca-14', 'exit 1\n')
    same('status 3')
    out, said = predict(place, '--no-cache', 'main.c', '--', '-O2')
    assert out == wanted and 'status 3' in said, said
    tool(place, 'cc', '/bin/sleep 30 & /bin/sleep 30\n')
    same('too long')
    tool(place, 'cc', 'echo "\tjunk ((("; /bin/head -c 3000 /dev/zero\n')
    same('no assembly')
    tool(place, 'cc', 'while :; do echo ".L1: jmp .L1"; done\n')
    same('too long')
    tool(place, 'cc', '/bin/cat <<END\n\t.file 1 "%s/main.c"\n'
         '\t.type main, @function\nmain:\n.L1:\n\t.loc 1 5 1\n'
         '\taddq $8, %%rax\n\tmulsd (%%rax), %%xmm0\n\tjne .L1\nEND\n'
         % place.root)
    same('llvm-mca says nothing')
    tool(place, 'llvm-mca-14', 'echo "[0] Code Region - loop99999"; '
         'echo "Total Cycles: nan"; echo "Block RThroughput: x"\n')
    same('llvm-mca says nothing')
    tool(place, 'llvm-mca-14', '/bin/sleep 30\n')
    same('llvm-mca says nothing')


def check_database(place):
    """Check that a compilation database has nothing else run."""
    evil = place.root / 'evil'
    tool(place, 'evil', f'echo ran > {place.root}/ran\n')
    for name in ('evil', './bin/evil', str(evil), 'evil-gcc-x'):
        command = [{'directory': '.', 'file': 'main.c',
                    'arguments': [name, '-O2', '-c', 'main.c']}]
        (place.root / 'compile_commands.json').write_text(json.dumps(command))
        _, said = predict(place, '--no-cache', '--incore', 'compiler', '-p',
                          '.', 'main.c')
        assert 'no compiler that lcm runs' in said, said
        _, said = predict(place, '--no-cache', '-p', '.', 'main.c')
        assert 'incore' not in said, said
    tool(place, 'cc', f'echo "$@" > {place.root}/words; exit 1\n')
    command[0]['arguments'] = ['cc', '-O2', '-wrapper', 'evil', '-fplugin=e.so',
                               '-o', 'main.o', '-MD', '-MF', 'main.d',
                               '-B./bin', '@evil', '-c', 'main.c']
    (place.root / 'compile_commands.json').write_text(json.dumps(command))
    predict(place, '--no-cache', '-p', '.', 'main.c')
    words = (place.root / 'words').read_text().split()
    assert words[:-1] == '-O2 -S -g1 -o - -w -x c'.split(), words
    assert not (place.root / 'ran').exists()


def check_cache(place):
    """Check that a compiler runs once for a file that stays as it is."""
    cache = ('--cache', str(place.root / 'cache'))
    os.utime(place.root / 'main.c', (1, 1))
    tool(place, 'cc', f'echo run >> {place.root}/runs; exit 1\n')
    clock.tick()
    first = predict(place, *cache, 'main.c', '--', '-O2')
    again = predict(place, *cache, 'main.c', '--', '-O2')
    assert first == again, (first, again)
    assert (place.root / 'runs').read_text() == 'run\n'
    predict(place, *cache, 'main.c', '--', '-O3')
    assert (place.root / 'runs').read_text() == 'run\n' * 2
    predict(place, *cache, '--incore', 'source', 'main.c', '--', '-O3')
    assert (place.root / 'runs').read_text() == 'run\n' * 2
    tool(place, 'cc', f'echo other >> {place.root}/runs; exit 1\n')
    predict(place, *cache, 'main.c', '--', '-O2')
    assert (place.root / 'runs').read_text() == 'run\n' * 2 + 'other\n'


def check_prediction(place):
    """Check that a prediction is cycles over the clock, and by operations where
    the clock is not known."""
    (place.root / 'main.c').write_text(MAIN)
    (place.root / 'machine.json').write_text(json.dumps(MACHINE))
    out, _ = place.run('analyze', '--no-cache', '--incore', 'compiler', '-c',
                       'main.c', '--', '-O2')
    cycles = float(re.search(r'cycles=\((?:10\*)?([0-9.]+)\)', out)[1])
    times = []
    for clock in (2.0, 4.0):
        (place.root / 'machine.json').write_text(
            json.dumps({**MACHINE, 'clock': clock, 'levels': [
                {'name': 'memory', 'bandwidth': {'core': 1e15}}]}))
        out, said = place.run('predict', '--machine', 'machine.json', '-D',
                              'p=1', '--format', 'json', '--no-cache',
                              'main.c', '--', '-O2')
        assert '1 of 1 innermost loop computes' in said, said
        times.append(json.loads(out)['points'][0]['time'])
    assert abs(times[0] / times[1] - 2) < 0.02, times
    assert times[0] >= cycles / 2.0e9 * 0.99, (times, cycles)
    bare = {key: MACHINE[key] for key in MACHINE if key != 'clock'}
    (place.root / 'machine.json').write_text(json.dumps(bare))
    _, said = predict(place, '--no-cache', '--incore', 'compiler', 'main.c')
    assert "no 'clock'" in said, said


def check_unknown(place):
    """Check that a processor which the compiler does not know changes no
    number, and that this is said."""
    (place.root / 'main.c').write_text(MAIN)
    (place.root / 'machine.json').write_text(json.dumps(MACHINE))
    wanted, _ = predict(place, '--no-cache', '--incore', 'source', 'main.c')
    for flag in ('-march=nosuch', '-mcpu=nosuch', '-mtune=nosuch'):
        out, said = predict(place, '--no-cache', '--incore', 'compiler',
                            'main.c', '--', '-O2', flag)
        found = NOTE.search(said)
        assert out == wanted and found and 'status' in found[1], (flag, said)


def main():
    lcm = sys.argv[1]
    path = os.environ['PATH']
    with tempfile.TemporaryDirectory() as directory:
        place = Place(lcm, directory, path)
        check_fakes(place)
        # compilers that note in a file that they were run
        place.more = {'LCM_SANDBOX': 'off'}
        check_database(place)
        check_cache(place)
    mca = shutil.which('llvm-mca') or shutil.which('llvm-mca-14')
    compilers = [name for name in ('gcc', 'clang') if shutil.which(name)]
    if not mca or os.uname().machine != 'x86_64':
        print('no llvm-mca: the code of compilers is not looked at')
        return
    for compiler in compilers:
        with tempfile.TemporaryDirectory() as directory:
            check_code(Place(lcm, directory, path), compiler)
    if shutil.which('cc'):
        with tempfile.TemporaryDirectory() as directory:
            check_prediction(Place(lcm, directory, path))
            check_calls(Place(lcm, directory, path))
            check_divisions(Place(lcm, directory, path))
            check_overlap(Place(lcm, directory, path))
            check_unknown(Place(lcm, directory, path))
    print(', '.join(compilers), 'looked at')


if __name__ == '__main__':
    main()
