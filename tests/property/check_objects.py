#!/usr/bin/env python3
"""Compares how often loops over the sizes that objects have run with what lcm
predicts.

A random program makes objects (structures with a number of rows and columns) in
several ways, hands them to functions that count over their rows and columns,
and now and then does what lcm may not rely on: it sets a member later or
sometimes, has two variables for one object, takes objects from a pool or an
array, or changes what a variable holds.  Each loop calls mark(), for which
the program that is run counts.  What `lcm predict --nodes` says of the line of
a call must be the count, unless it names what is not known in that function.

usage: check_objects.py LCM CC [PROGRAMS [FIRST]]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, FIRST = 120, 1
MORE = (500075,)  # seeds that are tried besides
MARK = ['// lcm: model time = 1 s', 'mark();']
HEAD = '''#include <stdlib.h>
typedef struct {
  int rows, cols;
  double *data;
  int used;
} object;
void mark(void);
'''
# How objects are made.
MAKERS = {
    'new': '''static object *object_new(int r, int c) {
  object *m = malloc(sizeof *m);
  EARLY
  m->rows = r;
  m->cols = c;
  m->data = calloc((size_t)r * c, sizeof *m->data);
  OWN
  return m;
}''',
    'like': '''static object *object_like(const object *o) {
  return object_new(o->rows, o->cols);
}''',
    'wider': '''static object *object_wider(const object *o, int by) {
  object *m = object_new(o->cols, o->rows + by);
  return m;
}''',
    'make': '''static object object_make(int r, int c) {
  object m;
  m.rows = r;
  m.cols = 2 * c;
  m.data = NULL;
  return m;
}''',
    'init': '''static void object_init(object *m, int r, int c) {
  m->rows = r;
  m->cols = c;
  m->data = NULL;
}''',
    'square': '''static void object_square(object *m, int n) {
  object_init(m, n, n + 1);
}'''}
USERS = {
    'rows': '''static void use_rows(const object *m) {
  for (int i = 0; i < m->rows; i++) {
    MARK
  }
}''',
    'both': '''static void use_both(const object *x, const object *y) {
  for (int i = 0; i < x->rows; i++)
    for (int j = 0; j < y->cols; j++) {
      MARK
    }
}''',
    'outer': '''static void use_outer(object *x, object *y, int k) {
  use_both(y, x);
  if (k > 2)
    use_rows(x);
}''',
    'value': '''static void use_value(object m) {
  for (int i = 0; i < m.cols; i++) {
    MARK
  }
}''',
    'deep': '''static void use_deep(const object *m, int d) {
  if (d > 0) {
    use_rows(m);
    use_deep(m, d - 1);
  }
}'''}
# What may not be relied on.
HAZARDS = {
    'grow': 'static void object_grow(object *m) { m->rows++; }',
    'set': '''static void object_set(object *m, int r) {
  if (r > 3)
    m->rows = r;
}''',
    'again': '''static void object_again(object *m, int r) {
  if (r > 3)
    object_init(m, r, r);
}''',
    'pool': '''static object pool[4];
static int taken;
static object *object_get(int r) {
  object *m = &pool[taken++ % 2];
  m->rows = r;
  m->cols = r + 1;
  return m;
}''',
    'beside': '''static void object_beside(object *m, const object *o, int r) {
  object_init(m, r, o->rows);
  for (int i = 0; i < o->rows + o->cols; i++) {
    MARK
  }
}''',
    'late': '''static void object_late(object *m, int r) {
  if (r > 4)
    return;
  m->rows = r;
}''',
    'kept': '''static object *kept;
static object *object_keep(int r) {
  object *m = malloc(sizeof *m);
  m->rows = r;
  m->cols = 2;
  kept = m;
  return m;
}'''}


class Program:
    """A random program."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.hazards = self.rng.sample(sorted(HAZARDS), self.rng.choice(
            (0, 0, 0, 0, 0, 1, 1, 2)))
        self.pointers, self.records = [], []
        self.lines = []
        self.main()

    def size(self):
        """Return an expression of main for a size."""
        return self.rng.choice(('n', 'm', 'n + m', '2 * n', '3', 'm + 1',
                                'n - 1', '7', 'n / 2'))

    def pointer(self):
        """Return an expression for a pointer to an object."""
        names = self.pointers + ['&' + name for name in self.records]
        return self.rng.choice(names)

    def make(self, depth):
        """Add a statement that makes an object."""
        rng = self.rng
        name = f'o{len(self.lines)}'
        ways = ['new'] * 3 + ['init', 'make', 'square', 'own']
        if self.pointers or self.records:
            ways += ['like', 'wider']
        ways += [h for h in self.hazards if h in ('pool', 'kept')]
        if self.hazards:
            ways += ['choice', 'elements']
        way = rng.choice(ways)
        a, b = self.size(), self.size()
        text = {'new': f'object *{name} = object_new({a}, {b});',
                'pool': f'object *{name} = object_get({a});',
                'kept': f'object *{name} = object_keep({a});',
                'make': f'object {name} = object_make({a}, {b});',
                'init': f'object {name}; object_init(&{name}, {a}, {b});',
                'square': f'object {name}; object_square(&{name}, {a});',
                'own': f'object {name}; {name}.rows = {a}; '
                       f'{name}.cols = {b};',
                'choice': f'object *{name} = {a} > 4 ? object_new({a}, 3) : '
                          f'object_new(2, {b});',
                'elements': f'object {name}s[3]; object_init({name}s, 1, {b});'
                            f' object_init(&{name}s[1], {a}, 2); '
                            f'object *{name} = {name}s + 1;'}.get(way)
        if way == 'like':
            text = f'object *{name} = object_like({self.pointer()});'
        if way == 'wider':
            text = f'object *{name} = object_wider({self.pointer()}, {a});'
        self.lines.append('  ' * depth + text)
        if way in ('make', 'init', 'square', 'own'):
            self.records.append(name)
        else:
            self.pointers.append(name)

    def use(self, depth):
        """Add a statement that hands objects on."""
        rng = self.rng
        way = rng.choice(sorted(USERS))
        text = {'rows': f'use_rows({self.pointer()});',
                'both': f'use_both({self.pointer()}, {self.pointer()});',
                'outer': f'use_outer({self.pointer()}, {self.pointer()}, '
                         f'{self.size()});',
                'deep': f'use_deep({self.pointer()}, 2);'}.get(way)
        if way == 'value':
            names = self.records
            if not names or rng.random() < 0.1:
                names = ['*' + name for name in self.pointers] + names
            text = f'use_value({rng.choice(names)});'
        self.lines.append('  ' * depth + text)

    def trouble(self, depth):
        """Add a statement that may change what variables hold."""
        rng = self.rng
        ways = ['assign'] * (rng.random() < 0.1) + ['swap'] * \
            (rng.random() < 0.2 and len(self.pointers) > 1)
        ways += [h for h in self.hazards if h not in ('pool', 'kept')]
        ways += ['refill'] * (rng.random() < 0.3)
        ways += ['whole'] * (rng.random() < 0.1)
        ways += ['kept'] * ('kept' in self.hazards)
        if not ways:
            return
        way = rng.choice(ways)
        name = self.pointer()
        member = name[1:] + '.' if name[0] == '&' else name + '->'
        text = {'assign': f'{member}rows = {self.size()};',
                'grow': f'object_grow({name});',
                'set': f'object_set({name}, {self.size()});',
                'again': f'object_again({name}, {self.size()});',
                'late': f'object_late({name}, {self.size()});',
                'beside': f'object_beside({name}, {self.pointer()}, '
                          f'{self.size()});',
                'refill': f'object_init({name}, {self.size()}, 3);',
                'kept': f'if (kept) object_init(kept, 2, {self.size()});'
                }.get(way)
        if way == 'whole':
            text = f'*({name}) = *({self.pointer()});'
        if way == 'swap':
            a, b = rng.sample(self.pointers, 2)
            text = f'{{ object *t = {a}; {a} = {b}; {b} = t; }}'
        if rng.random() < 0.3:
            text = f'if ({self.size()} > 4) {{ {text} }}'
        self.lines.append('  ' * depth + text)

    def loop(self):
        """Add a loop that makes objects and hands them on."""
        kept = list(self.pointers), list(self.records)
        self.lines.append(f'  for (int i = 1; i < {self.rng.randint(3, 5)}; '
                          'i++) {')
        if self.rng.random() < 0.6:
            self.make(2)
        for _ in range(self.rng.randint(1, 2)):
            self.use(2)
        if self.hazards:
            self.trouble(2)
        self.lines.append('  }')
        self.pointers, self.records = kept

    def main(self):
        """Write main."""
        self.make(1)
        for _ in range(self.rng.randint(4, 10)):
            self.rng.choice((self.make, self.use, self.use, self.trouble,
                             lambda depth: self.loop()))(1)
        self.use(1)

    def text(self):
        """Return the program; the same line has the same number in both."""
        rng = self.rng
        own = 'for (int i = 0; i < m->cols; i++) {\n    MARK\n  }'
        parts = [HEAD]
        parts += [MAKERS[name].replace(
            'EARLY', rng.choice(('', 'if (!m)\n    return NULL;'))).replace(
            'OWN', rng.choice(('', own))) for name in MAKERS]
        parts += [HAZARDS[name] for name in self.hazards]
        parts += list(USERS.values())
        n, m = rng.randint(2, 9), rng.randint(2, 6)
        parts += ['int main(void) {', f'  int n = {n}, m = {m};', *self.lines,
                  '  return 0;', '}']
        return '\n'.join(parts).replace('MARK', '\n    '.join(MARK)) + '\n'


