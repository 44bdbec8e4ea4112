#!/usr/bin/env python3
"""Runs lcm fit as its users do, and checks what it writes against values that
are computed here.

usage: run.py LCM
"""
import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

HERE = pathlib.Path(__file__).parents[2] / 'docs' / 'guide' / 'fit'
LCM = os.path.abspath(sys.argv[1])
RUNS = str(HERE / 'runs.jsonl')
RUNFAST = str(HERE / 'runfast.pp')
EXTRAP = str(HERE / 'extrap.txt')
FORMATS = ('jsonl', 'pp', 'extrap-text', 'extrap-json', 'extrap-jsonl')
FAULTS = []


def expect(holds, what):
    """Note a fault unless `holds`."""
    if not holds:
        FAULTS.append(what)


def lcm(*arguments, status=0, cwd=None, text=None):
    """Return what `lcm fit` writes to standard output and error."""
    done = subprocess.run([LCM, 'fit', *arguments], capture_output=True,
                          text=True, timeout=120, check=False, cwd=cwd,
                          input=text)
    expect(done.returncode == status,
           f'{arguments}: status {done.returncode}, expected {status}\n'
           f'{done.stderr[:1000]}')
    return done.stdout, done.stderr


def fitted(*arguments):
    """Return the fit that lcm writes as JSON."""
    return json.loads(lcm(*arguments, '--format', 'json')[0])


def points(path, d):
    """Return p and li of the records of figure 5.2's file with that d."""
    found = []
    for line in pathlib.Path(path).read_text().splitlines():
        pairs = dict(pair.split('=') for pair in line.split())
        if int(pairs['d']) == d:
            found.append((float(pairs['p']), float(pairs['li'])))
    return found


def one_term(data, basis):
    """Return the coefficient, half-width (90 %) and R2 of one term fitted by
    least squares; R2 is about zero, but about the mean for a constant."""
    xs = [basis(p) for p, _ in data]
    ys = [y for _, y in data]
    k = sum(x * y for x, y in zip(xs, ys)) / sum(x * x for x in xs)
    rest = sum((y - k * x) ** 2 for x, y in zip(xs, ys))
    # Student's t, 95 %, 25 degrees of freedom, from a table.
    half = 1.708141 * math.sqrt(rest / (len(ys) - 1)
                                / sum(x * x for x in xs))
    about = sum(ys) / len(ys) if len(set(xs)) == 1 else 0
    return k, half, 1 - rest / sum((y - about) ** 2 for y in ys)


def check_layout():
    """The layout of figure 5.2: a heading, one form a line with its
    coefficients in parentheses, sorted by R2; the values against least squares
    in this file."""
    out, _ = lcm('-v', 'p', '-c', 'li', '-f', RUNFAST, '-x', 'd=32',
                 '--keep-terms', '--no-robust', '--noise', 'absolute',
                 'p*sqrt(p)', 'p', '1')
    lines = out.splitlines()
    expect(lines[0] == 'lcm fit', f'first line: {lines[0]}')
    expect(lines[1] == f'Datafile: {RUNFAST}, Variable: p, Category: li, '
           'Constraints: d=32', f'second line: {lines[1]}')
    row = re.compile(r'^\(([\d.]+) \+/- ([\d.]+)\)(.*?) +R2 : (\d\.\d{4})$')
    rows = [row.match(line) for line in lines[2:]]
    expect(len(rows) == 3 and all(rows), f'rows: {lines[2:]}')
    expect([r.group(3) for r in rows] == [' * p * sqrt(p)', ' * p', ''],
           f'forms: {lines[2:]}')
    expect(len({len(line) for line in lines[2:]}) == 1,
           'the column of R2 is aligned')
    data = points(RUNFAST, 32)
    for got, basis in zip(rows, (lambda p: p ** 1.5, lambda p: p,
                                 lambda p: 1)):
        for text, want in zip(got.group(1, 2, 4), one_term(data, basis)):
            near = max(abs(want) * 1e-3, 5e-5)
            expect(abs(float(text) - want) <= near,
                   f'{got.group(0)}: expected {want}')


