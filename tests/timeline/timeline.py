#!/usr/bin/env python3
"""Checks the timelines of the golden cases of a topic, or of the samples.

Each case that predicts is run once for its numbers and once for its timeline;
what each processor does must cover the run without a gap or an overlap, and
the seconds of each category must be those of the prediction: traces have whole
nanoseconds, so that an interval ends exactly where the next begins, and each
may be off by one.  That waits, work and stages are more than one block is
checked of all together.  Viewers of Chrome and Perfetto see the same, and
nothing that they do not show as it is meant (tests/common/viewer.py).

usage: timeline.py LCM ROOT TOPIC
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import viewer  # noqa: E402

# Options with a value that a timeline has no use for.
DROPPED = {'--format': 2, '--check': 1, '--nodes': 1, '--formula': 2,
           '--method': 2, '--seed': 2, '--replications': 2}
SAMPLES = (('fft2d/fft2d_tp.c', 8), ('fft2d/fft2d_dp.c', 3),
           ('mergesort/mergesort.c', 6), ('jacobi/jacobi.c', 4),
           ('heat/heat.c', 5), ('histogram/histogram.c', 4),
           ('subiso/subiso_loop.c', 4))


def cases(root, topic):
    """Yield (directory, arguments) of what is predicted."""
    if topic == 'samples':
        for name, p in SAMPLES:
            yield root / 'samples', [name, '-D', f'p={p}']
        return
    for args in sorted((root / 'tests/golden' / topic).glob('*/args')):
        words = args.read_text().splitlines()
        status = args.with_name('expected.status')
        if words[:1] != ['predict'] or '--thesis-li' in words \
                or status.exists() and status.read_text().strip() != '0' \
                or '--trace' in words or words[-1] == 'simulate':
            continue
        kept, i = [], 1
        while i < len(words):
            i += DROPPED.get(words[i], 0)
            if i < len(words) and words[i] not in DROPPED:
                kept.append(words[i])
                i += 1
        yield args.parent, kept


def run(lcm, folder, args):
    """Return what lcm writes."""
    done = subprocess.run([lcm, 'predict', '-q', *args, '--format', 'json'],
                          cwd=folder, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f'{folder} {args}: {done.stderr.decode()}')
    return done.stdout.decode()


def view(lcm, folder, args, text):
    """Check what viewers show: of `text` for Chrome, and for Perfetto."""
    where = f'{folder} {args}'
    chrome = viewer.read_chrome(text)
    with tempfile.NamedTemporaryFile(suffix='.pftrace') as file:
        run(lcm, folder, args + ['--timeline', file.name])
        perfetto = viewer.read(pathlib.Path(file.name))
    for fault in [*viewer.faults(chrome), *viewer.faults(perfetto)]:
        sys.exit(f'{where}: {fault}')
    if chrome.said() != perfetto.said():
        sys.exit(f'{where}: Chrome and Perfetto show different things')


def nanoseconds(where, us):
    """Return the microseconds `us` as the whole nanoseconds that they are."""
    ns = round(us * 1e3)
    if abs(us * 1e3 - ns) > 1e-3:
        sys.exit(f'{where}: {us} us are no whole nanoseconds')
    return ns


def check(where, prediction, trace):
    """Return how many intervals there are."""
    point = prediction['points'][-1]
    end = round(point['time'] * 1e9)
    events = [e for e in trace['traceEvents'] if e['ph'] == 'X']
    rows, sums, ends = {}, {}, {}
    for event in events:
        if event['cat'] == 'chain':
            continue
        start, length = (nanoseconds(where, event[key])
                         for key in ('ts', 'dur'))
        row = rows.setdefault(event['tid'], [])
        if row and ends[event['tid']] != event['ts']:
            sys.exit(f'{where}: a viewer adds up to {ends[event["tid"]]}, '
                     f'the next slice begins at {event["ts"]}')
        row.append((start, length))
        ends[event['tid']] = event['ts'] + event['dur']
        cat = event['args']['category']
        sums.setdefault(cat, []).append(length)
    if end > 0 and len(rows) != point['processors']:
        sys.exit(f'{where}: {len(rows)} rows, not {point["processors"]}')
    for row in rows.values():
        now = 0
        for start, length in row:
            if start != now or length <= 0:
                sys.exit(f'{where}: an interval at {start}, not {now}')
            now = start + length
        if abs(now - end) > 1:
            sys.exit(f'{where}: a row ends at {now}, not {end}')
    for cat in set(sums) | set(point['lost']):
        got = sum(sums.get(cat, []))
        want = point['lost'].get(cat, 0) * 1e9
        if abs(got - want) > 1e-9 * want + len(sums.get(cat, [])) + 1:
            sys.exit(f'{where}: {cat} is {got} ns, not {want}')
    return len(events)


def main():
    lcm, root, topic = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    n = intervals = 0
    for folder, args in cases(root, topic):
        prediction = json.loads(run(lcm, folder, args))
        text = run(lcm, folder, args + ['--timeline', '-'])
        view(lcm, folder, args, text)
        if prediction.get('model'):
            continue
        intervals += check(f'{folder} {args}', prediction, json.loads(text))
        n += 1
    if n < 5 or intervals < 4 * n:
        sys.exit(f'{n} cases with {intervals} intervals: too few to tell')
    print(f'{n} cases, {intervals} intervals')


if __name__ == '__main__':
    main()
