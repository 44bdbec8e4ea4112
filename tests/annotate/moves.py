#!/usr/bin/env python3
"""What moves is written beside the models that were measured with it, and its
transfers are not added to them again.

Members of a team write a[] forwards and read it backwards: with an even number
of members all of it crosses.  In the other program a section reads what another
one has written: one transfer of 8 bytes, of 1 us and 1 ns a byte, for which the
three other processors wait where nothing says that the model has it.

usage: moves.py LCM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TEAMS = '''\
static double a[1024], b[1024], c[1024];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1024; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 1024; i++)
    b[i] = a[1023 - i];
#pragma omp parallel for
  for (int i = 0; i < 1024; i++)
    c[i] = b[i];
  return 0;
}
'''
SECTIONS = '''\
static double made, used;

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    made = 1;
#pragma omp section
    used = made;
  }
  return 0;
}
'''
MACHINE = dict(schema='lcm-machine/1', processors=8,
               costs=dict(transfer='1e-6 + 1e-9 * m'))
wrong = []


def expect(condition, what):
    """Note `what` unless `condition`."""
    if not condition:
        wrong.append(what)


def call(*words):
    """Return what a command writes."""
    done = subprocess.run([str(word) for word in words], capture_output=True,
                          text=True)
    expect(not done.returncode, f'{words}: {done.stderr}')
    return done.stdout


def model(fragment, category, value):
    """Return the model value * p of a fragment."""
    return dict(fragment=fragment, category=category, unit='s', form='k1*p',
                formula='k1*p', selected=True, covariance=[[1e-20]],
                coefficients=[dict(name='k1', value=value, low=value * 0.9,
                                   high=value * 1.1)],
                points=9, freedom=8, outliers=0, r2=1, adjusted_r2=1, smape=0,
                cv_smape=0, deviation=0, relative=False,
                variables=[dict(name='p', low=1, high=4, values=3)])


def cost(lcm, place, *more):
    """Return the processor-seconds of a run on 4 processors, and those of its
    communication loss."""
    points = [json.loads(call(lcm, 'predict', *more, place, '-D', 'p=4',
                              '--method', method, '--format', 'json'))[
                                  'points'][0]
              for method in ('compose', 'simulate')]
    time = points[0]['time']
    again = points[1]['simulate']['time']
    expect(near(time, again), f'{place}: {time} and {again} simulated')
    return 4 * time, points[0]['lost']['cl']


def near(a, b):
    """Return whether two numbers are equal but for rounding."""
    return abs(a - b) <= 1e-9 * abs(b) + 1e-15


def round_trip(lcm, source, fit):
    """Return the annotated text of `source`, which goes back and forth."""
    text = call(lcm, 'annotate', '--models', fit, source)
    out = source.with_name('out.c')
    out.write_text(text)
    expect(call(lcm, 'annotate', '--models', fit, out) == text.replace(
        source.name, out.name), f'{source}: annotating again changes it')
    expect(call(lcm, 'annotate', '--remove', out) == source.read_text(),
           f'{source}: it is not restored')
    return text


def teams(lcm, place, machine):
    """Data that cross between the members of a team."""
    source = place / 'teams.c'
    source.write_text(TEAMS)
    fit = place / 'fit.json'
    models = [model(f'teams.c:main/{kind}#{i}', category, i * 1e-5)
              for i in (1, 2, 3)
              for kind, category in (('parloop', 'pc'), ('parloop', 'cl'))]
    fit.write_text(json.dumps(dict(
        schema='lcm-fit/1', source='made up', models=models,
        fragments=[dict(fragment=f'teams.c:main/{kind}#{i}', points=9,
                        visits=1)
                   for i in (1, 2, 3) for kind in ('parloop',)])))
    text = round_trip(lcm, source, fit)
    said = re.findall(r'moves=(\S+)', text)
    expect(said == ['a'], f'teams: moves {said}')
    expect(text.index('moves=a') > text.index('a[i] = i'),
           'teams: a moves elsewhere')
    expect(text.index('moves=a') < text.index('b[i] = a'),
           'teams: a moves elsewhere')
    fitted = 4 * (1 + 2 + 3) * 1e-5
    with_moves = place / 'with.c'
    with_moves.write_text(text)
    plain = place / 'plain.c'
    plain.write_text(text.replace(' moves=a', ''))
    for out in (with_moves, plain):
        expect(near(cost(lcm, out)[1], fitted), f'{out}: without a machine')
    expect(near(cost(lcm, with_moves, '--machine', machine)[1], fitted),
           'teams: the transfers are added')
    beside = place / 'teams.lcm'
    call(lcm, 'annotate', '--models', fit, '--sidecar', beside, source)
    expect(re.findall(r'moves=(\S+)', beside.read_text()) == ['a'],
           'teams: the sidecar file has no moves')
    expect(near(cost(lcm, source, '--models', beside, '--machine',
                     machine)[1], fitted),
           'teams: the transfers are added beside')
    data = json.loads(call(lcm, 'analyze', '--data', '--format', 'json',
                           with_moves))
    expect(data['crossings'], 'teams: the data are not listed any more')


def sections(lcm, place, machine):
    """Data that move from a section to another one."""
    source = place / 'sections.c'
    source.write_text(SECTIONS)
    fit = place / 'fit.json'
    fit.write_text(json.dumps(dict(
        schema='lcm-fit/1', source='made up',
        models=[model('sections.c:main/parallel#1', 'cl', 1e-5)],
        fragments=[dict(fragment='sections.c:main/parallel#1', points=9,
                        visits=1)])))
    text = round_trip(lcm, source, fit)
    said = re.findall(r'moves=(\S+)', text)
    expect(said == ['made'], f'sections: moves {said}')
    out = place / 'with.c'
    out.write_text(text)
    plain = place / 'plain.c'
    plain.write_text(text.replace(' moves=made', ''))
    fitted = 4 * 1e-5
    expect(near(cost(lcm, out)[0], fitted), 'sections: without a machine')
    expect(near(cost(lcm, out, '--machine', machine)[0], fitted),
           'sections: the transfer is added')
    expect(near(cost(lcm, plain, '--machine', machine)[0],
                fitted + 3 * 1.008e-6), 'sections: plain')
    parts = place / 'with.lcs'
    call(lcm, 'analyze', '-c', out, '-o', parts)
    expect(near(cost(lcm, parts, '--machine', machine)[0], fitted),
           'sections: a structure forgets it')


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        machine = place / 'machine.json'
        machine.write_text(json.dumps(MACHINE))
        teams(lcm, place, machine)
        sections(lcm, place, machine)
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
