"""Seeded random programs (program.py), and making one that fails smaller."""
import copy
import itertools
import random

from program import Program, Stmt

OVERHEADS = ('fork', 'barrier', 'lock', 'atomic', 'chunk', 'task')
SCHEDULES = ('', 'static', 'static', 'static,1', 'static,2', 'static,3',
             'dynamic', 'dynamic,2', 'dynamic,3', 'guided', 'guided,2')


class Generator:
    """Makes programs whose costs are multiples of 1/8 s, so that clocks are
    exact and ties are ties."""

    def __init__(self, seed, features=None):
        self.rng = random.Random(seed)
        # of priorities alone: the rest of a program is the same without them
        self.order = random.Random(f'{seed} priorities')
        # the same of final tasks and of loops whose chunks are tasks
        self.last = random.Random(f'{seed} final')
        self.names = 0
        self.left = self.rng.choice((4, 8, 12, 16, 24))
        self.ties = self.rng.random() < 0.5
        self.callees = []
        self.by_member = False      # who executes what follows is a member
        self.features = features or {
            f for f in ('tasks', 'locks', 'overheads', 'models', 'calls',
                        'threads', 'nowait') if self.rng.random() < 0.6}

    def has(self, feature):
        """Return whether programs of this seed use a feature."""
        return feature in self.features

    def pick(self, *choices):
        """Return one of the choices."""
        return self.rng.choice(choices)

    def chance(self, probability):
        """Return true with a probability."""
        return self.rng.random() < probability

    def fresh(self, letter):
        """Return a name that is not used yet."""
        self.names += 1
        return f'{letter}{self.names}'

    # ---- expressions --------------------------------------------------------

    def amount(self):
        """Return a cost as a number."""
        if self.ties:
            return self.rng.randint(0, 4)
        return self.rng.randint(1, 8000) / 8

    def cost(self, scope):
        """Return a cost, perhaps of variables in scope."""
        v = self.pick(*scope) if scope else None
        a, b = self.amount(), self.amount()
        if v is None or self.chance(0.4):
            return f'{a}'
        return self.pick(
            f'{a} + {b}*{v}', f'{a} + {b}*({v} mod {self.rng.randint(2, 4)})',
            f'if({v} < {self.rng.randint(0, 4)}, {a}, {b})',
            f'max({a}, {b}*{v})')

    def count(self, scope, most):
        """Return how often a loop runs."""
        if scope and self.chance(0.3):
            v = self.pick(*scope)
            return self.pick(f'{v}', f'{v} + 1')
        if most > 3 and self.chance(0.1):
            return str(self.rng.randint(0, 40))
        return str(self.rng.randint(0, most))

    def condition(self, scope):
        """Return a condition that the program's variables decide."""
        if not scope:
            return str(self.rng.randint(0, 1))
        v = self.pick(*scope)
        return self.pick(f'{v} > {self.rng.randint(0, 4)}', f'{v} % 2 == 0',
                         f'{v} == {self.rng.randint(0, 3)}')

    # ---- statements ---------------------------------------------------------

    def block(self, context, scope, most=4):
        """Return a list of statements for a context: serial, team (all members
        come here), one (one of them), inside (a lock is held)."""
        stmts = []
        for _ in range(self.rng.randint(1, most)):
            if self.left > 0:
                self.left -= 1
                stmts.append(self.statement(context, scope))
        return stmts or [self.frag(context, scope)]

    def unit(self, context, scope, most=4, by_member=True):
        """Return what one member executes, or whoever runs a task: its costs
        may depend on the member, if it is one."""
        outer = self.by_member
        self.by_member = by_member and self.has('threads')
        stmts = self.block(context, scope, most)
        self.by_member = outer
        return stmts

    def kinds(self, context):
        """Return the kinds of statements that may stand in a context."""
        kinds = ['frag'] * 4 + ['loop', 'if']
        if context == 'serial':
            kinds += ['region', 'region', 'parfor', 'parsections']
        if context == 'team':
            kinds += ['for', 'for', 'for', 'sections', 'single', 'masked',
                      'barrier', 'single']
            kinds += ['thread'] if self.has('threads') else []
        if context in ('team', 'one') and self.has('tasks'):
            kinds += ['task', 'task', 'tasks', 'taskwait', 'taskgroup']
        if context in ('team', 'one') and self.has('locks'):
            kinds += ['critical', 'critical', 'atomic']
        if context == 'serial' and self.has('calls'):
            kinds += ['call', 'call']
        elif self.has('calls'):
            kinds += ['call']
        return kinds

    def statement(self, context, scope):
        """Return a random statement."""
        kind = self.pick(*self.kinds(context))
        stmt = getattr(self, kind)(context, scope)
        if self.chance(0.02) and kind not in ('barrier', 'taskwait'):
            stmt.attrs['ignore'] = True
        return stmt

    def frag(self, context, scope):
        """A fragment with a model."""
        names = list(scope)
        if context == 'team' or self.by_member:
            names += ['thread', 'thread']
        category = 'time'
        if self.has('models') and self.chance(0.3):
            category = self.pick('pc', 'sl', 'cl', 'rc')
        given = {category: self.cost(names)}
        if category != 'time' and self.chance(0.5):
            given['pc'] = self.cost(names)
        return Stmt('frag', {'models': given})

    def loop(self, context, scope):
        """A sequential loop."""
        i = self.fresh('i')
        stmt = Stmt('loop', {'index': i, 'count': self.count(scope, 3)},
                    [self.block(context, scope + [i], 3)])
        if self.chance(0.2):
            stmt.attrs['from'] = 1
        return stmt

    def _if(self, context, scope):
        """A branch on variables that have a value for every member."""
        parts = [self.block(context, scope, 2)]
        if self.chance(0.5):
            parts.append(self.block(context, scope, 2))
        return Stmt('if', {'c': self.condition(scope)}, parts)

    def call(self, context, scope):
        """A call, perhaps of a function that is called elsewhere too."""
        known = [c for c in self.callees if c[1] == context]
        if known and self.chance(0.5):
            name, _, arity = self.pick(*known)
        else:
            name, arity = self.define(context)
        args = [self.pick('1', '2', '3', *(f'{v}' for v in scope),
                          *(f'{v} + 1' for v in scope)) for _ in range(arity)]
        return Stmt('call', {'callee': name, 'args': args})

    def define(self, context):
        """Write a new function and return its name and arity."""
        name = self.fresh('f')
        names = [self.fresh('a') for _ in range(self.rng.randint(0, 2))]
        params = list(self.program.params)
        self.program.functions[name] = (
            names, self.unit(context, names + params, 3, False))
        self.callees.append((name, context, len(names)))
        return name, len(names)

    def threads(self):
        """Return a number of threads or none."""
        return self.rng.randint(1, 5) if (self.has('threads')
                                          and self.chance(0.3)) else None

    def schedule(self):
        """Return the attributes of a schedule."""
        return self.pick(*SCHEDULES)

    def nowait(self):
        """Return whether a construct has nowait."""
        return self.has('nowait') and self.chance(0.5)

    def iterations(self, scope):
        """Return the attributes and parts of a parallel loop."""
        i = self.fresh('i')
        attrs = {'index': i, 'count': self.count(scope, 12),
                 'schedule': self.schedule()}
        if self.chance(0.5):
            names = scope + [i, i] + \
                (['thread'] * 2 if self.has('threads') else [])
            return dict(attrs, each=self.cost(names)), []
        if self.has('models') and self.chance(0.2):
            attrs['inner'] = {self.pick('work', 'pc'): self.cost(scope)}
        return attrs, [self.unit('one' if 'inner' not in attrs else 'plain',
                                 scope + [i], 2)]

    def parfor(self, context, scope):
        """A combined parallel loop."""
        attrs, parts = self.iterations(scope)
        return Stmt('parfor', dict(attrs, threads=self.threads()), parts)

    def _for(self, context, scope):
        """A worksharing loop."""
        attrs, parts = self.iterations(scope)
        return Stmt('for', dict(attrs, nowait=self.nowait()), parts)

    def region(self, context, scope):
        """A parallel region."""
        stmt = Stmt('region', {'threads': self.threads()},
                    [self.block('team', scope, 5)])
        if self.has('models') and self.chance(0.1):
            stmt.attrs['models'] = {self.pick('time', 'work'):
                                    self.cost(scope)}
        return stmt

    def parts(self, scope):
        """Return the blocks of some sections."""
        return [self.unit('one', scope, 2)
                for _ in range(self.rng.randint(1, 5))]

    def parsections(self, context, scope):
        """Combined sections."""
        return Stmt('parsections', {'threads': self.threads()},
                    self.parts(scope))

    def sections(self, context, scope):
        """Worksharing sections."""
        return Stmt('sections', {'nowait': self.nowait()}, self.parts(scope))

    def single(self, context, scope):
        """A block for one member."""
        return Stmt('single', {'nowait': self.nowait()},
                    [self.unit('one', scope)])

    def masked(self, context, scope):
        """A block for thread 0."""
        return Stmt('masked', {}, [self.block('one', scope, 2)])

    def thread(self, context, scope):
        """A block for one thread by its number."""
        return Stmt('thread', {'k': self.rng.randint(0, 3)},
                    [self.block('one', scope, 2)])

    def barrier(self, context, scope):
        """An explicit barrier."""
        return Stmt('barrier')

    def critical(self, context, scope):
        """A critical section."""
        return Stmt('critical', {'name': self.pick('ca', 'ca', 'cb')},
                    [self.block('inside', scope, 2)])

    def atomic(self, context, scope):
        """An atomic access."""
        return Stmt('atomic', {'name': self.pick('x0', 'x1')})

    def task(self, context, scope):
        """An explicit task."""
        attrs = {}
        if self.chance(0.4):
            attrs['depend'] = [(self.pick('in', 'out', 'inout'), v)
                               for v in ('d0', 'd1', 'd2')
                               if self.chance(0.5)]
        if self.chance(0.1):
            attrs['when'] = self.condition(scope)
        if self.order.random() < 0.25:
            attrs['priority'] = self.order.choice(['0', '1', '2', *scope[-1:]])
        if self.last.random() < 0.2:
            attrs['final'] = self.deciding(scope)
        return Stmt('task', attrs, [self.unit('one', scope, 2, False)])

    def deciding(self, scope):
        """Return what an `if` or `final` clause may say."""
        return self.last.choice(
            ['0', '1'] + [f'{v} < {self.last.randint(0, 4)}'
                          for v in scope[-1:]])

    def tasks(self, context, scope):
        """A loop that makes tasks, or whose chunks are tasks with others in
        them."""
        i = self.fresh('i')
        body = [self.task(context, scope + [i])]
        if self.chance(0.3):
            body.insert(0, self.frag(context, scope + [i]))
        attrs = {'index': i, 'count': self.count(scope, 8)}
        if context != 'one' or self.last.random() < 0.5:
            return Stmt('loop', attrs, [body])
        attrs[self.last.choice(('num_tasks', 'grainsize'))] = \
            self.last.randint(1, 4)
        attrs['nogroup'] = self.last.random() < 0.3
        if self.last.random() < 0.4:
            attrs['when'] = self.deciding(scope)
        if self.last.random() < 0.4:
            attrs['final'] = self.deciding(scope)
        return Stmt('taskloop', attrs, [body])

    def taskwait(self, context, scope):
        """Waiting for the children."""
        return Stmt('taskwait')

    def taskgroup(self, context, scope):
        """Waiting for a group."""
        return Stmt('taskgroup', {}, [self.block(context if context == 'one'
                                                 else 'one', scope)])

    def overheads(self):
        """Return costs (a, b) of a + b p of what the run time does."""
        return {name: (self.rng.randint(0, 40) / 8,
                       self.rng.randint(0, 8) / 8
                       if name in ('fork', 'barrier') else 0)
                for name in OVERHEADS
                if self.has('overheads') and self.chance(0.6)}

    def body(self):
        """Return the statements of a part of the program, which go parallel."""
        scope = list(self.program.params)
        stmts = self.block('serial', scope, 6)
        if not any(s.kind in ('region', 'parfor') for s in stmts):
            self.left = 8
            stmts.append(self.region('serial', scope))
        return stmts


