#!/usr/bin/env python3
"""Compares what lcm says of deadlocks with all executions of random programs.

A program of MPI for 2 to 4 ranks sends, receives (from any rank, with any
tag), probes, begins and waits, and does things together, under conditions on
ranks and in loops; in some, one operation is missing or changed.  All orders in
which messages may come are walked through here, with messages that wait for
their receiver (rendezvous) or do not (eager).  What lcm calls a deadlock never
ends; what always ends is neither an error nor a note that rests on a guess; and
where no order matters, what never ends is an error.

LCM_PROPERTY_SEEDS is which programs (first:last).

usage: check_messages.py LCM [SEEDS]
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ANY = -2


# ---- programs ---------------------------------------------------------------

def peer_text(rng, offset, size):
    """Return C for the rank `offset` behind `rank`, and what it is."""
    forms = [(f'(rank + {offset}) % size', lambda r: (r + offset) % size)]
    if size in (2, 4) and offset in (1, 2):
        forms.append((f'rank ^ {offset}', lambda r: r ^ offset))
    return rng.choice(forms)


def inverse(form, size):
    """Return the rank from which rank r gets what `form` sends, as a table."""
    return {form(r): r for r in range(size)}


def exchange(rng, size):
    """Return lines and steps of an exchange of all ranks by a permutation."""
    offset = rng.randrange(1, size)
    text, form = peer_text(rng, offset, size)
    back = text if '^' in text else f'(rank + size - {offset}) % size'
    tag = rng.randrange(3)
    source = rng.choice([back, back, back, 'MPI_ANY_SOURCE'])
    wanted = rng.choice([str(tag), str(tag), 'MPI_ANY_TAG'])
    froms = inverse(form, size)
    kind = rng.choice(['send', 'isend', 'irecv', 'odd', 'both', 'all', 'ssend',
                       'bsend'])
    out = []

    def send(r):
        return ('send', form(r), tag)

    def receive(r):
        return ('recv', froms[r] if source == back else ANY,
                tag if wanted != 'MPI_ANY_TAG' else ANY)

    to = f'{text}, {tag}, MPI_COMM_WORLD'
    frm = f'{source}, {wanted}, MPI_COMM_WORLD'
    if kind == 'send':
        out = [(f'MPI_Send(&x, 1, MPI_INT, {to});', lambda r: [send(r)]),
               (f'MPI_Recv(&y, 1, MPI_INT, {frm}, MPI_STATUS_IGNORE);',
                lambda r: [receive(r)])]
    elif kind == 'isend':
        out = [(f'MPI_Isend(&x, 1, MPI_INT, {to}, &q);',
                lambda r: [('isend', *send(r)[1:])]),
               (f'MPI_Recv(&y, 1, MPI_INT, {frm}, MPI_STATUS_IGNORE);',
                lambda r: [receive(r)]),
               ('MPI_Wait(&q, MPI_STATUS_IGNORE);', lambda r: [('wait',)])]
    elif kind == 'irecv':
        out = [(f'MPI_Irecv(&y, 1, MPI_INT, {frm}, &q);',
                lambda r: [('irecv', *receive(r)[1:])]),
               (f'MPI_Send(&x, 1, MPI_INT, {to});', lambda r: [send(r)]),
               ('MPI_Wait(&q, MPI_STATUS_IGNORE);', lambda r: [('wait',)])]
    elif kind == 'both':
        out = [(f'MPI_Sendrecv(&x, 1, MPI_INT, {text}, {tag},\n  &y, 1, '
                f'MPI_INT, {source}, {wanted}, MPI_COMM_WORLD, '
                'MPI_STATUS_IGNORE);',
                lambda r: [('both', send(r)[1:], receive(r)[1:])])]
    elif kind == 'all':
        out = [(f'MPI_Irecv(&y, 1, MPI_INT, {frm}, &qs[0]);',
                lambda r: [('irecv', *receive(r)[1:], 1)]),
               (f'MPI_Isend(&x, 1, MPI_INT, {to}, &qs[1]);',
                lambda r: [('isend', *send(r)[1:], 2)]),
               ('MPI_Waitall(2, qs, MPI_STATUSES_IGNORE);',
                lambda r: [('waitall',)])]
    elif kind in ('ssend', 'bsend'):
        call = kind[0].upper() + 'send'
        out = [(f'MPI_{call}(&x, 1, MPI_INT, {to});',
                lambda r: [(kind, *send(r)[1:])]),
               (f'MPI_Recv(&y, 1, MPI_INT, {frm}, MPI_STATUS_IGNORE);',
                lambda r: [receive(r)])]
        if rng.random() < 0.5:
            out = [(f'MPI_Irecv(&y, 1, MPI_INT, {frm}, &q);',
                    lambda r: [('irecv', *receive(r)[1:])]), out[0],
                   ('MPI_Wait(&q, MPI_STATUS_IGNORE);',
                    lambda r: [('wait',)])]
    else:
        first = f'MPI_Send(&x, 1, MPI_INT, {to});'
        second = f'MPI_Recv(&y, 1, MPI_INT, {frm}, MPI_STATUS_IGNORE);'
        lines = ['if (rank & 1) {', '  ' + first, '  ' + second, '} else {',
                 '  ' + second, '  ' + first, '}']
        out = [('\n'.join(lines), lambda r: [send(r), receive(r)] if r & 1
                else [receive(r), send(r)])]
    return out


def gather(rng, size):
    """Return that one rank receives from all others, maybe by probes."""
    root = rng.randrange(size)
    tag = rng.randrange(3)
    probes = rng.random() < 0.4
    answers = probes and rng.random() < 0.5
    lines = [f'if (rank == {root}) {{', '  for (int i = 1; i < size; i++) {']
    steps = []
    if probes:
        lines += [f'    MPI_Probe(MPI_ANY_SOURCE, {tag}, MPI_COMM_WORLD, &s);',
                  '    MPI_Recv(&y, 1, MPI_INT, s.MPI_SOURCE, s.MPI_TAG,',
                  '             MPI_COMM_WORLD, MPI_STATUS_IGNORE);']
        steps += [('probe', ANY, tag), ('recvlike',)]
    else:
        lines += [f'    MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, {tag},',
                  '             MPI_COMM_WORLD, &s);']
        steps += [('recv', ANY, tag)]
    if answers:
        lines += ['    MPI_Send(&x, 1, MPI_INT, s.MPI_SOURCE, 7,',
                  '             MPI_COMM_WORLD);']
        steps += [('sendlike', 7)]
    lines += ['  }', '} else {',
              f'  MPI_Send(&x, 1, MPI_INT, {root}, {tag}, MPI_COMM_WORLD);']
    others = [('send', root, tag)]
    if answers:
        lines += [f'  MPI_Recv(&y, 1, MPI_INT, {root}, 7, MPI_COMM_WORLD,',
                  '           MPI_STATUS_IGNORE);']
        others += [('recv', root, 7)]
    lines += ['}']
    return [('\n'.join(lines), lambda r: steps * (size - 1) if r == root
             else others)]


def together(rng, size):
    """Return something that all ranks do together."""
    kind = rng.choice(['barrier', 'allreduce', 'bcast'])
    root = rng.randrange(size)
    text = {'barrier': 'MPI_Barrier(MPI_COMM_WORLD);',
            'allreduce': 'MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, '
                         'MPI_COMM_WORLD);',
            'bcast': f'MPI_Bcast(&x, 1, MPI_INT, {root}, MPI_COMM_WORLD);'}
    return [(text[kind], lambda r: [(kind, root if kind == 'bcast' else 0)])]


def loop(rng, size):
    """Return a loop over some of the above."""
    inner = rng.choice([exchange, together])(rng, size)
    n = rng.randrange(1, 3)
    text = '\n'.join(['for (int k = 0; k < %d; k++) {' % n]
                     + [line for part, _ in inner for line in part.split('\n')]
                     + ['}'])
    return [(text, lambda r: [s for _ in range(n) for _, steps in inner
                              for s in steps(r)])]


def conditions(size):
    """Return conditions on ranks in C and here."""
    return [('rank == 0', lambda r: r == 0), ('rank & 1', lambda r: r & 1),
            ('rank != size - 1', lambda r: r != size - 1),
            ('(rank | 1) == 1', lambda r: r | 1 == 1),
            ('rank >> 1', lambda r: r >> 1),
            ('!(rank & 2)', lambda r: not r & 2)]


def program(seed):
    """Return the number of ranks, the C text and the steps of each rank."""
    rng = random.Random(seed)
    size = rng.choice([2, 2, 3, 4])
    parts = []
    for _ in range(rng.randrange(1, 4)):
        parts += rng.choice([exchange, exchange, gather, together, loop])(
            rng, size)
    if rng.random() < 0.5:
        at = rng.randrange(len(parts))
        change = rng.choice(['drop', 'guard', 'swap'])
        text, steps = parts[at]
        if change == 'drop' and len(parts) > 1:
            del parts[at]
        elif change == 'guard':
            cond, holds = rng.choice(conditions(size))
            parts[at] = ('if (' + cond + ') {\n' + text + '\n}',
                         lambda r: steps(r) if holds(r) else [])
        elif at + 1 < len(parts):
            parts[at], parts[at + 1] = parts[at + 1], parts[at]
    lines = ['#include <mpi.h>', 'int main(int argc, char **argv) {',
             'int rank, size, x = 0, y = 0;', 'MPI_Status s;',
             'MPI_Request q = MPI_REQUEST_NULL;',
             'MPI_Request qs[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};',
             'MPI_Init(&argc, &argv);', 'MPI_Comm_rank(MPI_COMM_WORLD, &rank);',
             'MPI_Comm_size(MPI_COMM_WORLD, &size);',
             *[text for text, _ in parts], 'MPI_Finalize();', 'return 0;', '}']
    ranks = [[s for _, steps in parts for s in steps(r)] for r in range(size)]
    return size, '\n'.join(lines) + '\n', ranks


# ---- all executions ---------------------------------------------------------

class Executions:
    """Walks through the executions of the steps of ranks: in which order
    messages come is what differs.  `eager`: sends do not wait; `weak`: the root
    of a broadcast does not either."""

    def __init__(self, ranks, eager, weak):
        self.ranks = ranks
        self.eager = eager
        self.weak = weak
        self.ends = self.hangs = self.wrong = False

    def start(self):
        """Return the state of each rank: the number of its step, its receives
        that wait, what has come and nobody took, requests that are not done,
        its status, how many things it did together; and messages on their
        way."""
        n = len(self.ranks)
        return {'at': [0] * n, 'posted': [[] for _ in range(n)],
                'come': [[] for _ in range(n)], 'open': [set() for _ in range(n)],
                'status': [None] * n, 'met': [[] for _ in range(n)],
                'way': {}, 'made': [0] * n, 'blocked': [None] * n}

    def key(self, s):
        """Return a state as something that can be compared."""
        return repr((s['at'], s['posted'], s['come'],
                     [sorted(o) for o in s['open']], s['status'],
                     [len(m) for m in s['met']], sorted(s['way'].items()),
                     s['blocked']))

    @staticmethod
    def copy(s):
        """Return a copy of a state."""
        return {'at': list(s['at']), 'posted': [list(p) for p in s['posted']],
                'come': [list(c) for c in s['come']],
                'open': [set(o) for o in s['open']], 'status': list(s['status']),
                'met': [list(m) for m in s['met']],
                'way': {k: list(v) for k, v in s['way'].items()},
                'made': list(s['made']), 'blocked': list(s['blocked'])}

    def take(self, s, r, message, want):
        """Rank r receives a message by what it wants."""
        s['open'][r].discard(want[0])
        sender, _, number = message
        s['open'][sender].discard(number)
        s['status'][r] = message

    @staticmethod
    def fits(message, source, tag):
        """Return whether a message comes from a source, with a tag."""
        return source in (ANY, message[0]) and tag in (ANY, message[1])

    def post(self, s, r, source, tag):
        """Rank r begins to receive; return the request."""
        s['made'][r] += 1
        number = (r, s['made'][r])
        s['open'][r].add(number)
        for k, message in enumerate(s['come'][r]):
            if self.fits(message, source, tag):
                del s['come'][r][k]
                self.take(s, r, message, (number,))
                return number
        s['posted'][r].append((number, source, tag))
        return number

    def send(self, s, r, to, tag, waits=None):
        """Rank r begins to send; return the request.  It waits for who
        receives where "waits", else as messages do."""
        s['made'][r] += 1
        number = (r, s['made'][r])
        if not self.eager if waits is None else waits:
            s['open'][r].add(number)
        s['way'].setdefault((r, to), []).append((r, tag, number))
        return number

    def meets(self, s, r, step):
        """Return whether rank r may go on in what all do together."""
        k = len(s['met'][r]) - 1
        for met in s['met']:
            if len(met) > k and met[k] != step:
                self.wrong = True
        if step[0] == 'bcast' and self.weak:
            return r == step[1] or len(s['met'][step[1]]) > k
        return all(len(met) > k for met in s['met'])

    def step(self, s, r):
        """Let rank r do its next step; return whether it could."""
        steps = self.ranks[r]
        if s['at'][r] == len(steps):
            return False
        step = steps[s['at'][r]]
        kind = step[0]
        if s['blocked'][r] is None:
            if kind == 'send':
                s['blocked'][r] = self.send(s, r, *step[1:])
            elif kind == 'sendlike':
                s['blocked'][r] = self.send(s, r, s['status'][r][0], step[1])
            elif kind == 'recv':
                s['blocked'][r] = self.post(s, r, *step[1:])
            elif kind == 'recvlike':
                s['blocked'][r] = self.post(s, r, *s['status'][r][:2])
            elif kind in ('ssend', 'bsend'):
                s['blocked'][r] = self.send(s, r, *step[1:], kind == 'ssend')
            elif kind == 'both':
                s['blocked'][r] = ('all', self.post(s, r, *step[2]),
                                   self.send(s, r, *step[1]))
            elif kind == 'isend':
                self.request[(r, *step[3:])] = self.send(s, r, *step[1:3])
            elif kind == 'irecv':
                self.request[(r, *step[3:])] = self.post(s, r, *step[1:3])
            elif kind == 'wait':
                s['blocked'][r] = self.request.get((r,), 'none')
            elif kind == 'waitall':
                s['blocked'][r] = ('all', *(self.request.get((r, k), 'none')
                                            for k in (1, 2)))
            elif kind == 'probe':
                s['blocked'][r] = 'probe'
            else:
                s['met'][r].append(step)
                s['blocked'][r] = 'meet'
        waits = s['blocked'][r]
        if waits == 'probe':
            found = [m for m in s['come'][r] if self.fits(m, *step[1:])]
            if not found:
                return False
            s['status'][r] = found[0]
        elif waits == 'meet':
            if not self.meets(s, r, step):
                return False
        elif waits in s['open'][r] or (
                waits and waits[0] == 'all' and
                set(waits[1:]) & s['open'][r]):
            return False
        s['blocked'][r] = None
        s['at'][r] += 1
        return True

    def settle(self, s):
        """Let all ranks do what they can before another message comes."""
        moved = True
        while moved:
            moved = False
            for r in range(len(self.ranks)):
                while self.step(s, r):
                    moved = True

    def deliver(self, s, way):
        """Let the first message on a way come."""
        message = s['way'][way].pop(0)
        if not s['way'][way]:
            del s['way'][way]
        r = way[1]
        for k, (number, source, tag) in enumerate(s['posted'][r]):
            if self.fits(message, source, tag):
                del s['posted'][r][k]
                self.take(s, r, message, (number,))
                return
        s['come'][r].append(message)

    def walk(self):
        """Walk through all executions."""
        first = self.start()
        self.request = {}
        todo = [(first, {})]
        seen = set()
        while todo and len(seen) < 4000:
            s, self.request = todo.pop()
            self.settle(s)
            k = self.key(s) + repr(sorted(self.request.items()))
            if k in seen:
                continue
            seen.add(k)
            if not s['way']:
                done = all(a == len(x) for a, x in zip(s['at'], self.ranks))
                self.ends = self.ends or done
                self.hangs = self.hangs or not done
            for way in list(s['way']):
                t = self.copy(s)
                request = dict(self.request)
                self.deliver(t, way)
                todo.append((t, request))
        return not todo


# ---- lcm --------------------------------------------------------------------

def ask(lcm, folder, size, text, eager, method):
    """Return the diagnostics of a prediction."""
    (folder / 'x.c').write_text(text)
    costs = {'transfer': 1e-6}
    if not eager:
        costs['eager'] = 0
    (folder / 'm.json').write_text(
        '{"schema": "lcm-machine/1", "name": "m", "costs": %s}'
        % str(costs).replace("'", '"'))
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '-D', f'p={size}', '--machine', 'm.json',
         '--method', method], cwd=folder, check=False, capture_output=True,
        text=True, timeout=60)
    return done.returncode, done.stderr


def examine(lcm, folder, seed, tally):
    """Check the program of a seed; return what is wrong, or nothing."""
    size, text, ranks = program(seed)
    eager = seed % 3 != 0
    weak = Executions(ranks, eager, True)
    strong = Executions(ranks, eager, False)
    if not weak.walk() or not strong.walk():
        tally['too large'] += 1
        return ''
    steps = [s for rank in ranks for s in rank]
    free = any(str(ANY) in repr(s[1:]) or s[0] in ('bcast', 'probe')
               for s in steps)
    method = 'simulate' if seed % 4 == 3 else 'compose'
    status, said = ask(lcm, folder, size, text, eager, method)
    error = 'error:' in said
    note = '[rests-on-guess]' in said
    bad = weak.wrong or strong.wrong
    sort = ('mismatch' if bad else 'ends' if not strong.hangs
            else 'hangs' if not weak.ends else 'may hang')
    tally[sort] += 1
    tally[sort + (': error' if error else ': note' if note else ': nothing')] += 1
    if status not in (0, 1) or (error and '[deadlock]' not in said):
        return f'odd answer {status}: {said}'
    if error and not bad and weak.ends:
        return f'ends, but is called a deadlock by {method}: {said}'
    if sort == 'ends' and (error or note):
        return f'always ends, but {method} says: {said}'
    if sort == 'hangs' and not free and not error:
        return f'never ends, which {method} does not see: {said}'
    if sort == 'hangs' and not error and not note:
        return f'never ends, and {method} says nothing'
    return ''


def main():
    """Check the programs of the seeds that are asked for."""
    lcm = os.path.abspath(sys.argv[1])
    seeds = sys.argv[2] if len(sys.argv) > 2 else os.environ.get(
        'LCM_PROPERTY_SEEDS', '0:70')
    first, last = (int(x) for x in seeds.split(':'))
    wrong = 0
    from collections import Counter
    tally = Counter()
    with tempfile.TemporaryDirectory() as name:
        for seed in range(first, last):
            why = examine(lcm, pathlib.Path(name), seed, tally)
            if why:
                wrong += 1
                size, text, _ = program(seed)
                print(f'seed {seed}, {size} ranks: {why}\n{text}')
    for sort, n in sorted(tally.items()):
        print(f'{n:6} {sort}')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
