"""Random programs of OpenMP with what those of race_wide.py do not have:
branches by an index, arrays of structures and structures of arrays, helper
functions that write through pointers, atomic captures, loops that step and
count down, chains of loops with one schedule, reductions of array sections and
of tasks, barriers in branches, iterations that are left early or wait for
others by `depend`."""
from race_programs import ARRAYS, SHARED, Writer, place, text
from race_wide import Wider

RELATIONS = ('==', '==', '!=', '<', '>=')


def holds(cond, env):
    """Return whether a condition on an index does."""
    relation, name, c = cond
    value = env[name]
    return {'==': value == c, '!=': value != c, '<': value < c,
            '>=': value >= c, '%': value % 2 == c % 2}[relation]


def condition(cond):
    """Return a condition on an index, or on data, as C."""
    if cond[0] == 'data':
        return f'data[{cond[1]}] > 0'
    relation, name, c = cond
    return f'{name} % 2 == {c % 2}' if relation == '%' else \
        f'{name} {relation} {c}'


class Broader(Wider):
    """As Wider; much of what it makes has something of the above."""

    def by_index(self):
        """Return a condition on an index."""
        name = self.rng.choice(self.indices[-2:])
        return (self.rng.choice(RELATIONS + ('%',)), name,
                self.rng.randrange(5))

    def lvalue(self):
        """Return a place."""
        kind = self.rng.random()
        if self.by_call or kind > 0.2:
            return super().lvalue()
        number = super().number()
        if kind < 0.1:
            return (self.rng.choice(('soa.x', 'soa.y')), number)
        return ('aos', number, self.rng.choice(('.x', '.y')))

    def element(self):
        """Return an element of a plain array."""
        return (self.rng.choice(ARRAYS), self.number())

    def target(self):
        """Return what a pointer may point to."""
        return self.element() if self.chance(0.7) else \
            (self.rng.choice(SHARED),)

    def simple(self):
        """Return a statement without others in it."""
        kind = self.rng.random()
        if self.by_call or kind > 0.35:
            return super().simple()
        if kind < 0.1:
            return ('fill', *self.element(), self.rng.choice((1, 2, 3)))
        if kind < 0.16:
            return ('swap', self.target(), self.target())
        if kind < 0.22:
            return ('bump', self.target())
        if kind < 0.28:
            return ('capture', self.target())
        return ('fetch', self.target())

    def inner(self):
        """Return a statement of one thread."""
        if self.by_call or self.depth > 2 or not self.indices or \
                not self.chance(0.25):
            return super().inner()
        self.depth += 1
        made = ('ifi', self.by_index(), self.block(),
                self.block() if self.chance(0.3) else [])
        self.depth -= 1
        return made

    def private_block(self):
        """Return the statements of an iteration."""
        made = super().private_block()
        if not self.by_call and self.chance(0.15):
            cond = self.by_index() if self.chance(0.6) else \
                ('data', self.rng.randrange(9))
            made.insert(self.rng.choice((0, 1)), ('skip', cond))
        return made

    def shared_loop(self, schedule, nowait, like=None):
        """Return a shared loop, with the range of another one where there is
        `like`."""
        name = self.loop_name()
        ends = like[2:4] if like else self.range_of()
        made = ('ompfor', name, *ends, schedule, nowait, self.private_block())
        self.indices.pop()
        return made

    def pair(self):
        """Return two loops, the first of which nobody waits for."""
        schedules = ('static', 'static', 'static, 1', 'static, 2')
        schedule = self.rng.choice(schedules)
        first = self.shared_loop(schedule, True)
        again = schedule if self.chance(0.7) else self.rng.choice(schedules)
        return ('pair', first, self.shared_loop(
            again, self.chance(0.5), first if self.chance(0.8) else None))

    def steps(self):
        """Return a loop that steps or counts down."""
        made = ('stepfor', self.loop_name(), *self.range_of(),
                self.rng.choice((2, 3, -1, -1, -2)),
                self.rng.choice(('', 'static', 'static, 1', 'dynamic')),
                self.chance(0.4), self.private_block())
        self.indices.pop()
        return made

    def sum_of_section(self):
        """Return a loop that adds up parts of an array."""
        var = self.rng.choice(ARRAYS)
        made = ('secred', self.loop_name(), *self.range_of(),
                self.chance(0.4), var)
        body = [('add', (var, self.rng.randrange(4)), ())]
        body += [one for one in self.block(True) if repr(var) not in repr(one)]
        self.indices.pop()
        return made + (body,)

    def across(self):
        """Return a loop whose iterations wait for others."""
        made = ('doacross', self.loop_name(), *self.range_of(),
                self.rng.choice((1, 2)), self.chance(0.4), self.block(True),
                self.block(True), [self.simple()] if self.chance(0.3) else [])
        self.indices.pop()
        return made

    def worksharing(self):
        """Return a statement of a whole team."""
        kind = self.rng.random()
        if kind < 0.12:
            return self.pair()
        if kind < 0.2:
            return self.steps()
        if kind < 0.26:
            return self.sum_of_section()
        if kind < 0.31:
            return ('ifbar', self.rng.choice((5, 20)))
        if kind < 0.34:
            return self.across()
        return super().worksharing()

    def tasks(self):
        """Return statements of which some are tasks."""
        made = super().tasks()
        if self.chance(0.2):
            var = self.rng.choice(SHARED)
            made.append(('taskred', var, [
                ('redtask', var, [('add', (var,), tuple(
                    one for one in self.reads() if one[0] != var))])
                for _ in range(self.rng.choice((1, 2)))]))
        return made


