"""Reads traces as viewers do, and says what is wrong with them.

A trace for Chrome is JSON, with times in microseconds; one for Perfetto is a
sequence of packets in protocol buffers, whose fields are numbered as in
protos/perfetto/trace of Perfetto.  Both become the same: what processes and
rows are called, slices of rows, and flows, in nanoseconds.
"""
import collections
import decimal
import json

# TrackEvent.Type
BEGINS, ENDS, INSTANT = 1, 2, 3

Slice = collections.namedtuple('Slice', 'row begin end name category')


class Trace:
    """A trace: `processes` by number; `rows`, (process, name) by key, in the
    order in which they are shown; `slices`; `flows`, by number the moments
    (row, time) at which it begins and at which it ends."""

    def __init__(self):
        self.processes, self.rows, self.slices = {}, {}, []
        self.flows = collections.defaultdict(lambda: ([], []))
        self.order = {}
        self.faults = []

    def name(self, row):
        """Return what `row` is called: by its process, and itself."""
        process, own = self.rows[row]
        return self.processes.get(process), own

    def said(self):
        """Return what it says, whatever the numbers of rows and flows are."""
        return (sorted(map(self.name, self.rows)),
                sorted((self.name(s.row), *s[1:]) for s in self.slices),
                sorted(tuple(tuple((self.name(row), at) for row, at in ends)
                             for ends in flow) for flow in self.flows.values()))


def whole(trace, us, what):
    """Return microseconds as nanoseconds, which they are."""
    ns = decimal.Decimal(us) * 1000
    if abs(ns - round(ns)) > decimal.Decimal('0.001') or ns < 0:
        trace.faults.append(f'{what}: {us} us')
    return round(ns)


def read_chrome(text):
    """Return the trace for Chrome that `text` is."""
    trace = Trace()
    document = json.loads(text, parse_float=decimal.Decimal)
    for event in document['traceEvents']:
        kind, row = event['ph'], (event['pid'], event['tid'])
        if kind == 'M':
            value, = event['args'].values()
            if event['name'] == 'process_name':
                trace.processes[row[0]] = value
            elif event['name'] == 'thread_name':
                trace.rows[row] = (row[0], value)
            else:
                whose = row if event['name'] == 'thread_sort_index' else row[0]
                trace.order[whose] = value
        elif kind == 'X':
            begin = whole(trace, event['ts'], 'a slice begins at')
            length = whole(trace, event['dur'], 'a slice lasts')
            trace.slices.append(Slice(row, begin, begin + length,
                                      event['name'], event['cat']))
        elif kind in 'sf':
            if kind == 'f' and event.get('bp') != 'e':
                trace.faults.append(f'flow {event["id"]} is of no slice')
            if not event['name']:
                trace.faults.append(f'flow {event["id"]} has no name')
            key = event['cat'], event['name'], event['id']
            trace.flows[key][kind == 'f'].append(
                (row, whole(trace, event['ts'], 'a flow is at')))
        else:
            trace.faults.append(f'an event of kind {kind}')
    return trace


def number(data, at):
    """Return the number in pieces of 7 bits at `at`, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Return the values of each field of a message, by its number."""
    at, found = 0, collections.defaultdict(list)
    while at < len(data):
        key, at = number(data, at)
        if key & 7 == 0:
            value, at = number(data, at)
        else:
            assert key & 7 in (1, 2), f'a field of type {key & 7}'
            length, at = number(data, at) if key & 7 == 2 else (8, at)
            value, at = data[at:at + length], at + length
            assert len(value) == length, 'a field that is cut short'
        found[key >> 3].append(value)
    return found


def describe(trace, descriptor):
    """Take the descriptor of a track: of a process, or of a thread."""
    uuid = descriptor[1][0]
    rank = descriptor[12][0] if 12 in descriptor else None
    if 3 in descriptor:
        process = fields(descriptor[3][0])
        trace.processes[process[1][0]] = process[6][0].decode()
        trace.order[process[1][0]] = rank
    elif 4 in descriptor:
        thread = fields(descriptor[4][0])
        if uuid in trace.rows or not uuid:
            trace.faults.append(f'two tracks {uuid}')
        trace.rows[uuid] = (thread[1][0], thread[5][0].decode())
        trace.order[uuid] = rank
    elif uuid or descriptor[19] != [1] or descriptor[20] != [1]:
        trace.faults.append(f'track {uuid} is neither process nor thread')


