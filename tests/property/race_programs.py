"""Random programs of OpenMP and of threads, as C and as all accesses that they
make.

A statement is a tuple, its kind first.  Numbers are ('+', name, c): name + c,
or name * 2 + c with ('*', name, c); an int is itself.  Places are ('s',), a
variable, or ('a', number), an element.
"""
import random

ARRAYS = ('va', 'vb')
SHARED = ('s', 't', 'u')
LOCKS = ('la', 'lb')
MUTEXES = ('ma', 'mb')
TYPES = ('in', 'in', 'out', 'inout')
HEAD = '''#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
int va[400], vb[400], s, t, u, q;
#pragma omp threadprivate(q)
int data[400];
atomic_int counted;
omp_lock_t la, lb;
pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t mb = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t gate;
int mm[64][64];
struct { int x, y; } st;
static const int kp[16] = {3, 0, 7, 12, 1, 9, 14, 5, 2, 15, 8, 17, 4, 11, 6, 10};
static const int kd[16] = {3, 0, 7, 12, 1, 9, 14, 3, 2, 15, 8, 17, 4, 11, 6, 10};
static void put(int *v, int k) { v[k] = 1; }
static int get(const int *v, int k) { return v[k]; }
static void fill(int *v, int k, int m) { for (int j = 0; j < m; j++) v[k + j] = 1; }
static void swap(int *x, int *y) { int z = *x; *x = *y; *y = z; }
static void bump(int *x) { *x += 1; }
static void both(int *x, int *y) {
#pragma omp sections
  {
#pragma omp section
  *x = 1;
#pragma omp section
  *y += 1;
  }
}
static void shift(int *v, int by) {
#pragma omp for schedule(static)
  for (int j = 0; j < 4; j++)
    v[j + 1] = v[j + by - 1];
}
struct { int x[64], y[64]; } soa;
struct { int x, y; } aos[64];
'''


def text(number):
    """Return a number as C."""
    if isinstance(number, int):
        return str(number)
    kind, name, c = number
    if kind == 'at':
        return f'{name}[{c}]'
    if kind == 'tid':
        return f'omp_get_thread_num() + {c}' if c else 'omp_get_thread_num()'
    base = name if kind == '+' else f'2 * {name}'
    return base if not c else f'{base} {"+" if c > 0 else "-"} {abs(c)}'


def place(where):
    """Return a place as C."""
    return where[0] + ''.join(
        number if isinstance(number, str) else f'[{text(number)}]'
        for number in where[1:])