def check_formulae():
    """Formulae: separated by blanks or commas, variables called x0, terms with
    and without coefficients."""
    common = ('-v', 'p', '-c', 'li', '-f', RUNFAST, '-x', 'd=32',
              '--keep-terms')
    forms = [
        (['k1*p*sqrt(p) + k2 k1*p'], ['k1*p*sqrt(p) + k2', 'k1*p']),
        (['x0*log(x0), x0'], ['k1*p*log(p)', 'k1*p']),
        (['p + 1'], ['k1*p + k2']),
        (['max(k1*x0 + k2, k3)'], ['max(k1*p + k2, k3)']),
        (['p^2 - p', 'log2(p)'], ['k1*p^2 + k2*p', 'k1*log2(p)']),
    ]
    for given, wanted in forms:
        models = fitted(*common, *given)['models']
        got = sorted(model['form'] for model in models)
        expect(got == sorted(wanted), f'{given}: {got}')
    both = fitted('-v', 'd p', '-c', 'pc', '-f', RUNFAST, '--keep-terms',
                  'x0*x1, x0')['models']
    expect({model['form'] for model in both} == {'k1*d*p', 'k1*d'},
           f'two variables: {both}')
    best = [model for model in both if model['selected']][0]
    expect(best['form'] == 'k1*d' and
           abs(best['coefficients'][0]['value'] - 0.03) < 1e-9,
           f'pc is 0.03 d: {best["formula"]}')
    _, err = lcm(*common, 'p*sqrt(', status=2)
    expect('[syntax]' in err, f'a formula that is none: {err}')


def check_whole():
    """All fragments and categories at once: what data.py puts in comes out."""
    fit = fitted(RUNS)
    models = {(m['fragment'], m['category']): m for m in fit['models']
              if m['selected']}
    expect(set(models) == {(f, c) for f in ('', 'fft.c:main/parloop#1',
                                            'fft.c:main/loop#1')
                           for c in ('pc', 'li', 'ip', 'sl')}
           | {('', 'time')}, f'quantities: {sorted(models)}')

    def at(name, category, n, p):
        formula = models[name, category]['formula'].replace('^', '**')
        return eval(formula, {'n': n, 'p': p, 'log': math.log,
                              'log2': math.log2, 'sqrt': math.sqrt,
                              'max': max})

    for n, p in ((96, 2), (700, 3), (2048, 4)):
        pc = 2e-9 * n * n * math.log2(n)
        for name, category, want in (
                ('fft.c:main/parloop#1', 'pc', pc),
                ('fft.c:main/parloop#1', 'li', 3e-7 * n * p ** 1.5),
                ('fft.c:main/loop#1', 'ip', 1e-8 * n * n * (p - 1)),
                ('', 'pc', pc + 1e-8 * n * n)):
            got = at(name, category, n, p)
            expect(abs(got / want - 1) < 0.02,
                   f'{name} {category} at {n}, {p}: {got}, {want}')
    for name in ('fft.c:main/parloop#1', 'fft.c:main/loop#1'):
        model = models[name, 'sl']
        expect(model['formula'] == '0' and model['coefficients'] == [],
               f'a category that is always 0: {model}')
    seen = {f['fragment']: f for f in fit['fragments']}
    loop = seen['fft.c:main/parloop#1']
    expect(loop['visits'] == 4 and loop['iterations'] is None and
           loop['points'] == 20 and loop['label'] == 'rows', f'seen: {loop}')
    trips = eval(loop['trips']['formula'].replace('^', '**'), {'n': 640})
    expect(abs(trips - 640) < 1e-6, f'iterations: {loop["trips"]["formula"]}')
    expect(seen['fft.c:main/loop#1']['iterations'] == 7, 'seven iterations')
    expect(fit['machine'] == 'example' and fit['source'] == RUNS,
           'where the measurements are from')