def happen(trace, stacks, event, now):
    """Take `event`, which happens `now`; `stacks` has the slices that are
    open, and the time of the last instant, of each row."""
    row, kind = event[11][0], event[9][0]
    stack = stacks[row]
    name = event[23][0].decode() if 23 in event else ''
    if kind == ENDS:
        if not stack:
            trace.faults.append(f'{trace.name(row)}: an end of nothing')
            return
        begin, own, category = stack.pop()
        trace.slices.append(Slice(row, begin, now, own, category))
        return
    if kind == BEGINS:
        stack.append((now, name, event[22][0].decode()))
        return
    if not name:
        trace.faults.append(f'{trace.name(row)}: an instant without a name')
    if not stack:
        trace.faults.append(f'{trace.name(row)}: {name} at {now} in no slice')
    ends = 48 in event
    if kind != INSTANT or ends == (47 in event):
        trace.faults.append(f'{trace.name(row)}: an event of type {kind}')
    if stacks[row, ends] == [now]:
        trace.faults.append(f'{trace.name(row)}: instants pile up at {now}')
    stacks[row, ends] = [now]
    for flow in event[48 if ends else 47]:
        if ends and not trace.flows[flow][0]:
            trace.faults.append(f'flow {flow} ends before it begins')
        trace.flows[flow][ends].append((row, now))


def read_perfetto(data):
    """Return the trace for Perfetto that `data` is."""
    trace, stacks, last = Trace(), collections.defaultdict(list), 0
    for packet in map(fields, fields(data)[1]):
        if packet[10] != [1]:
            trace.faults.append(f'a packet of sequence {packet[10]}')
        if 60 in packet:
            describe(trace, fields(packet[60][0]))
            continue
        now = packet[8][0]
        if now < last:
            trace.faults.append(f'a packet at {now}, behind one at {last}')
        last = now
        happen(trace, stacks, fields(packet[11][0]), now)
    for row, stack in stacks.items():
        if stack and row in trace.rows:
            trace.faults.append(f'{trace.name(row)}: {stack} do not end')
    return trace


def read(path):
    """Return the trace in the file `path`, read as its name says."""
    return read_perfetto(path.read_bytes()) if path.suffix == '.pftrace' else \
        read_chrome(path.read_text())


def nesting(trace):
    """Yield the slices of a row that overlap and are not one in another."""
    rows = collections.defaultdict(list)
    for one in trace.slices:
        rows[one.row].append(one)
    for row in rows.values():
        stack = []
        for one in sorted(row, key=lambda one: (one.begin, -one.end)):
            while stack and stack[-1].end <= one.begin:
                stack.pop()
            if stack and one.end > stack[-1].end:
                yield f'{trace.name(one.row)}: {one} overlaps {stack[-1]}'
            stack.append(one)


def enclosing(trace):
    """Return a function from a row and a time to the innermost slice of the
    row that is there then, None for none."""
    rows = collections.defaultdict(list)
    for one in sorted(trace.slices, key=lambda one: (one.begin, -one.end)):
        rows[one.row].append(one)

    def find(row, at):
        low, high = 0, len(rows[row])
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if rows[row][middle].begin <= at \
                else (low, middle)
        while low and rows[row][low - 1].end <= at:
            low -= 1
        return rows[row][low - 1] if low else None
    return find


def faults(trace):
    """Yield what is wrong with `trace`: slices of a row are one beside or in
    the other, have names, and last; rows and processes have names, numbers that
    are none of the system, and an order; a flow begins once, in a slice, and
    ends later, or in that moment, in slices."""
    yield from trace.faults
    yield from nesting(trace)
    for one in trace.slices:
        if not one.name.strip() or not one.category:
            yield f'{one} has no name'
        if one.end <= one.begin:
            yield f'{one} does not last'
    for row in {one.row for one in trace.slices} - set(trace.rows):
        yield f'row {row} has no name'
    names = [trace.name(row) for row in trace.rows]
    if any(not process or not own for process, own in names):
        yield f'rows without names: {names}'
    if 0 in trace.processes or (0, 0) in trace.rows or 0 in trace.rows:
        yield 'number 0 is the idle process'
    for whose in [*trace.rows, *trace.processes]:
        if trace.order.get(whose) is None:
            yield f'{whose} has no place in the order'
    find = enclosing(trace)
    for flow, (begins, ends) in trace.flows.items():
        if len(begins) != 1 or not ends:
            yield f'flow {flow} begins at {begins}, ends at {ends}'
            continue
        for row, at in begins + ends:
            if row not in trace.rows or not find(row, at):
                yield f'flow {flow} is in no slice at {at} of row {row}'
        if min(ends, key=lambda end: end[1])[1] < begins[0][1]:
            yield f'flow {flow} ends at {ends}, begins at {begins}'


def arrows(trace):
    """Return from which slice to which each flow goes: the row, the name and
    the category of both, by time."""
    find, found = enclosing(trace), []
    for begins, ends in trace.flows.values():
        for end in ends:
            both = [find(*begins[0]), find(*end)]
            found.append((begins[0][1], end[1], *(
                one and (trace.name(one.row)[1], one.name, one.category)
                for one in both)))
    return sorted(found)