setattr(Generator, 'if', Generator._if)
setattr(Generator, 'for', Generator._for)


def generate(seed, count=1, features=None):
    """Return the program of a seed: main calls `count` random programs one
    after the other."""
    first = Generator(seed, features)
    program = Program({}, {'n': first.rng.randint(1, 6),
                           'm': first.rng.randint(0, 9)}, first.overheads())
    names, calls = 0, []
    for part in range(count):
        generator = Generator(seed * 1000 + part, features)
        generator.program, generator.names = program, names
        name = f'part{part}'
        program.functions[name] = ([], generator.body())
        calls.append(Stmt('call', {'callee': name, 'args': []}))
        names = generator.names
    program.functions['main'] = ([], calls)
    return program


# ---- smaller programs -------------------------------------------------------

def pruned(program):
    """Return a program without the functions that main does not reach."""
    reached, todo = {'main'}, ['main']
    while todo:
        for stmts in blocks(program, [todo.pop()]):
            called = {s['callee'] for s in stmts if s.kind == 'call'}
            todo += called - reached
            reached |= called
    return Program({name: body for name, body in program.functions.items()
                    if name in reached}, program.params, program.costs)


def blocks(program, names=None):
    """Return every list of statements of the functions called `names` (None:
    of all)."""
    found = [program.functions[name][1] for name in names or program.functions]
    for stmts in found:
        for stmt in stmts:
            found.extend(stmt.parts)
    return found