def check_text():
    """The table: every quantity in a row with its verdict, a summary."""
    out, err = lcm(RUNS)
    expect(not err, f'nothing is said: {err}')
    headings = re.findall(r'^(\S.*)\n(\d+) measurements at (\d+) points over '
                          r'n = 64..1024 and p = 1..4', out, re.M)
    expect([h[0] for h in headings] == ['the whole run',
                                        'fft.c:main/loop#1, fft.c:12',
                                        'fft.c:main/parloop#1 (rows), '
                                        'fft.c:12'], f'headings: {headings}')
    expect(all(h[1:] == ('60', '20') for h in headings), f'{headings}')
    expect(out.startswith('13 quantities of 3 fragments: 8 good, 5 that are '
                          'always 0; most is pc of fft.c:main/parloop#1, '),
           f'the answer comes first: {out.splitlines()[0]}')
    rows = list(csv.DictReader(io.StringIO(lcm(RUNS, '--format', 'csv')[0])))
    models = fitted(RUNS)['models']
    expect(len(rows) == len(models) and all(
        row['formula'] == model['formula'] and
        row['fragment'] == model['fragment'] and
        float(row['r2']) == model['r2'] for row, model in zip(rows, models)),
        'CSV says what JSON says')


def check_output(folder):
    """-o FILE.json writes JSON there, and the table to standard output."""
    out, _ = lcm(RUNS, '-o', 'fit.json', cwd=folder)
    expect(out == lcm(RUNS)[0], 'the table is on standard output')
    expect(json.loads((folder / 'fit.json').read_text()) == fitted(RUNS),
           'the file is the JSON')


def check_selection():
    """Categories, variables, fragments and conditions that are chosen."""
    fit = fitted(RUNS, '-c', 'pc li', '--fragment', 'parloop')
    expect({(m['fragment'], m['category']) for m in fit['models']}
           == {('fft.c:main/parloop#1', 'pc'), ('fft.c:main/parloop#1', 'li')},
           'two categories of one fragment')
    fit = fitted(RUNS, '--fragment', '', '-x', 'p=2 n>=128')
    expect({m['points'] for m in fit['models']} == {12} and
           {v['name'] for m in fit['models'] for v in m['variables']} == {'n'},
           'four sizes, three repetitions, p does not vary')
    fit = fitted(RUNS, '-x', 'tag=fft.c:main/loop#1 and n != 64')
    expect({(m['fragment'], m['points']) for m in fit['models']}
           == {('fft.c:main/loop#1', 48)}, 'one fragment by its tag')
    total = fitted('-f', RUNFAST, '-c', 'tt rt', '-v', 'd p')['models']
    expect({m['category'] for m in total} == {'tt', 'rt'}, 'names of lca')
    for arguments, word in (
            (('-c', 'xx', RUNS), "the category 'xx'"),
            (('-v', 'q', RUNS), "the variable 'q'; there are n, p"),
            (('-x', 'p~2', RUNS), 'expected ='),
            (('-x', 'p=5', RUNS), 'no measurement is left'),
            (('--level', '95', RUNS), '--level'),
            (('--to', 'xml', RUNS), "not 'xml'"),
            (('--comment', 'ada', RUNS), "not 'ada'"),
            ((), 'fit needs measurements')):
        _, err = lcm(*arguments, status=2)
        expect(word in err and '[usage]' in err, f'{arguments}: {err}')
    _, err = lcm('nothing.jsonl', status=2)
    expect('[io]' in err, f'no such file: {err}')


def meaning(text):
    """Return what lines of lcm-measurement/1 say, without the names that only
    the thesis has, in an order of their own."""
    said = set()
    for line in text.splitlines():
        one = json.loads(line)
        categories = dict(one['categories'])
        categories.pop('tt', None)
        if 'rt' in categories:
            categories['pc'] = categories.pop('rt')
        said.add(json.dumps([one['fragment'], sorted(one['params'].items()),
                             sorted(categories.items()), one['repetition'],
                             one.get('visits'), one.get('iterations')]))
    return said


