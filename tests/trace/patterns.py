#!/usr/bin/env python3
"""Which patterns of messages lcm trace recognises in runs: every pattern on
several numbers of actors, and random messages, of which this file says by
itself what they are: it compares them with all messages that a pattern may
consist of.

usage: patterns.py LCM
"""
import collections
import pathlib
import random
import sys
import tempfile

from findings import report, text_of

ACTORS = (3, 4, 5, 6, 7, 8, 9, 16)
RANDOM = 150


# ---- what messages are -------------------------------------------------------

def heap(i):
    """Return the parent of `i` in a heap tree."""
    return (i - 1) // 2


def low(i):
    """Return the parent of `i` in a binomial tree: without its lowest bit."""
    return i & (i - 1)


def high(i):
    """Return the same, without its highest bit."""
    return i - (1 << (i.bit_length() - 1))


def trees(p, parent):
    """Yield the trees of `parent`, as pairs of child and parent, with all
    roots."""
    for root in range(p):
        yield {((i + root) % p, (parent(i) + root) % p) for i in range(1, p)}


def is_tree(p, up):
    """Return whether the pairs `up`, of child and parent, are a tree, and no
    mere path."""
    parents = dict(up)
    roots = set(range(p)) - set(parents)
    if len(up) != p - 1 or len(parents) != p - 1 or len(roots) != 1 or \
            len(set(parents.values())) == p - 1:
        return False
    for i in range(p):
        seen = set()
        while i in parents:
            if i in seen:
                return False
            seen.add(i)
            i = parents[i]
    return True


def tree_names(p, pairs, depths):
    """Yield the names of the trees that the messages are."""
    deepest = max(depths.values())
    back = {(b, a) for a, b in pairs}
    for up, words in ((pairs, 'reduction up a'), (back, 'broadcast down a')):
        if not is_tree(p, up):
            continue
        root = (set(range(p)) - {a for a, _ in up}).pop()
        if up is pairs and any(depth == deepest and pair[1] != root
                               for pair, depth in depths.items()):
            continue
        if up is back and not deepest:
            continue
        yield f'{words} tree'
        if p > 3 and up == next(trees(p, heap)):
            yield f'{words} heap tree'
        if p > 4 and any(up == one for parent in (low, high)
                         for one in trees(p, parent)):
            yield f'{words} binomial tree'


def line_names(p, pairs, depths):
    """Yield what messages are of which each goes to another actor."""
    order = sorted(depths.values())
    distances = {b - a for a, b in pairs}
    around = {(b - a) % p for a, b in pairs}
    if len(pairs) == p:
        if order == list(range(p)):
            yield 'sequential chain'
            if around == {1} and depths.get((0, 1)) == 0:
                yield 'sequential ring'
        if all((b, a) in pairs for a, b in pairs):
            yield 'exchange in pairs'
        if len(around) == 1:
            yield 'ring' if around <= {1, p - 1} else 'shift'
    if len(distances) == 1 and len(pairs) == p - 1 > 1 and \
            order[-1] == p - 2:
        yield 'chain'
    if len(distances) == 1 and 2 * len(pairs) >= p:
        yield 'to a neighbour'


def names(p, events):
    """Return the names of all patterns that the messages `events`, of from, to
    and depth, may be taken for."""
    counts = collections.Counter((a, b) for a, b, _ in events if a != b)
    depths = {}
    for a, b, depth in events:
        if a != b:
            depths.setdefault((a, b), depth)
    pairs = set(depths)
    found = set()
    froms = collections.Counter(a for a, _ in pairs)
    tos = collections.Counter(b for _, b in pairs)
    everyone = {(a, b) for a in range(p) for b in range(p) if a != b}
    if counts and len(events) + 1 >= p:
        for root in range(p):
            if pairs == {(a, root) for a in range(p) if a != root} and \
                    not max(depths.values()):
                found |= {'bottleneck', 'master-worker'}
        if len(set(counts.values())) == 1:
            if pairs == everyone:
                found.add('all-to-all')
            found |= {'broadcast' for root in range(p) if pairs == {
                (root, b) for b in range(p) if b != root}}
            if set(froms.values()) == set(tos.values()) == {1}:
                found |= set(line_names(p, pairs, depths))
            found |= set(tree_names(p, pairs, depths))
            if p & (p - 1) == 0 and p > 3 and pairs == {
                    (a, a ^ 1 << k) for a in range(p)
                    for k in range(p.bit_length() - 1)}:
                found.add('butterfly')
        if all(counts[b, a] == n for (a, b), n in counts.items()) and \
                all(a != b for a, b, _ in events) and len(tos) == p:
            found.add('exchange')
    return found


