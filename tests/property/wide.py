"""Random loops with what those of loops.py do not have: elements of arrays of
structures, index arrays that the program fills, pointers and arrays of a round,
`while`, `do` and `switch`, deeper nests, indices that are declared before,
subscripts by bits, by choice and by counting."""
from loops import Maker

FILLS = ('k', '2 * k', 'k / 2', '79 - k', 'k % 5', 'k ^ 1', '(k * 7) % 80',
         'k & 30')
TYPES = ('int', 'unsigned', 'short', 'unsigned char', 'unsigned long', 'long')


class Wider(Maker):
    """As Maker; what it makes has mostly something of the above."""

    def index(self):
        """Return an expression for a subscript."""
        i = ('ref', self.random.choice(self.indices))
        roll = self.random.random()
        if roll < .60:
            return super().index()
        if roll < .68:
            return ('op', self.pick('&', '^', '>>', '<<'), i,
                    self.number(1, 2))
        if roll < .73:
            return ('choose', self.condition(), i,
                    self.pick(('op', '+', i, self.number(1, 3)),
                              self.number(0, 9)))
        if roll < .82:
            return ('at', self.pick('kp', 'kp', 'kd', 'ix'), i)
        if roll < .87:
            return ('op', '+', ('at', self.pick('kp', 'ix'), i),
                    self.number(0, 2))
        if roll < .94 and len(self.indices) > 1:
            return ('op', self.pick('+', '-', '+'), ('ref', self.indices[0]),
                    ('ref', self.indices[-1]))
        return i

    def pointer(self):
        """Return the name of a pointer that the round has, or None."""
        names = [n for n, kind in self.inner.items() if kind == 'int *']
        return self.random.choice(names) if names else None

    def place(self, whole=True):
        """Return something that can be assigned to."""
        roll = self.random.random()
        if roll < .16:
            return ('part', 'ps', self.pick('x', 'x', 'y'), self.index())
        name = self.pointer()
        if name and roll < .34:
            return self.pick(('deref', name), ('at', name, self.index()))
        arrays = [n for n, kind in self.inner.items() if kind == 'int[]']
        if arrays and roll < .50:
            return ('at', self.random.choice(arrays), self.pick(
                self.index(), self.number(0, 3)))
        if roll < .55:
            return ('elem', self.pick('a', 'b'), self.index())
        return super().place(whole)

    def condition(self):
        """Return a condition."""
        i = ('ref', self.random.choice(self.indices))
        roll = self.random.random()
        if roll < .15:
            return ('op', self.pick('==', '!='), ('op', '%', i,
                    self.number(2, 3)), self.number(0, 1))
        if roll < .25:
            return ('op', self.pick('<', '>=', '==', '!='), i, self.number(0, 9))
        if roll < .32:
            return ('op', self.pick('&&', '||'), super().condition(),
                    super().condition())
        if roll < .36:
            return ('not', super().condition())
        return super().condition()

    def round_local(self):
        """Return the declaration of a pointer or an array."""
        name = f'r{self.n_made}'
        self.n_made += 1
        if self.chance(.6):
            made = ('ptr', name, self.pick('a', 'a', 'b', 'c'), self.index())
            self.inner[name] = 'int *'
        else:
            made = ('letarr', name, self.pick(4, 12), self.number())
            self.inner[name] = 'int[]'
        return made

    def tested(self, depth):
        """Return a loop that is no `for`."""
        index = f'y{self.n_made}'
        self.n_made += 1
        self.indices.append(index)
        body = self.block(2, 2)
        self.indices.pop()
        return ('while', self.pick('int', 'unsigned', 'short'), index,
                self.number(0, 2), self.pick('<', '!='), self.number(3, 7), 1,
                body, self.pick('while', 'do'))

    def choice(self, depth):
        """Return a `switch`."""
        by = self.pick(('ref', self.random.choice(self.indices)), self.plain(),
                       ('op', '%', ('ref', self.indices[0]), ('number', 3)))
        arms = [self.block(2, 2) for _ in range(self.random.randint(1, 3))]
        return ('switch', by, arms,
                self.block(2, 1) if self.chance(.6) else [])

    def counted(self):
        """Return a write of an element whose subscript counts."""
        i = ('ref', self.indices[0])
        return ('set', ('at', self.pick('a', 'b'),
                        ('inc', self.pick('s', 't', 'g', *self.counters()))),
                self.pick(i, self.number(), ('at', 'e', i)))

    def counters(self):
        """Return the variables of the function that can count."""
        return [n for n, kind in self.locals.items() if kind == 'int']

    def statement(self, depth):
        """Return a statement."""
        roll = self.random.random()
        if roll < .09:
            return self.round_local()
        if roll < .12 and depth < 2:
            return self.tested(depth)
        if roll < .16 and depth < 2:
            return self.choice(depth)
        if roll < .19:
            return self.counted()
        if roll < .22:
            return ('two', self.pick('a', 'b'), self.pick('a', 'b', 'e'),
                    self.index())
        if roll < .24:
            return ('pair', self.index(), self.index())
        if roll < .34 and depth < 2:
            return self.loop(depth + 1)
        return super().statement(depth)

    def bounds(self, depth):
        """Return type, start, comparison, end and step of an index."""
        kind, start, op, end, step = super().bounds(depth)
        if op == '<' and step > 0 and self.chance(.2):
            op = '<='
        elif step == 1 and end[0] == 'number' and start[0] == 'number' and \
                0 <= start[1] <= end[1] and self.chance(.1):
            op = '!='
        if op != '>' and start[0] == 'number' and start[1] >= 0 and \
                end[0] == 'number' and end[1] < 100 and self.chance(.3):
            kind = self.random.choice(TYPES)
        return kind, start, op, end, step

    def loop(self, depth):
        """Return a loop, the index of which may be declared before."""
        _, kind, index, *rest = super().loop(depth)
        if index in self.before:
            kind = ''
        return ('for', kind, index, *rest)

    def function(self):
        """Return (declarations, loop, what is read behind it)."""
        self.before = [k for k in 'ijk' if self.chance(.2)]
        declared, loop, after = super().function()
        for name in self.before:
            declared.append(('int', name, ('number', 0)))
            if self.chance(.1):
                after.append(name)
        if self.chance(.4):
            declared.append(('fillix', 'ix', self.random.choice(FILLS)))
        if self.chance(.1):
            declared.append(('static int', 'x', ('number', 2)))
            declared = [d for d in declared if d[:2] == ('static int', 'x') or
                        d[1] != 'x']
            after = [name for name in after if name != 'x']
        return declared, loop, after
