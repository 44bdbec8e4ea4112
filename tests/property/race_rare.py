"""Random programs of OpenMP with what those of race_broad.py do not have:
lastprivate(conditional:), masked, scope, loop, collapse(3), atomic compare,
pointers and tasks with firstprivate, worksharing in functions that regions call,
dependences on elements and by iterators."""
from race_broad import Broader, BroadWriter, condition
from race_broad_runs import BroadRun
from race_programs import ARRAYS, HEAD, SHARED, place
from race_runs import Agent

BOTH = HEAD[:HEAD.index('  *x = 1;')].count('\n') + 1  # lines
OTHER = HEAD[:HEAD.index('  *y += 1;')].count('\n') + 1
SHIFT = HEAD[:HEAD.index('    v[j + 1]')].count('\n') + 1
OFFSET = 2  # of the pointer that is firstprivate, in the array


class Rarer(Broader):
    """As Broader; most of what it makes has something of the above."""

    def __init__(self, seed):
        super().__init__(seed)
        self.pointer = False  # a pointer into an array is firstprivate

    def lvalue(self):
        """Return a place."""
        if self.pointer and not self.by_call and self.chance(0.2):
            return ('ep', super().number())
        return super().lvalue()

    def simple(self):
        """Return a statement without others in it."""
        if self.by_call or self.chance(0.9):
            return super().simple()
        return ('compare', self.target())

    def conditional(self):
        """Return a loop of which the last iteration that sets a variable
        leaves it."""
        var = self.rng.choice(SHARED)
        made = ('condlast', self.loop_name(), *self.range_of(),
                self.chance(0.4), var)
        cond = self.by_index() if self.chance(0.6) else \
            ('data', self.rng.randrange(9))
        rest = [one for one in self.block(True) if repr(var) not in repr(one)]
        self.indices.pop()
        return made + (cond, rest)

    def cube(self):
        """Return three loops that are divided as one."""
        made = ('cube', self.loop_name(), *self.range_of(), self.loop_name(),
                self.loop_name(), self.rng.choice((0, 1)), self.chance(0.4),
                self.block(True))
        del self.indices[-3:]
        return made

    def free_loop(self):
        """Return a loop whose iterations are executed in any order."""
        made = ('loopfor', self.loop_name(), *self.range_of(),
                self.private_block())
        self.indices.pop()
        return made

    def worksharing(self):
        """Return a statement of a whole team."""
        kind = self.rng.random()
        if kind < 0.1:
            return self.conditional()
        if kind < 0.2:
            return ('masked', self.rng.choice((0, 1)), self.block())
        if kind < 0.26:
            return ('scope', self.chance(0.4), self.block())
        if kind < 0.32:
            return self.free_loop()
        if kind < 0.38:
            return self.cube()
        if kind < 0.45:
            return ('both', (self.rng.choice(SHARED),),
                    (self.rng.choice(SHARED),))
        if kind < 0.5:
            return ('shift', self.rng.choice(ARRAYS), self.rng.choice((1, 5)))
        return super().worksharing()

    def elements(self):
        """Return dependences on elements, and how they are said."""
        kind = self.rng.choice(('in', 'out', 'inout'))
        low, n = self.rng.randrange(3), self.rng.choice((1, 1, 2, 3))
        of = self.rng.choice(ARRAYS)
        said = f'iterator(k = {low} : {low + n}), {kind}: {of}[k]' if n > 1 \
            else f'{kind}: {of}[{low}]'
        return tuple((kind, f'{of}[{k}]') for k in range(low, low + n)), said

    def tasks(self):
        """Return statements of which some are tasks."""
        made = super().tasks()
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            made.insert(self.rng.randrange(len(made) + 1),
                        ('etask', *self.elements(), self.task_body()))
        if self.chance(0.3):
            made.insert(self.rng.randrange(len(made) + 1),
                        ('fptask', self.rng.choice(SHARED), self.task_body()))
        return made

    def function(self):
        """Return a region: (clauses, statements)."""
        self.pointer = self.chance(0.3)
        return super().function()


