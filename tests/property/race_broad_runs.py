"""Which accesses of a program of race_broad.py nothing orders."""
from race_broad import holds
from race_programs import HEAD
from race_runs import N, Agent, Run

FILL, SWAP, BUMP = (1 + HEAD[:HEAD.index(f'void {word}(')].count('\n')
                    for word in ('fill', 'swap', 'bump'))  # lines


class BroadRun(Run):
    """As Run, for these programs, too."""

    def block(self, agent, body, env):
        """Execute statements by one agent, until they are left."""
        for one in body:
            if one[0] == 'skip' and self.leaves(one[1], env):
                return
            if one[0] != 'skip':
                getattr(self, 'run_' + one[0])(agent, one, env)

    def leaves(self, cond, env):
        """Return whether an iteration is left."""
        return self.taken if cond[0] == 'data' else holds(cond, env)

    def run_fill(self, agent, one, env):
        """Execute a call that writes some elements."""
        first = self.number(one[2], env)
        for k in range(one[3]):
            self.touch(agent, (one[1], first + k), True, one, env, FILL)

    def run_swap(self, agent, one, env):
        """Execute a call that exchanges what two pointers lead to."""
        for where in one[1:]:
            self.touch(agent, where, False, one, env, SWAP)
            self.touch(agent, where, True, one, env, SWAP)

    def run_bump(self, agent, one, env):
        """Execute a call that adds to what a pointer leads to."""
        self.touch(agent, one[1], False, one, env, BUMP)
        self.touch(agent, one[1], True, one, env, BUMP)

    def run_capture(self, agent, one, env):
        """Execute an atomic update whose value is kept."""
        self.run_atomic(agent, one, env)

    def run_fetch(self, agent, one, env):
        """Execute an atomic read."""
        self.locks += ('atomic',)
        self.touch(agent, one[1], False, one, env)
        self.locks = self.locks[:-1]

    def run_ifi(self, agent, one, env):
        """Execute a branch by an index."""
        self.block(agent, one[2] if holds(one[1], env) else one[3], env)

    def run_taskred(self, agent, one, env):
        """Execute a group of tasks that add something up."""
        self.run_group(agent, ('group', one[2]), env)
        self.touch(agent, (one[1],), False, one, env)
        self.touch(agent, (one[1],), True, one, env)

    def run_redtask(self, agent, one, env):
        """Make one of these, which has a copy for itself."""
        self.run_task(agent, ('task', one[2]),
                      {**env, 'own': (*env.get('own', ()), one[1])})

    def team_pair(self, one, env):
        """Execute two loops."""
        self.team_ompfor(one[1], env)
        self.team_ompfor(one[2], env)

    def team_stepfor(self, one, env):
        """Execute a loop that steps or counts down."""
        _, name, low, high, step, schedule, nowait, body = one
        most = self.number(high, env)
        values = list(range(low, most + 1, step)) if step > 0 else \
            list(range(most, low - 1, step))
        size = 1 if ',' in schedule else -(-len(values) // self.threads)
        for k, value in enumerate(values):
            inside = {**env, name: value}
            if schedule == 'dynamic':
                agent = Agent(self.node(self.phase))
                self.block(agent, body, inside)
                self.tails.append(agent.last)
            else:
                self.by_thread(k // size % self.threads, body, inside)
        self.end(nowait)

    def team_secred(self, one, env):
        """Execute a loop that adds up parts of an array."""
        _, name, low, high, nowait, var, body = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        inside = {**env, 'own': (*env.get('own', ()), var)}
        for k, value in enumerate(values):
            self.by_thread(k // size, body, {**inside, name: value})
        self.locks += ('reduction',)
        for thread in range(self.threads):
            agent = Agent(self.heads.get(thread, self.phase))
            agent.last = self.node(agent.last)
            for k in range(4):
                self.touch(agent, (var, k), False, one, env)
                self.touch(agent, (var, k), True, one, env)
            self.heads[thread] = agent.last
            self.tails.append(agent.last)
        self.locks = self.locks[:-1]
        self.end(nowait)

    def team_ifbar(self, one, _):
        """Execute a barrier in a branch."""
        if N > one[1]:
            self.team_barrier()

    def team_doacross(self, one, env):
        """Execute a loop whose iterations wait for others."""
        _, name, low, high, by, nowait, before, inside, behind = one
        values = list(range(low, self.number(high, env) + 1))
        size = -(-len(values) // self.threads)
        done = {}
        for k, value in enumerate(values):
            here = {**env, name: value, 'tid': k // size}
            agent = Agent(self.heads.get(k // size, self.phase))
            agent.last = self.node(agent.last)
            self.block(agent, before, here)
            if value - by in done:
                agent.last = self.node(agent.last, done[value - by])
            self.block(agent, inside, here)
            done[value] = agent.last
            agent.last = self.node(agent.last)
            self.block(agent, behind, here)
            self.heads[k // size] = agent.last
            self.tails.append(agent.last)
        self.end(nowait)