def numbered(program):
    """Number the statements of a program."""
    numbers = itertools.count(1)
    for stmts in blocks(program):
        for stmt in stmts:
            stmt.number = next(numbers)
    return program


def reductions(program):
    """Yield smaller programs: without a statement, with its body in its place,
    without an attribute, with smaller numbers."""
    n = len(blocks(program))
    for b in range(n):
        for s in range(len(blocks(program)[b])):
            other = copy.deepcopy(program)
            del blocks(other)[b][s]
            yield other
            stmt = blocks(program)[b][s]
            if stmt.kind in ('loop', 'taskloop', 'if', 'taskgroup', 'critical', 'masked'):
                other = copy.deepcopy(program)
                where = blocks(other)[b]
                where[s:s + 1] = where[s].parts[0]
                yield other
            yield from simpler(program, b, s)
    for name in program.costs:
        other = copy.deepcopy(program)
        del other.costs[name]
        yield other


def simpler(program, b, s):
    """Yield programs in which one statement has simpler attributes."""
    def changed(**attrs):
        other = copy.deepcopy(program)
        blocks(other)[b][s].attrs.update(attrs)
        return other
    stmt = blocks(program)[b][s]
    for name in ('ignore', 'threads', 'depend', 'when', 'priority', 'schedule',
                 'nowait', 'from'):
        if stmt[name]:
            yield changed(**{name: None})
    if stmt['count'] and not stmt['count'].isdigit():
        yield changed(count='2')
    elif stmt['count'] and int(stmt['count']) > 1:
        yield changed(count=str(int(stmt['count']) - 1))
    for name in ('each',):
        if stmt[name] and stmt[name] != '1':
            yield changed(**{name: '1'})
    for category, text in (stmt['models'] or {}).items():
        if text not in ('1', '0'):
            yield changed(models={**stmt['models'], category: '1'})
        if len(stmt['models']) > 1:
            yield changed(models={category: text})
    if len(stmt.parts) > 1:
        for k in range(len(stmt.parts)):
            other = copy.deepcopy(program)
            del blocks(other)[b][s].parts[k]
            yield other


def shrink(program, fails, budget=300):
    """Return a smaller program for which `fails` still holds."""
    improved = True
    while improved and budget > 0:
        improved = False
        for other in reductions(program):
            budget -= 1
            try:
                bad = fails(other)
            except Exception:
                bad = False
            if bad:
                program, improved = pruned(other), True
                break
            if budget <= 0:
                break
    return program
