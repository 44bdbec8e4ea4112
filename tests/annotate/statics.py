#!/usr/bin/env python3
"""Static functions of one name in two files keep their models apart in a
sidecar file and in the source, whether the files are annotated together or one
after the other.

first.c: step takes 1*n + 2 s and is called once; second.c: 30*n + 400 s, called
twice by other(): at n = 10 the run takes 12 + 2 * 700 s.  Both models have two
coefficients that were fitted together, each off by 10 %: the half-width of the
time is 0.1 * sqrt(10^2 + 2^2) of the first and 2 * 0.1 * sqrt(300^2 + 400^2) of
the second one, and the two have nothing to do with each other.

usage: statics.py LCM
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

FIRST = '''\
void other(int n);
static double sum;

static void step(int n) {
  for (int i = 0; i < n; i++)
    sum += i;
}

int main(int argc, char **argv) {
  (void)argv;
  step(argc);
  other(argc);
  return sum > 0;
}
'''
SECOND = '''\
void other(int n);
static double product = 1;

static void step(int n) {
  for (int i = 0; i < n; i++)
    product *= i;
}

void other(int n) {
  step(n);
  step(n);
}
'''
TIME = 12 + 2 * 700
HALF = math.hypot(0.1 * math.hypot(10, 2), 2 * 0.1 * math.hypot(300, 400))
wrong = []


def expect(condition, what):
    """Note `what` unless `condition`."""
    if not condition:
        wrong.append(what)


def call(lcm, *words):
    """Return what a command writes."""
    done = subprocess.run([lcm, *map(str, words)], capture_output=True,
                          text=True)
    expect(not done.returncode and not done.stderr, f'{words}: {done.stderr}')
    return done.stdout


def model(fragment, values, visits):
    """Return the model values[0]*n + values[1], of all of a run."""
    values = [value * visits for value in values]
    coefs = [dict(name=f'k{i + 1}', value=value, low=value * 0.9,
                  high=value * 1.1) for i, value in enumerate(values)]
    return dict(fragment=fragment, category='pc', unit='s', form='k1*n + k2',
                formula='', selected=True, coefficients=coefs,
                covariance=[[(values[0] / 20) ** 2, 0],
                            [0, (values[1] / 20) ** 2]],
                points=9, freedom=7, outliers=0, r2=1, adjusted_r2=1, smape=0,
                cv_smape=0, deviation=0, relative=False,
                variables=[dict(name='n', low=1, high=64, values=5)])


def check(lcm, what, *inputs):
    """Check what is predicted of `inputs`."""
    text = call(lcm, 'predict', *inputs, '-D', 'n=10', '-D', 'p=1',
                '--format', 'json')
    if not text:
        return
    point = json.loads(text)['points'][0]
    half = (point['interval']['high'] - point['interval']['low']) / 2
    expect(abs(point['time'] / TIME - 1) < 1e-5,
           f'{what}: {point["time"]} s, not {TIME}')
    expect(abs(half / HALF - 1) < 1e-2, f'{what}: +/- {half} s, not {HALF}')


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        files = [place / 'first.c', place / 'second.c']
        files[0].write_text(FIRST)
        files[1].write_text(SECOND)
        fit = place / 'fit.json'
        fit.write_text(json.dumps(dict(
            schema='lcm-fit/1', source='made up',
            models=[model('first.c:step', (1, 2), 1),
                    model('second.c:step', (30, 400), 2)],
            fragments=[dict(fragment='first.c:step', points=9, visits=1),
                       dict(fragment='second.c:step', points=9, visits=2)])))
        both = place / 'both.lcm'
        call(lcm, 'annotate', '--models', fit, '--sidecar', both, *files)
        check(lcm, 'together', '--models', both, *files)
        text = both.read_text()
        call(lcm, 'annotate', '--models', fit, '--sidecar', both, *files)
        expect(both.read_text() == text, 'annotating again changes the file')
        alone = place / 'alone.lcm'
        for file in files + files[:1]:
            call(lcm, 'annotate', '--models', fit, '--sidecar', alone, file)
        check(lcm, 'one after the other', '--models', alone, *files)
        alone.unlink()
        for i, file in enumerate(files):
            part = json.loads(fit.read_text())
            for key in ('models', 'fragments'):
                part[key] = part[key][i:i + 1]
            own = place / 'own.json'
            own.write_text(json.dumps(part))
            call(lcm, 'annotate', '--models', own, '--sidecar', alone, file)
            call(lcm, 'annotate', '--models', own, '--in-place', file)
        check(lcm, 'in place', *files)
        call(lcm, 'annotate', '--remove', '--in-place', *files)
        check(lcm, 'from two fits', '--models', alone, *files)
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