# ---- runs ------------------------------------------------------------------

def run_of(p, sends):
    """Return a run with the messages `sends`, each of what sent it (None: the
    first task of an actor, or the number of another message) and the actors
    from which and to which it goes; and these as from, to, depth."""
    tasks = [(0, 0, 1, 'first', None, 0)]
    tasks += [(i, 1, 2, 'start', 0, 1) for i in range(p)]
    free, ends, depths, events = [2] * p, [], [], []
    for cause, source, to in sends:
        made = (2 if cause is None else ends[cause]) - 0.5
        begin = max(free[to], made)
        ends.append(begin + 1)
        free[to] = begin + 1
        depths.append(0 if cause is None else depths[cause] + 1)
        events.append((begin, source, to, depths[-1]))
        creator = source + 1 if cause is None else p + 1 + cause
        tasks.append((to, begin, begin + 1, 'e', creator, made))
    # a message that is under way all the time: there is one phase
    end = max(free)
    tasks.append((0, end, end + 1, 'later', 0, 1))
    order = sorted(range(len(events)), key=lambda i: (events[i][0], i))
    return tasks, [events[i][1:] for i in order]


def plain(pairs):
    """Return messages between `pairs` that nothing causes."""
    return [(None, a, b) for a, b in pairs]


def down(p, parent, root):
    """Return messages down a tree."""
    sends, number = [], {}
    for i in range(1, p):
        number[i] = len(sends)
        sends.append((number.get(parent(i)), (parent(i) + root) % p,
                      (i + root) % p))
    return sends


def up(p, parent, root):
    """Return messages up a tree, each sent when those from below are there."""
    height = {}
    for i in range(p - 1, -1, -1):
        height.setdefault(i, 0)
        if i:
            height[parent(i)] = max(height.get(parent(i), 0), height[i] + 1)
    sends, last = [], {}
    for i in sorted(range(1, p), key=lambda i: (height[i], i)):
        sends.append((last.get(i), (i + root) % p, (parent(i) + root) % p))
        last[parent(i)] = len(sends) - 1
    return sends


def along(actors):
    """Return messages along `actors`, each caused by the one before."""
    return [(i - 1 if i else None, a, b)
            for i, (a, b) in enumerate(zip(actors, actors[1:]))]


def rounds(p, times):
    """Return messages around, each passed on `times` times."""
    return [((k - 1) * p + (i - 1) % p if k else None, i, (i + 1) % p)
            for k in range(times) for i in range(p)]


def served(p):
    """Return requests to actor 0."""
    return plain((i, 0) for i in range(1, p)) * 2


def made(p):
    """Yield the name and the messages of each pattern on `p` actors."""
    every = range(p)
    yield 'broadcast', plain((1, i) for i in every if i != 1)
    yield 'broadcast', plain((1, i) for i in every if i != 1) * 3
    yield 'bottleneck', served(p)
    yield 'ring', rounds(p, p - 1)
    yield 'ring', plain((i, (i - 1) % p) for i in every)
    yield 'chain', along(list(every))
    yield 'chain', along(list(every)[::-1])
    shuffled = list(every)
    random.Random(p).shuffle(shuffled)
    yield 'sequential chain', along(shuffled + shuffled[:1])
    yield 'sequential ring', along([*every, 0])
    yield 'to a neighbour', plain((i, i + 1) for i in range(p - 1))
    yield 'exchange', plain(x for i in range(p - 1)
                            for x in ((i, i + 1), (i + 1, i)))
    yield 'all-to-all', plain((a, b) for a in every for b in every if a != b)
    if p > 4:
        yield 'shift', plain((i, (i + 2) % p) for i in every)
        for root in (0, 3):
            for parent in (low, high):
                yield 'broadcast down a binomial tree', down(p, parent, root)
                yield 'reduction up a binomial tree', up(p, parent, root)
    if p > 3:
        yield 'broadcast down a heap tree', down(p, heap, 0)
        yield 'reduction up a heap tree', up(p, heap, 0)
        third = [i - 1 if i % 2 else max(i - 3, 0) for i in every]
        yield 'broadcast down a tree', down(p, third.__getitem__, 1)
        yield 'reduction up a tree', up(p, third.__getitem__, 1)
    if p > 2 and p % 2 == 0:
        yield 'exchange in pairs', plain((i, i ^ 1) for i in every)
    if p in (4, 8, 16):
        yield 'butterfly', plain((i, i ^ 1 << k) for i in every
                                 for k in range(p.bit_length() - 1))


