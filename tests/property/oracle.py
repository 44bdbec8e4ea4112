"""A naive reference for predictions: runs a program (program.py) on p
processors one event at a time, as the OpenMP standard, libgomp and
docs/theory/composition.md say.  Every processor keeps its own clock and its own
account of what its time went to.
"""
import functools
import heapq
from collections import Counter

from program import value

# What begins each operation that others can see: those that are at the same
# time take turns, the lowest number first.
TURN = (0.0, 'pc')
CATEGORIES = ('pc', 'li', 'ip', 'sl', 'cl', 'rc', 'unsplit')


class Processor:
    """Who executes: a clock, an account, and the generator that acts."""

    def __init__(self, key, clock):
        self.key, self.clock = key, clock
        self.account = dict.fromkeys(CATEGORIES, 0.0)
        self.blocked = None


class Kernel:
    """Advances the processor that is furthest behind, lowest number first.

    Generators yield (seconds, category) to be busy and (None, category) to
    wait until somebody wakes them."""

    def __init__(self):
        self.heap, self.clock, self.pushed = [], 0.0, 0

    def push(self, who):
        """Let `who` act at its clock."""
        self.pushed += 1
        heapq.heappush(self.heap, (who.clock, who.key, self.pushed, who))

    def start(self, processor, generator):
        """Let `generator` act for `processor` from its clock on."""
        processor.generator = generator
        self.push(processor)

    def wake(self, processor):
        """End the wait of `processor` now."""
        if processor.blocked:
            waited = self.clock - processor.clock
            processor.account[processor.blocked] += waited
            processor.blocked, processor.clock = None, self.clock
            self.push(processor)

    def run(self):
        """Act until nobody can."""
        while self.heap:
            self.clock, _, _, who = heapq.heappop(self.heap)
            step = next(who.generator, None)
            if step is None:
                continue
            seconds, category = step
            if seconds is None:
                who.blocked = category
                continue
            assert seconds >= 0, seconds
            who.account[category] += seconds
            who.clock += seconds
            self.push(who)


class Lock:
    """Mutual exclusion, first come first served."""

    def __init__(self):
        self.held, self.queue = False, []


class Task:
    """An implicit or explicit task: who made it, what it waits for."""

    def __init__(self, parent, group):
        self.parent, self.group = parent, group
        self.children = 0           # unfinished ones
        self.missing = 0            # unfinished predecessors
        self.successors = []
        self.readers, self.writer = {}, {}   # of children, by variable
        self.done = self.suspended = False
        self.code = self.place = self.generator = None
        self.deferred = self.final = False
        self.priority = 0


def urgent(queue):
    """Return the tasks of `queue` that have the highest priority."""
    most = max(task.priority for task in queue)
    return [task for task in queue if task.priority == most]


class Group:
    """A taskgroup: its unfinished tasks, itself inside another group."""

    def __init__(self, outer):
        self.outer, self.unfinished, self.waiter = outer, 0, None


class Team:
    """The members of a region and what they share."""

    def __init__(self, size):
        self.size = size
        self.shared = {}            # worksharing constructs by number
        self.arrived = self.epoch = self.unfinished = 0
        self.queue = []             # tasks that can run
        self.sleeping = []          # members that wait for tasks or others


class Place:
    """Where a statement is executed: by whom, as which member of what."""

    def __init__(self, processor, team, thread, processors):
        self.processor, self.team, self.thread = processor, team, thread
        self.processors = processors
        self.encountered = 0
        self.task = Task(None, None)
        self.held = 0               # locks


