"""Random loops whose rounds fill an array and then read it, or nearly so."""
from loops import Maker


def minus(e, by):
    """Return the text of `e` - `by` as a tree."""
    return ('op', '-', e, ('number', by)) if by else e


class Filler(Maker):
    """As Maker; the body of the loop has parts that write the array `w` or
    `e`, and parts that read it."""

    def span(self, wide):
        """Return (start, end, step) of a loop over elements."""
        start = self.pick(0, 0, 0, 1, 2)
        end = ('number', 10)
        if self.chance(.2):
            end = ('ref', 'n')
        elif self.chance(.15):
            end = ('ref', self.indices[0])
        elif self.chance(.3):
            end = ('number', self.random.randint(8, 12))
        return ('number', start + (not wide and self.chance(.5))), end, \
            self.pick(1, 1, 1, 1, 1, 2)

    def over(self, wide, body):
        """Return a loop over elements around what `body` makes."""
        index = self.pick('j', 'k')
        start, end, step = self.span(wide)
        self.indices.append(index)
        made = body(('ref', index))
        self.indices.pop()
        return ('for', 'int', index, start, '<', end, step, made)

    def element(self, i):
        """Return an element of the array near `i`."""
        roll = self.random.random()
        if roll < .62:
            at = i
        elif roll < .82:
            at = minus(i, self.pick(1, 2))
        elif roll < .90:
            at = ('op', '+', i, ('number', 1))
        else:
            at = ('op', '-', ('number', 9), i)
        return ('at', self.array, at)

    def doubt(self, made):
        """Return the statements `made`, maybe made doubtful."""
        roll = self.random.random()
        if roll < .82:
            return made
        if roll < .90:
            return [('if', self.condition(), made, [])]
        kind = self.pick('continue', 'break', 'return', 'continue')
        return [('if', self.condition(), [(kind,)], []), *made]

    def write(self):
        """Return statements that write elements."""
        roll = self.random.random()
        if roll < .60:
            return [self.over(True, lambda i: self.doubt(
                [('set', ('at', self.array, i), self.value(1))]))]
        if roll < .68:
            return [self.over(True, lambda i: [
                ('set', ('at', self.array, i), self.value(1)),
                ('set', ('at', 'a', i), self.element(i))])]
        if roll < .78:
            return [('set', ('at', self.array, ('number', k)), self.value(1))
                    for k in range(self.random.randint(1, 4))]
        if roll < .88:
            return [('put', self.array, self.random.randint(4, 12),
                     self.plain())]
        if roll < .92:
            return [('try', self.array, self.plain())]
        return [('set', ('at', self.array, ('number', 0)), self.plain()),
                self.over(False, lambda i: [
                    ('set', ('at', self.array, i),
                     ('op', '+', ('at', self.array, minus(i, 1)),
                      self.number()))])]

    def read(self):
        """Return statements that read elements."""
        row = ('ref', self.indices[0])
        roll = self.random.random()
        if roll < .55:
            return [self.over(False, lambda i: self.doubt(
                [('set', ('at2', 'c', row, i), self.element(i))]))]
        if roll < .70:
            return [self.over(False, lambda i: [
                ('change', ('ref', 's'), '+', self.element(i))])]
        if roll < .85:
            return [('set', ('at2', 'c', row, ('number', k)),
                     ('at', self.array, ('number', k)))
                    for k in range(self.random.randint(1, 4))]
        return [('sum', 's', self.array, self.random.randint(2, 10))]

    def body(self):
        """Return the statements of a round."""
        parts = [self.doubt(self.write()) for _ in range(self.pick(1, 1, 2))]
        parts += [self.doubt(self.read()) for _ in range(self.pick(1, 1, 2))]
        if self.chance(.12):
            self.random.shuffle(parts)
        if self.chance(.15):
            parts.insert(self.random.randrange(len(parts)),
                         [self.statement(1)])
        made = sum(parts, [])
        if self.chance(.1):
            return [('if', self.condition(), made, [])]
        if self.chance(.1):
            return [('for', 'int', 'm', ('number', 0), '<', ('number', 2), 1,
                     made)]
        return made

    def function(self):
        """Return as Maker.function."""
        self.array = self.pick('w', 'w', 'w', 'e')
        declared = []
        if self.array == 'w':
            self.locals['w'] = 'int[]'
            declared.append(('int[]', 'w', self.number()))
        self.indices.append('i')
        body = self.body()
        self.indices.pop()
        loop = ('for', 'int', 'i', ('number', 0), '<', self.pick(
            ('number', 12), ('number', 12), ('ref', 'n')), 1, body)
        after = ['w'] if self.array == 'w' and self.chance(.25) else []
        return declared, loop, after
