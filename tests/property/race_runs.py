"""Which accesses of a program of race_programs.py nothing orders, by brute
force: all of an execution are recorded, and who may run beside whom."""
from race_programs import HEAD
from race_wide import TABLES

N = 9
PUT, GET = (1 + HEAD[:HEAD.index(word)].count('\n')
            for word in ('void put(', 'int get('))  # lines


class Event:
    """An access: who makes it, after what, holding which locks."""
    __slots__ = ('name', 'address', 'writes', 'locks', 'line', 'node')

    def __init__(self, name, address, writes, locks, line, node):
        self.name, self.address, self.writes = name, address, writes
        self.locks, self.line, self.node = locks, line, node


class Run:
    """One execution with a number of threads; data conditions are `taken` or
    not."""

    def __init__(self, made, lines, threads, taken):
        self.lines, self.threads, self.taken = lines, threads, taken
        self.before = []  # of each node: the nodes right before it
        self.events = []
        self.phase = self.node()
        self.heads = {}  # last node of each thread
        self.open = []  # tasks that no barrier has ended
        self.tails = []  # last nodes of what runs in this phase
        self.locks = ()
        self.units = 0
        self.turn = 0  # behind the last part in order
        kind, early, body = made
        if kind == 'threads':
            self.calls(early, body)
        else:
            self.team(body, {'n': N})

    def node(self, *before):
        """Return a new node behind others."""
        self.before.append(set(before))
        return len(self.before) - 1

    def number(self, number, env):
        """Return what a number is worth."""
        if isinstance(number, int):
            return number
        if isinstance(number, str):
            return number if number[0] == '.' else env[number]
        kind, name, c = number
        if kind == 'at':
            return TABLES[name][env[c]]
        if kind == 'tid':
            return env['tid'] + c
        return env[name] * (1 if kind == '+' else 2) + c

    def touch(self, agent, where, writes, one, env, line=0):
        """Record an access, which stands in `line` unless that is 0."""
        name = where[0]
        if name.startswith('p') or name == 'q' or name in env.get('own', ()):
            return
        address = (name, *(self.number(k, env) for k in where[1:]))
        self.events.append(Event(name, address, writes, frozenset(self.locks),
                                 line or self.lines[id(one)], agent.last))

    # ---- one thread ----

    def block(self, agent, body, env):
        """Execute statements by one agent."""
        for one in body:
            getattr(self, 'run_' + one[0])(agent, one, env)

    def run_set(self, agent, one, env):
        """Execute an assignment."""
        for where in one[2]:
            self.touch(agent, where, False, one, env)
        self.touch(agent, one[1], True, one, env)

    def run_own(self, agent, one, env):
        """Execute a declaration."""
        for where in one[2]:
            self.touch(agent, where, False, one, env)

    def run_add(self, agent, one, env):
        """Execute an update."""
        self.touch(agent, one[1], False, one, env)
        self.run_set(agent, one, env)

    def run_append(self, agent, one, env):
        """Execute an append; which element it is nobody knows."""
        self.touch(agent, (one[2],), False, one, env)
        self.touch(agent, (one[2],), True, one, env)

    def run_atomic(self, agent, one, env):
        """Execute an atomic update."""
        self.locks += ('atomic',)
        self.touch(agent, one[1], False, one, env)
        self.touch(agent, one[1], True, one, env)
        self.locks = self.locks[:-1]

    def run_put_atomic(self, agent, one, env):
        """Execute an atomic write or update."""
        self.locks += ('atomic',)
        if one[2] != 'write':
            self.touch(agent, one[1], False, one, env)
        self.touch(agent, one[1], True, one, env)
        self.locks = self.locks[:-1]

    def run_while(self, agent, one, env):
        """Execute a loop."""
        for _ in range(one[1]):
            self.block(agent, one[2], env)

    def run_ordered(self, agent, body, env):
        """Execute the part of an iteration that is in order."""
        agent.last = self.node(agent.last, self.turn)
        self.block(agent, body, env)
        self.turn = agent.last
        agent.last = self.node(agent.last)

    def run_taskloop(self, agent, one, env):
        """Make tasks of iterations, and wait for them."""
        _, name, low, high, body = one
        inside = len(self.open)
        for value in range(low, high + 1):
            self.run_task(agent, ('task', body), {**env, name: value})
        agent.last = self.node(agent.last,
                               *(task.last for task in self.open[inside:]))

    def run_put(self, agent, one, env):
        """Execute a call that writes."""
        self.touch(agent, (one[1], one[2]), True, one, env, PUT)

    def run_get(self, agent, one, env):
        """Execute a call that reads."""
        self.touch(agent, (one[2], one[3]), False, one, env, GET)

    def run_for(self, agent, one, env):
        """Execute a loop."""
        _, name, low, high, body = one
        for value in range(low, self.number(high, env) + 1):
            self.block(agent, body, {**env, name: value})

    def run_if(self, agent, one, env):
        """Execute a branch by data."""
        if self.taken:
            self.block(agent, one[2], env)

    def run_critical(self, agent, one, env):
        """Execute a critical section."""
        self.locks += ('critical ' + one[1],)
        self.block(agent, one[2], env)
        self.locks = self.locks[:-1]

    def run_lock(self, agent, one, env):
        """Execute statements with a lock."""
        self.locks += (one[1],)
        self.block(agent, one[2], env)
        self.locks = self.locks[:-1]

    def run_task(self, agent, one, env, before=()):
        """Make a task, which begins behind the nodes `before`."""
        task = Agent(self.node(agent.last, *before))
        agent.children.append(task)
        agent.last = self.node(agent.last)
        locks, self.locks = self.locks, ()
        self.block(task, one[1], env)
        self.locks = locks
        self.open.append(task)
        for group in agent.groups:
            group.append(task)
        task.children, orphans = [], task.children
        for group in agent.groups:
            group.extend(orphans)

    def run_count(self, *_):
        """Execute an atomic operation of C."""

    def run_mutex(self, agent, one, env):
        """Execute statements with a mutex."""
        self.run_lock(agent, one, env)

    def depend(self, agent, depends):
        """Return the last nodes of the tasks that must end before one with
        dependences begins."""
        return [node for node, others in agent.depending
                if any(name == other and 'in' != kind or
                       name == other and 'in' != before
                       for kind, name in depends for before, other in others)]

    def run_dtask(self, agent, one, env):
        """Make a task that depends on others."""
        before = self.depend(agent, one[1])
        self.run_task(agent, ('task', one[2]), env, before)
        agent.depending.append((agent.children[-1].last, one[1]))

    def run_await(self, agent, one, _):
        """Wait for the tasks that something depends on."""
        agent.last = self.node(agent.last, *self.depend(agent, one[1]))

    def run_taskwait(self, agent, _, __):
        """Wait for the children."""
        agent.last = self.node(agent.last, *(c.last for c in agent.children))

    def run_group(self, agent, one, env):
        """Wait for all that is made inside."""
        inside = []
        agent.groups.append(inside)
        first = len(self.open)
        self.block(agent, one[1], env)
        agent.groups.pop()
        agent.last = self.node(agent.last,
                               *(c.last for c in self.open[first:]))

    # ---- the team ----

    def team(self, body, env):
        """Execute statements by the whole team."""
        for one in body:
            kind = one[0]
            if kind == 'for' and has_worksharing(one[4]):
                for value in range(one[2], self.number(one[3], env) + 1):
                    self.team(one[4], {**env, one[1]: value})
            elif hasattr(self, 'team_' + kind):
                getattr(self, 'team_' + kind)(one, env)
            else:
                for thread in range(self.threads):
                    self.by_thread(thread, [one], env)

    def by_thread(self, thread, body, env):
        """Execute statements by one thread."""
        agent = Agent(self.heads.get(thread, self.phase))
        agent.last = self.node(agent.last)
        self.block(agent, body, {**env, 'tid': thread})
        self.heads[thread] = agent.last
        self.tails.append(agent.last)

    def by_any(self, body, env):
        """Execute statements by a thread of which nobody knows which."""
        agent = Agent(self.node(self.phase))
        self.block(agent, body, env)
        self.tails.append(agent.last)

    def team_barrier(self, *_):
        """Let all meet."""
        self.phase = self.node(self.phase, *self.heads.values(), *self.tails,
                               *(task.last for task in self.open))
        self.heads, self.tails, self.open = {}, [], []

    def end(self, nowait):
        """End a construct."""
        if not nowait:
            self.team_barrier()

    def team_ompfor(self, one, env):
        """Execute a shared loop."""
        _, name, low, high, schedule, nowait, body = one
        values = list(range(low, self.number(high, env) + 1))
        kind, _, chunk = schedule.partition(', ')
        for k, value in enumerate(values):
            inside = {**env, name: value}
            if kind in ('', 'static'):
                size = int(chunk) if chunk else -(-len(values) // self.threads)
                self.by_thread(k // size % self.threads, body, inside)
            elif k % int(chunk or 1) == 0:
                agent = Agent(self.node(self.phase))
                for late in values[k:k + int(chunk or 1)]:
                    self.block(agent, body, {**env, name: late})
                self.tails.append(agent.last)
        self.end(nowait)

    def team_lastfor(self, one, env):
        """Execute a shared loop of which the last iteration leaves a
        variable."""
        _, name, low, high, nowait, last, body = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        for k, value in enumerate(values):
            inside = {**env, name: value, 'own': (last,)}
            self.by_thread(k // size % self.threads, body, inside)
        if values:
            agent = Agent(self.heads[(len(values) - 1) // size % self.threads])
            agent.last = self.node(agent.last)
            self.touch(agent, (last,), True, one, env)
            self.heads[(len(values) - 1) // size % self.threads] = agent.last
            self.tails.append(agent.last)
        self.end(nowait)

    def team_clausefor(self, one, env):
        """Execute a shared loop with copies of a variable."""
        _, name, low, high, nowait, clause, var, body = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        first = clause == 'firstprivate'
        for k, value in enumerate(values):
            if first and k % size == 0:
                self.shared(k // size, [(var, False)], one, env)
            inside = {**env, name: value,
                      'own': (*env.get('own', ()), var)}
            self.by_thread(k // size, body, inside)
        if clause == 'reduction':
            self.locks += ('reduction',)
            for thread in range(self.threads):
                self.shared(thread, [(var, False), (var, True)], one, env)
            self.locks = self.locks[:-1]
        self.end(nowait)

    def shared(self, thread, touched, one, env):
        """Let a thread touch what copies are made of."""
        agent = Agent(self.heads.get(thread, self.phase))
        agent.last = self.node(agent.last)
        for var, writes in touched:
            self.touch(agent, (var,), writes, one, env)
        self.heads[thread] = agent.last
        self.tails.append(agent.last)

    def team_collapse(self, one, env):
        """Execute two loops that are shared as one."""
        _, name, low, high, other, least, most, _, nowait, body = one
        values = [(x, y) for x in range(low, self.number(high, env) + 1)
                  for y in range(least, most + 1)]
        for k, (x, y) in enumerate(values):
            self.by_thread(k % self.threads, body, {**env, name: x, other: y})
        self.end(nowait)

    def team_orderedfor(self, one, env):
        """Execute a shared loop with a part in order."""
        _, name, low, high, nowait, before, inside, behind = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        self.turn = self.phase
        for k, value in enumerate(values):
            env = {**env, name: value, 'tid': k // size}
            agent = Agent(self.heads.get(k // size, self.phase))
            agent.last = self.node(agent.last)
            self.block(agent, before, env)
            self.run_ordered(agent, inside, env)
            self.block(agent, behind, env)
            self.heads[k // size] = agent.last
            self.tails.append(agent.last)
        self.end(nowait)

    def team_either(self, one, env):
        """Execute what one thread does, and what the others."""
        for thread in range(self.threads):
            self.by_thread(thread, one[2] if thread == one[1] else one[3], env)

    def calls(self, early, units):
        """Execute threads that calls start."""
        main = self.phase
        ends = []
        for k, (count, parts) in enumerate(units):
            if k == early:
                main = self.node(main, *ends[0])
            agents = [Agent(self.node(main)) for _ in range(count or 1)]
            for number, part in enumerate(parts):
                if number:
                    met = self.node(*(agent.last for agent in agents))
                for place, agent in enumerate(agents):
                    if number:
                        agent.last = self.node(met)
                    self.block(agent, part, {'n': N, 'id': place})
            ends.append([agent.last for agent in agents])

    def team_single(self, one, env):
        """Execute a single."""
        self.by_any(one[2], env)
        self.end(one[1])

    def team_master(self, one, env):
        """Execute a master."""
        self.by_thread(0, one[1], env)

    def team_thread(self, one, env):
        """Execute what one thread does."""
        if one[1] < self.threads:
            self.by_thread(one[1], one[2], env)

    def team_sections(self, one, env):
        """Execute sections."""
        for body in one[2]:
            self.by_any(body, env)
        self.end(one[1])

    # ---- races ----

    def races(self):
        """Return {name: set of pairs of lines} that nothing orders."""
        reach = []
        for before in self.before:
            mask = 0
            for node in before:
                mask |= reach[node] | 1 << node
            reach.append(mask)
        places, found = {}, {}
        for event in self.events:
            same = (event.writes, event.locks, event.line, event.node)
            places.setdefault(event.address, {}).setdefault(same, event)
        for events in places.values():
            all_of = list(events.values())
            for x in (event for event in all_of if event.writes):
                known = found.setdefault(x.name.split('.')[0], set())
                for y in all_of:
                    pair = tuple(sorted((x.line, y.line)))
                    if pair not in known and x.node != y.node and \
                            not reach[x.node] >> y.node & 1 and \
                            not reach[y.node] >> x.node & 1 and \
                            not x.locks & y.locks:
                        known.add(pair)
        return {name: pairs for name, pairs in found.items() if pairs}


class Agent:
    """Who executes statements one after the other."""

    def __init__(self, last):
        self.last = last
        self.children = []
        self.groups = []
        self.depending = []  # last nodes of tasks with what they depend on


def has_worksharing(body):
    """Return whether a team shares something in statements."""
    return any(one[0] in ('ompfor', 'lastfor', 'single', 'sections', 'barrier',
                          'master', 'thread', 'clausefor', 'collapse',
                          'orderedfor', 'either', 'pair', 'stepfor', 'secred',
                          'ifbar', 'doacross', 'condlast', 'masked', 'scope',
                          'loopfor', 'cube', 'both', 'shift') or
               (one[0] == 'for' and has_worksharing(one[4])) for one in body)


def races(made, lines, taken, run=Run):
    """Return the races of a function with any number of threads."""
    asked = made[1]
    found = {}
    if made[0] == 'threads':
        return run(made, lines, 0, taken).races()
    for threads in ((asked,) if asked else (2, 3, 4, 12)):
        if threads == 1:
            continue
        for name, pairs in run(made, lines, threads, taken).races().items():
            found.setdefault(name, set()).update(pairs)
    return found
