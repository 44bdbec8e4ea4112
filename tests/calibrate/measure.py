"""A quick calibration here gives a valid description that predictions take.
How fast this machine is, and how busy, is not known: only signs, and orders of
magnitude that hold for any, are looked at.

usage: measure.py LCM ROOT
"""
import json
import os
import pathlib
import subprocess
import tempfile

from common import LCM, ROOT, calibrate, check_used, expect, finish, read

LIBOMP = '/usr/lib/llvm-19/lib/libomp.so'
DIRECT = {'flop', 'region', 'barrier', 'delay', 'pair', 'locked', 'atomic',
          'atomic_real', 'task', 'chunked', 'counted', 'beside', 'triad',
          'passed', 'touched', 'integer', 'remainder', 'divide', 'special',
          'trig', 'sqrt', 'pow', 'call', 'add_chain', 'mul_chain',
          'integer_chain', 'product_chain', 'load_chain', 'kept_chain',
          'kept_whole', 'missed', 'foreseen', 'chase', 'gather',
          'page_fault', 'page_copied', 'rows'}


def check_machine(machine, runtime):
    """Check what holds for any machine."""
    points = machine['calibration']['points']
    costs, errors = machine['costs'], machine['errors']
    cores = machine['processors']
    most = max(point['p'] for point in points)
    expect(cores >= 1 and machine['sockets'] >= 1, 'no processors')
    expect(machine['runtime'] == runtime, f'runtime {machine["runtime"]}')
    expect(most <= len(os.sched_getaffinity(0)), f'{most} threads measured')
    expect(all(point['value'] > 0 for point in points), 'a time of 0')
    missing = DIRECT - {point['what'] for point in points}
    expect(missing <= ({'passed', 'touched'} if most < 2 else set()),
           f'not measured: {missing}')
    expect(0.2 < machine['clock'] < 10, f'clock {machine["clock"]} GHz')
    expect(1e-12 < costs['flop'] < 1e-7, f'flop {costs["flop"]}')
    for name in ('fork', 'barrier', 'task', 'atomic', 'lock'):
        expect(name in costs, f'no {name}')
    expect(set(errors) >= set(costs), f'no error of {set(costs) - set(errors)}')
    sizes = [level.get('size', 1e99) for level in machine['levels']]
    expect(sizes == sorted(set(sizes)), f'levels {sizes}')
    for level in machine['levels']:
        rate = level['bandwidth']
        expect(1e7 < rate['core'] < 1e14, f'{level}')
        expect(rate.get('socket', rate['core']) >= rate['core'], f'{level}')
        expect(1e-11 < level['gather'] < 1e-5, f'{level}')
        expect(level['latency'] > level['gather'], f'{level}')
    by_time = {p['what']: p['value'] for p in points if p['p'] == 1}
    expect(by_time['flop'] < by_time['atomic'] < by_time['delay'],
           f'an operation, an atomic, a computation: {by_time}')


def asked(config, *args, usual=''):
    """Return the name of the machine that a prediction speaks of with `config`
    as the folder of the configuration, and `usual` as $LCM_MACHINE; None where
    it speaks of none."""
    run = subprocess.run([LCM, 'predict', '--format', 'json', *map(str, args),
                          str(ROOT / 'docs/guide/tutorial/rows.c'),
                          '-D', 'p=2', '-D', 'n=64'], text=True,
                         capture_output=True, timeout=60, check=False,
                         env=dict(os.environ, XDG_CONFIG_HOME=str(config),
                                  LCM_MACHINE=str(usual)))
    expect(run.returncode == 0, f'predict fails: {run.stderr}')
    return json.loads(run.stdout)['basis']['machine']


def check_kept(config, kept):
    """Check that predictions find the description `kept` again, on another
    host with the same processors too, and only there."""
    named = read(kept)
    named['name'] = 'kept'
    other = pathlib.Path(config, 'other.json')
    other.write_text(json.dumps({'schema': 'lcm-machine/1', 'name': 'other',
                                 'costs': {}}))
    for host in ('some', 'another'):
        moved = kept.with_name(host + '@' + kept.name.split('@')[1])
        kept.rename(moved)
        kept = moved
        kept.write_text(json.dumps(named))
        expect(asked(config) == 'kept', f'not found as {kept.name}')
    expect(asked(config, '--machine', 'none') is None, '--machine none')
    expect(asked(config, usual='none') is None, 'LCM_MACHINE=none')
    expect(asked(config, usual=other) == 'other', 'LCM_MACHINE')
    expect(asked(config, '--machine', other, usual='none') == 'other',
           '--machine goes before LCM_MACHINE')
    kept.rename(kept.with_name(kept.name.replace('@', '@Other-')))
    expect(asked(config) != 'kept', 'that of other processors is taken')
    expect(asked('/dev/null') is None, 'the host is asked')


def main():
    with tempfile.TemporaryDirectory() as place:
        run = calibrate('--quick', env={'XDG_CONFIG_HOME': place})
        expect(run.returncode == 0, run.stderr)
        expect('fork' in run.stdout and 'not measured' in run.stdout,
               'no table')
        kept = list(pathlib.Path(place, 'lcm/machines').glob('*.json'))
        expect(len(kept) == 1 and str(kept[0]) in run.stdout,
               f'kept: {kept}')
        path = pathlib.Path(place, 'machine.json')
        path.write_bytes(kept[0].read_bytes())
        check_machine(read(path), 'libgomp')
        check_kept(place, kept[0])
        check_used(path, ROOT / 'docs/guide/tutorial/rows.c')
        if os.path.exists(LIBOMP):
            run = calibrate('--quick', '--runtime', LIBOMP, '-D', 'p=1',
                            '--format', 'json', '-o', path)
            expect(run.returncode == 0, run.stderr)
            check_machine(read(path), 'libomp')
    finish()


main()
