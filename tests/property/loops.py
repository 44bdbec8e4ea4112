"""Random small C loops as trees, and their text in C.

An expression or statement is a tuple: its kind, then its parts.  The kinds are
those that `Writer` writes and that the file loop_runs.py executes.
"""
import random

# Names, types and lengths of what all functions share.
SCALARS = {'s': 'int', 't': 'int', 'g': 'int', 'h': 'unsigned',
           'uc': 'unsigned char', 'sh': 'short', 'bound': 'int'}
MEMBERS = {'st.x': 'int', 'st.y': 'int'}
ARRAYS = {'a': ('int', 80), 'b': ('int', 80), 'ix': ('int', 80),
          'v': ('unsigned char', 300), 'e': ('int', 80),
          'ps.x': ('int', 40), 'ps.y': ('int', 40)}
CONSTANTS = {'kp': (3, 0, 7, 12, 1, 9, 14, 5, 2, 15, 8, 30, 4, 11, 6, 10),
             'kd': (3, 0, 7, 12, 1, 9, 14, 3, 2, 15, 8, 30, 4, 11, 6, 10)}
TABLES = {'c': ('int', 14, 10), 'd': ('int', 14, 10)}
LIST = 40
HEAD = '''#include <string.h>
int s, t, g, bound;
unsigned h;
unsigned char uc;
short sh;
struct { int x, y; } st;
int a[80], b[80], ix[80];
unsigned char v[300];
int e[80];
int c[14][10], d[14][10];
struct node { struct node *next; int v; } pool[40];
struct pair { int x, y; } ps[40];
static const int kp[16] = {3, 0, 7, 12, 1, 9, 14, 5, 2, 15, 8, 30, 4, 11, 6, 10};
static const int kd[16] = {3, 0, 7, 12, 1, 9, 14, 3, 2, 15, 8, 30, 4, 11, 6, 10};
static inline int least(int x, int y) { return x < y ? x : y; }
static int most(int x, int y) { if (x > y) return x; return y; }
static void add(int *x, int y) { *x += y; }
static void bump(void) { g++; }
static void put(int *x, int n, int y) {
  for (int k = 0; k < n; k++)
    x[k] = y + k;
}
static void try(int *x, int y) { if (y > 3) return; x[0] = y; }
static int *elem(int *x, int k) { return &x[k]; }
static void two(int *x, const int *y, int k) { x[k] = y[k + 1] + 1; }
static int sum(const int *x, int n) {
  int r = 0;
  for (int k = 0; k < n; k++)
    r += x[k];
  return r;
}
#define MAX(x, y) ((x) > (y) ? (x) : (y))
'''