class RareWriter(BroadWriter):
    """Writes these programs, too."""

    def put_compare(self, depth, one):
        """Add an atomic update that a comparison decides."""
        self.add(depth, '#pragma omp atomic compare')
        self.simple(depth, one, f'if ({place(one[1])} < 3) '
                    f'{{ {place(one[1])} = 3; }}')

    def put_condlast(self, depth, one):
        """Add a loop of which the last iteration that sets a variable leaves
        it."""
        _, name, low, high, nowait, var, cond, body = one
        self.add(depth, '#pragma omp for schedule(static) lastprivate('
                 f'conditional: {var})' + ' nowait' * nowait)
        self.at[id(one)] = len(self.lines)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.add(depth, '{')
        self.add(depth + 1, f'if ({condition(cond)})')
        self.add(depth + 2, f'{var} = 1;')
        for inner in body:
            self.statement(depth + 1, inner)
        self.add(depth, '}')

    def put_masked(self, depth, one):
        """Add what one thread executes."""
        self.add(depth, '#pragma omp masked' +
                 (f' filter({one[1]})' if one[1] else ''))
        self.block(depth, one[2])

    def put_scope(self, depth, one):
        """Add what all threads execute, before they meet."""
        self.add(depth, '#pragma omp scope' + ' nowait' * one[1])
        self.block(depth, one[2])

    def put_loopfor(self, depth, one):
        """Add a loop whose iterations are executed in any order."""
        _, name, low, high, body = one
        self.add(depth, '#pragma omp loop bind(parallel)')
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_cube(self, depth, one):
        """Add three loops that are divided as one."""
        _, name, low, high, other, third, most, nowait, body = one
        self.add(depth, '#pragma omp for schedule(static, 1) collapse(3)' +
                 ' nowait' * nowait)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.add(depth, f'for (int {other} = 0; {other} < 2; {other}++)')
        self.add(depth, f'for (int {third} = 0; {third} <= {most}; {third}++)')
        self.block(depth, body)

    def put_both(self, depth, one):
        """Add a call of a function with sections."""
        self.simple(depth, one, f'both(&{place(one[1])}, &{place(one[2])});')

    def put_shift(self, depth, one):
        """Add a call of a function with a shared loop."""
        self.simple(depth, one, f'shift({one[1]}, {one[2]});')

    def put_etask(self, depth, one):
        """Add a task that depends on elements."""
        self.add(depth, f'#pragma omp task depend({one[2]})')
        self.block(depth, one[3])

    def put_fptask(self, depth, one):
        """Add a task with a copy of a variable."""
        self.add(depth, f'#pragma omp task firstprivate({one[1]})')
        self.at[id(one)] = len(self.lines)
        self.block(depth, one[2])

    def function(self, seed, made):
        """Add a function; return the numbers of its first and last lines."""
        pointed = made[0] != 'threads' and "('ep'" in repr(made)
        first, _ = super().function(seed, made)
        if pointed:
            at = next(k for k in range(first, len(self.lines))
                      if '#pragma omp parallel' in self.lines[k])
            self.lines[at] += ' firstprivate(ep)'
            self.lines[first - 1] += f' int *ep = va + {OFFSET};'
        return first, len(self.lines)


class RareRun(BroadRun):
    """As BroadRun, for these programs, too."""

    def touch(self, agent, where, writes, one, env, line=0):
        """Record an access, also behind the pointer."""
        if where[0] == 'ep':
            where = ('va', self.number(where[1], env) + OFFSET)
        super().touch(agent, where, writes, one, env, line)

    def run_compare(self, agent, one, env):
        """Execute an atomic update that a comparison decides."""
        self.locks += ('atomic',)
        self.touch(agent, one[1], False, one, env)
        if self.taken:
            self.touch(agent, one[1], True, one, env)
        self.locks = self.locks[:-1]

    def run_etask(self, agent, one, env):
        """Make a task that depends on elements."""
        self.run_dtask(agent, ('dtask', one[1], one[3]), env)

    def run_fptask(self, agent, one, env):
        """Make a task with a copy of a variable."""
        self.touch(agent, (one[1],), False, one, env)
        self.run_task(agent, ('task', one[2]),
                      {**env, 'own': (*env.get('own', ()), one[1])})

    def team_condlast(self, one, env):
        """Execute a loop of which the last iteration that sets a variable
        leaves it."""
        _, name, low, high, nowait, var, cond, body = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        last = None
        for k, value in enumerate(values):
            inside = {**env, name: value, 'own': (*env.get('own', ()), var)}
            self.by_thread(k // size, body, inside)
            last = k // size if self.leaves(cond, inside) else last
        if last is not None:
            self.shared(last, [(var, True)], one, env)
        self.end(nowait)

    def team_masked(self, one, env):
        """Execute what one thread does."""
        self.team_thread(one, env)

    def team_scope(self, one, env):
        """Execute what all threads do, before they meet."""
        for thread in range(self.threads):
            self.by_thread(thread, one[2], env)
        self.end(one[1])

    def team_loopfor(self, one, env):
        """Execute a loop whose iterations are executed in any order."""
        _, name, low, high, body = one
        for value in range(low, self.number(high, env) + 1):
            self.by_any(body, {**env, name: value})
        self.end(False)

    def team_cube(self, one, env):
        """Execute three loops that are shared as one."""
        _, name, low, high, other, third, most, nowait, body = one
        values = [(x, y, z) for x in range(low, self.number(high, env) + 1)
                  for y in range(2) for z in range(most + 1)]
        for k, (x, y, z) in enumerate(values):
            self.by_thread(k % self.threads, body,
                           {**env, name: x, other: y, third: z})
        self.end(nowait)

    def team_both(self, one, env):
        """Execute a call of a function with sections."""
        for where, line, reads in ((one[1], BOTH, False), (one[2], OTHER, True)):
            agent = Agent(self.node(self.phase))
            if reads:
                self.touch(agent, where, False, one, env, line)
            self.touch(agent, where, True, one, env, line)
            self.tails.append(agent.last)
        self.end(False)

    def team_shift(self, one, env):
        """Execute a call of a function with a shared loop."""
        size = -(-4 // self.threads)
        for k in range(4):
            agent = Agent(self.heads.get(k // size, self.phase))
            agent.last = self.node(agent.last)
            self.touch(agent, (one[1], k + one[2] - 1), False, one, env, SHIFT)
            self.touch(agent, (one[1], k + 1), True, one, env, SHIFT)
            self.heads[k // size] = agent.last
            self.tails.append(agent.last)
        self.end(False)