def executed(folder, cc, text):
    """Return how often each line with mark() is executed."""
    lines = text.split('\n')
    counted = [line.replace('mark();', f'count[{i + 1}]++;')
               for i, line in enumerate(lines)]
    source = '\n'.join(counted).replace(
        'void mark(void);', f'static long count[{len(lines) + 1}];\n'
        '#include <stdio.h>')
    end = source.rindex('  return 0;')
    source = source[:end] + f'for (int i = 0; i <= {len(lines)}; i++) ' \
        'printf("%ld\\n", count[i]);\n' + source[end:]
    (folder / 'run.c').write_text(source)
    subprocess.run([cc, '-std=gnu17', '-O0', '-w', '-o', folder / 'run',
                    folder / 'run.c'], check=True)
    out = subprocess.run([folder / 'run'], check=True, capture_output=True,
                         text=True, timeout=60)
    counts = [int(word) for word in out.stdout.split()]
    return {i + 1: counts[i + 1] for i, line in enumerate(lines)
            if 'mark();' in line}


def predicted(lcm, folder, text):
    """Return what lcm says of each line, and the lines of what it does not
    know."""
    (folder / 'input.c').write_text(text)
    out = subprocess.run([lcm, 'predict', 'input.c', '-D', 'p=1', '--nodes',
                          '--format', 'json'], text=True, cwd=folder,
                         capture_output=True, timeout=300)
    if out.returncode:
        sys.exit(f'{out.returncode}\n{out.stderr}\n{text}')
    said = json.loads(out.stdout)
    point = said['points'][0]
    counts = {}

    def line_of(place):
        return int(place.rsplit(':', 2)[1])

    for node in point['nodes']:
        if node['kind'] == 'call' and node['label'] == 'mark()':
            line = line_of(node['range'])
            counts[line] = counts.get(line, 0) + node['time']
    return counts, [line_of(one['range']) for key in ('unknown', 'guessed')
                    for one in point.get(key) or said.get(key) or []]


def function_of(text, line):
    """Return the line that the function around `line` begins at."""
    lines = text.split('\n')
    while line > 1 and not (lines[line - 1][:1].isalpha() and
                            '(' in lines[line - 1]):
        line -= 1
    return line


def main(lcm, cc, programs=PROGRAMS, first=FIRST):
    """Try programs; return the exit status."""
    lcm = os.path.abspath(lcm)
    wrong = places = open_places = whole = 0
    seeds = range(int(first), int(first) + int(programs))
    for seed in (*seeds, *(MORE if programs == PROGRAMS else ())):
        text = Program(seed).text()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            real = executed(folder, cc, text)
            said, unknown = predicted(lcm, folder, text)
        unclear = {function_of(text, line) for line in unknown}
        whole += not unknown
        places += len(real)
        for line, count in real.items():
            if function_of(text, line) in unclear:
                open_places += 1
            elif abs(said.get(line, 0) - count) > 1e-6 * max(1, count):
                wrong += 1
                if wrong < 4:
                    print(f'seed {seed}: line {line} runs {count} times, lcm '
                          f'says {said.get(line, 0)}\n{text}')
    print(f'{places} places, {wrong} wrong; {open_places} not known, all of '
          f'{whole} of {programs} programs known')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