class Maker:
    """Makes the loop of one function, of choices that `seed` decides."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.indices = []
        self.locals = {}   # in the function, with their types
        self.inner = {}    # in the body of the loop
        self.n_made = 0
        self.labels = False
        self.fits = 12     # what the indices stay below

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *choices):
        return self.random.choice(choices)

    # ---- expressions --------------------------------------------------------

    def number(self, low=0, high=6):
        return ('number', self.random.randint(low, high))

    def index(self):
        """Return an expression of loop indices, for a subscript."""
        i = ('ref', self.random.choice(self.indices))
        roll = self.random.random()
        if roll < .40:
            return i
        if roll < .55:
            return ('op', self.pick('+', '-'), i, self.number(1, 3))
        if roll < .62:
            return ('op', '-', self.number(10, 14), i)
        if roll < .69:
            return ('op', '+', ('op', '*', self.number(2, 3), i),
                    self.number(0, 3))
        if roll < .73:
            return ('op', self.pick('/', '%'), i, self.number(2, 5))
        if roll < .77 and len(self.indices) > 1:
            first = ('op', '*', ('ref', self.indices[0]), self.number(3, 10))
            return ('op', '+', first, ('ref', self.indices[1]))
        if roll < .80:
            return ('cast', self.pick('unsigned char', 'unsigned', 'short'),
                    ('op', '*', i, self.pick(('number', 16), ('number', 3),
                                             ('number', 64))))
        if roll < .84:
            return ('at', 'ix', i)
        if roll < .93:
            names = [n for n, kind in {**self.locals, **self.inner}.items()
                     if '*' not in kind and '[' not in kind]
            if names:
                return ('ref', self.random.choice(names))
        return self.number(0, 9)

    def place(self, whole=True):
        """Return something that can be assigned to."""
        roll = self.random.random()
        pointers = [n for n, kind in self.locals.items() if kind == 'int *']
        if pointers and roll < .12:
            name = self.random.choice(pointers)
            return self.pick(('deref', name), ('at', name, self.index()),
                             ('step', name))
        if roll < .50:
            return ('at', self.pick('a', 'a', 'b', 'v'), self.index())
        if roll < .68:
            return ('at2', self.pick('c', 'c', 'd'), self.index(),
                    self.index())
        if roll < .74:
            return ('flat', self.pick('c', 'd'), self.index())
        if roll < .80 and 'w' in self.locals:
            return ('at', 'w', self.index())
        if not whole:
            return ('at', 'a', self.index())
        return self.variable()

    def variable(self):
        names = list(SCALARS)[:-1] + list(MEMBERS)
        names += [n for n, kind in {**self.locals, **self.inner}.items()
                  if '*' not in kind and '[' not in kind] * 2
        name = self.random.choice(names)
        return ('member', name) if '.' in name else ('ref', name)

    def value(self, depth=0):
        roll = self.random.random()
        if depth > 1 or roll < .25:
            return self.pick(self.number(), ('ref',
                                             self.random.choice(self.indices)))
        if roll < .60:
            return self.place() if self.chance(.6) else self.variable()
        if roll < .85:
            return ('op', self.pick('+', '-', '+'), self.value(depth + 1),
                    self.value(depth + 1))
        if roll < .90:
            return ('call', self.pick('least', 'most', 'MAX'),
                    self.plain(), self.plain())
        if roll < .94:
            return ('choose', self.condition(), self.value(depth + 1),
                    self.value(depth + 1))
        return ('op', '*', self.number(0, 3), self.plain())

    def plain(self):
        """Return a value that changes nothing."""
        return self.pick(self.number(), ('ref', self.indices[0]),
                         ('at', self.pick('a', 'b'), self.index()),
                         ('ref', 's'), ('ref', 't'))

    def condition(self):
        return ('op', self.pick('<', '>', '==', '!='), self.plain(),
                self.plain())

    # ---- statements ---------------------------------------------------------

    def update(self):
        """Return one of the ways to combine a variable with something."""
        x = self.variable() if self.chance(.8) else self.place(False)
        by = self.plain()
        return self.pick(
            ('change', x, '+', by), ('change', x, '+', by),
            ('set', x, ('op', '+', x, by)), ('set', x, ('op', '-', x, by)),
            ('change', x, '-', by), ('count', x),
            ('change', x, self.pick('&', '|', '^'), by),
            ('if', ('op', '<', by, x), [('set', x, by)], []),
            ('if', ('op', '>', by, x), [('set', x, by)], []),
            ('set', x, ('call', self.pick('least', 'most', 'MAX'), x, by)),
            ('set', x, ('choose', ('op', '<', by, x), by, x)),
            ('set', x, ('op', '&&', x, by)), ('set', x, ('op', '||', x, by)))

    def special(self):
        """Return a statement whose writes do not stand there as `=`."""
        roll = self.random.randrange(9)
        if roll == 0:
            x = ('ref', self.pick('s', 't', 'g'))
            return ('overflow', x, self.plain(), x)
        if roll == 1:
            return ('overflow', self.plain(), self.plain(),
                    ('at', 'a', self.index()))
        if roll == 2:
            return ('copy', self.pick('memcpy', '__builtin_memcpy'),
                    self.index(), self.index(), self.random.randint(1, 3))
        if roll == 3:
            return ('fill', self.pick('memset', '__builtin_memset'),
                    ('ref', self.indices[0]))
        if roll == 4:
            return ('add', self.pick('s', 't', 'g'), self.plain())
        if roll == 5:
            return ('bump',)
        if roll == 6:
            return ('atomic', self.pick('s', 't'), self.plain())
        if roll == 7:
            return ('addto', self.index(), self.plain())
        return ('set', ('ref', 'bound'), ('op', '-', ('ref', 'bound'),
                                          self.number(0, 1)))

    def leave(self):
        kinds = ['break', 'break', 'return', 'continue', 'goto', 'exit']
        kind = self.random.choice(kinds)
        self.labels = self.labels or kind == 'goto'
        return ('if', self.condition(), [(kind,)], [])

    def statement(self, depth):
        roll = self.random.random()
        if roll < .36:
            return ('set', self.place(), self.value())
        if roll < .56:
            return self.update()
        if roll < .63:
            name = f'x{self.n_made}'
            self.n_made += 1
            kind = self.pick('int', 'int', 'unsigned char', 'short',
                             'unsigned', 'signed char')
            made = ('let', kind, name, self.value())
            self.inner[name] = kind
            return made
        if roll < .71:
            return ('if', self.condition(), self.block(depth, 1),
                    self.block(depth, 1) if self.chance(.4) else [])
        if roll < .74:
            return self.leave()
        if roll < .80:
            return self.special()
        movers = [n for n in self.locals if self.locals[n] != 'int[]']
        if roll < .86 and movers:
            name = self.random.choice(movers)
            if self.locals[name] == 'struct node *':
                return ('next', name)
            return self.pick(('count', ('ref', name)),
                             ('change', ('ref', name), '+',
                              self.number(1, 3)))
        if roll < .88 and 'l' in self.locals:
            return self.pick(('next', 'l'),
                             ('set', ('field', 'l'), self.plain()),
                             ('change', ('ref', 's'), '+', ('field', 'l')))
        if depth == 0 and roll < .97:
            return self.loop(depth + 1)
        return ('set', self.place(), self.value())

    def block(self, depth, most=3):
        before = dict(self.inner)
        made = [self.statement(depth)
                for _ in range(self.random.randint(1, most))]
        self.inner = before
        return made

    def bounds(self, depth):
        """Return type, start, comparison, end and step of an index."""
        end = self.number(5, 9 if depth else 12)
        if self.chance(.25):
            end = ('ref', 'n')
        elif self.chance(.12):
            end = ('ref', 'bound')
        elif depth and self.chance(.15):
            end = ('ref', self.indices[0])
        start = self.number(0, 2)
        step = self.pick(1, 1, 1, 1, 2, 3)
        kind = self.pick('int', 'int', 'int', 'unsigned', 'long',
                         'unsigned char')
        if depth and self.chance(.1):
            start = ('op', '+', ('number', 1),
                     ('op', '%', ('ref', self.indices[0]), ('number', 2)))
            step = 2
        if not depth and self.chance(.08):
            return 'int', ('number', 0), '<', ('number', 290), 1
        if self.chance(.1):
            return 'int', end, '>', start, -step
        if self.chance(.06):
            return 'int', ('number', -5), '<', end, step
        return kind, start, '<', end, step

    def loop(self, depth):
        index = 'ij'[depth] if depth < 2 else 'k'
        kind, start, op, end, step = self.bounds(depth)
        self.indices.append(index)
        body = self.block(depth, 3)
        self.indices.pop()
        return ('for', kind, index, start, op, end, step, body)

    def function(self):
        """Return (declarations, loop, what is read behind it)."""
        if self.chance(.35):
            self.locals['x'] = self.pick('int', 'int', 'unsigned char',
                                         'short', 'unsigned')
        if self.chance(.2):
            self.locals['q'] = 'int *'
        if self.chance(.12):
            self.locals['l'] = 'struct node *'
        if self.chance(.2):
            self.locals['w'] = 'int[]'
        declared = []
        for name, kind in self.locals.items():
            value = {'int *': self.pick(('start', 'a'), ('start', 'b'),
                                        ('start', 'c')),
                     'struct node *': ('first',)}.get(kind,
                                                      self.number(0, 4))
            declared.append((kind, name, value))
        loop = self.loop(0)
        after = [n for n, kind in self.locals.items()
                 if kind in ('int', 'unsigned char', 'short', 'unsigned') and
                 self.chance(.5)]
        return declared, loop, after


class Writer:
    """Writes functions as C and notes in which lines their loops stand."""

    def __init__(self):
        self.lines = HEAD.splitlines()
        self.loops = []   # (number of the function, path, line)
        self.function = 0

    def e(self, e):
        kind = e[0]
        if kind == 'number':
            return str(e[1]) if e[1] >= 0 else f'({e[1]})'
        if kind in ('ref', 'member'):
            return e[1]
        if kind == 'op':
            return f'({self.e(e[2])} {e[1]} {self.e(e[3])})'
        if kind == 'cast':
            return f'(({e[1]})({self.e(e[2])}))'
        if kind == 'at':
            return f'{e[1]}[{self.e(e[2])}]'
        if kind == 'at2':
            return f'{e[1]}[{self.e(e[2])}][{self.e(e[3])}]'
        if kind == 'flat':
            return f'(&{e[1]}[0][0])[{self.e(e[2])}]'
        if kind == 'deref':
            return f'*{e[1]}'
        if kind == 'step':
            return f'*{e[1]}++'
        if kind == 'field':
            return f'{e[1]}->v'
        if kind == 'call':
            return f'{e[1]}({self.e(e[2])}, {self.e(e[3])})'
        if kind == 'choose':
            return f'({self.e(e[1])} ? {self.e(e[2])} : {self.e(e[3])})'
        if kind == 'not':
            return f'!{self.e(e[1])}'
        if kind == 'part':
            return f'{e[1]}[{self.e(e[3])}].{e[2]}'
        if kind == 'elem':
            return f'*elem({e[1]}, {self.e(e[2])})'
        if kind == 'inc':
            return f'{e[1]}++'
        return {'start': lambda: {'c': '&c[0][0]'}.get(e[1], e[1]),
                'first': lambda: 'pool'}[kind]()

    def put(self, depth, text):
        self.lines.append('  ' * depth + text)

    def statement(self, s, depth, path):
        kind = s[0]
        if kind == 'set':
            self.put(depth, f'{self.e(s[1])} = {self.e(s[2])};')
        elif kind == 'change':
            self.put(depth, f'{self.e(s[1])} {s[2]}= {self.e(s[3])};')
        elif kind == 'count':
            x = self.e(s[1])
            self.put(depth, f'({x})++;' if '*' in x else f'{x}++;')
        elif kind == 'let':
            self.put(depth, f'{s[1]} {s[2]} = {self.e(s[3])};')
        elif kind == 'next':
            self.put(depth, f'{s[1]} = {s[1]}->next;')
        elif kind == 'overflow':
            self.put(depth, f'__builtin_add_overflow({self.e(s[1])}, '
                     f'{self.e(s[2])}, &{self.e(s[3])});')
        elif kind == 'copy':
            self.put(depth, f'{s[1]}(&a[{self.e(s[2])}], &b[{self.e(s[3])}], '
                     f'{s[4]} * sizeof(int));')
        elif kind == 'fill':
            self.put(depth, f'{s[1]}(c[{self.e(s[2])}], 0, sizeof c[0]);')
        elif kind == 'add':
            self.put(depth, f'add(&{s[1]}, {self.e(s[2])});')
        elif kind == 'addto':
            self.put(depth, f'add(&a[{self.e(s[1])}], {self.e(s[2])});')
        elif kind == 'bump':
            self.put(depth, 'bump();')
        elif kind == 'put':
            self.put(depth, f'put({s[1]}, {s[2]}, {self.e(s[3])});')
        elif kind == 'try':
            self.put(depth, f'try({s[1]}, {self.e(s[2])});')
        elif kind == 'sum':
            self.put(depth, f'{s[1]} += sum({s[2]}, {s[3]});')
        elif kind == 'atomic':
            self.put(depth, f'__sync_fetch_and_add(&{s[1]}, {self.e(s[2])});')
        elif kind == 'return':
            self.put(depth, 'return 1;')
        elif kind == 'exit':
            self.put(depth, '__builtin_trap();')
        elif kind == 'goto':
            self.put(depth, 'goto out;')
        elif kind in ('break', 'continue'):
            self.put(depth, f'{kind};')
        elif kind == 'ptr':
            row = '[0]' if s[2] in TABLES else ''
            self.put(depth, f'int *{s[1]} = &{s[2]}[{self.e(s[3])}]{row};')
        elif kind == 'letarr':
            self.put(depth, f'int {s[1]}[{s[2]}] = {{{self.e(s[3])}}};')
        elif kind == 'two':
            self.put(depth, f'two({s[1]}, {s[2]}, {self.e(s[3])});')
        elif kind == 'pair':
            self.put(depth, f'ps[{self.e(s[1])}] = ps[{self.e(s[2])}];')
        elif kind == 'switch':
            self.switch(s, depth, path)
        elif kind == 'while':
            self.tested(s, depth, path)
        elif kind == 'if':
            self.put(depth, f'if ({self.e(s[1])}) {{')
            self.block(s[2], depth + 1, path + (2,))
            if s[3]:
                self.put(depth, '} else {')
                self.block(s[3], depth + 1, path + (3,))
            self.put(depth, '}')
        else:
            self.loop(s, depth, path)

    def block(self, block, depth, path):
        for k, s in enumerate(block):
            self.statement(s, depth, path + (k,))

    def switch(self, s, depth, path):
        self.put(depth, f'switch ({self.e(s[1])}) {{')
        for k, arm in enumerate(s[2]):
            self.put(depth, f'case {k}: {{')
            self.block(arm, depth + 1, path + (2, k))
            self.put(depth, '} break;')
        self.put(depth, 'default: {')
        self.block(s[3], depth + 1, path + (3,))
        self.put(depth, '}')
        self.put(depth, '}')

    def tested(self, s, depth, path):
        _, kind, index, start, op, end, step, body, form = s
        test = f'while ({index} {op} {self.e(end)})'
        self.put(depth, f'{kind} {index} = {self.e(start)};')
        self.put(depth, 'do {' if form == 'do' else test + ' {')
        self.block(body, depth + 1, path + (7,))
        self.put(depth + 1, f'{index} += {step};')
        self.put(depth, f'}} {test};' if form == 'do' else '}')

    def loop(self, s, depth, path):
        _, kind, index, start, op, end, step, body = s
        kind = kind + ' ' if kind else ''
        by = f'{index} += {step}' if step > 0 else f'{index} -= {-step}'
        self.put(depth, f'for ({kind}{index} = {self.e(start)}; '
                 f'{index} {op} {self.e(end)}; {by}) {{')
        self.loops.append((self.function, path, len(self.lines)))
        self.block(body, depth + 1, path + (7,))
        self.put(depth, '}')

    def add(self, number, made):
        declared, loop, after = made
        self.function = number
        begin = len(self.lines)
        self.put(0, f'int f{number}(int n) {{')
        for kind, name, value in declared:
            if kind == 'int[]':
                self.put(1, f'int {name}[80] = {{{self.e(value)}}};')
            elif kind == 'fillix':
                self.put(1, 'for (int k = 0; k < 80; k++)')
                self.put(2, f'{name}[k] = {value};')
            else:
                self.put(1, f'{kind} {name} = {self.e(value)};'
                         .replace('* ', '*'))
        self.loop(loop, 1, ())
        after = [f'{name}[1]' if name == 'w' else name for name in after]
        if 'goto out;' in ' '.join(self.lines[begin:]):
            self.put(1, f'out: return {" + ".join(["0"] + after)};')
        else:
            self.put(1, f'return {" + ".join(["0"] + after)};')
        self.put(0, '}')

    def text(self, numbers):
        calls = ' + '.join(f'f{k}(9)' for k in numbers)
        return '\n'.join(self.lines + [
            f'int main(void) {{ bound = 9; return {calls} + '
            'a[1] + b[1] + ix[1] + v[1] + e[1] + c[1][1] + d[1][1]; }', ''])