class Maker:
    """Makes the statements of one function."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.indices = []  # of loops around
        self.own = []  # private variables
        self.held = []  # locks around
        self.loops = 0
        self.depth = 0
        self.by_call = False  # threads of calls, not of OpenMP

    def chance(self, share):
        """Return True in `share` of the cases."""
        return self.rng.random() < share

    def number(self):
        """Return a number that is a subscript."""
        if not self.indices or self.chance(0.1):
            return self.rng.randrange(3)
        name = self.rng.choice(self.indices[-2:])
        if self.chance(0.6):
            return ('+', name, 0)
        return (self.rng.choice('+++*'), name, self.rng.choice((0, 1, 1, 2, 5)))

    def lvalue(self):
        """Return a place."""
        kind = self.rng.random()
        if kind < 0.15 and self.own:
            return (self.rng.choice(self.own),)
        if kind < 0.18 and not self.by_call:
            return ('q',)
        if kind < 0.35:
            return (self.rng.choice(SHARED),)
        return (self.rng.choice(ARRAYS), self.number())

    def reads(self):
        """Return places that are read."""
        return tuple(self.lvalue() for _ in range(self.rng.choice((0, 1, 1, 2))))

    def simple(self):
        """Return a statement without others in it."""
        kind = self.rng.random()
        if kind < 0.5:
            return ('set', self.lvalue(), self.reads())
        if kind < 0.68:
            return ('add', self.lvalue(), self.reads())
        if kind < 0.73:
            return ('append', self.rng.choice(ARRAYS), self.rng.choice(SHARED))
        if kind < 0.8:
            return ('count',) if self.by_call else ('atomic', self.lvalue())
        if kind < 0.86:
            return ('put', self.rng.choice(ARRAYS), self.number())
        if kind < 0.9 and self.own:
            return ('get', self.rng.choice(self.own),
                    self.rng.choice(ARRAYS), self.number())
        return ('set', (self.rng.choice(ARRAYS), self.number()), ())

    def inner(self):
        """Return a statement of one thread."""
        kind = self.rng.random()
        if self.depth > 2 or kind < 0.62:
            return self.simple()
        self.depth += 1
        if kind < 0.72:
            made = ('for', self.loop_name(), *self.range_of(), self.block(True))
            self.indices.pop()
        elif kind < 0.8:
            made = ('if', self.rng.randrange(9), self.block())
        elif kind < 0.9:
            made = self.guarded('mutex', MUTEXES) if self.by_call else \
                self.guarded('critical', ('', 'one', 'two'))
        else:
            made = self.guarded('mutex', MUTEXES) if self.by_call else \
                self.guarded('lock', LOCKS)
        self.depth -= 1
        return made

    def guarded(self, kind, names):
        """Return statements with a lock that is not held around them."""
        free = [name for name in names if (kind, name) not in self.held]
        if not free:
            return self.simple()
        self.held.append((kind, self.rng.choice(free)))
        made = (*self.held[-1], self.block())
        self.held.pop()
        return made

    def loop_name(self):
        """Return the name of a new index, which is around what follows."""
        self.loops += 1
        self.indices.append(f'i{self.loops}')
        return self.indices[-1]

    def range_of(self):
        """Return the ends of a loop, both included."""
        low = self.rng.choice((0, 1, 2))
        high = self.rng.choice(('n', 'n', low, low + 1, low + 3, 7))
        return low, high

    def block(self, in_loop=False):
        """Return a list of statements of one thread."""
        return [self.inner() for _ in range(self.rng.choice((1, 1, 2, 3)))] \
            if in_loop or self.chance(0.7) else [self.simple()]

    def worksharing(self):
        """Return a statement of a whole team."""
        kind = self.rng.random()
        nowait = self.chance(0.4)
        if kind < 0.05:
            made = ('lastfor', self.loop_name(), *self.range_of(), nowait,
                    self.rng.choice(SHARED), self.block(True))
            self.indices.pop()
            return made
        if kind < 0.35:
            schedule = self.rng.choice(('', '', 'static', 'static, 2',
                                        'dynamic', 'dynamic, 2', 'guided'))
            made = ('ompfor', self.loop_name(), *self.range_of(), schedule,
                    nowait, self.private_block())
            self.indices.pop()
            return made
        if kind < 0.5:
            return ('single', nowait, self.tasks())
        if kind < 0.6:
            return ('master', self.block())
        if kind < 0.7:
            return ('sections', nowait,
                    [self.block() for _ in range(self.rng.choice((2, 2, 3)))])
        if kind < 0.8:
            return ('barrier',)
        if kind < 0.87:
            return ('thread', self.rng.choice((0, 0, 1)), self.block())
        if kind < 0.92:
            made = ('for', self.loop_name(), 0, self.rng.choice((1, 2)), None)
            body = [self.worksharing() for _ in range(2)]
            self.indices.pop()
            return made[:-1] + (body,)
        return self.inner()

    def private_block(self):
        """Return statements around which a variable of its own is declared."""
        name = f'p{self.loops}'
        if self.chance(0.5):
            return self.block(True)
        first = ('own', name, self.reads())
        self.own.append(name)
        made = [first] + self.block(True)
        self.own.pop()
        return made

    def tasks(self):
        """Return statements of which some are tasks."""
        made = []
        for _ in range(self.rng.choice((1, 2, 3))):
            kind = self.rng.random()
            if kind < 0.25:
                made.append(('dtask', self.depends(), self.task_body()))
            elif kind < 0.3:
                made.append(('await', self.depends(),
                             self.rng.choice(('taskwait', 'if'))))
            elif kind < 0.45:
                made.append(('task', self.task_body()))
            elif kind < 0.6:
                made.append(('taskwait',))
            elif kind < 0.7:
                made.append(('group', [('task', self.task_body())]))
            elif kind < 0.8:
                name = self.loop_name()
                made.append(('for', name, 0, self.rng.choice((0, 1, 3)),
                             [('task', self.task_body())]))
                self.indices.pop()
            else:
                made.append(self.simple())
        return made

    def depends(self):
        """Return what a task depends on: types and variables."""
        names = self.rng.sample(SHARED, self.rng.choice((1, 1, 2)))
        return tuple((self.rng.choice(TYPES), name) for name in names)

    def threads(self):
        """Return threads that calls start: how many, of what each does between
        barriers; after how many starts the first ones are joined, or None."""
        self.by_call = True
        self.indices = ['id']
        if self.chance(0.3):
            parts = [self.block(True)
                     for _ in range(self.rng.choice((2, 2, 3)))]
            return 'threads', None, [(3, parts)]
        units = []
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            units.append((self.rng.choice((0, 0, 2, 3)), [self.block(True)]))
        if len(units) == 1 and not units[0][0]:
            units.append((0, [self.block(True)]))
        early = self.rng.choice((None, None, None, 1))
        return 'threads', early if len(units) > 1 else None, units

    def task_body(self):
        """Return the statements of a task."""
        made = [self.simple()]
        if self.chance(0.15) and self.depth < 2:
            self.depth += 1
            made.append(('task', [self.simple()]))
            self.depth -= 1
            if self.chance(0.5):
                made.append(('taskwait',))
        return made

    def function(self):
        """Return a region: (clauses, statements)."""
        if self.chance(0.25):
            return self.threads()
        threads = self.rng.choice((0, 0, 0, 0, 1, 2, 3))
        if self.chance(0.5):
            schedule = self.rng.choice(('', '', 'static', 'static, 2',
                                        'dynamic', 'dynamic, 3', 'guided'))
            made = [('ompfor', self.loop_name(), *self.range_of(), schedule,
                     True, self.private_block())]
            return 'for', threads, made
        return 'region', threads, [
            self.worksharing() for _ in range(self.rng.choice((1, 2, 3, 4)))]


class Writer:
    """Writes functions as C, and notes where statements stand."""

    def __init__(self):
        self.lines = HEAD.split('\n')[:-1]
        self.at = {}  # line of each statement, by its identity

    def add(self, depth, line):
        """Add a line."""
        self.lines.append('  ' * depth + line)

    def block(self, depth, body):
        """Add a compound statement."""
        self.add(depth, '{')
        for one in body:
            self.statement(depth + 1, one)
        self.add(depth, '}')

    def total(self, reads):
        """Return a sum of places as C."""
        return ' + '.join(['1'] + [place(one) for one in reads])

    def statement(self, depth, one):
        """Add a statement."""
        kind = one[0]
        getattr(self, 'put_' + kind)(depth, one)

    def simple(self, depth, one, line):
        """Add a statement of one line."""
        self.add(depth, line)
        self.at[id(one)] = len(self.lines)

    def put_set(self, depth, one):
        """Add an assignment."""
        self.simple(depth, one, f'{place(one[1])} = {self.total(one[2])};')

    def put_own(self, depth, one):
        """Add a declaration."""
        self.simple(depth, one, f'int {one[1]} = {self.total(one[2])};')

    def put_add(self, depth, one):
        """Add an update."""
        self.simple(depth, one, f'{place(one[1])} += {self.total(one[2])};')

    def put_append(self, depth, one):
        """Add an element behind others."""
        self.simple(depth, one, f'{one[1]}[{one[2]}++] = 1;')

    def put_atomic(self, depth, one):
        """Add an atomic update."""
        self.add(depth, '#pragma omp atomic')
        self.simple(depth, one, f'{place(one[1])} += 2;')

    def put_put_atomic(self, depth, one):
        """Add an atomic write or update."""
        self.add(depth, f'#pragma omp atomic {one[2]}')
        sign = '' if one[2] == 'write' else '+'
        self.simple(depth, one, f'{place(one[1])} {sign}= 2;')

    def put_while(self, depth, one):
        """Add a loop that is no `for`."""
        self.add(depth, f'int w{len(self.lines)} = 0;')
        name = self.lines[-1].split()[1]
        self.add(depth, f'while ({name}++ < {one[1]})')
        self.block(depth, one[2])

    def put_clausefor(self, depth, one):
        """Add a loop with a clause."""
        _, name, low, high, nowait, clause, var, body = one
        arg = f'+ : {var}' if clause == 'reduction' else var
        self.add(depth, f'#pragma omp for schedule(static) {clause}({arg})' +
                 ' nowait' * nowait)
        self.at[id(one)] = len(self.lines)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_collapse(self, depth, one):
        """Add two loops that are divided as one."""
        _, name, low, high, other, least, most, word, nowait, body = one
        self.add(depth, f'#pragma omp for {word}schedule(static, 1) collapse(2)'
                 + ' nowait' * nowait)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.add(depth, f'for (int {other} = {least}; {other} <= {most}; '
                 f'{other}++)')
        self.block(depth, body)

    def put_orderedfor(self, depth, one):
        """Add a loop with a part in order."""
        _, name, low, high, nowait, before, inside, behind = one
        self.add(depth, '#pragma omp for ordered' + ' nowait' * nowait)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.add(depth, '{')
        for inner in before:
            self.statement(depth + 1, inner)
        self.add(depth + 1, '#pragma omp ordered')
        self.block(depth + 1, inside)
        for inner in behind:
            self.statement(depth + 1, inner)
        self.add(depth, '}')

    def put_either(self, depth, one):
        """Add a branch by the number of the thread, with both arms."""
        self.add(depth, f'if (omp_get_thread_num() == {one[1]})')
        self.block(depth, one[2])
        self.add(depth, 'else')
        self.block(depth, one[3])

    def put_taskloop(self, depth, one):
        """Add a loop of tasks."""
        _, name, low, high, body = one
        self.add(depth, '#pragma omp taskloop grainsize(1)')
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_put(self, depth, one):
        """Add a call that writes."""
        self.simple(depth, one, f'put({one[1]}, {text(one[2])});')

    def put_get(self, depth, one):
        """Add a call that reads."""
        self.simple(depth, one, f'{one[1]} = get({one[2]}, {text(one[3])});')

    def put_count(self, depth, one):
        """Add an atomic operation of C."""
        self.simple(depth, one, 'atomic_fetch_add(&counted, 1);')

    def put_for(self, depth, one):
        """Add a loop."""
        _, name, low, high, body = one
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_if(self, depth, one):
        """Add a branch by data."""
        self.add(depth, f'if (data[{one[1]}] > 0)')
        self.block(depth, one[2])

    def put_thread(self, depth, one):
        """Add a branch by the number of the thread."""
        self.add(depth, f'if (omp_get_thread_num() == {one[1]})')
        self.block(depth, one[2])

    def put_critical(self, depth, one):
        """Add a critical section."""
        name = f' ({one[1]})' if one[1] else ''
        self.add(depth, f'#pragma omp critical{name}')
        self.block(depth, one[2])

    def put_lock(self, depth, one):
        """Add statements with a lock."""
        self.add(depth, f'omp_set_lock(&{one[1]});')
        for inner in one[2]:
            self.statement(depth, inner)
        self.add(depth, f'omp_unset_lock(&{one[1]});')

    def put_mutex(self, depth, one):
        """Add statements with a mutex."""
        self.add(depth, f'pthread_mutex_lock(&{one[1]});')
        for inner in one[2]:
            self.statement(depth, inner)
        self.add(depth, f'pthread_mutex_unlock(&{one[1]});')

    def put_lastfor(self, depth, one):
        """Add a loop of which the last iteration leaves a variable."""
        _, name, low, high, nowait, last, body = one
        self.add(depth, f'#pragma omp for lastprivate({last})' +
                 ' nowait' * nowait)
        self.at[id(one)] = len(self.lines)
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_ompfor(self, depth, one, word='for'):
        """Add a loop that threads share."""
        _, name, low, high, schedule, nowait, body = one
        clauses = f' schedule({schedule})' if schedule else ''
        clauses += ' nowait' if nowait and word == 'for' else ''
        self.add(depth, f'#pragma omp {word}{clauses}')
        self.add(depth, f'for (int {name} = {low}; {name} <= {high}; {name}++)')
        self.block(depth, body)

    def put_single(self, depth, one):
        """Add what one thread executes."""
        self.add(depth, '#pragma omp single' + ' nowait' * one[1])
        self.block(depth, one[2])

    def put_master(self, depth, one):
        """Add what the first thread executes."""
        self.add(depth, '#pragma omp master')
        self.block(depth, one[1])

    def put_sections(self, depth, one):
        """Add sections."""
        self.add(depth, '#pragma omp sections' + ' nowait' * one[1])
        self.add(depth, '{')
        for body in one[2]:
            self.add(depth, '#pragma omp section')
            self.block(depth + 1, body)
        self.add(depth, '}')

    def put_barrier(self, depth, _):
        """Add a barrier."""
        self.add(depth, '#pragma omp barrier')

    def put_task(self, depth, one):
        """Add a task."""
        self.add(depth, '#pragma omp task')
        self.block(depth, one[1])

    def clauses(self, depends):
        """Return `depend` clauses."""
        return ''.join(f' depend({kind}: {name})' for kind, name in depends)

    def put_dtask(self, depth, one):
        """Add a task that depends on others."""
        self.add(depth, '#pragma omp task' + self.clauses(one[1]))
        self.block(depth, one[2])

    def put_await(self, depth, one):
        """Add what waits for tasks that something depends on."""
        if one[2] == 'taskwait':
            self.add(depth, '#pragma omp taskwait' + self.clauses(one[1]))
            return
        self.add(depth, '#pragma omp task if(0)' + self.clauses(one[1]))
        self.add(depth, '{ }')

    def put_taskwait(self, depth, _):
        """Add a taskwait."""
        self.add(depth, '#pragma omp taskwait')

    def put_group(self, depth, one):
        """Add a taskgroup."""
        self.add(depth, '#pragma omp taskgroup')
        self.block(depth, one[1])

    def function(self, seed, made):
        """Add a function; return the numbers of its first and last lines."""
        kind, threads, body = made
        first = len(self.lines) + 1
        if kind == 'threads':
            self.thread_functions(seed, threads, body)
            return first, len(self.lines)
        clause = f' num_threads({threads})' if threads else ''
        self.add(0, f'void f{seed}(int n) {{')
        if kind == 'for':
            self.put_ompfor(1, body[0], 'parallel for' + clause)
        else:
            self.add(1, '#pragma omp parallel' + clause)
            self.block(1, body)
        self.add(0, '}')
        return first, len(self.lines)

    def thread_functions(self, seed, early, units):
        """Add the functions of threads, and one that starts them."""
        for k, (_, parts) in enumerate(units):
            self.add(0, f'static void *f{seed}_{k}(void *arg) {{')
            self.add(1, 'const int id = (int)(long)arg, n = 9;')
            for number, part in enumerate(parts):
                if number:
                    self.add(1, 'pthread_barrier_wait(&gate);')
                for one in part:
                    self.statement(1, one)
            self.add(1, 'return id > n ? arg : 0;')
            self.add(0, '}')
        self.add(0, f'void f{seed}(void) {{')
        for k, (count, parts) in enumerate(units):
            self.add(1, f'pthread_t t{k}[{count or 1}];')
        for k, (count, parts) in enumerate(units):
            if k == early:
                self.join(0, units[0][0])
            if len(parts) > 1:
                self.add(1, f'pthread_barrier_init(&gate, 0, {count});')
            if count:
                self.add(1, f'for (long i = 0; i < {count}; i++)')
            where = f'&t{k}[i]' if count else f't{k}'
            arg = '(void *)i' if count else '0'
            self.add(2, f'pthread_create({where}, 0, f{seed}_{k}, {arg});')
        for k, (count, _) in enumerate(units):
            if k or not early:
                self.join(k, count)
        self.add(0, '}')

    def join(self, k, count):
        """Add joins of the threads number `k`."""
        if count:
            self.add(1, f'for (int i = 0; i < {count}; i++)')
        self.add(2, f'pthread_join(t{k}[{"i" if count else 0}], 0);')
