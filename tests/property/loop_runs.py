"""Executes the loops of loops.py as C does and says what their rounds share.

All accesses of the rounds of one loop are recorded.  A variable is in conflict
where one round writes what another touches; `explained` says how that may be
mended: private copies, a reduction, a linear variable.
"""
import random

from loops import ARRAYS, CONSTANTS, LIST, MEMBERS, SCALARS, TABLES

WIDTHS = {'unsigned char': (8, False), 'signed char': (8, True),
          'short': (16, True), 'int': (32, True), 'unsigned': (32, False),
          'long': (64, True), 'unsigned long': (64, False)}
MOST_STEPS = 60000


class Undefined(Exception):
    """The execution has no meaning: it proves nothing."""


class Leave(Exception):
    """A loop or the function is left."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


def convert(kind, value):
    """Return what a value becomes as one of the type `kind`."""
    width, signed = WIDTHS[kind]
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> (width - 1) else value


def common(x, y):
    """Return the type that operands of two types are converted to."""
    return next((kind for kind in ('unsigned long', 'long', 'unsigned')
                 if kind in (x, y)), 'int')


def combined(s):
    """Return (place, family, other) where a statement only combines a place
    with something, else None."""
    kind = s[0]
    if kind == 'change':
        return s[1], '+' if s[2] == '-' else s[2], s[3]
    if kind == 'count':
        return s[1], '+', ('number', 1)
    if kind == 'if' and s[1][0] == 'op' and not s[3] and \
            len(s[2]) == 1 and s[2][0][0] == 'set':
        place, by = s[2][0][1:]
        if s[1][1] in '<>' and s[1][2:] == (by, place):
            return place, s[1][1], by
        if s[1][1] in '<>' and s[1][2:] == (place, by):
            return place, '<>'['><'.index(s[1][1])], by
    if kind != 'set':
        return None
    place, value = s[1:]
    if value[0] == 'op' and value[2] == place and value[1] in '+-&&||':
        return place, '+' if value[1] == '-' else value[1], value[3]
    if value[0] == 'op' and value[3] == place and value[1] in '+*':
        return place, value[1], value[2]
    if value[0] == 'call' and place in value[2:]:
        return (place, '<' if value[1] == 'least' else '>',
                value[3] if value[2] == place else value[2])
    if value[0] == 'choose' and value[1][0] == 'op':
        # by < x ? by : x
        test, yes, no = value[1:]
        if test[1] in '<>' and place in (yes, no) and \
                test[2:] in ((yes, no), (no, yes)):
            keeps = test[1] if test[2:] == (yes, no) else \
                '<>'['><'.index(test[1])]
            return place, keeps, yes if no == place else no
    return None


def is_of_indices(e):
    """Return whether an expression speaks of numbers and loop indices alone:
    lcm knows its values then, and need not take it to be in its row."""
    if e[0] == 'op':
        return is_of_indices(e[2]) and is_of_indices(e[3])
    return e[0] == 'number' or e[0] == 'ref' and e[1] in 'ijkm'


def fill(text, k):
    """Return what an expression of `k`, which is not negative, is worth."""
    return eval(text.replace('/', '//'), {'k': k})


class Run:
    """One execution of a function; `target` is the path of the loop."""

    def __init__(self, made, target, n, seed):
        self.made = made
        self.target = target
        self.n = n
        self.steps = 0
        self.round = None
        self.events = {}
        self.starts = {}
        self.tag = None
        self.quiet = set()
        self.found = []    # what each execution of the loop shares
        self.left = False
        self.pointed = set()  # pointers that a round has
        self.rows = False  # a column lies outside of its row
        self.kinds = dict(SCALARS, **MEMBERS)
        self.mem = {name: [(3 + 5 * k + seed) % 7]
                    for k, name in enumerate(self.kinds)}
        self.mem['bound'] = [9]
        for k, (name, (kind, size)) in enumerate(ARRAYS.items()):
            self.kinds[name] = kind
            self.mem[name] = [(i * (7 + 2 * k + seed) + k) % 13
                              for i in range(size)]
        for name, (kind, rows, columns) in TABLES.items():
            self.kinds[name] = kind
            self.mem[name] = [(i * 5 + seed) % 11
                              for i in range(rows * columns)]
        for name, values in CONSTANTS.items():
            self.kinds[name] = 'int'
            self.mem[name] = list(values)
        if seed:
            self.mem['ix'] = [(i * 11 + 3) % 40 for i in range(80)]
        self.kinds['pool'] = 'int'
        self.mem['pool'] = list(range(LIST))
        if seed > 1:
            self.vary(seed)
        self.depth = 0

    def vary(self, seed):
        """Let variables and arrays hold other values than usual, which `seed`
        decides: large ones, too."""
        source = random.Random(seed)
        largest = (2, 12, 40, 100, 70000)[seed % 5]
        for name, kind in self.kinds.items():
            if name in SCALARS or name in MEMBERS or name in ARRAYS or \
                    name in TABLES:
                low = -largest if WIDTHS[kind][1] and seed % 2 else 0
                self.mem[name] = [
                    convert(kind, source.randint(low, largest))
                    for _ in self.mem[name]]
        self.mem['bound'] = [source.randint(3, 16)]
        self.mem['ix'] = [source.randint(0, 39) for _ in self.mem['ix']]
        self.mem['pool'] = [source.randint(0, largest) for _ in range(LIST)]

    # ---- accesses -----------------------------------------------------------

    def note(self, name, at, write):
        if self.round is not None and name not in self.quiet:
            self.events.setdefault((name, at), []).append(
                (self.round, write, self.tag))

    def load(self, place, tag=None):
        name, at = place
        self.tag, before = tag, self.tag
        self.note(name, at, False)
        self.tag = before
        return self.mem[name][at], self.kinds[name]

    def store(self, place, value, tag=None):
        name, at = place
        kept = convert(self.kinds[name], value)
        if tag in ('<', '>') and kept != value:
            tag = None
        self.tag, before = tag, self.tag
        self.note(name, at, True)
        self.tag = before
        self.mem[name][at] = kept

    def inside(self, name, at):
        if not 0 <= at < len(self.mem[name]):
            raise Undefined
        return name, at

    def pointer(self, name):
        """Return where a pointer points, a use of it."""
        self.note(name, 0, False)
        return self.mem[name][0]

    def place(self, e):
        kind = e[0]
        if kind in ('ref', 'member'):
            return e[1], 0
        if kind == 'at':
            index = self.value(e[2])[0]
            if self.kinds.get(e[1]) == 'int *':
                base, offset = self.pointer(e[1])
                if e[1] in self.pointed and base in TABLES and \
                        not 0 <= index < TABLES[base][2]:
                    raise Undefined
                return self.inside(base, offset + index)
            return self.inside(e[1], index)
        if kind == 'at2':
            row, column = self.value(e[2])[0], self.value(e[3])[0]
            columns = TABLES[e[1]][2]
            if not 0 <= column < columns and not is_of_indices(e[3]):
                raise Undefined
            self.rows = self.rows or not 0 <= column < columns
            return self.inside(e[1], row * columns + column)
        if kind == 'flat':
            return self.inside(e[1], self.value(e[2])[0])
        if kind == 'part':
            return self.inside(f'{e[1]}.{e[2]}', self.value(e[3])[0])
        if kind == 'elem':
            return self.inside(e[1], self.value(e[2])[0])
        if kind in ('deref', 'step'):
            base, offset = self.pointer(e[1])
            if kind == 'step':
                self.note(e[1], 0, True)
                self.mem[e[1]][0] = (base, offset + 1)
            return self.inside(base, offset)
        assert kind == 'field', e
        return self.inside('pool', self.pointer(e[1]))

    # ---- values -------------------------------------------------------------

    def value(self, e):
        """Return the value of an expression and its type."""
        kind = e[0]
        if kind == 'number':
            return e[1], 'int'
        if kind == 'ref' and e[1] == 'n':
            return self.n, 'int'
        if kind in ('ref', 'member', 'at', 'at2', 'flat', 'deref', 'step',
                    'field'):
            return self.load(self.place(e))
        if kind in ('part', 'elem'):
            return self.load(self.place(e))
        if kind == 'not':
            return int(not self.value(e[1])[0]), 'int'
        if kind == 'inc':
            value, of = self.load((e[1], 0))
            self.store((e[1], 0), value + 1)
            return value, of
        if kind == 'cast':
            return convert(e[1], self.value(e[2])[0]), e[1]
        if kind == 'choose':
            return self.value(e[2] if self.value(e[1])[0] else e[3])
        if kind == 'call':
            x, y = self.value(e[2]), self.value(e[3])
            return self.pick(e[1], x, y)
        return self.operate(e[1], e[2], e[3])

    def pick(self, name, x, y):
        kind = common(x[1], y[1]) if name == 'MAX' else 'int'
        pair = convert(kind, x[0]), convert(kind, y[0])
        return (min if name == 'least' else max)(pair), kind

    def operate(self, op, left, right):
        x = self.value(left)
        if op in ('&&', '||'):
            if bool(x[0]) == (op == '||'):
                return int(bool(x[0])), 'int'
            return int(bool(self.value(right)[0])), 'int'
        return self.apply(op, x, self.value(right))

    def apply(self, op, left, right):
        kind = common(left[1], right[1])
        x, y = convert(kind, left[0]), convert(kind, right[0])
        if op in ('<', '>', '==', '!=', '<=', '>='):
            return int({'<': x < y, '>': x > y, '==': x == y, '!=': x != y,
                        '<=': x <= y, '>=': x >= y}[op]), 'int'
        if op in ('<<', '>>'):
            return self.shift(op, left, right)
        if op in '/%':
            if not y:
                raise Undefined
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            return (quotient if op == '/' else x - quotient * y), kind
        value = {'+': x + y, '-': x - y, '*': x * y, '&': x & y, '|': x | y,
                 '^': x ^ y}[op]
        if kind == 'int' and convert('int', value) != value:
            raise Undefined
        return convert(kind, value), kind

    def shift(self, op, left, right):
        kind = common(left[1], 'int')
        x, y = convert(kind, left[0]), right[0]
        if not 0 <= y < WIDTHS[kind][0] or (op == '<<' and x < 0):
            raise Undefined
        value = x << y if op == '<<' else x >> y
        if WIDTHS[kind][1] and convert(kind, value) != value:
            raise Undefined
        return convert(kind, value), kind

    # ---- statements ---------------------------------------------------------

    def step(self):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Undefined

    def combine(self, s, place, family, by):
        """Execute a statement that combines `place` with `by`."""
        at = self.place(place)
        if s[0] in ('change', 'count'):
            op = s[2] if s[0] == 'change' else '+'
            right = self.value(by)
            left = self.load(at, family)
            self.store(at, self.apply(op, left, right)[0], family)
        elif s[0] == 'if':
            sides = [self.load(at, family) if e == place else self.value(e)
                     for e in s[1][2:]]
            if self.apply(s[1][1], *sides)[0]:
                # what is compared is kept: -1 is a large unsigned number
                kind = common(*(side[1] for side in sides))
                self.store(at, convert(kind, self.value(by)[0]), family)
        elif s[2][0] == 'op' and s[2][1] in ('&&', '||'):
            left = self.load(at, family)[0]
            value = bool(left)
            if value == (s[2][1] == '&&'):
                value = bool(self.value(by)[0])
            self.store(at, int(value), family)
        elif s[2][0] == 'op':
            sides = [self.load(at, family) if e == place else self.value(e)
                     for e in s[2][2:]]
            self.store(at, self.apply(s[2][1], *sides)[0], family)
        else:
            left, right = self.load(at, family), self.value(by)
            name = 'least' if family == '<' else 'most'
            if s[2][0] == 'choose':
                name = name if family == '<' else 'MAX'
                kind = common(left[1], right[1])
                left = convert(kind, left[0]), kind
                right = convert(kind, right[0]), kind
                value = (min if family == '<' else max)(left, right)[0]
            else:
                value = self.pick(s[2][1], left, right)[0]
            self.store(at, value, family)

    def execute(self, s, path):
        self.step()
        kind = s[0]
        whole = combined(s)
        moves = kind in ('change', 'count') and s[1][0] == 'ref' and \
            self.kinds.get(s[1][1]) == 'int *'
        if whole and whole[0][0] != 'step' and not moves:
            self.combine(s, *whole)
        elif kind == 'set':
            value = self.value(s[2])[0]
            self.store(self.place(s[1]), value)
        elif kind in ('change', 'count'):
            self.move(s)
        elif kind == 'let':
            value = self.value(s[3])[0]
            self.declare(s[2], s[1], convert(s[1], value))
        elif kind == 'next':
            k = self.pointer(s[1])
            self.note(s[1], 0, True)
            self.mem[s[1]][0] = (k * 3 + 1) % LIST
        elif kind == 'if':
            part = 2 if self.value(s[1])[0] else 3
            self.block(s[part], path + (part,))
        elif kind == 'for':
            self.loop(s, path)
        elif kind == 'while':
            self.tested(s, path)
        elif kind == 'switch':
            self.switch(s, path)
        elif kind in ('break', 'return', 'continue', 'goto', 'exit'):
            raise Leave(kind)
        else:
            self.special(s)

    def move(self, s):
        """Execute an update of a pointer, or `*q++ += e`."""
        if s[1][0] == 'step':
            right = self.value(s[3]) if s[0] == 'change' else (1, 'int')
            at = self.place(s[1])
            op = s[2] if s[0] == 'change' else '+'
            self.store(at, self.apply(op, self.load(at), right)[0])
            return
        base, offset = self.pointer(s[1][1])
        self.note(s[1][1], 0, True)
        by = self.value(s[3])[0] if s[0] == 'change' else 1
        self.mem[s[1][1]][0] = (base, offset + by)

    def special(self, s):
        kind = s[0]
        if kind == 'ptr':
            at = self.value(s[3])[0] * (TABLES[s[2]][2] if s[2] in TABLES else 1)
            if not 0 <= at <= len(self.mem[s[2]]):
                raise Undefined
            self.declare(s[1], 'int *', (s[2], at))
            self.pointed.add(s[1])
        elif kind == 'letarr':
            self.declare(s[1], 'int', 0)
            self.mem[s[1]] = [self.value(s[3])[0]] + [0] * (s[2] - 1)
        elif kind == 'two':
            at = self.value(s[3])[0]
            value = self.load(self.inside(s[2], at + 1))[0] + 1
            self.store(self.inside(s[1], at), value)
        elif kind == 'pair':
            to, of = self.value(s[1])[0], self.value(s[2])[0]
            for name in ('ps.x', 'ps.y'):
                value = self.load(self.inside(name, of))[0]
                self.store(self.inside(name, to), value)
        elif kind == 'overflow':
            family = '+' if s[1] == s[3] else None
            x = self.load(self.place(s[1]), family) if family else \
                self.value(s[1])
            value = x[0] + self.value(s[2])[0]
            self.store(self.place(s[3]), value, family)
        elif kind == 'copy':
            to, of = self.value(s[2])[0], self.value(s[3])[0]
            for k in range(s[4]):
                value = self.load(self.inside('b', of + k))[0]
                self.store(self.inside('a', to + k), value)
        elif kind == 'fill':
            row = self.value(s[2])[0]
            for k in range(10):
                self.store(self.inside('c', row * 10 + k), 0)
        elif kind == 'put':
            by = self.value(s[3])[0]
            for k in range(s[2]):
                self.store(self.inside(s[1], k), by + k)
        elif kind == 'try':
            by = self.value(s[2])[0]
            if by <= 3:
                self.store(self.inside(s[1], 0), by)
        elif kind == 'sum':
            by = sum(self.load(self.inside(s[2], k))[0] for k in range(s[3]))
            at = (s[1], 0)
            self.store(at, self.load(at, '+')[0] + by, '+')
        elif kind in ('add', 'atomic', 'bump', 'addto'):
            by = self.value(s[2])[0] if kind != 'bump' else 1
            at = self.inside('a', self.value(s[1])[0]) if kind == 'addto' \
                else ('g', 0) if kind == 'bump' else (s[1], 0)
            self.store(at, self.load(at, '+')[0] + by, '+')
        else:
            raise AssertionError(s)

    def declare(self, name, kind, value):
        self.kinds[name] = kind
        self.mem[name] = [value]
        if self.round is None:
            self.quiet.discard(name)
        else:
            self.quiet.add(name)

    def block(self, block, path):
        for k, s in enumerate(block):
            self.execute(s, path + (k,))

    def switch(self, s, path):
        by = self.value(s[1])[0]
        try:
            if 0 <= by < len(s[2]):
                self.block(s[2][by], path + (2, by))
            else:
                self.block(s[3], path + (3,))
        except Leave as leave:
            if leave.kind != 'break':
                raise

    def tested(self, s, path):
        _, kind, index, start, op, end, step, body, form = s
        self.declare(index, kind, convert(kind, self.value(start)[0]))
        first = form == 'do'
        while first or self.apply(op, self.load((index, 0)),
                                  self.value(end))[0]:
            self.step()
            first = False
            try:
                self.block(body, path + (7,))
            except Leave as leave:
                if leave.kind == 'break':
                    break
                if leave.kind != 'continue':
                    raise
                if form == 'do':
                    continue
                raise Undefined from None
            self.store((index, 0), self.load((index, 0))[0] + step)

    def note_values(self):
        """Note what variables hold before a round, and behind the last."""
        for name, values in self.mem.items():
            if len(values) == 1:
                self.starts.setdefault(name, []).append(values[0])

    def loop(self, s, path):
        _, kind, index, start, op, end, step, body = s
        mine = path == self.target and self.round is None
        if kind:
            self.declare(index, kind, convert(kind, self.value(start)[0]))
        else:
            kind = 'int'
            self.store((index, 0), self.value(start)[0])
        if mine:
            self.quiet.add(index)
            self.round, self.events, self.starts = 0, {}, {}
        try:
            while self.apply(op, self.load((index, 0)),
                             self.value(end))[0]:
                self.step()
                if mine:
                    self.note_values()
                before = self.mem[index][0]
                try:
                    self.block(body, path + (7,))
                except Leave as leave:
                    if leave.kind != 'continue':
                        self.left = self.left or mine
                        if leave.kind != 'break':
                            raise
                        break
                self.left = self.left or (mine and
                                          self.mem[index][0] != before)
                self.store((index, 0), self.load((index, 0))[0] + step)
                if mine:
                    self.round += 1
        finally:
            if mine:
                self.note_values()
                self.found.append((self.events, self.starts, self.round))
                self.round = None

    def all(self):
        """Execute the function; return whether the execution has a meaning."""
        declared, loop, _ = self.made
        try:
            for kind, name, value in declared:
                if kind == 'fillix':
                    self.mem[name] = [fill(value, k) for k in range(80)]
                elif kind == 'static int':
                    self.declare(name, 'int', value[1])
                elif kind == 'int[]':
                    self.kinds[name] = 'int'
                    self.mem[name] = [value[1]] + [0] * 79
                elif kind == 'int *':
                    self.declare(name, kind, (value[1], 0))
                elif kind == 'struct node *':
                    self.declare(name, kind, 0)
                else:
                    self.declare(name, kind, convert(kind, value[1]))
            self.loop(loop, ())
        except Undefined:
            return False
        except Leave:
            pass
        return True


def conflicts(events):
    """Return, by variable, the places that several rounds share and one
    writes."""
    found = {}
    for (name, at), all_events in events.items():
        rounds = {r for r, _, _ in all_events}
        if len(rounds) > 1 and any(w for _, w, _ in all_events):
            found.setdefault(name, []).append((at, all_events))
    return found


def read_first(events, name):
    """Return whether a round reads a place of a variable before it writes
    it."""
    for (other, _), all_events in events.items():
        first = {}
        for r, write, _ in all_events:
            first.setdefault(r, write)
        if other == name and not all(first.values()):
            return True
    return False


def explained(name, places, starts, last, live):
    """Return the ways in which rounds can each do without what others leave in
    a variable."""
    ways = set()
    private = True
    final = True
    families = set()
    for _, all_events in places:
        first = {}
        for r, write, _ in all_events:
            first.setdefault(r, write)
        private = private and all(first.values())
        final = final and any(r == last and w for r, w, _ in all_events)
        families |= {family for _, _, family in all_events}
    if private and not live:
        ways.update(('private', 'firstprivate'))
    if private and final:
        ways.update(('private', 'lastprivate', 'firstprivate'))
    if len(families) == 1 and None not in families:
        ways.add('reduction')
    values = starts.get(name, [])
    if values and isinstance(values[0], int) and \
            len({(y - x) % 2 ** 32 for x, y in zip(values, values[1:])}) <= 1:
        ways.add('linear')
    if values and isinstance(values[0], tuple) and \
            len({y[1] - x[1] for x, y in zip(values, values[1:])}) <= 1 and \
            len({x[0] for x in values}) == 1:
        ways.add('linear')
    return ways
