#!/usr/bin/env python3
"""Counts how often the lines of a program run, with gcov, and lets lcm write
that: trip counts and probabilities must be those that the program was made to
have, and predictions those of the counts.  What the function returns has no
formula in the source, and cannot be found out by executing it: a variable is
volatile.

usage: counted.py LCM CC GCOV
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = '''int next(int x) {
  volatile int five = 5;
  for (int i = 0; i < 1; i++)
    x = (x * five + 3) % 64;
  return x;
}
void work(void) {}

int main(void) {
  int x = 1;
  int n = 0;
  while (x != 0) {
    x = next(x);
    n++;
  }
  for (int i = 0; i < 20; i++) {
    int k = i;
    while (k > 0) {
      k -= next(1) - 7;
      work();
    }
    if (next(i) % 4 == 0)
      work();
  }
  return n == 0;
}
'''


def truth():
    """Return the trips of both loops and the chance of the branch."""
    x, n = 1, 0
    while x:
        x, n = (x * 5 + 3) % 64, n + 1
    inner = sum(range(20)) / 20
    taken = sum((i * 5 + 3) % 64 % 4 == 0 for i in range(20))
    return n, inner, taken / 20


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    cc, gcov = sys.argv[2:4]
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        (place / 'input.c').write_text(SOURCE)
        (place / 'fit.json').write_text(
            '{"schema": "lcm-fit/1", "source": "none", "models": [], '
            '"fragments": []}')
        for command in ([cc, '--coverage', '-O0', '-c', 'input.c'],
                        [cc, '--coverage', 'input.o', '-o', 'input'],
                        ['./input'], [gcov, '--json-format', 'input.gcda']):
            subprocess.run(command, cwd=place, check=True,
                           stdout=subprocess.DEVNULL)
        counts = next(place.glob('*.gcov.json.gz'))
        done = subprocess.run([lcm, 'annotate', '--models', 'fit.json',
                               '--counts', counts.name, 'input.c'], cwd=place,
                              capture_output=True, text=True, check=True)
    found = re.findall(r'lcm: (count|prob) (\S+)', done.stdout)
    want = [('count', truth()[0]), ('count', truth()[1]), ('prob', truth()[2])]
    print(found, want)
    good = len(found) == len(want) and all(
        a == c and abs(float(b) - d) < 1e-5 * d
        for (a, b), (c, d) in zip(found, want))
    sys.exit(not good)


if __name__ == '__main__':
    main()