def scattered(chance, p):
    """Return random messages: any, or those of a pattern of which one goes
    elsewhere, or is sent twice."""
    if chance.random() < 0.3:
        sends = []
        for i in range(chance.randint(p - 1, 3 * p)):
            cause = chance.choice([None, *range(i)])
            source = chance.randrange(p) if cause is None else sends[cause][2]
            sends.append((cause, source, chance.randrange(p)))
        return sends
    sends = list(chance.choice(list(made(p)))[1])
    leaves = set(range(len(sends))) - {send[0] for send in sends}
    at = chance.choice(sorted(leaves))
    if chance.random() < 0.3:
        return [*sends, sends[at]]
    sends[at] = (sends[at][0], sends[at][1], chance.randrange(p))
    return sends


def found_in(lcm, folder, p, tasks):
    """Return what lcm says of the messages of the run, or None."""
    got = report(lcm, folder, text_of(p, tasks))
    of = [one['pattern'] for one in got['patterns'] if one['name'] == 'c@e']
    assert len(of) < 2, of
    return of[0] if of else None


def check_made(lcm, folder):
    """Yield what is wrong with runs that were made with a pattern."""
    for p in ACTORS:
        for want, sends in made(p):
            tasks, events = run_of(p, sends)
            may = names(p, events)
            got = found_in(lcm, folder, p, tasks)
            if want not in may:
                yield f'test: {p}: {want} is {may}'
            elif got != want and (got not in may or p > 6 or want == 'chain'):
                yield f'{want} on {p}: {got}'


def check_master(lcm, folder):
    """Yield what is wrong with a master that answers each request."""
    for p in ACTORS:
        tasks, _ = run_of(p, served(p))
        later = tasks.pop()
        requests = [i for i, task in enumerate(tasks) if task[3] == 'e']
        for i in requests:
            to = tasks[tasks[i][4]][0]
            end = tasks[i][2]
            tasks.append((to, end + 100 * p, end + 100 * p + 0.5, 'answer', i,
                          end - 0.5))
        tasks.append((later[0], 1000 * p, 1000 * p + 1, *later[3:]))
        got = found_in(lcm, folder, p, tasks)
        if got != 'master-worker':
            yield f'master on {p}: {got}'


def check_scattered(lcm, folder):
    """Yield what is wrong with random messages."""
    chance = random.Random(7)
    nothing = 0
    for _ in range(RANDOM):
        p = chance.choice(ACTORS)
        sends = scattered(chance, p)
        tasks, events = run_of(p, sends)
        may = names(p, events)
        got = found_in(lcm, folder, p, tasks)
        nothing += not may
        if got not in may and (got or may):
            yield f'random on {p}: {got}, may be {may}: {sends}'
    if not RANDOM / 3 < nothing < RANDOM:
        yield f'test: {nothing} of {RANDOM} random runs are no pattern'


def check_joint(lcm, folder):
    """Yield what is wrong where two entries answer the messages in turn: what
    is said of both together has to hold for all messages, and is said of as
    many as have no pattern by themselves."""
    joint = 0
    for p in ACTORS:
        for want, sends in made(p):
            tasks, events = run_of(p, sends)
            own = [i for i, task in enumerate(tasks) if task[3] == 'e']
            for i in own[1::2]:
                tasks[i] = (*tasks[i][:3], 'f', *tasks[i][4:])
            got = {one['name']: one['pattern'] for one in report(
                lcm, folder, text_of(p, tasks))['patterns']}
            alone = {name for name in got if name in ('c@e', 'c@f')}
            both = [one for name, one in got.items() if ' and ' in name]
            if both and (alone or both[0] not in names(p, events)):
                yield f'{want} of two entries on {p}: {got}'
            elif not both and not alone:
                yield f'{want} of two entries on {p}: nothing'
            joint += bool(both)
    if joint < 20:
        yield f'test: {joint} runs have a pattern of two entries'


def main():
    """Check all."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = [*check_made(sys.argv[1], folder),
                 *check_master(sys.argv[1], folder),
                 *check_joint(sys.argv[1], folder),
                 *check_scattered(sys.argv[1], folder)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
