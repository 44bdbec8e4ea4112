"""Random programs of OpenMP with what those of race_programs.py do not have:
index arrays, rows of arrays, members, the number of the thread in subscripts,
clauses of loops that copy or add up, collapse, simd, ordered, taskloop, atomic
reads and writes."""
from race_programs import ARRAYS, SHARED, Maker

TABLES = {'kp': (3, 0, 7, 12, 1, 9, 14, 5, 2, 15, 8, 17, 4, 11, 6, 10),
          'kd': (3, 0, 7, 12, 1, 9, 14, 3, 2, 15, 8, 17, 4, 11, 6, 10)}
MEMBERS = ('st.x', 'st.y')


class Wider(Maker):
    """As Maker; most of what it makes has something of the above."""

    def __init__(self, seed):
        super().__init__(seed)
        self.by_all = False  # who executes this is each thread of a region

    def plain_index(self):
        """Return the name of a loop around whose values are below 16."""
        return self.rng.choice(self.indices[-2:])

    def number(self):
        """Return a number that is a subscript."""
        kind = self.rng.random()
        if self.by_all and kind < 0.25:
            return ('tid', '', self.rng.choice((0, 0, 1)))
        if self.indices and not self.by_call and kind < 0.25:
            return ('at', self.rng.choice(tuple(TABLES)), self.plain_index())
        return super().number()

    def lvalue(self):
        """Return a place."""
        kind = self.rng.random()
        if self.by_call or kind > 0.25:
            return super().lvalue()
        if kind < 0.08:
            return (self.rng.choice(MEMBERS),)
        return ('mm', super().number(), super().number())

    def simple(self):
        """Return a statement without others in it."""
        if self.by_call or self.chance(0.9):
            return super().simple()
        where = (self.rng.choice(SHARED),) if self.chance(0.5) else \
            (self.rng.choice(ARRAYS), self.number())
        return ('put_atomic', where, self.rng.choice(('write', 'update')))

    def private_block(self):
        """Return the statements of an iteration."""
        made = super().private_block()
        if self.chance(0.2):
            made.append(('while', self.rng.choice((1, 2)), [self.simple()]))
        return made

    def clause_loop(self):
        """Return a loop with a clause about a variable."""
        clause = self.rng.choice(('private', 'firstprivate', 'reduction'))
        var = self.rng.choice(SHARED)
        made = ('clausefor', self.loop_name(), *self.range_of(),
                self.chance(0.4), clause, var)
        body = [('add', (var,), ())] if clause == 'reduction' else []
        rest = self.private_block()
        if clause != 'reduction' or repr(var) not in repr(rest[0]):
            body += [one for one in rest
                     if clause != 'reduction' or repr(var) not in repr(one)]
        self.indices.pop()
        return made + (body or [('add', ('t' if var != 't' else 's',), ())],)

    def nest(self):
        """Return two loops that are divided as one."""
        made = ('collapse', self.loop_name(), *self.range_of(),
                self.loop_name(), 0, self.rng.choice((1, 3)),
                self.rng.choice(('', 'simd ')), self.chance(0.4),
                self.block(True))
        self.indices.pop()
        self.indices.pop()
        return made

    def ordered(self):
        """Return a loop with a part that is executed in order."""
        made = ('orderedfor', self.loop_name(), *self.range_of(),
                self.chance(0.3), self.block(True), [self.simple()],
                [self.simple()] if self.chance(0.3) else [])
        self.indices.pop()
        return made

    def worksharing(self):
        """Return a statement of a whole team."""
        kind = self.rng.random()
        if kind < 0.15:
            return self.clause_loop()
        if kind < 0.25:
            return self.nest()
        if kind < 0.32:
            return self.ordered()
        if kind < 0.45:
            self.by_all = True
            made = self.simple()
            self.by_all = False
            return made
        if kind < 0.50:
            return ('either', self.rng.choice((0, 1)), self.block(),
                    self.block())
        return super().worksharing()

    def tasks(self):
        """Return statements of which some are tasks."""
        made = super().tasks()
        if self.chance(0.3):
            name = self.loop_name()
            made.append(('taskloop', name, 0, self.rng.choice((1, 3)),
                         [self.simple()]))
            self.indices.pop()
        return made