def check_conversions(folder):
    """Every format and back says the same (test_measurement does all pairs)."""
    for source in (RUNS, EXTRAP):
        want = meaning(lcm('--to', 'jsonl', source)[0])
        for name in FORMATS:
            path = str(folder / 'converted')
            lcm('--to', name, source, '-o', path)
            got, err = lcm('--to', 'jsonl', path, '--from', name)
            expect(meaning(got) == want and not err,
                   f'{source} as {name}: {err}')
    out, err = lcm('--to', 'extrap-text', '-', text=''.join(
        json.dumps({'fragment': 'f', 'params': params, 'categories': {'pc': 1}})
        + '\n' for params in ({'p': 1}, {'p': 2}, {'q': 2})))
    expect('lost: 1 records' in err and 'POINTS (1) (2)' in out,
           f'another parameter: {err}')
    out, err = lcm('--to', 'extrap-text', '-', text=''.join(
        json.dumps({'fragment': f, 'params': {'p': p}, 'categories': {'pc': 1}})
        + '\n' for f, p in (('f', 1), ('f', 2), ('g', 2))))
    expect('lost: pc of g' in err and 'REGION g' not in out,
           f'a point without a value: {err}')


def check_damage(folder):
    """What is left of damaged files is fitted, with a message."""
    text = pathlib.Path(RUNS).read_text()
    cut = folder / 'cut.jsonl'
    cut.write_text(text[:-40])
    out, err = lcm('--fragment', '', str(cut))
    expect('[cut-short]' in err and '60 measurements' in out, f'cut: {err}')
    lines = text.splitlines(keepends=True)
    lines[3] = lines[3].replace('"pc": ', '"pc": -')
    bad = folder / 'bad.jsonl'
    bad.write_text(''.join(lines))
    out, err = lcm('--fragment', '', str(bad), status=1)
    expect(f'{bad}:4:' in err and 'negative' in err and
           '59 measurements' in out, f'negative: {err}\n{out}')
    one = folder / 'one.jsonl'
    one.write_text(lines[0])
    out, err = lcm(str(one))
    expect('no model' in out and 'Traceback' not in err, f'one: {out}{err}')
    for name, content in (('empty', ''), ('noise', 'hello\n\0\xff\n'),
                          ('array', '[1, 2]\n')):
        path = folder / name
        path.write_bytes(content.encode('latin-1'))
        _, err = lcm(str(path), status=1)
        expect(str(path) in err, f'{name}: {err}')


def check_doubt(folder):
    """Flags: what was cut is left out, the rest is used with a warning."""
    lines = []
    for n in range(1, 7):
        one = {'params': {'n': n}, 'categories': {'pc': n / 8}}
        if n == 2:
            one['flags'] = ['cut']
            one['categories']['pc'] = 100
        if n == 3:
            one['flags'] = ['oversubscribed']
        lines.append(json.dumps(one) + '\n')
    path = folder / 'flags.jsonl'
    path.write_text(''.join(lines))
    out, err = lcm('-c', 'pc', '-v', 'n', '-f', str(path), 'n')
    expect('(0.125 +/- ' in out and err.count('[unfit-measurements]') == 2,
           f'flags: {out}{err}')


def check_forms(folder):
    """Typical forms of a file replace those built in, or all of them."""
    path = folder / 'my.forms'
    common = ('-v', 'p', '-c', 'li', '-f', RUNFAST, '-x', 'd=32',
              '--typical', '--forms', str(path), '--keep-terms')

    def forms():
        return {model['form'] for model in fitted(*common)['models']}

    path.write_text('# mine\nli p : k1*p^2   # odd\n')
    expect('k1*p^2' in forms() and 'k1*p*sqrt(p)' not in forms(),
           f'replaced: {forms()}')
    path.write_text('cl p : k1*p^2\n')
    expect('k1*p*sqrt(p)' in forms(), f'beside: {forms()}')
    path.write_text('only\nli p : k1*p + k2*p^2\n')
    expect('k1*p + k2*p^2' in forms() and 'k1*p*sqrt(p)' not in forms(),
           f'only: {forms()}')
    path.write_text('li p : k1*p*(\n')
    _, err = lcm(*common, status=1)
    expect(f'{path}:1:' in err and '[syntax]' in err, f'bad form: {err}')


