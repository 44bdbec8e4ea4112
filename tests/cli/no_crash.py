#!/usr/bin/env python3
"""Inputs that are odd, but no reason to die or to go on for ever: each ends
soon, with an answer or with an error that says where.

usage: no_crash.py LCM
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

LOOP = '''int best, table[64];
int weigh(int);
int search(int n) {
  for (int i = 0; i < n; i++) {
    int w = weigh(i);
    // lcm: model time = 1 us
#pragma omp critical
    if (w < best)
      best = w;
  }
  return best;
}
void count(int n) {
  int i = 0;
  while (i < n) {
    int k = weigh(i++) & 63;
#pragma omp critical(t)
    table[k] = table[k] / 2 + 1;
  }
}
int main(void) {
#pragma omp parallel
  {
    search(1000);
    count(1000);
  }
  return best;
}
'''

OWN = '''int a[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    // lcm: model time = 1 us
#pragma omp critical
    a[i] += i;
  }
  return 0;
}
'''

TEAM = '''double total, tab[64];
double cost(int);
int key(int);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    double c = cost(i);
#pragma omp critical(acc)
    total += c;
    int h = key(i) & 63;
#pragma omp critical(t)
    tab[h] = tab[h] * 0.5 + c;
  }
  return total > 0;
}
'''

BRANCHES = '''int data[4096];
static void {name}(int n) {{
  if (n < 2) {{
    data[n] += 1;
    return;
  }}
  if (n & 1)
    {other}(n / 2);
  else if (n & 2)
    {other}(n / 2);
  else if (n & 4)
    {other}(n / 2);
  else
    {other}(n / 2);
}}
'''

CALLED = '''int main(void) {
  for (int i = 0; i < 4000; i++)
    // lcm: model time = 1 us
    halves(8);
  return data[7];
}
'''

BLOCK = '''int a[4], b[4];
void touch(int i) {{
#pragma omp critical
  {block}
}}
int main(void) {{
#pragma omp parallel
  touch(0);
  return 0;
}}
'''

SUMS = '''double a[10000][1000], s, s2;
int main(int argc, char **argv) {
  int n = argc, m = argc + 1, it = argc + 2;
  for (int t = 0; t < it; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        s += a[i][j];
        s2 += a[i][j] * a[i][j];
      }
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        a[i][j] = a[i][j] * 0.5 + (s - s2) * a[i][j] /
                  (1 + a[i][j] * a[i][j]) + s / s2;
  }
  return 0;
}
'''

SIZES = '''void work(int n) {
#pragma omp parallel num_threads(n)
  ;
}
void go(int n, int depth) {
  if (depth & 1)
    go(n + 1, depth / 2);
  else if (depth & 2)
    go(n + 2, depth / 2);
  else if (depth & 4)
    go(n + 3, depth / 2);
  else if (depth)
    go(n + 4, depth / 2);
  work(n);
}
int main(void) {
  go(2, 3);
  return 0;
}
'''


class Tests:
    """Runs lcm in a folder of its own."""

    def __init__(self, lcm, folder):
        self.lcm, self.path = lcm, pathlib.Path(folder)

    def write(self, name, text):
        """Write `text` into the file `name`."""
        (self.path / name).write_text(text)

    def run(self, *arguments, says='', status=None):
        """Run lcm, which neither dies nor goes on for long, and says `says`;
        return what it prints."""
        done = subprocess.run([self.lcm, *arguments], cwd=self.path, text=True,
                              capture_output=True, timeout=60, check=False)
        all_of_it = done.stdout + done.stderr
        assert 'died' not in all_of_it, (arguments, all_of_it)
        assert 0 <= done.returncode <= 2, (arguments, done.returncode)
        assert says in all_of_it, (arguments, all_of_it)
        assert status in (None, done.returncode), (arguments, all_of_it)
        return all_of_it


def test_locks(tests):
    """Edits of locks in loops of functions that a team calls, and of a team
    that is no longer one; and the same where they can be made."""
    tests.write('loop.c', LOOP)
    place = 'is made of a'
    for verb, line, more in (('unlock', 7, ''), ('check', 7, ''),
                             ('partition', 7, ' 4'), ('unlock', 17, ''),
                             ('partition', 17, ' 8')):
        tests.run('predict', 'loop.c', '-D', 'p=4', '--edit',
                  f'{verb} loop.c:{line}{more}', says=verb + ' ' + place,
                  status=2)
    tests.run('advise', 'loop.c', '-D', 'p=4', status=0)
    tests.run('advise', 'loop.c', '-D', 'n=100', '--entry', 'search', status=0)
    tests.write('team.c', TEAM)
    tests.run('predict', 'team.c', '-D', 'p=4', '--edit',
              'serialize team.c:5; partition team.c:11 4',
              says='partition ' + place, status=2)
    tests.run('predict', 'team.c', '-D', 'p=4', '--edit', 'partition team.c:11 4',
              status=0)
    tests.write('own.c', OWN)
    out = tests.run('predict', 'own.c', '-D', 'p=4', '--edit', 'unlock own.c:6',
                    '--format', 'json', status=0)
    # 100 iterations of 1 us on four processors, without a lock
    [point] = json.loads(out[:out.rindex('}') + 1])['points']
    assert abs(point['time'] - 25e-6) < 1e-12, point


def test_calls(tests):
    """Functions that call themselves in several places, also by others."""
    tests.write('self.c', BRANCHES.format(name='halves', other='halves') +
                CALLED)
    tests.run('advise', 'self.c', says='parallelize self.c:17', status=0)
    pair = BRANCHES.format(name='other', other='halves').split('\n', 1)[1]
    tests.write('pair.c', 'int data[4096];\nstatic void halves(int n);\n' +
                pair + BRANCHES.format(name='halves', other='other')
                .split('\n', 1)[1] + CALLED)
    tests.run('advise', 'pair.c', status=0)
    tests.write('sizes.c', SIZES)
    tests.run('predict', 'sizes.c', '-D', 'p=8', '--edit', 'threads sizes.c:18 3')


def test_labels(tests):
    """Blocks under directives have labels, whatever they are."""
    for number, (block, title) in enumerate((
            ('{\n    a[i] = 1;\n    b[i]++;\n  }', 'a[i] = 1'),
            ('{ { a[i] = 2; } b[i] = 3; }', 'a[i] = 2'),
            ('{\n\n    /* <&"> */ a[i] = 1; b[i] = a[i] < 2; }', None),
            ('{ }', None), (';', None))):
        name = f'block{number}.c'
        tests.write(name, BLOCK.format(block=block))
        tests.run('graph', name, '-o', f'{name}.svg', status=0)
        drawn = (tests.path / f'{name}.svg').read_text()
        assert drawn.rstrip().endswith('</svg>'), drawn[-200:]
        assert not title or title in drawn, (title, drawn)
        said = tests.run('advise', name, status=0)
        assert '--edit' not in said.replace('`--edit', ''), said
        tests.run('report', name, '-o', f'{name}.html', status=0)


def test_sidecars(tests):
    """Lines of sidecar files that are no lines."""
    tests.write('line.c', 'int main(void) {\n  return 0;\n}\n')
    for line in ('4294967295', '4294967296', '9' * 30, '0', '1x'):
        tests.write('line.lcm', f'# a place\nat line.c:{line}\n'
                    '  model pc = 1 s\n')
        tests.run('predict', 'line.c', '--models', 'line.lcm',
                  says='line.lcm:2:', status=1)
    tests.write('line.lcm', 'at line.c:2\n  model pc = 1 s\n')
    tests.run('predict', 'line.c', '--models', 'line.lcm', status=0)


def test_fits(tests):
    """Quantities of many variables."""
    for many in (64, 65, 200):
        lines = []
        for run, _ in itertools.product(range(6), range(2)):
            params = {f'v{i}': i + run * (1 + i % 5)
                      for i in range(many)}
            lines.append(json.dumps({
                'schema': 'lcm-measurement/1', 'fragment': 'a.c:main/team#1',
                'params': params, 'categories': {'pc': 1 + run},
                'processors': 1, 'elapsed': 1 + run}))
        tests.write('many.jsonl', '\n'.join(lines) + '\n')
        says = 'more than 64 variables' if many > 64 else ''
        said = tests.run('fit', 'many.jsonl', says=says)
        assert bool(says) == ('more than 64' in said), (many, said)


def test_sizes(tests):
    """A size that no efficiency has is not looked for among all sizes: half of
    the work is serial, so that at most two processors are worth it."""
    tests.write('sums.c', SUMS)
    out = tests.run('scale', 'sums.c', '-q', '-D', 'n=500', '-D', 'm=458', '-D',
                    'it=100', '-D', 'p=1:64:*2', '--size', 'n', '--efficiency',
                    '0.5', says='to keep the efficiency at 50 %', status=0)
    row = out[out.index('to keep'):].splitlines()[2].split()
    assert row[0] == 'n' and row[-1] == '-', row


def test_many(tests):
    """Many names in a record, a second value of one of them, many rows: each
    is looked at once, not beside all others."""
    record = {'schema': 'lcm-measurement/1',
              'params': {f'v{i}': i for i in range(150000)} | {'p': 1},
              'fragment': '', 'categories': {'pc': 1}, 'elapsed': 1,
              'processors': 1, 'repetition': 0}
    text = json.dumps(record)
    tests.write('names.jsonl', text + '\n')
    tests.run('fit', 'names.jsonl', says='2 quantities')
    tests.write('twice.jsonl', text.replace('"v7000":', '"v6000":') + '\n')
    tests.run('fit', 'twice.jsonl', says='a second value of v6000', status=1)
    tests.write('rows.csv', 'p,time\n' + ''.join(
        f'{i},{1 / i}\n' for i in range(1, 20001)))
    tests.run('scale', '--measured', 'rows.csv', says='p = 20000')


def main():
    """Run all tests."""
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(sys.argv[1], folder)
        test_locks(tests)
        test_calls(tests)
        test_labels(tests)
        test_sidecars(tests)
        test_fits(tests)
        test_sizes(tests)
        test_many(tests)


main()