class Run:
    """One run of a program on p processors."""

    def __init__(self, program, p):
        self.program, self.p = program, p
        self.kernel, self.locks = Kernel(), {}
        self.idle = dict.fromkeys(CATEGORIES, 0.0)
        self.accounts = []
        self.visits, self.seconds = Counter(), Counter()
        main = Processor((0,), 0.0)
        self.accounts.append(main.account)
        place = Place(main, None, 0, p)
        env = dict(program.params)
        self.kernel.start(main, self.block(
            program.functions['main'][1], env, place))
        self.kernel.run()
        self.time = main.clock

    def totals(self):
        """Return processor-seconds by category."""
        accounts = self.accounts + [self.idle]
        return {c: sum(a[c] for a in accounts) for c in CATEGORIES}

    def cost(self, name, p=1):
        """Return what the machine takes for an overhead."""
        a, b = self.program.costs.get(name, (0, 0))
        return a + b * p

    def number(self, text, env, place):
        """Return the value of an expression at a place."""
        names = dict(env, thread=place.thread, p=place.processors,
                     team=place.team.size if place.team else 1)
        return value(str(text), names)

    # ---- statements ---------------------------------------------------------

    def block(self, stmts, env, place):
        """Execute statements in order."""
        for stmt in stmts:
            if not stmt['ignore']:
                yield from self.statement(stmt, env, place)

    def statement(self, stmt, env, place):
        """Execute one statement, or take the time its model says."""
        given = stmt['models'] or {}
        self.visits[stmt.number] += 1
        if stmt.kind in ('region', 'parfor', 'parsections') and given:
            yield from self.covered(stmt, env, place)
        elif given:
            yield from self.spent(stmt, env, place)
        else:
            yield from getattr(self, 'do_' + stmt.kind)(stmt, env, place)

    def spend(self, seconds, category, place):
        """Be busy; outside regions the other processors have nothing to do."""
        if place.team is None:
            self.idle['ip'] += (place.processors - 1) * seconds
        yield seconds, category

    def spent(self, stmt, env, place):
        """Take the time of the models of serial code."""
        for category, text in stmt['models'].items():
            name = 'pc' if category in ('time', 'work') else category
            amount = self.number(text, env, place)
            self.seconds[stmt.number, name] += amount
            yield from self.spend(amount, name, place)

    def covered(self, stmt, env, place):
        """Take the time of a region that has a model of everything below."""
        (category, text), = stmt['models'].items()
        amount, p = self.number(text, env, place), place.processors
        seconds = amount / p if category == 'work' else amount
        kind = 'unsplit' if category == 'time' else 'pc'
        self.idle[kind] += (p - 1) * seconds
        yield seconds, kind

    def do_frag(self, stmt, env, place):
        """A fragment without a model costs nothing."""
        return
        yield

    def do_call(self, stmt, env, place):
        """Execute a function with its arguments."""
        names, body = self.program.functions[stmt['callee']]
        inner = dict(self.program.params)
        for name, text in zip(names, stmt['args']):
            inner[name] = self.number(text, env, place)
        yield from self.block(body, inner, place)

    def iteration(self, stmt, i, env, place):
        """Execute one iteration of a loop."""
        inner = dict(env, **{stmt['index']: i})
        if stmt['each']:
            amount = self.number(stmt['each'], inner, place)
            self.seconds[stmt.number, 'pc'] += amount
            yield from self.spend(amount, 'pc', place)
        else:
            yield from self.block(stmt.parts[0], inner, place)

    def bounds(self, stmt, env, place):
        """Return the range of the index of a loop."""
        low = self.number(stmt['from'] or 0, env, place)
        return range(low, max(low, self.number(stmt['count'], env, place)))

    def do_loop(self, stmt, env, place):
        """A sequential loop."""
        for i in self.bounds(stmt, env, place):
            yield from self.iteration(stmt, i, env, place)

    def do_if(self, stmt, env, place):
        """A branch whose condition is known."""
        condition = stmt['c'].replace('%', ' mod ')
        part = 0 if self.number(condition, env, place) else 1
        if part < len(stmt.parts):
            yield from self.block(stmt.parts[part], env, place)

    # ---- regions ------------------------------------------------------------

    def team(self, stmt, env, place, body):
        """Fork, let every member execute `body`, join."""
        available = place.processors
        asked = self.number(stmt['threads'], env, place) \
            if stmt['threads'] else available
        size = asked if place.team is None else 1
        team, begin = Team(size), self.kernel.clock
        members = [place.processor]
        for k in range(1, size):
            other = Processor(place.processor.key + (k,), begin)
            self.accounts.append(other.account)
            members.append(other)
        for k in range(1, size):
            there = Place(members[k], team, k, size)
            self.kernel.start(members[k], self.member(there, body))
        here = Place(place.processor, team, 0, size)
        here.outer = place.team
        yield from self.member(here, body)
        if place.team is None:
            spent = self.kernel.clock - begin
            self.idle['li'] += (available - size) * spent

    def member(self, place, body):
        """What one member of a region does."""
        yield self.cost('fork', place.team.size), 'sl'
        yield from body(place)
        yield from self.meet(place, 0)

    def do_region(self, stmt, env, place):
        """A parallel region."""
        yield from self.team(stmt, env, place, lambda there: self.block(
            stmt.parts[0], env, there))

    def do_parfor(self, stmt, env, place):
        """A region of one loop; its barrier is that of the region."""
        yield from self.team(stmt, env, place,
                             lambda there: self.share(stmt, env, there))

    def do_parsections(self, stmt, env, place):
        """A region of sections; its barrier is that of the region."""
        yield from self.team(stmt, env, place,
                             lambda there: self.units(stmt, env, there))

    # ---- worksharing --------------------------------------------------------

    def shared(self, place):
        """Return what the team shares at the construct met now."""
        place.encountered += 1
        return place.team.shared.setdefault(place.encountered, {'next': 0})

    def do_for(self, stmt, env, place):
        """A worksharing loop and its barrier."""
        yield from self.share(stmt, env, place)
        yield from self.leave(stmt, place)

    def leave(self, stmt, place):
        """The barrier after a worksharing construct."""
        if not stmt['nowait'] and place.team:
            yield from self.meet(place, self.cost('barrier', place.team.size))

    def share(self, stmt, env, place):
        """Execute the iterations that the schedule gives to a member."""
        whole = self.bounds(stmt, env, place)
        inner = stmt['inner'] or {}
        if inner:
            (_, text), = inner.items()
            amount = self.number(text, env, place) / max(1, len(whole))
        for i in self.iterations(stmt, len(whole), place):
            if i == TURN:
                yield TURN
            elif i is None:
                yield self.cost('chunk'), 'sl'
            elif inner:
                yield from self.spend(amount, 'pc', place)
            else:
                yield from self.iteration(stmt, whole[i], env, place)

    def iterations(self, stmt, n, place):
        """Yield the numbers of the iterations of a member, None where it takes
        a chunk."""
        kind, _, chunk = (stmt['schedule'] or 'static').partition(',')
        k, size = (place.thread, place.team.size) if place.team else (0, 1)
        if kind in ('static', 'auto') and not chunk:
            low = k * (n // size) + min(k, n % size)
            yield from range(low, low + n // size + (k < n % size))
        elif kind == 'static':
            for low in range(k * int(chunk), n, size * int(chunk)):
                yield from range(low, min(n, low + int(chunk)))
        else:
            yield from self.chunks(kind, int(chunk or 1), n, place)

    def chunks(self, kind, chunk, n, place):
        """Yield the iterations of a member under a dynamic schedule."""
        state = self.shared(place) if place.team else {'next': 0}
        size = place.team.size if place.team else 1
        while True:
            yield TURN
            if state['next'] >= n:
                return
            low = state['next']
            take = chunk if kind != 'guided' else max(
                chunk, -(-(n - low) // size))
            state['next'] = min(n, low + take)
            yield None
            yield from range(low, min(n, low + take))

    def units(self, stmt, env, place):
        """Execute the sections that a member comes to first."""
        state = self.shared(place) if place.team else {'next': 0}
        while True:
            yield TURN
            if state['next'] >= len(stmt.parts):
                return
            state['next'] += 1
            yield from self.block(stmt.parts[state['next'] - 1], env, place)

    def do_sections(self, stmt, env, place):
        """Sections and their barrier."""
        yield from self.units(stmt, env, place)
        yield from self.leave(stmt, place)

    def do_single(self, stmt, env, place):
        """The first member that arrives executes it."""
        state = self.shared(place) if place.team else {'next': 0}
        yield TURN
        state['next'] += 1
        if state['next'] == 1:
            yield from self.block(stmt.parts[0], env, place)
        yield from self.leave(stmt, place)

    def do_masked(self, stmt, env, place):
        """Thread 0 executes it, nobody waits."""
        if place.thread == 0:
            yield from self.block(stmt.parts[0], env, place)

    def do_thread(self, stmt, env, place):
        """Code of one member."""
        if place.thread == stmt['k']:
            yield from self.block(stmt.parts[0], env, place)

    # ---- synchronization ----------------------------------------------------

    def sleep(self, place, category):
        """Wait until a task or a barrier makes somebody wake the team."""
        place.team.sleeping.append(place.processor)
        yield None, category

    def wake(self, team):
        """Let everyone who sleeps look again."""
        sleeping, team.sleeping = team.sleeping, []
        for processor in sleeping:
            self.kernel.wake(processor)

    def meet(self, place, cost):
        """A barrier: members that wait execute tasks."""
        yield TURN
        team = place.team
        epoch = team.epoch
        team.arrived += 1
        while team.epoch == epoch:
            if team.queue:
                task = urgent(team.queue)[0]
                team.queue.remove(task)
                yield from self.execute(task, place)
            elif team.arrived == team.size and not team.unfinished:
                team.arrived, team.epoch = 0, epoch + 1
                self.wake(team)
            else:
                yield from self.sleep(place, 'li')
        yield cost, 'sl'

    def do_barrier(self, stmt, env, place):
        """An explicit barrier."""
        yield from self.meet(place, self.cost('barrier', place.team.size))

    def possess(self, name, cost, place):
        """Acquire a lock; its cost is paid inside."""
        yield TURN
        lock = self.locks.setdefault(name, Lock())
        if lock.held:
            lock.queue.append(place.processor)
            yield None, 'sl'
        lock.held = True
        place.held += 1
        yield from self.spend(cost, 'sl', place)

    def release(self, name, place):
        """Give a lock to who has waited longest."""
        yield TURN
        lock = self.locks[name]
        place.held -= 1
        lock.held = bool(lock.queue)
        if lock.queue:
            self.kernel.wake(lock.queue.pop(0))

    def do_critical(self, stmt, env, place):
        """A critical section."""
        yield from self.possess(stmt['name'], self.cost('lock'), place)
        yield from self.block(stmt.parts[0], env, place)
        yield from self.release(stmt['name'], place)

    def do_atomic(self, stmt, env, place):
        """An atomic access."""
        name = 'atomic ' + stmt['name']
        yield from self.possess(name, self.cost('atomic'), place)
        yield from self.release(name, place)

    # ---- tasks --------------------------------------------------------------

    def do_task(self, stmt, env, place):
        """Create a task, or execute it at once."""
        env = dict(env)
        yield from self.make(
            stmt, lambda at: self.block(stmt.parts[0], env, at), env, place)

    def do_taskloop(self, stmt, env, place):
        """Make tasks of parts of a loop, as long as each other or one
        iteration longer."""
        bounds = list(self.bounds(stmt, env, place))
        n = min(stmt['num_tasks'] or max(1, len(bounds) // stmt['grainsize']),
                len(bounds))
        if not stmt['nogroup']:
            place.task.group = Group(place.task.group)
        left = len(bounds)
        for k in range(n):
            size = len(bounds) // n + (k < len(bounds) % n)
            part = bounds[len(bounds) - left:][:size]
            left -= size
            yield from self.make(
                stmt, functools.partial(self.execute_part, stmt, part, dict(env)),
                env, place)
        if not stmt['nogroup']:
            yield from self.end_group(place)

    def execute_part(self, stmt, part, env, place):
        """Execute some iterations of a loop."""
        for i in part:
            yield from self.iteration(stmt, i, env, place)

    def make(self, stmt, code, env, place):
        """Create a task that does what `code` yields, or execute it at once:
        whatever a final task makes is."""
        yield TURN
        task = Task(place.task, place.task.group)
        task.code = code
        task.final = place.task.final or bool(
            stmt['final'] and self.number(stmt['final'], env, place))
        if stmt['priority']:
            task.priority = max(0, self.number(stmt['priority'], env, place))
        self.order(task, stmt['depend'] or [])
        place.task.children += 1
        place.team.unfinished += 1
        group = task.group
        while group:
            group.unfinished, group = group.unfinished + 1, group.outer
        yield self.cost('task'), 'sl'
        task.created = task.deferred = True
        if place.task.final or (
                stmt['when'] and not self.number(stmt['when'], env, place)):
            task.deferred = False
            while task.missing:
                yield from self.help(place)
            yield from self.execute(task, place)
        elif not task.missing:
            place.team.queue.append(task)
            self.wake(place.team)

    def order(self, task, depends):
        """Let a task wait for those that its dependences name."""
        task.created, before, parent = False, set(), task.parent
        for kind, name in depends:
            writer = parent.writer.get(name)
            if writer:
                before.add(writer)
            if kind != 'in':
                before.update(parent.readers.get(name, []))
        for kind, name in depends:
            if kind == 'in':
                parent.readers.setdefault(name, []).append(task)
            else:
                parent.writer[name], parent.readers[name] = task, []
        for other in before - {task}:
            if not other.done:
                task.missing += 1
                other.successors.append(task)

    def execute(self, task, place):
        """Execute a task on the processor of `place` until it is done or
        suspended."""
        if not task.generator:
            task.place = Place(None, place.team, place.thread,
                               place.processors)
            task.place.task = task
            task.generator = task.code(task.place)
        task.place.processor = place.processor
        for step in task.generator:
            if step == 'suspended':
                return
            yield step
        self.finish(task, place.team)

    def finish(self, task, team):
        """Let those go on who need the task."""
        task.done = True
        team.unfinished -= 1
        parent = task.parent
        parent.children -= 1
        if parent.suspended and not parent.children:
            parent.suspended = False
            team.queue.insert(0, parent)
        group = task.group
        while group:
            group.unfinished -= 1
            if not group.unfinished and group.waiter:
                team.queue.insert(0, group.waiter)
            group = group.outer
        for other in task.successors:
            other.missing -= 1
            if not other.missing and other.created and other.deferred:
                team.queue.append(other)
        self.wake(team)

    def help(self, place):
        """Execute, of the tasks with the highest priority, what was suspended
        and can go on, else the youngest child of the present task, else the
        oldest task; or wait."""
        if not place.team.queue:
            yield from self.sleep(place, 'li')
            return
        queue = urgent(place.team.queue)
        mine = [t for t in queue if t.parent is place.task]
        task = queue[0] if queue[0].generator or not mine else mine[-1]
        place.team.queue.remove(task)
        yield from self.execute(task, place)

    def do_taskwait(self, stmt, env, place):
        """Wait for the children: an explicit task leaves its processor to
        others, a member or who has a lock executes other tasks meanwhile."""
        yield TURN
        task = place.task
        if task.children and task.deferred and not place.held:
            task.suspended = True
            yield 'suspended'
        while task.children:
            yield from self.help(place)

    def do_taskgroup(self, stmt, env, place):
        """Wait for the tasks made inside and their descendants."""
        place.task.group = Group(place.task.group)
        yield from self.block(stmt.parts[0], env, place)
        yield from self.end_group(place)

    def end_group(self, place):
        """Wait for the tasks of the group of a place."""
        group = place.task.group
        yield TURN
        place.task.group = group.outer
        if group.unfinished and place.task.deferred and not place.held:
            group.waiter = place.task
            yield 'suspended'
        while group.unfinished:
            yield from self.help(place)