def check_comments(folder):
    """Comments are directives that lcm check reads, whatever their style."""
    for style in ('c', 'c90'):
        out, _ = lcm('--fragment', 'parloop', RUNS, '--comment', style)
        lines = out.splitlines()
        expect(lines[0] == 'fft.c:main/parloop#1:', f'{lines[0]}')
        expect(all(len(line) <= 80 for line in lines), 'at most 80 columns')
        source = folder / 'model.c'
        source.write_text('// lcm: param n = 64 in 1..4096\n'
                          'int main(void) {\n  int x = 0;\n'
                          + '\n'.join(lines[1:]) + '\n  x = 1;\n'
                          '  return x;\n}\n')
        done = subprocess.run([LCM, 'check', str(source)], check=False,
                              capture_output=True, text=True, timeout=120)
        expect(done.returncode == 0 and not done.stderr,
               f'{style}: {done.stderr}{source.read_text()}')
    out, _ = lcm('-c', 'li', '-v', 'p', '-f', RUNFAST, '--comment', 'fortran')
    expect(all(line.startswith('c*lcm*   ') and len(line) <= 72
               for line in out.splitlines()) and 'model li = ' in out,
           f'fortran: {out}')


def axis(texts, anchor, place):
    """Return a function from a place to the value there, from the labels of
    ticks: (place, value) of the first and the last one."""
    ticks = sorted((float(t.get(place)), float(t.text)) for t in texts
                   if t.get('text-anchor') == anchor
                   and re.fullmatch(r'-?[0-9.]+', t.text))
    (a, va), (b, vb) = ticks[0], ticks[-1]
    return lambda at: va + (at - a) * (vb - va) / (b - a)


def check_level():
    """--level changes intervals as Student's t does: with 25 degrees of freedom
    by 2.059539/1.708141, from a table.  -d says what is used."""
    common = ('-c', 'li', '-v', 'p', '-f', RUNFAST, '-x', 'd=32',
              '--keep-terms', '--no-robust', '--noise', 'absolute', 'p')
    wide, usual = [fitted(*common, '--level', level)['models'][0]
                   ['coefficients'][0] for level in ('0.95', '0.9')]
    ratio = (wide['high'] - wide['low']) / (usual['high'] - usual['low'])
    expect(abs(ratio - 2.059539 / 1.708141) < 1e-5, f'level: {ratio}')
    _, err = lcm(*common, '-d')
    expect(len(re.findall(r'^lcm: point .*runfast.pp:\d+: p=\d+ li=', err,
                          re.M)) == 26 and 'lcm: form k1*p: R2 ' in err,
           f'debug: {err}')


def check_picture(folder):
    """A picture has a mark for each point, where the ticks say that it is."""
    lcm('-c', 'li', '-v', 'p', '-f', RUNFAST, '-x', 'd=32', '--plot', 'li.svg',
        cwd=folder)
    text = (folder / 'li.svg').read_text()
    expect('nan' not in text and 'inf' not in text, 'all places are numbers')
    name = '{http://www.w3.org/2000/svg}'
    root = tree.fromstring(text)
    texts = list(root.iter(name + 'text'))
    expect(texts[0].text == 'li: the whole run', f'title: {texts[0].text}')
    x_of = axis(texts, 'middle', 'x')
    y_of = axis([t for t in texts if float(t.get('x')) < 62], 'end', 'y')
    marks = [re.match(r'M([0-9.]+) ([0-9.]+)m-4', path.get('d'))
             for path in root.iter(name + 'path')]
    places = [tuple(map(float, mark.groups())) for mark in marks if mark]
    # The first mark belongs to the legend.
    got = [(x_of(x), y_of(y + 4)) for x, y in places[1:]]
    want = points(RUNFAST, 32)
    expect(len(got) == len(want), f'{len(got)} marks')
    for (x, y), (p, li) in zip(got, want):
        expect(abs(x - p) < 0.05 and abs(y - li) < 0.005,
               f'mark at {x}, {y} for {p}, {li}')
    lcm(RUNS, '--plot', 'all.svg', cwd=folder)
    root = tree.parse(folder / 'all.svg').getroot()
    titles = [t.text for t in root.iter(name + 'text')
              if t.get('font-weight') == 'bold']
    expect(len(titles) == 8 and 'li: rows' in titles and
           'pc: fft.c:main/loop#1' in titles, f'charts: {titles}')


