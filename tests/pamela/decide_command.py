#!/usr/bin/env python3
"""Checks `lcm decide` on the cases of section 5.5 of van Gemund 1996.

The function that --emit c prints is compiled, and what it chooses is compared
with the least of the times of all choices, which are computed here from the
thesis' formulas and by `lcm predict` with the decisions given.  What the command
says of the best choice and of where it changes must follow from the same.

usage: decide_command.py LCM CC FOLDER
FOLDER has vector.pam (example 5.2) and relaxation.pam (5.5.3).
"""
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile

MAIN = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "decide.h"
int main(void) {
  double a[8];
  for (;;) {
    for (int i = 0; i < N_PARAMS; i++)
      if (scanf("%lf", &a[i]) != 1) return 0;
    printf("%u\\n", lcm_decide(CALL));
  }
}
"""


def run(*command, status=0, **options):
    """Return what `command` prints; its exit status must be `status`."""
    done = subprocess.run(command, text=True, capture_output=True, check=False,
                          timeout=120, **options)
    assert done.returncode == status, (command, done.returncode, done.stderr)
    return done.stdout if not status else done.stderr


def choices(lcm, cc, model, points):
    """Return what the C function of `model` chooses at the dicts `points`."""
    code = run(lcm, 'decide', model, '--emit', 'c')
    names = [word.split()[1] for word in
             code.split('lcm_decide(')[1].split(')')[0].split(',')]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'decide.h').write_text(code)
        call = ', '.join(f'a[{i}]' for i in range(len(names)))
        (folder / 'main.c').write_text(MAIN.replace('CALL', call).replace(
            'N_PARAMS', str(len(names))))
        run(cc, '-std=gnu17', '-Wall', '-Werror', folder / 'main.c', '-o',
            folder / 'choose', '-lm')
        lines = '\n'.join(' '.join(str(p[n]) for n in names) for p in points)
        said = run(folder / 'choose', input=lines)
    return list(map(int, said.split()))


def defines(point):
    """Return `point` as options."""
    return [word for name, value in point.items()
            for word in ('-D', f'{name}={value}')]


def predicted(lcm, model, point):
    """Return the time that `lcm predict` gives at `point`."""
    said = run(lcm, 'predict', model, *defines(point), '--format', 'json')
    bound = json.loads(said)['points'][0]['bound']
    return bound['time'] if bound['skewed'] is None else bound['skewed']


def vector(p):
    """Return the times of example 5.2 by choice: T_s = N tf, T_v = (S + N - 1)
    tc."""
    return [p['N']*p['t_scalar'], (p['S'] + p['N'] - 1)*p['t_stage']]


def relaxation(p):
    """Return the times of 5.5.3 by choice, bit 0 remap, bit 1 pipeline."""
    N, P, tf, tm = p['N'], p['P'], p['t_flop'], p['t_move']
    down, turn = (N - 2)*(N/P)*tf, 2*N**2/P*(1 - 1/P)*tm
    across = (N - 2 - 2*(P - 1))*N*tf + 2*(P - 1)*N*max(tf, tm)
    piped = (N + P - 1)*(N/P)*tf
    return [down + across, down + turn + down, down + piped,
            down + turn + piped]


def check_function(lcm, cc, model, times, names, points):
    """Check the C function of `model` with decisions `names`, whose times are
    `times`, at `points`; every seventh by predictions too."""
    for i, (p, chosen) in enumerate(zip(points, choices(lcm, cc, model,
                                                        points))):
        all_times = times(p)
        best = min(all_times)
        assert all_times[chosen] <= best*(1 + 1e-12), (p, chosen, all_times)
        for c in range(1 << len(names)) if i % 7 == 0 else ():
            given = {**p, **{n: c >> k & 1 for k, n in enumerate(names)}}
            time = predicted(lcm, model, given)
            assert math.isclose(time, all_times[c], rel_tol=1e-9), \
                (given, time, all_times[c])


def check_vector(lcm, cc, model):
    """Example 5.2: N_v = ceil((S - 1) tc/(tf - tc)), strictly better above
    (S - 1) tc/(tf - tc)."""
    points = [dict(N=N, S=S, t_stage=tc, t_scalar=tf)
              for N, S, tc, tf in itertools.product(
                  (1, 2, 7, 8, 18, 19, 100), (5, 8, 10), (1, 2), (1.5, 2, 7))]
    check_function(lcm, cc, model, vector, ['vectorise'], points)
    for S, tc, tf, limit, n_v in ((8, 1, 2, 7, 7), (10, 1, 1.5, 18, 18),
                                  (5, 2, 7, 1.6, 2)):
        assert math.ceil(limit) == n_v
        rest = ['-D', f'S={S}', '-D', f't_stage={tc}', '-D', f't_scalar={tf}']
        said = json.loads(run(lcm, 'decide', model, '-D', 'N=1:30', *rest,
                              '--format', 'json'))
        crossed = said['crossovers']
        first = math.floor(limit) + 1
        assert [c['value'] for c in crossed] == [first], (S, tc, tf, crossed)
        assert crossed[0]['to'] == 'vectorise = 1', crossed
        for p in said['points']:
            N = p['env']['N']
            strict = 'vectorise = 1' if N > limit else 'vectorise = 0'
            assert N == limit or p['winner'] == strict, p
    smooth = json.loads(run(lcm, 'decide', model, '-D', 't_scalar=1:2',
                            '--format', 'json'))['crossovers']
    assert len(smooth) == 1 and math.isclose(smooth[0]['value'], 1.07), smooth
    text = run(lcm, 'decide', model, '-D', 'N=1:30')
    assert 'where N > -(t_stage - S*t_stage)/(t_scalar - t_stage), ' \
        'if 0 < t_scalar - t_stage' in text, text


def check_relaxation(lcm, cc, model):
    """5.5.3: (r, s) = (0, 1) is best for single sweeps."""
    names = ['remap', 'pipeline']
    points = [dict(N=N, P=P, t_flop=tf, t_move=tm)
              for N, P, tf, tm in itertools.product((16, 32, 64), (2, 4, 8),
                                                    (1, 3), (1, 10))]
    check_function(lcm, cc, model, relaxation, names, points)
    for N, P, tm, parts in ((16, 4, 1, (56, 224, 96, 76)),
                            (16, 4, 10, (56, 1088, 960, 76)),
                            (32, 4, 1, (240, 960, 384, 280)),
                            (32, 8, 5, (120, 2752, 1120, 156))):
        down, across, turn, piped = parts
        said = json.loads(run(lcm, 'decide', model, '-D', f'N={N}', '-D',
                              f'P={P}', '-D', f't_move={tm}', '--format',
                              'json'))['points'][0]
        assert said['time'] == {
            'remap = 0, pipeline = 0': down + across,
            'remap = 1, pipeline = 0': down + turn + down,
            'remap = 0, pipeline = 1': down + piped,
            'remap = 1, pipeline = 1': down + turn + piped}, said
        assert said['winner'] == 'remap = 0, pipeline = 1', said
    part = json.loads(run(lcm, 'decide', model, '-D', 'pipeline=0', '-D',
                          't_move=1:5', '--format', 'json'))
    assert part['variants'] == ['remap = 0', 'remap = 1'], part['variants']


def check_language(lcm, folder):
    """Decisions as text: read, printed, wrong."""
    path = folder / 'm.pam'
    path.write_text('decision a, b = 1 : "say \'b\'"\n'
                    'L = if (a and b) delay(3) else delay(4 - b)\n')
    assert json.loads(run(lcm, 'predict', path, '--format', 'json'))[
        'points'][0]['bound']['time'] == 3
    again = folder / 'again.pam'
    again.write_text(run(lcm, 'cat', '--to', 'pamela', path))
    assert "decision a\ndecision b = 1 : \"say 'b'\"\n" in again.read_text()
    times = [json.loads(run(lcm, 'decide', p, '--format', 'json'))['points']
             for p in (path, again)]
    assert times[0] == times[1], times
    assert list(times[0][0]['time'].values()) == [4, 4, 3, 3], times
    for text, where in (('decision a = 2 L = delay(a)', ':1:14: .*0 or 1'),
                        ('decision a : b L = delay(a)', ':1:14: .*quotes'),
                        ('decision a : "b L = delay(a)', ':1:14: '),
                        ('param a decision a L = delay(a)', ':1:18: '),
                        ('decision a L = { a := 2 ; delay(a) }', ':1:18: ')):
        path.write_text(text)
        said = run(lcm, 'predict', path, status=1)
        head, _, what = where.partition(' .*')
        assert head.strip() in said and what in said, (text, said)
    path.write_text('param a = 1 L = delay(a)')
    assert 'nothing to decide' in run(lcm, 'decide', path, status=2)
    path.write_text('decision a, b, c, d, e, f, g L = delay(a)')
    assert 'too many' in run(lcm, 'decide', path, status=2)
    assert 'pipeline' not in run(lcm, 'decide', path, '-D', 'a=0', '-D', 'b=0')
    assert 'no language' in run(lcm, 'decide', path, '--emit', 'ada', status=2)


def check_between(lcm, folder):
    """Changes that come and go between the points of the grid are found.

    5 + (x - 3.2)(x - 3.4) is less than 5 between 3.2 and 3.4 only, and 6/x is
    less than max(2, x) from the root of 6 on."""
    path = folder / 'between.pam'
    path.write_text('param x = 1\ndecision v\nL = if (v) delay(5) '
                    'else delay(5 + (x - 3.2)*(x - 3.4))\n')
    said = json.loads(run(lcm, 'decide', path, '-D', 'x=1:5', '--format',
                          'json'))
    where = [(c['from'], c['to'], round(c['value'], 9))
             for c in said['crossovers']]
    assert where == [('v = 1', 'v = 0', 3.2), ('v = 0', 'v = 1', 3.4)], where
    assert 'no other crossovers' in run(lcm, 'decide', path, '-D', 'x=1:5')
    path.write_text('param x = 1, a = 2\ndecision v\nL = if (v) delay(6/x) '
                    'else { delay(a) || delay(x) }\n')
    said = json.loads(run(lcm, 'decide', path, '-D', 'x=0.5:9:2', '--format',
                          'json'))
    where = [round(c['value'] ** 2, 9) for c in said['crossovers']]
    assert where == [6], where


def main():
    lcm, cc, models = sys.argv[1:]
    models = pathlib.Path(models)
    check_vector(lcm, cc, models / 'vector.pam')
    check_relaxation(lcm, cc, models / 'relaxation.pam')
    with tempfile.TemporaryDirectory() as name:
        check_language(lcm, pathlib.Path(name))
        check_between(lcm, pathlib.Path(name))
    print('ok')


if __name__ == '__main__':
    main()