class BroadWriter(Writer):
    """Writes these programs, too."""

    def put_fill(self, depth, one):
        """Add a call that writes some elements."""
        self.simple(depth, one, f'fill({one[1]}, {text(one[2])}, {one[3]});')

    def put_swap(self, depth, one):
        """Add a call that exchanges what two pointers lead to."""
        self.simple(depth, one, f'swap(&{place(one[1])}, &{place(one[2])});')

    def put_bump(self, depth, one):
        """Add a call that adds to what a pointer leads to."""
        self.simple(depth, one, f'bump(&{place(one[1])});')

    def put_capture(self, depth, one):
        """Add an atomic update whose value is kept."""
        name = f'k{len(self.lines)}'
        self.add(depth, f'int {name};')
        self.add(depth, '#pragma omp atomic capture')
        self.simple(depth, one, f'{name} = {place(one[1])}++;')

    def put_fetch(self, depth, one):
        """Add an atomic read."""
        name = f'k{len(self.lines)}'
        self.add(depth, f'int {name};')
        self.add(depth, '#pragma omp atomic read')
        self.simple(depth, one, f'{name} = {place(one[1])};')

    def put_ifi(self, depth, one):
        """Add a branch by an index."""
        self.add(depth, f'if ({condition(one[1])})')
        self.block(depth, one[2])
        if one[3]:
            self.add(depth, 'else')
            self.block(depth, one[3])

    def put_skip(self, depth, one):
        """Add what leaves an iteration early."""
        self.add(depth, f'if ({condition(one[1])})')
        self.add(depth + 1, 'continue;')

    def put_pair(self, depth, one):
        """Add two loops."""
        self.put_ompfor(depth, one[1])
        self.put_ompfor(depth, one[2])

    def put_stepfor(self, depth, one):
        """Add a loop that steps or counts down."""
        _, name, low, high, step, schedule, nowait, body = one
        self.add(depth, '#pragma omp for' +
                 (f' schedule({schedule})' if schedule else '') +
                 ' nowait' * nowait)
        if step > 0:
            header = f'int {name} = {low}; {name} <= {high}; {name} += {step}'
        else:
            header = f'int {name} = {high}; {name} >= {low}; {name} -= {-step}'
        self.add(depth, f'for ({header})')
        self.block(depth, body)

    def put_secred(self, depth, one):
        """Add a loop that adds up parts of an array."""
        _, name, low, high, nowait, var, body = one
        self.add(depth, '#pragma omp for schedule(static) reduction(+ : '
                 f'{var}[0:4])' + ' nowait' * nowait)
        self.at[id(one)] = len(self.lines)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_ifbar(self, depth, one):
        """Add a barrier in a branch."""
        self.add(depth, f'if (n > {one[1]}) {{')
        self.add(depth, '#pragma omp barrier')
        self.add(depth, '}')

    def put_doacross(self, depth, one):
        """Add a loop whose iterations wait for others."""
        _, name, low, high, by, nowait, before, inside, behind = one
        self.add(depth, '#pragma omp for schedule(static) ordered(1)' +
                 ' nowait' * nowait)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.add(depth, '{')
        for part, line in ((before, f'depend(sink : {name} - {by})'),
                           (inside, 'depend(source)'), (behind, None)):
            for inner in part:
                self.statement(depth + 1, inner)
            if line:
                self.add(depth, f'#pragma omp ordered {line}')
        self.add(depth, '}')

    def put_taskred(self, depth, one):
        """Add a group of tasks that add something up."""
        self.add(depth, f'#pragma omp taskgroup task_reduction(+ : {one[1]})')
        self.at[id(one)] = len(self.lines)
        self.block(depth, one[2])

    def put_redtask(self, depth, one):
        """Add one of these."""
        self.add(depth, f'#pragma omp task in_reduction(+ : {one[1]})')
        self.block(depth, one[2])