def check_gnuplot(folder):
    """The files for gnuplot hold the points, and functions with the values of
    the models, which gnuplot itself says where it is installed."""
    lcm('-c', 'li', '-v', 'p', '-f', RUNFAST, '-x', 'd=32', '-g', 'li',
        '--keep-terms', 'k1*p^(3/2)', 'max(k1*p + k2, k3)', cwd=folder)
    rows = [tuple(map(float, line.split())) for line
            in (folder / 'li.data').read_text().splitlines()[1:]]
    expect(rows == points(RUNFAST, 32), 'the points')
    script = (folder / 'li.gp').read_text()
    expect("plot 'li.data' using 1:2" in script, f'{script}')
    _, err = lcm(RUNS, '-g', 'all', status=2, cwd=folder)
    expect('[usage]' in err and '--plot' in err, f'too much for -g: {err}')
    if not shutil.which('gnuplot'):
        print('no gnuplot: its scripts are not run')
        return
    which = re.search(r'^f(\d)\(p\) = ([0-9.e-]+)\*p\*\*\(3.0/2.0\)$', script,
                      re.M)
    expect(which, f'{script}')
    done = subprocess.run(
        ['gnuplot', '-e', 'set term dumb', 'li.gp', '-e',
         f'print f{which.group(1)}(4)'], capture_output=True, text=True,
        cwd=folder, check=False, timeout=60)
    expect(done.returncode == 0 and
           abs(float(done.stderr.split()[-1]) / 8
               - float(which.group(2))) < 1e-9, f'{done.stderr}')


def check_jobs(folder):
    """The models do not depend on how many threads fit them, nor does what is
    wrong with a formula."""
    path = folder / 'many.jsonl'
    with path.open('w') as out:
        for fragment in range(12):
            for n, p, again in ((n, p, again) for n in (10, 20, 40, 80, 160)
                                for p in (1, 2, 4, 8, 16) for again in (0, 1)):
                wave = 1 + 0.02 * math.sin(n * 7 + p * 3 + again + fragment)
                json.dump({'schema': 'lcm-measurement/1',
                           'fragment': f'f.c:main/loop#{fragment}',
                           'params': {'n': n, 'p': p}, 'processors': p,
                           'visits': n * p, 'iterations': n * n * p,
                           'repetition': again,
                           'categories': {'pc': 1e-6 * n * n * wave,
                                          'li': 1e-7 * n * p * wave,
                                          'ip': 1e-6 * n * (p - 1) * wave,
                                          'rc': max(0, n - 40) * wave / 1e6}},
                          out)
                out.write('\n')
    for more in ((), ('--all',), ('--typical',), ('--comment', 'c')):
        one = lcm(str(path), '-j1', *more)
        for jobs in ('2', '7'):
            expect(lcm(str(path), '-j', jobs, *more) == one,
                   f'-j {jobs} {more}: not as with one thread')
        expect(lcm(str(path), *more) == one, f'{more}: not as with one thread')
    wrong = ('-c', 'pc li', '-v', 'n p', str(path), 'k1*q')
    one = lcm('-j1', *wrong, status=2)
    expect(lcm('-j3', *wrong, status=2) == one and 'q' in one[1],
           f'a wrong formula by threads: {one[1]}')
    lcm('-j', '0', str(path), status=2)


def main():
    """Run all checks."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_layout()
        check_formulae()
        check_whole()
        check_text()
        check_output(folder)
        check_selection()
        check_conversions(folder)
        check_damage(folder)
        check_doubt(folder)
        check_forms(folder)
        check_comments(folder)
        check_level()
        check_picture(folder)
        check_gnuplot(folder)
        check_jobs(folder)
    print('\n'.join(FAULTS) or 'ok')
    sys.exit(1 if FAULTS else 0)


if __name__ == '__main__':
    main()
