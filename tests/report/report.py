#!/usr/bin/env python3
"""Checks pages that lcm report writes: what they are made of, and, in a
browser, that they load, fold, answer and can be read.

Where axe-core is (an npm package: LCM_AXE says where its axe.min.js is, else it
is where scripts/setup.sh puts it), it looks at every page in both themes, on a
screen and on a phone.

usage: report.py LCM ROOT page | numbers | browser [FOLDER for pictures]
"""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser

SKIPPED = 77
MOST_BYTES = 5_000_000
EDIT = ('dp: serialize fft2d_tp.c:57; fuse fft2d_tp.c:60 fft2d_tp.c:67; '
        'threads fft2d_tp.c:60 p')
LARGE = ['large.lcs', '-D', 'p=1,2']
PROGRAMS = ['-p', 'programs']
N_UNITS = 1000
UNITS = ['-p', 'units', '-D', 'p=1,2,4']
PAGES = {
    'fft': ['fft2d/fft2d_tp.c', '-D', 'p=2,8,26,32', '-D', 'n=16,64,256',
            '--edit', EDIT],
    'dp': ['fft2d/fft2d_dp.c', '-D', 'p=2,8,32', '-D', 'n=16,64,256'],
    'galaxy': ['../tests/report/galaxy.c', '-D', 'p=1:16:*2', '--machine',
               '../data/machines/typical/AuthenticAMD-25-17+160.json'],
    'jacobi': ['jacobi/jacobi.c', '-D', 'p=1:8:*2', '-D', 'n=1000'],
    'mergesort': ['mergesort/mergesort.c', '-D', 'p=1:16:*2'],
    'heat': ['heat/heat.c', '-D', 'p=1,4,16', '-D', 'steps=100', '--machine',
             'heat/cluster.json'],
    'large': LARGE,
    'trapezoid': ['trapezoid/trapezoid_linear.c', 'trapezoid/trapezoid_tree.c',
                  '--compare', '-D', 'n=512,1536', '-D', 'p=2:64:*2',
                  '--machine', 'trapezoid/network.json'],
    'advice': ['../tests/advice/serial_init.c', '-D', 'p=8'],
    'model': ['../docs/reference/pamela/repair.pam', '-D', 'P=2,5,20'],
    'programs': PROGRAMS,
}
# Pages that a browser is asked of alone; those that axe-core takes a minute for.
BROWSED = {**PAGES, 'units': UNITS}
LONG = ('large',)
# Pages with one frame at most; without costs of lines.
FLAT = ('advice',)
WITHOUT = ('model', 'programs', 'gone')
FIRST = '''#include <omp.h>
void shared(void);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    shared();
  return 0;
}
'''
SECOND = '''void shared(void) {}
static void unused(int *a) {
#pragma omp parallel
  a[0] = 1;
}
static void jumps(int n) {
again:
  if (n-- > 3)
    goto again;
  if (n > 2)
    goto again;
}
int main(int n, char **v) {
  int a[1];
  unused(a);
  shared();
  jumps(n);
  return n + !v;
}
'''
EMPTY = set('meta link br input path rect line circle ellipse polygon '
            'polyline'.split())
ODD = '''/* <script>alert(1)</script> & "quoted" */
int main(void) {
  // lcm: model time = 1 ms
  for (int i = 0; i < 3; i++) {}
  return 0;
}
'''
RUN = '''void nap(int ms);
int main(void) {
  // lcm: model time = 60 ms
  nap(60);
#pragma omp parallel for schedule(static)
  // lcm: fragment naps
  for (int i = 0; i < 4; i++)
    // lcm: model time = 10 ms
    nap(10);
  return 0;
}
'''
UNIT = '''double part{k}(int n) {{
  static double a[1000];
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i % 1000] * {k};
  return sum;
}}
'''
THIRD = '''void shared(void) {}
int main(void) {
  shared();
  return 0;
}
'''


def write(lcm, root, arguments, path):
    """Write the report on `arguments` to `path`; return its text."""
    place = os.path.join(root, 'samples')
    if arguments[0] == LARGE[0]:
        place = os.path.dirname(path)
        make_large(place)
    elif arguments is PROGRAMS:
        place = os.path.dirname(path)
        make_programs(place)
    elif arguments is UNITS:
        place = os.path.dirname(path)
        lcm = os.environ.get('LCM_TEST_REST', lcm)
        make_units(place)
    elif arguments[0].startswith('fft2d'):
        place = place + '/fft2d'
        arguments = [os.path.basename(arguments[0]), *arguments[1:]]
    subprocess.run([lcm, 'report', '-q', *arguments, '-o', path], cwd=place,
                   check=True, timeout=300)
    return pathlib.Path(path).read_text()


def make_large(place):
    """Write a structure of 2,400 nodes into `place`, with the text of its
    files: 60 loops in each of 10, three fragments in each loop; every 20th
    takes a thousand times as long."""
    lines = ['lcs 1', *(f'file f{k}.c' for k in range(10)), 'entry main',
             'function main @f0.c:1:1:0-9 {', 'series {']
    for k in range(10):
        text = [f'/* file {k} */']
        for i in range(60):
            at = len(text) + 1
            lines += [f'loop label="for i" for=i(1, 10) @f{k}.c:{at}:3:0-9 {{',
                      'series {']
            for part in range(3):
                lines += [f'fragment label="part{part}()" '
                          f'@f{k}.c:{at + 1 + part}:5:0-9 {{',
                          f'model time ({i * part % 50 + 1} '
                          f'{"us" if i % 20 else "ms"})', '}']
            lines += ['}', '}']
            text += ['  for (int i = 0; i < 10; i++) {', '    part0();',
                     '    part1();', '    part2();', '  }', '']
        pathlib.Path(place, f'f{k}.c').write_text('\n'.join(text) + '\n')
    pathlib.Path(place, LARGE[0]).write_text('\n'.join(lines + ['}', '}'])
                                             + '\n')


def make_library(place):
    """Write a structure of 400 functions that nothing calls into `place`: of
    three fragments each, in the first 20 in a team; the last has 50."""
    lines = ['lcs 1', 'file a.c']
    for i in range(400):
        at = 100 * i
        lines += [f'function f{i} @a.c:{at + 1}:1:0-9 {{', 'series {']
        if i < 20:
            lines += [f'team label="team{i}" @a.c:{at + 2}:1:0-9 {{',
                      'series {']
        lines += [f'fragment label="part{k}_{i}()" @a.c:{at + 3 + k}:5:0-9'
                  for k in range(50 if i == 399 else 3)]
        lines += ['}', '}'] * (2 if i < 20 else 1)
    pathlib.Path(place, 'library.lcs').write_text('\n'.join(lines) + '\n')


def check_library(lcm, place):
    """Yield what is wrong with the picture of a library: all that is parallel
    is drawn, 20 teams of three fragments, of the other functions the largest;
    all others of its 20 * 4 + 379 * 3 + 50 nodes are folded; no frame holds one
    folded box alone."""
    make_library(place)
    path = os.path.join(place, 'library.html')
    subprocess.run([lcm, 'report', '-q', 'library.lcs', '-o', path], cwd=place,
                   check=True, timeout=60)
    text = pathlib.Path(path).read_text()
    part = section(text, 'structure')
    if f'{379 * 3 + 50} of {20 * 4 + 379 * 3 + 50} nodes are folded' \
            not in part:
        yield f'library: {re.findall("[0-9]+ of .*folded", part)}'
    drawn = set(re.findall(r'<text [^>]*>([^<]*)</text>', part_of(text)))
    missing = {f'part{k}_{i}()' for i in range(20) for k in range(3)} - drawn
    if missing or 'f399()' not in drawn:
        yield f'library: {sorted(missing)} missing, f399: {"f399()" in drawn}'
    frames = [title for title in re.findall(
        'class="s frame[^>]*>.*?<text[^>]*>([^<]*)</text>', text, re.S)
        if title.startswith('f')]
    if len(frames) != 20:
        yield f'library: frames of functions: {frames}'


def part_of(text):
    """Return the picture of the page `text`."""
    return re.search('<section id="structure".*?</section>', text, re.S)[0]


def make_programs(place):
    """Write two programs with a compilation database into `place`."""
    folder = pathlib.Path(place, 'programs')
    folder.mkdir(exist_ok=True)
    units = []
    for name, text in (('first.c', FIRST), ('second.c', SECOND),
                       ('third.c', THIRD)):
        (folder / name).write_text(text)
        units.append({'directory': str(folder), 'file': name,
                      'arguments': ['cc', '-fopenmp', '-c', name]})
    (folder / 'compile_commands.json').write_text(json.dumps(units))


def make_units(place):
    """Write a program of 1,000 units, a parallel loop in each but main's, with a
    compilation database, into `place`."""
    folder = pathlib.Path(place, 'units')
    folder.mkdir(exist_ok=True)
    texts = {f'part{k}.c': UNIT.format(k=k) for k in range(N_UNITS - 1)}
    texts['main.c'] = '\n'.join([
        *(f'double part{k}(int n);' for k in range(N_UNITS - 1)),
        'int main(void) {', '  double sum = 0;',
        *(f'  sum += part{k}({1000 + 37 * k});' for k in range(N_UNITS - 1)),
        '  return sum > 0;', '}', ''])
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / 'compile_commands.json').write_text(json.dumps(
        [{'directory': str(folder), 'file': name,
          'arguments': ['cc', '-fopenmp', '-c', name]} for name in texts]))


class Reader(html.parser.HTMLParser):
    """What is in a page, and what is wrong with it."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.links = [], [], [], []
        self.headings, self.names, self.rows = [], [], {}
        self.row, self.scripts = None, 0

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.scripts += tag == 'script'
        self.ids += [of['id']] if 'id' in of else []
        self.names += of.get('aria-labelledby', '').split()
        self.links += [of['href']] if 'href' in of else []
        self.wrong += [f'<{tag} {name}>' for name in of
                       if name in ('src', 'onclick', 'onload')]
        if re.fullmatch('h[1-6]', tag):
            self.headings.append(int(tag[1]))
        if tag == 'tr' and re.fullmatch(r'l\d+-\d+', of.get('id', '')):
            self.row = of['id']
            self.rows[self.row] = 0
        width = re.fullmatch(r'width:([\d.]+)%', of.get('style', ''))
        if width and self.row:
            self.rows[self.row] += float(width.group(1))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in EMPTY:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f'</{tag}> closes something else')
        if tag == 'tr':
            self.row = None


def check_page(name, text):
    """Yield what is wrong with the page `text`."""
    reader = Reader()
    reader.feed(text)
    yield from (f'{name}: {wrong}' for wrong in reader.wrong)
    if reader.open:
        yield f'{name}: not closed: {reader.open}'
    if len(set(reader.ids)) != len(reader.ids):
        yield f'{name}: an id stands there twice'
    for link in reader.links:
        if link != 'data:,' and link[1:] not in reader.ids:
            yield f'{name}: the link {link} leads nowhere'
    for label in set(reader.names) - set(reader.ids):
        yield f'{name}: the name {label} is nowhere'
    for before, after in zip([0] + reader.headings, reader.headings):
        if after > before + 1:
            yield f'{name}: a heading h{after} follows h{before}'
    if re.search(r'(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]+\.[a-z]',
                 re.sub(r'<code>.*?</code>', '', text)):
        yield f'{name}: an address'
    if len(text.encode()) > MOST_BYTES:
        yield f'{name}: {len(text)} bytes'
    if reader.scripts != 1:
        yield f'{name}: {reader.scripts} scripts'
    total = sum(reader.rows.values())
    if not (total == 0 if name in WITHOUT else 99.5 < total < 100.5):
        yield f'{name}: the lines cost {total} % of the whole'


def line_of(root, file, text):
    """Return the number of the line of `file` with `text` in it."""
    lines = pathlib.Path(root, file).read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


def check_costs(root, text):
    """Yield what is wrong with the cost of a line of jacobi.c: at n = 1000 a
    sweep is (9 + 0.4) n^2 ns of points and moves on each of its processors,
    and 20 ns."""
    reader = Reader()
    reader.feed(text)
    share = 9e6 / (9.4e6 + 20 * 8)
    number = line_of(root, 'samples/jacobi/jacobi.c', 'relax')
    costs = [reader.rows.get(f'l0-{number + k}', 0) for k in range(6)]
    if not any(abs(cost - 100 * share) < 0.02 for cost in costs):
        yield f'jacobi: {costs} at line {number} and below, not {100 * share}'


def check_curve(text):
    """Yield what is wrong with the curve in the head of a page on three numbers
    of processors and three sizes: it is of one size, the last one."""
    card = re.search('id="hero-curve">.*?</figure>', text, re.S)[0]
    curves = re.findall('<polyline class="lcm-curve"[^>]*points="([^"]*)"', card)
    if '>n = 256<' not in card or not curves or \
            any(len(points.split()) != 3 for points in curves):
        yield f'dp: the curve has the points {curves}'


def check_forms(pages):
    """Yield where a part has no closed form: where the whole has one, each part
    of these has, of a pipeline and of members that wait for each other."""
    for name in ('fft', 'jacobi'):
        rows = re.search(r'"made":\[(.*?)\],\n"', pages[name], re.S)[1]
        made = [row.startswith('[') for row in rows.split(',\n')]
        if len(made) < 10 or not all(made):
            yield f'{name}: {sum(made)} of {len(made)} parts have closed forms'


def check_model(lcm, place, pages):
    """Yield where the head of a model does not say what sets its time: the
    repairman of docs/reference/pamela, who is asked for P N ts, from P = 11 on,
    where that is more than N (tl + ts)."""
    path = os.path.join(place, 'few.html')
    root = pathlib.Path(__file__).parent.parent.parent
    few = write(lcm, str(root), [PAGES['model'][0], '-D', 'P=2'], path)
    for text, want in ((pages['model'], 's sets the time from P = 11 on: '),
                       (few, 'The longest chain sets the time, nothing that '
                        'is waited for; s does from P = 11 on.')):
        said = re.findall('<p class="verdict">(.*?)</p>', text)
        if len(said) != 1 or not said[0].startswith(want):
            yield f'model: {said}, not {want!r}'


def check_calls(root, text):
    """Yield where the table of losses does not tell the two calls of cffts()
    apart in fft2d_tp.c."""
    lines = pathlib.Path(root, 'samples/fft2d/fft2d_tp.c').read_text() \
        .splitlines()
    want = [i for i, line in enumerate(lines, 1)
            if line.strip().startswith('cffts(n, ')]
    told = re.findall(r'called at fft2d_tp\.c:(\d+)', section(text, 'losses'))
    if len(want) != 2 or sorted(map(int, told)) != want:
        yield f'fft: calls at {told}, not {want}'


def check_arrows(pages):
    """Yield where the timeline does not have what is sent: in fft2d_tp one
    signal for each of 8 transforms; in heat 100 steps in which each of 16 ranks
    sends a message to each neighbour, 30 in all."""
    for name, sent in (('fft', 8), ('heat', 3000)):
        told = re.findall(r'"sent":(\d+),"arrows":\[([-\d.e,]*)\]',
                          pages[name])
        if len(told) != 1 or int(told[0][0]) != sent \
                or len(told[0][1].split(',')) != 6 * sent:
            yield f'{name}: {[t[0] for t in told]} sent, not {sent}'


def section(text, name):
    """Return the section `name` of the page `text` as text without marks."""
    found = re.search(f'<section id="{name}".*?</section>', text, re.S)
    return html.unescape(re.sub('<[^>]*>', '', found[0])) if found else ''


def said_by(lcm, root, command, arguments):
    """Return what another subcommand says of the page's arguments as JSON."""
    if arguments[0].startswith('fft2d'):
        root = root + '/fft2d'
        arguments = [os.path.basename(arguments[0]), *arguments[1:]]
    done = subprocess.run([lcm, command, '-q', *arguments, '--format', 'json'],
                          cwd=root, check=True, capture_output=True,
                          timeout=120)
    return json.loads(done.stdout)


def check_comparison(lcm, root, name, text):
    """Yield where the section of variants does not say what lcm compare
    does."""
    arguments = [a for a in PAGES[name] if a != '--compare']
    said = said_by(lcm, root + '/samples', 'compare', arguments)
    part = section(text, 'winners')
    crossed = len(re.findall(r'(?:overtakes|catches up with) \S+ at .*', part))
    marks = len(re.findall('<circle r="3"', text))
    if not crossed == marks + len(said['crossovers']) \
            or len(said['crossovers']) != marks:
        yield (f'{name}: {crossed} crossovers told, {marks} drawn, of '
               f'{len(said["crossovers"])}')
    want = [p for edits in said.get('edits', {}).values() for p in edits]
    for state in ('proved', 'assumed'):
        told = re.findall(f'<b class="{state}">{state}</b> ([^<]*)</li>',
                          re.search('<section id="winners".*?</section>', text,
                                    re.S)[0])
        kept = [p['premise'] for p in want if p['proved'] == (state == 'proved')]
        if sorted(map(html.unescape, told)) != sorted(kept):
            yield f'{name}: {state}: {told}, not {kept}'
    rows = re.search('<table class="bars">.*?</table>', text, re.S)[0]
    if rows.count('<th scope="row">') != len(said['variants']):
        yield f'{name}: not a bar for each variant'


def check_advice(lcm, root, text):
    """Yield where the advice is not that of lcm advise, without the folder that
    all files are in."""
    said = said_by(lcm, root + '/samples', 'advise', PAGES['advice'])
    folder = os.path.dirname(PAGES['advice'][0]) + '/'
    part = section(text, 'advice')
    told = re.findall("--edit '(.*?)'", part)
    if told != [f['edit'].replace(folder, '') for f in said['findings']] \
            or not told:
        yield f'advice: {told}, not {said["findings"]}'
    line = said['findings'][0]['line']
    if f'<a href="#l0-{line}">' not in text:
        yield f'advice: no link to line {line}'


def check_programs(text):
    """Yield what is wrong with the page on two programs: nothing is predicted,
    it says why, and shows what is parallel in both."""
    if 'id="numbers"' in text or 'id="extent"' not in text:
        yield 'programs: numbers of what is not predicted'
    head = html.unescape(re.search('<p class="doubt">(.*?)</p>', text)[1])
    if 'first.c:main' not in head or 'second.c:main' not in head:
        yield f'programs: {head!r} does not name the programs'
    if '2 of 2 parallel regions modelled' not in section(text, 'extent'):
        yield f'programs: {section(text, "extent")!r}'
    if not re.search(r"2  a jump to '\.\.\.'.* \(second\.c:\d+\)",
                     section(text, 'unknown')):
        yield f'programs: not modelled: {section(text, "unknown")!r}'
    source = section(text, 'source')
    for line in ('#pragma omp parallel for', 'static void unused(int *a)'):
        if line not in source:
            yield f'programs: {line!r} is not listed'


def check_entry(lcm, place):
    """Yield what is wrong with the page on one of the programs, of which one
    function is defined in two others: it is predicted, and says that."""
    make_programs(place)
    done = subprocess.run([lcm, 'report', '-q', '-p', 'programs', '--entry',
                           'first.c:main', '-o', 'entry.html'], cwd=place,
                          check=False, capture_output=True, timeout=60)
    text = pathlib.Path(place, 'entry.html').read_text()
    if done.returncode or 'id="numbers"' not in text or \
            'is defined at' not in section(text, 'unknown'):
        yield f'entry: {done.returncode}, {done.stderr}'
    done = subprocess.run([lcm, 'report', '-q', '-p', 'programs', '--entry',
                           'none.c:main'], cwd=place, check=False,
                          capture_output=True, timeout=60)
    if done.returncode != 1 or b'[entry]' not in done.stderr or done.stdout:
        yield f'entry: {done.returncode}, {done.stderr} of what is not there'


def check_lines(lcm, place):
    """Yield what is wrong with the costs of lines of plain code: 1000 times
    1000 executions of two operations take all of the time."""
    pathlib.Path(place, 'nest.c').write_text(
        'static double a[1000][1000], b[1000][1000];\nint main(void) {\n'
        '  int i, j;\n  for (i = 0; i < 1000; i++)\n'
        '    for (j = 0; j < 1000; j++)\n'
        '      a[i][j] = b[i][j] * 2.0 + 1.0;\n  return 0;\n}\n')
    subprocess.run([lcm, 'report', '-q', 'nest.c', '-D', 'p=1', '-o',
                    'nest.html'], cwd=place, check=False, timeout=60)
    text = pathlib.Path(place, 'nest.html').read_text()
    told = re.findall(r'<tr id="l0-(\d+)"[^>]*><th[^>]*>\d+</th>'
                      r'<td class="r">([^<]*)</td>', text)
    if told != [('6', '100 %')]:
        yield f'lines: {told}'


def check_unread(lcm, place):
    """Yield what is wrong with the page on two files, one of which includes
    what is not there: it is written, says so, and the exit status is 1."""
    folder = pathlib.Path(place)
    (folder / 'bad.c').write_text('#include "gone.h"\nvoid f(void) {}\n')
    (folder / 'good.c').write_text(
        'int main(void) {\n  // lcm: model time = 1 ms\n  '
        'for (int i = 0; i < 3; i++) {}\n  return 0;\n}\n')
    done = subprocess.run([lcm, 'report', '-q', 'good.c', 'bad.c', '-o',
                           'unread.html'], cwd=place, check=False,
                          capture_output=True, timeout=60)
    text = (folder / 'unread.html').read_text()
    if done.returncode != 1 or b'missing-header' not in done.stderr:
        yield f'unread: {done.returncode}, {done.stderr}'
    yield from check_page('unread', text)
    if 'gone.h' not in section(text, 'unknown') or '1 ms' not in text:
        yield 'unread: it does not say what is missing'


def check_gone(lcm, place):
    """Yield what is wrong with pages and lists of code bases of which a source
    is not there, or none is: those of the others say so, none is written of
    nothing, and the exit status is 2."""
    folder = pathlib.Path(place, 'gone')
    folder.mkdir()
    (folder / 'first.c').write_text(FIRST)
    (folder / 'half.c').write_text('#include "made.h"\nvoid shared(void) {}\n')
    (folder / 'second.c').write_text(SECOND.replace('shared', 'other'))
    for name, files in (('some', ('first.c', 'half.c', 'gone.c')),
                        ('programs', ('first.c', 'second.c', 'gone.c')),
                        ('none', ('gone.c', 'nowhere.c'))):
        (folder / 'compile_commands.json').write_text(json.dumps(
            [{'directory': str(folder), 'file': file,
              'arguments': ['cc', '-fopenmp', '-c', file]} for file in files]))
        page = folder / f'{name}.html'
        done = subprocess.run([lcm, 'report', '-q', '-p', folder, '-o', page],
                              check=False, capture_output=True, timeout=60)
        said = done.stderr.decode()
        if done.returncode != 2 or 'gone.c: error: cannot read it' not in said:
            yield f'gone: {name}: {done.returncode}, {said}'
        if page.exists() == (name == 'none'):
            yield f'gone: {name}: a page of what is not there, or none'
        done = subprocess.run([lcm, 'analyze', '-q', '-p', folder],
                              check=False, capture_output=True, timeout=60)
        if done.returncode != 2 or \
                (b'team parallel for' in done.stdout) == (name == 'none'):
            yield f'gone: {name}: {done.returncode}, {done.stdout}'
    text = (folder / 'some.html').read_text()
    yield from check_page('gone', text)
    unknown = section(text, 'unknown')
    if 'made.h' not in unknown or 'gone.c: cannot read it' not in unknown \
            or 'from elsewhere' in unknown or 'id="numbers"' not in text:
        yield f'gone: {unknown!r}'
    if 'Not all was read: 1 error is' not in (folder / 'programs.html') \
            .read_text():
        yield 'gone: no word of it at the top of a page without numbers'


def slices(row, pieces):
    """Return the slices of a Chrome trace of thread `row` that is in `pieces`
    one after the other: name, category, milliseconds."""
    at, all_of = 0, []
    for name, category, length in pieces:
        all_of.append({'ph': 'X', 'pid': 0, 'tid': row, 'name': name,
                       'cat': category, 'ts': 1000 * at, 'dur': 1000 * length})
        at += length
    return all_of


def write_run(lcm, place, arguments, path):
    """Write a page on RUN, with a run of 100 ms beside the 80 ms that are
    predicted, to `path`; return its text."""
    folder = pathlib.Path(place)
    (folder / 'run.c').write_text(RUN)
    (folder / 'run.json').write_text(json.dumps(
        slices(0, [('run.c:main', 'pc', 70), ('naps', 'pc', 30)]) +
        slices(1, [('run.c:main', 'ip', 70), ('naps', 'pc', 10),
                   ('naps', 'li', 15), ('elsewhere', 'pc', 5)]) +
        [{'ph': 's', 'pid': 0, 'tid': 0, 'name': 'note', 'id': 1, 'ts': 75000},
         {'ph': 'f', 'pid': 0, 'tid': 1, 'name': 'note', 'id': 1, 'ts': 78000,
          'bp': 'e'}]))
    subprocess.run([lcm, 'report', '-q', 'run.c', *arguments, '--machine',
                    'none', '--run', 'run.json', '-o', path], cwd=place, check=True, timeout=60)
    return pathlib.Path(path).read_text()


def cells(text, heading):
    """Return the rows of the table whose first column is called `heading`."""
    table = re.search(f'<th scope="col">{heading}</th>.*?</table>', text, re.S)
    return {html.unescape(re.sub('<[^>]*>', '', name)):
            [float(value) for value in re.findall('data-v="([^"]*)"', row)]
            for name, row in re.findall(
                '<tr[^>]*><th scope="row">(.*?)</th>(.*?)</tr>', table[0])}


def check_run(lcm, place):
    """Yield what is wrong with a measured run beside what is predicted: 60 ms
    by one of two processors, then 20 ms by both."""
    text = write_run(lcm, place, ['-D', 'p=2'], os.path.join(place, 'run.html'))
    yield from check_page('run', text)
    said = section(text, 'timeline')
    if 'Measured (run.json): 100 ms on 2 processors, 1.25 times what is ' \
            'predicted. Not found in the program as one part: elsewhere.' not in said:
        yield f'run: {said[:400]!r}'
    want = {'category': {'pure computation': (0.1, 0.115, 0.015),
                         'load imbalance': (0, 0.015, 0.015),
                         'insufficient parallelism': (0.06, 0.07, 0.01)},
            'part': {'parallel for (run.c:5)': (0.04, 0.055, 0.015),
                     'all other time': (0.12, 0.145, 0.025)}}
    for table, rows in want.items():
        told = cells(text, table)
        if set(told) != set(rows) or any(
                abs(a - b) > 1e-9 for name in rows
                for a, b in zip(told[name], rows[name])):
            yield f'run: by {table} {told}, not {rows}'
    told = cells(text, 'from')
    # steps of 10 ms: actor 0 works all 100 ms; actor 1 is idle 70 ms, works 10
    # ms, waits 15 ms (5 of them in the tenth step), works 5 ms
    rows = {f'{10 * i} ms' if i else '0 s': (0.5, 0, 0, 0.5) for i in range(7)}
    rows.update({'70 ms': (1, 0, 0, 0), '80 ms': (0.5, 0.5, 0, 0),
                 '90 ms': (0.75, 0.25, 0, 0)})
    if list(told) != list(rows) or any(
            abs(a - b) > 1e-9 for name in rows
            for a, b in zip(told[name], rows[name], strict=True)):
        yield f'run: in timesteps {told}, not {rows}'
    text = write_run(lcm, place, ['-D', 'p=2', '--steps', '2'],
                     os.path.join(place, 'two.html'))
    yield from check_page('two steps', text)
    if cells(text, 'from') != {'0 s': [0.5, 0, 0, 0.5],
                               '50 ms': [0.65, 0.15, 0, 0.2]}:
        yield f'run: in two timesteps {cells(text, "from")}'
    widths = [float(width) for width in re.findall(
        'class="c[0-9]+" style="width:([0-9.]*)%"',
        text[text.index('<h3>Timesteps'):].split('</table>')[0])]
    if widths != [50, 50, 65, 15, 20]:
        yield f'run: bars of timesteps {widths}'
    if subprocess.run([lcm, 'report', '-q', 'run.c', '--steps', '2'], cwd=place,
                      capture_output=True, check=False).returncode != 2:
        yield 'run: timesteps without a run'
    arrows = re.findall(r'"sent":(\d+),"arrows":\[([^]]*)\],\n"senders":(.*?)\}',
                        text)
    if [a[0] for a in arrows] != ['1'] or [
            a / 2 ** 22 for a in map(float, arrows[0][1].split(',')[2:4])] != [
                round(.75 * 2 ** 22) / 2 ** 22, round(.03 * 2 ** 22) / 2 ** 22]:
        yield f'run: arrows {arrows}'
    if 'class="doubt">The run had' in text:
        yield 'run: it is doubted that the points are the same'
    text = write_run(lcm, place, ['-D', 'p=4'], os.path.join(place, 'four.html'))
    if 'The run had 2 processors, the prediction has 4' not in text:
        yield 'run: not doubted with another number of processors'


def check_head(lcm, place):
    """Yield what is wrong with the head of a page on files of one folder with
    full paths: places are without it."""
    folder = pathlib.Path(place)
    (folder / 'run.c').write_text(RUN)
    (folder / 'other.c').write_text('void other(void) {}\n')
    subprocess.run([lcm, 'report', '-q', folder / 'run.c', folder / 'other.c',
                    '-D', 'p=2', '--machine', 'none', '-o', 'head.html'],
                   cwd=place, check=True, timeout=60)
    text = (folder / 'head.html').read_text()
    head = re.search('<header>.*?</header>', text, re.S)[0]
    if place in head or '>run.c:4</a>' not in head:
        yield f'head: {head}'


def page_of(lcm, source):
    """Return the page on `source`."""
    return subprocess.run([lcm, 'report', '-q', source, '--machine', 'none',
                           '-o', '-'], check=True, capture_output=True,
                          text=True, timeout=60).stdout


def check_first(lcm, place):
    """Check what the head says to do first: where no cost is known, or loops
    count as run once, to say what is missing; and no curve of no times."""
    source = pathlib.Path(place) / 'first.c'
    source.write_text('extern int next(void);\nextern void handle(int);\n'
                      'int main(void) {\n  for (int k; (k = next());)\n'
                      '    handle(k);\n  return 0;\n}\n')
    text = page_of(lcm, source)
    if 'id="hero-curve"' in text:
        yield 'first: times that are not known are drawn'
    if not re.search(r'What to do first</h2>\s*<p>Say <a href="#unknown">', text):
        yield 'first: it is not said that what is missing comes first'
    source.write_text('int main(void) {\n  // lcm: model time = 1 s\n  ;\n}\n')
    if 'Say <a href="#unknown">' in page_of(lcm, source):
        yield 'first: nothing is missing'


def check_spread(lcm, place):
    """Yield what the head says wrong of 1,500 places that lose half of two
    processors' time together, each a 3000th: that is not nothing."""
    parts = [f'fragment label="part{i}()" @a.c:{i + 1}:1:0-9 {{\nmodel time (1 ms)\n}}'
             for i in range(1500)]
    pathlib.Path(place, 'spread.lcs').write_text('\n'.join(
        ['lcs 1', 'file a.c', 'entry main', 'function main @a.c:1:1:0-9 {',
         'series {', *parts, '}', '}']) + '\n')
    text = subprocess.run([lcm, 'report', '-q', 'spread.lcs', '-D', 'p=2',
                           '--machine', 'none', '-o', '-'], cwd=place, check=True,
                          capture_output=True, text=True, timeout=60).stdout
    if 'Many places lose 50 % together, most to insufficient parallelism' \
            not in text:
        yield 'spread: half of the time is lost, and it is not said'


def check_tooltips(lcm, root):
    """Yield what a picture does not say of the edits of its parts."""
    done = subprocess.run([lcm, 'graph', '-q', 'fft2d_tp.c', '-D', 'p=8', '-D',
                           'n=64', '-T', 'dot', '--edit',
                           EDIT.split(': ', 1)[1]],
                          cwd=root + '/samples/fft2d', check=True,
                          capture_output=True, timeout=60)
    found = re.findall('tooltip="([^"]*)"', done.stdout.decode())
    loop = [t for t in found if 'fft2d_tp.c:60\\n' in t and 'edited' in t]
    for part in ('edited: fuse fft2d_tp.c:60 fft2d_tp.c:67\\nproved: ',
                 'edited: threads fft2d_tp.c:60 p\\nproved: the regions ask '
                 'for no numbers of threads'):
        if not any(part in t for t in loop):
            yield f'tooltips: {part!r} is in none of {loop}'


def check_pages(lcm, root):
    """Yield what is wrong with the pages as files."""
    with tempfile.TemporaryDirectory() as place:
        pages = {}
        for name, arguments in PAGES.items():
            path = os.path.join(place, name + '.html')
            text = pages[name] = write(lcm, root, arguments, path)
            yield from check_page(name, text)
            if write(lcm, root, arguments, path) != text:
                yield f'{name}: not the same again'
            if name == 'jacobi':
                yield from check_costs(root, text)
            if name in ('fft', 'trapezoid'):
                yield from check_comparison(lcm, root, name, text)
            if name == 'advice':
                yield from check_advice(lcm, root, text)
            if name == 'programs':
                yield from check_programs(text)
        yield from check_curve(pages['dp'])
        yield from check_arrows(pages)
        yield from check_forms(pages)
        yield from check_calls(root, pages['fft'])
        yield from check_model(lcm, place, pages)
        yield from check_entry(lcm, place)
        yield from check_unread(lcm, place)
        yield from check_lines(lcm, place)
        yield from check_gone(lcm, place)
        yield from check_library(lcm, place)
        yield from check_run(lcm, place)
        yield from check_head(lcm, place)
        yield from check_first(lcm, place)
        yield from check_spread(lcm, place)
        yield from check_tooltips(lcm, root)
        odd = pathlib.Path(place, 'odd <i> & "x".c')
        odd.write_text(ODD)
        path = os.path.join(place, 'odd.html')
        subprocess.run([lcm, 'report', '-q', odd.name, '--title', '</title><b>',
                        '-o', path], cwd=place, check=True, timeout=60)
        text = pathlib.Path(path).read_text()
        yield from check_page('odd', text)
        if '<script>alert' in text or '</title><b>' in text:
            yield 'odd: not escaped'
        if '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted' \
                not in text:
            yield 'odd: the source is not as it is'


# ---- in a browser ----------------------------------------------------------

# Yields what stands outside of the frame that it is a part of, and boxes side
# by side that have room in common.
GEOMETRY = '''(() => {
  const boxes = new Map(), wrong = [], kids = new Map();
  const up = g => { for (let p = g.dataset.p; p !== '0';) {
      const q = document.getElementById('n' + p);
      if (q.classList.contains('frame')) return q;
      p = q.dataset.p; } return null; };
  document.querySelectorAll('#picture g.s').forEach(g => {
    const r = g.querySelector('.box').getBoundingClientRect();
    if (!r.width) return;
    boxes.set(g, r);
    const f = up(g), list = kids.get(f) || [];
    list.push(g); kids.set(f, list);
  });
  kids.forEach((list, f) => { for (const g of list) {
    const a = boxes.get(g), b = f && boxes.get(f);
    if (f && (!b || a.top < b.top - 1 || a.bottom > b.bottom + 1 ||
        a.left < b.left - 1 || a.right > b.right + 1))
      wrong.push(g.id + ' outside of ' + f.id);
    for (const h of list) { const c = boxes.get(h);
      if (g !== h && a.left < c.right - 1 && c.left < a.right - 1 &&
          a.top < c.bottom - 1 && c.top < a.bottom - 1)
        wrong.push(g.id + ' on ' + h.id); }
  }});
  return wrong;
})()'''
CONTRAST = '''(() => {
  const probe = document.createElement('i');
  document.body.appendChild(probe);
  const light = name => { probe.style.color = `var(--${name})`;
    const c = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
    const f = c.slice(0, 3).map(v => (v /= 255) <= .04045 ? v / 12.92
        : ((v + .055) / 1.055) ** 2.4);
    return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
  const pairs = [['ink', 'paper'], ['dim', 'paper'], ['link', 'paper'],
    ['dim', 'soft'], ['bad', 'paper'], ['ink', 'hit'], ['onbox', 'frame'],
    ['onbox', 'par'], ['onbox', 'gone'], ['onbox', 'using']];
  for (let i = 0; i < 6; i++) pairs.push(['onbox', 'r' + i]);
  const found = pairs.map(([a, b]) => { const x = light(a), y = light(b);
    return [a + ' on ' + b, (Math.max(x, y) + .05) / (Math.min(x, y) + .05)];
  }).filter(p => p[1] < 4.5);
  probe.remove();
  return found;
})()'''
# Text of the page itself, not of pictures, that its background makes hard to
# read, which is that of the innermost element around it that has one.
TEXTS = '''(() => {
  const channels = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const f = c.slice(0, 3).map(v => (v /= 255) <= .04045 ?
      v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
  const below = e => { for (; e; e = e.parentElement) {
      const c = channels(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c; }
    return channels(getComputedStyle(document.body).backgroundColor); };
  const seen = new Set();
  document.querySelectorAll("body *").forEach(e => {
    if (e.closest("svg, script, style, noscript") || !e.getClientRects().length ||
        e.disabled || ![...e.childNodes].some(t => t.nodeType === 3 &&
          t.data.trim())) return;
    const a = light(channels(getComputedStyle(e).color)), b = light(below(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) seen.add(e.tagName + "." + e.className + " " +
      ratio.toFixed(2) + ": " + e.textContent.slice(0, 30));
  });
  return [...seen].slice(0, 5);
})()'''
# What is wider or higher than it is shown, scrolls, and cannot be reached with
# the keyboard.
SCROLLED = '''[...document.querySelectorAll("body *")].filter(e => {
  const s = getComputedStyle(e), scrolls = v => v === "auto" || v === "scroll";
  return ((e.scrollWidth > e.clientWidth + 1 && scrolls(s.overflowX)) ||
      (e.scrollHeight > e.clientHeight + 1 && scrolls(s.overflowY))) &&
    e.tabIndex < 0 && ![...e.querySelectorAll("a, button, input, summary, "
      + "[tabindex]")].some(f => f.tabIndex >= 0);
}).map(e => e.tagName + "." + e.className + "#" + e.id)'''
FRAMES = 'document.querySelectorAll("#picture .frame").length'
FRAME = 'document.querySelectorAll("#picture .frame")[1]'
EXPANDED = FRAME + '.getAttribute("aria-expanded")'
BOX = 'document.querySelector("#picture").getAttribute("viewBox")'
SEEN = ('[...document.querySelectorAll("#picture g.s")].filter('
        'g => g.querySelector(".box").getBoundingClientRect().width).length')
PANEL = 'document.getElementById("panel").innerText'
LEAF = ('[...document.querySelectorAll("#picture .leaf")].find(g => '
        'g.dataset.l && / critical path/.test(g.textContent))')


def check_folding(name, page):
    """Yield what is wrong with folding and unfolding."""
    before = page.ask(BOX), page.ask(SEEN)
    page.click(FRAME)
    if page.ask(EXPANDED) != 'false' or not page.ask(SEEN) < before[1]:
        yield f'{name}: a click folds nothing'
    if page.ask(FRAME + '.querySelector(".box").getAttribute("height")') \
            != '27':
        yield f'{name}: what is folded is not as high as its heading'
    if not float(page.ask(BOX).split()[3]) <= float(before[0].split()[3]):
        yield f'{name}: the picture of less is larger'
    yield from (f'{name}: folded, {wrong}' for wrong in page.ask(GEOMETRY))
    page.press('Enter')
    if page.ask(EXPANDED) != 'true' or \
            (page.ask(BOX), page.ask(SEEN)) != before:
        yield f'{name}: Enter does not unfold it to what it was'
    page.click('document.getElementById("fold-all")')
    yield from (f'{name}: all folded, {wrong}' for wrong in page.ask(GEOMETRY))
    page.click('document.getElementById("unfold-all")')
    if (page.ask(BOX), page.ask(SEEN)) != before:
        yield f'{name}: unfolding all does not show what was there'
    yield from (f'{name}: unfolded, {wrong}' for wrong in page.ask(GEOMETRY))


def check_keys(name, page):
    """Yield what is wrong with the keyboard."""
    page.click(FRAME)
    page.press('ArrowRight')
    first = page.ask('document.activeElement.id')
    if page.ask(EXPANDED) != 'true':
        yield f'{name}: the right arrow does not unfold'
    page.press('ArrowRight')
    if page.ask('document.activeElement.id') == first:
        yield f'{name}: the right arrow does not go to a part'
    page.press('ArrowLeft')
    page.press('ArrowLeft')
    page.press('Home')
    if page.ask('document.activeElement === '
                'document.querySelector("#picture g.s")') is not True:
        yield f'{name}: Home does not go to the first part'
    page.ask('document.querySelectorAll("#unfold-all")[0].click()')
    if page.ask('document.querySelectorAll("#picture [tabindex=\\"0\\"]")'
                '.length') != 1:
        yield f'{name}: not one part can be reached with Tab'


def check_answers(name, page):
    """Yield what is wrong with pointing, searching and links."""
    page.move(LEAF)
    told = page.ask(PANEL)
    for part in ('% of the time', 'cost: ', 'on the critical path',
                 'to the source'):
        if part not in told:
            yield f'{name}: pointing at a part does not tell "{part}": {told}'
    title = told.strip().splitlines()[0]
    page.click('document.getElementById("search")')
    page.call('Input.insertText', text=title[:12])
    found = page.ask('document.getElementById("found").textContent')
    if not re.fullmatch('[1-9][0-9]* found(, [0-9]+ folded)?', found):
        yield f'{name}: searching for {title!r}: {found!r}'
    page.press('Enter')
    if ' of ' not in page.ask('document.getElementById("found").textContent'):
        yield f'{name}: Enter does not go to what was found'
    page.click(LEAF)
    page.press('Enter')
    line = page.ask('location.hash')
    if page.ask(f'document.querySelector("{line or "#-"}").closest('
                '"table").className') != 'source':
        yield f'{name}: Enter on a box leads to {line!r}'
    page.ask(f'document.querySelector("{line} td a").click()')
    page.ask('new Promise(r => setTimeout(() => r(1), 50))')
    if page.ask('document.activeElement.dataset.l') != line[1:]:
        yield f'{name}: the link from {line} does not lead back'


def check_folded(name, page):
    """Yield what is wrong with searching for what is folded."""
    page.click('document.getElementById("search")')
    page.ask('document.getElementById("search").value = ""')
    page.call('Input.insertText', text='part2() (f9.c:2')
    found = page.ask('document.getElementById("found").textContent')
    if not re.fullmatch('[1-9][0-9]* found, [1-9][0-9]* folded', found):
        yield f'{name}: searching for what is folded: {found!r}'
    page.press('Enter')
    told = page.ask(PANEL)
    if 'sought and folded in it' not in told or 'part2() (f9.c:2' not in told:
        yield f'{name}: what was sought is not told: {told!r}'


def check_names(name, page):
    """Yield what who cannot see the page would not be told."""
    page.call('Accessibility.enable')
    nodes = page.call('Accessibility.getFullAXTree')['nodes']
    roles = {}
    for node in nodes:
        if not node.get('ignored'):
            roles.setdefault(node['role']['value'], []).append(
                node.get('name', {}).get('value', ''))
    for role in ('main', 'navigation', 'banner', 'tree', 'treeitem', 'table',
                 'heading'):
        if role not in roles:
            yield f'{name}: nothing is a {role}'
    for role in ('treeitem', 'image', 'button', 'searchbox', 'region', 'link',
                 'heading', 'tree'):
        if '' in roles.get(role, []):
            yield f'{name}: a {role} has no name'


def axe_script():
    """Return the text of axe-core, or None where it is not installed."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    path = pathlib.Path(os.environ.get('LCM_AXE', root / AXE))
    return path.read_text() if path.exists() else None


def check_axe(page, axe):
    """Yield what axe-core finds wrong with the page as it is now."""
    if axe:
        page.ask(axe + '; 1')
        yield from page.ask('axe.run().then(r => r.violations.map(v => v.id + '
                            '": " + v.nodes[0].target + ", of " + '
                            'v.nodes.length))')


def check_looks(name, page, folder):
    """Yield what is wrong with the page in both themes, on a phone and on
    paper."""
    axe = None if name in LONG and 'LCM_TEST_ALL' not in os.environ \
        else axe_script()
    for theme in ('light', 'dark'):
        page.media(theme)
        yield from (f'{name}, {theme}: {pair} {ratio:.2f}'
                    for pair, ratio in page.ask(CONTRAST))
        for width in (1280, 390):
            page.width(width)
            wide = page.ask('document.documentElement.scrollWidth')
            if wide > width:
                yield f'{name}: {wide} pixels wide at {width}'
            yield from (f'{name}, {theme}, {width}: {what} has no keys'
                        for what in page.ask(SCROLLED))
            yield from (f'{name}, {theme}, {width}: {what}'
                        for what in [*page.ask(TEXTS), *check_axe(page, axe)])
            if folder:
                page.picture(f'{folder}/{name}-{theme}-{width}.png')
    page.width(1280)
    page.media('light')
    if len(page.call('Page.printToPDF')['data']) < 10000:
        yield f'{name}: nothing is printed'


AXE = 'build/npm/node_modules/axe-core/axe.min.js'
EXPLORED = ['jacobi/jacobi.c', '-D', 'p=1:1024:*2', '-D', 'n=256,4096']
# Points that are slid to: of the grid and between.
SLID = ((1, 256), (2, 4096), (3, 1000), (7, 257), (24, 256), (64, 2048),
        (100, 333), (500, 4096), (1000, 300), (1024, 4096))
NOW = ('(({p, n}) => {const a = lcm.go({p, n}); return [a.time, a.speedup, '
       '...a.cats]})')
CHOSEN = ('[...document.querySelectorAll("tr.at, #picture g.s.at")].map('
          'e => e.id || e.closest("table").id).sort()')


def check_told(name, point, said, told):
    """Yield where the numbers `told` at `point`, p and n, are not those that a
    point of lcm predict has `said`."""
    want = [said['time'], said['speedup'], *said['lost'].values()]
    scale = [said['time'], said['speedup']] + [point[0] * said['time']] * 9
    for a, b, of in zip(want, told, scale):
        if abs(a - b) > 1e-9 * abs(of):
            yield f'{name}: p, n = {point}: {told}, not {want}'


def check_numbers(lcm, root, page):
    """Yield where the page does not say what lcm predict does at points that
    the sliders go to."""
    for p, n in SLID:
        arguments = [EXPLORED[0], '--nodes', '-D', f'p={p}', '-D', f'n={n}']
        said = said_by(lcm, root + '/samples', 'predict', arguments)
        said = said['points'][0]
        told = page.ask(f'{NOW}({{p: {p}, n: {n}}})')
        yield from check_told('explore', (p, n), said, told)
        yield from check_parts('explore', page, said)
    yield from check_free(lcm, root, page)
    if page.ask('lcm.closed') is not True:
        yield 'explore: the closed form is not trusted'
    state = page.ask('lcm.go({p: 700, n: 300}) && document.'
                     'querySelector(".state").textContent')
    if state != 'closed form':
        yield f'explore: it says {state!r} of parts that have closed forms'


def check_parts(name, page, said):
    """Yield which parts do not take, by category and on the clock, what a node
    at their line takes in `said`, a point of lcm predict."""
    nodes = {}
    for node in said['nodes']:
        line = re.search(r'([^/:]*:\d+)(:\d+)?$', node['range'])[1]
        nodes.setdefault(line, []).append(
            [node['time'] * said['processors'], *node['lost'].values()])
    parts = page.ask('lcm.parts.map(p => [p.place, lcm.at.made[p.i] && '
                     f'lcm.at.timed[p.i], [lcm.at.time[p.i] * '
                     f'{said["processors"]}, ...lcm.at.cats.map(c => c[p.i])]])')
    if not parts:
        yield f'{name}: no parts'
    for place, made, cats in parts:
        near = nodes.get(place.split('/')[-1], [])
        scale = max(sum(cats), 1e-6 * said['time'] * said['processors'])
        if not made or not any(
                all(abs(a - b) <= 1e-9 * scale for a, b in zip(cats, node))
                for node in near):
            yield f'{name}: {place}: {made} {cats}, not {near}'


def check_made(lcm, root, place, page):
    """Yield where parts of other pages are not what lcm predict says: of a
    pipeline with signals, members that wait and loops that differ, between the
    points of the grid; and where parts without closed forms have no mark."""
    path = os.path.join(place, 'made.html')
    write(lcm, root, ['fft2d/fft2d_tp.c', '-D', 'p=2,8,32', '-D',
                      'n=16,256'], path)
    page.open(path)
    for p, n in ((2, 16), (4, 128), (6, 96), (14, 33), (30, 250)):
        said = said_by(lcm, root + '/samples', 'predict',
                       ['fft2d/fft2d_tp.c', '--nodes', '-D', f'p={p}', '-D',
                        f'n={n}'])['points'][0]
        page.ask(f'lcm.go({{p: {p}, n: {n}}})')
        yield from check_parts(f'made, p = {p}, n = {n}', page, said)
    write(lcm, root, ['mergesort/mergesort.c', '-D', 'p=1,1024'], path)
    page.open(path)
    for point, mark in (('{p: 1024}', False), ('{p: 701}', True)):
        state = page.ask(f'lcm.go({point}) && document.querySelector("#controls '
                         '.state").textContent')
        page.centre('document.getElementById("losses-table")')
        page.ask('new Promise(r => setTimeout(() => r(1), 100))')
        rows = page.ask('document.querySelector("#losses-table tbody")'
                        '.textContent')
        if ('interpolated' in state) != mark or ('\u2248' in rows) != mark:
            yield f'made: at {point} it says {state!r}, {rows!r}'


def check_free(lcm, root, page):
    """Yield where the page does not say what lcm predict does for a variable
    that the grid has no values of, of the whole and of parts."""
    said = said_by(lcm, root + '/samples', 'predict',
                   [EXPLORED[0], '--nodes', '-D', 'p=7', '-D', 'n=257', '-D',
                    'sweeps=33'])['points'][0]
    told = page.ask('lcm.go({p: 7, n: 257, sweeps: 33}).time')
    if abs(told - said['time']) > 1e-9 * said['time']:
        yield f'explore: sweeps = 33: {told}, not {said["time"]}'
    yield from check_parts('explore, sweeps = 33', page, said)
    state = page.ask('document.querySelector(".state").textContent')
    basis = page.ask('document.querySelector("header .basis").textContent')
    if state != 'closed form' or 'sweeps' in basis or 'machine' not in basis:
        yield f'explore: with sweeps moved it says {state!r}, {basis!r}'
    page.ask('lcm.go(lcm.home)')


def check_slider(page):
    """Yield what is wrong with the slider of p, moved with keys."""
    page.ask('lcm.go(lcm.home); document.getElementById("slide-0").focus()')
    before = page.ask('document.querySelector(".headline").textContent')
    page.press('ArrowLeft')
    page.ask('new Promise(r => requestAnimationFrame(() => '
             'requestAnimationFrame(() => r(1))))')
    if page.ask('lcm.vars.p') != 1023:
        yield f'explore: a key goes to p = {page.ask("lcm.vars.p")}'
    told = page.ask('document.querySelector(".headline").textContent')
    if not told.startswith('p = 1023, n = 4096: '):
        yield f'explore: the headline says {told!r}'
    page.ask('document.querySelector("#controls button").click()')
    if page.ask('document.querySelector(".headline").textContent') != before:
        yield 'explore: back does not lead back'


def check_linked(page):
    """Yield where what is chosen in one view is not in the others."""
    part = page.ask('lcm.parts.findIndex(p => p.title === "relax")')
    line = page.ask(f'lcm.parts[{part}].line')
    shape = page.ask(f'"n" + lcm.parts[{part}].shape')
    want = sorted([line, shape, 'losses-table'])
    ways = {'losses': f'#losses-table tr[data-part="{part}"] td',
            'source': f'#{line} code', 'picture': f'#{shape}'}
    for name, where in ways.items():
        page.ask('lcm.choose(-1, "test")')
        page.click(f'document.querySelector({json.dumps(where)})')
        if page.ask(CHOSEN) != want or page.ask('lcm.chosen') != part:
            yield f'explore: chosen in {name}: {page.ask(CHOSEN)}, not {want}'
        if 'relax' not in page.ask(PANEL):
            yield f'explore: chosen in {name}: {page.ask(PANEL)!r}'
    page.ask('lcm.choose(-1, "test")')
    x, y, wide = place_of(page, 'rows-canvas')
    page.press_at(x + 0.5 * wide, y + 78)
    chosen = page.ask('lcm.chosen')
    here = page.ask('lcm.chosen < 0 ? [] : [lcm.parts[lcm.chosen].line, "n" + '
                    'lcm.parts[lcm.chosen].shape]')
    if not here or not set(here) <= set(page.ask(CHOSEN)):
        yield f'explore: chosen in the timeline: {chosen}, {page.ask(CHOSEN)}'
    page.ask(f'lcm.choose({part}, "test"); document.getElementById("icicle")'
             '.focus()')
    page.press('ArrowUp')
    if page.ask('lcm.chosen') != page.ask(f'lcm.parts[{part}].up'):
        yield 'explore: the up arrow does not go to what a part is in'
    page.click('document.getElementById("part-search")')
    page.call('Input.insertText', text='barrier behind reset')
    page.press('Enter')
    if page.ask('lcm.parts[lcm.chosen].title') != 'barrier behind reset':
        yield 'explore: the search finds no part'


def check_enlarged(page):
    """Yield what is wrong with enlarging parts and the timeline."""
    part = page.ask('lcm.parts.findIndex(p => p.title === "relax")')
    page.ask(f'lcm.choose({part}, "test"); lcm.enlarge({part})')
    if page.ask('lcm.boxes()[0][0]') != part:
        yield 'explore: a part is not enlarged'
    page.ask('document.getElementById("rows-canvas").focus()')
    span = page.ask('lcm.rowsRange()')
    page.press('+')
    closer = page.ask('lcm.rowsRange()')
    if not 0 < closer[1] - closer[0] < span[1] - span[0]:
        yield f'explore: the timeline shows {span}, then {closer}'


def place_of(page, id):
    """Return where the canvas `id` is in the window: x, y and width."""
    return page.ask(
        '(e => {e.scrollIntoView({block: "center", behavior: "instant"}); const '
        'b = e.getBoundingClientRect(); return [b.x, b.y, b.width]})('
        f'document.getElementById("{id}"))')


def seconds(text):
    """Return the time that `text`, such as "1.5 ms", says."""
    number, unit = text.split()
    return float(number) * {'s': 1, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9}[unit]


def check_digits(page):
    """Yield where times of the timeline cannot be told apart: each label of the
    axis is one step after the one before, however far it is enlarged."""
    whole = page.ask('lcm.data.timeline.time')
    for width in (1280, 390):
        page.width(width)
        for span in (1, 0.3, 1e-2, 1e-4, 2.5e-6):
            page.ask(f'lcm.zoomRows(0.6, {0.6 + 0.4 * span})')
            labels = page.ask('lcm.rowsAxis()')
            times = [seconds(text) for text in labels]
            steps = [b - a for a, b in zip(times, times[1:])]
            if len(labels) < 2 or min(steps) <= 0 or \
                    max(steps) > 1.001 * min(steps) or \
                    not 0 <= times[0] - 0.6 * whole <= steps[0]:
                yield f'digits: {width}, {span}: {labels}'
    page.width(1280)
    x, y, wide = place_of(page, 'rows-canvas')
    page.call('Input.dispatchMouseEvent', type='mouseMoved', x=x + 0.5 * wide,
              y=y + 78)
    told = page.ask('document.querySelector(".rows .tip").textContent')
    begin, end, length = map(seconds, re.findall(r'[\d.]+ [mun]?s', told))
    tick = whole / page.ask('lcm.data.timeline.ticks')
    if abs(end - begin - length) > 3 * tick:
        yield f'digits: {told!r}'
    page.ask('lcm.zoomRows(0, 1)')


# What is said of an interval: by category and by part, times and pieces.
SUMS = """(() => Object.fromEntries([...document.querySelectorAll(".area table")]
  .map(t => [t.caption.textContent, Object.fromEntries([...t.tBodies[0].rows]
    .map(r => [r.cells[0].textContent, [r.cells[1].textContent,
      r.cells[3].textContent]]))])))()"""
SHIFT = 8
# Of what is shown, by which a key moves the end of an interval.
STEP = 0.02


def drag(page, begin, end, modifiers=0):
    """Drag from `begin` to `end`, x and y."""
    for kind, (x, y) in (('mousePressed', begin), ('mouseMoved', end),
                         ('mouseReleased', end)):
        page.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, buttons=1,
                  button='left', modifiers=modifiers, clickCount=1)


def sums_of(page):
    """Return what is said of the interval: times and numbers of pieces."""
    return {table: {name: (seconds(time), int(n))
                    for name, (time, n) in rows.items()}
            for table, rows in page.ask(SUMS).items()}


def check_sums(name, page, want, near):
    """Yield where an interval does not come to what is in `want`, to `near`
    seconds, by category."""
    told = sums_of(page).get('By category', {})
    if set(told) != set(want) or any(
            abs(told[c][0] - want[c][0]) > near or told[c][1] != want[c][1]
            for c in want):
        yield f'{name}: {told}, not {want}'


def check_intervals(page):
    """Yield what is wrong with the sums of intervals, chosen with the mouse and
    with keys: of 60 ms by one of two processors and 20 ms by both; and of the
    run that slices() makes of it."""
    both, idle = 'pure computation', 'insufficient parallelism'
    x, y, wide = place_of(page, 'rows-canvas')
    at = [x + 108 + share * (wide - 108) for share in (0.3, 0.7)]
    drag(page, (at[0], y + 78), (at[1], y + 100), SHIFT)
    yield from check_sums('interval', page,
                          {both: (0.05, 3), idle: (0.03, 1)}, 4e-4)
    drag(page, (at[1], y + 78), (at[0], y + 80), SHIFT)
    yield from check_sums('interval of a row', page, {both: (0.04, 2)}, 4e-4)
    page.press_at(at[0], y + 78)
    if page.ask(SUMS) and page.ask('!document.querySelector(".area").hidden'):
        yield 'interval: a click does not end it'
    page.click('[...document.querySelectorAll("#timeline button")].find(b => '
               'b.textContent === "choose an interval")')
    x, y, wide = place_of(page, 'rows-canvas')
    drag(page, (at[0], y + 20), (at[1], y + 100))
    yield from check_sums('interval of all rows', page,
                          {both: (0.05, 3), idle: (0.03, 1)}, 4e-4)
    page.click('[...document.querySelectorAll("#timeline button")].find(b => '
               'b.textContent === "choose an interval")')
    page.ask('document.getElementById("run-canvas").focus()')
    page.press('i')
    yield from check_sums('run', page, {
        both: (0.115, 4), idle: (0.07, 1), 'load imbalance': (0.015, 1)}, 1e-6)
    told = sums_of(page)['By part']
    found = [told[name] for name in told if name.startswith('parallel for')]
    if len(found) != 1 or abs(found[0][0] - 0.055) > 1e-6 or found[0][1] != 3:
        yield f'run: by part {told}'
    page.press('Escape')
    if page.ask('!document.querySelector(".area").hidden'):
        yield 'interval: Escape does not end it'
    if page.ask('lcm.rowsRange()') != [0, 1]:
        yield 'interval: Escape does more than end it'


def check_pieces(page):
    """Yield what is wrong with single pieces: what is told of one that is
    clicked, with its message, and of all of a part; and with going through
    them."""
    x, y, wide = place_of(page, 'run-canvas')
    page.press_at(x + 108 + 0.73 * (wide - 108), y + 100)
    told = page.ask(PANEL)
    for part in ('pure computation', 'from 70 ms to 80 ms: 10 ms',
                 'of naps', 'piece 2 of 4 of the row', 'at 75 ms', 'at 78 ms'):
        if part not in told:
            yield f'pieces: {part!r} is not told: {told!r}'
    rows = page.ask('[...document.querySelectorAll(".panel table")].map(t => '
                    '[...t.tBodies].map(b => [...b.rows].map(r => [...r.cells]'
                    '.map(c => c.textContent)).flat()))')
    want = [[['all', '2', '40 ms', '20 ms', '20 ms']],
            [['all', '3', '55 ms', '18.33 ms', '30 ms'],
             ['pure computation', '2', '40 ms', '20 ms', '30 ms'],
             ['load imbalance', '1', '15 ms', '15 ms', '15 ms']]]
    if rows != want:
        yield f'pieces: all are {rows}, not {want}'
    page.ask('document.getElementById("run-canvas").focus()')
    said = ('[document.querySelector("#timeline output").textContent, '
            'document.querySelector(".piece").innerText]')
    for key, number, text in (('n', 3, 'from 80 ms to 95 ms: 15 ms'),
                              ('n', 3, 'load imbalance'),
                              ('p', 2, 'from 70 ms to 80 ms'),
                              ('p', 1, 'from 70 ms to 100 ms')):
        page.press(key)
        told = page.ask(said)
        if told[0] != f'{number} of 3' or text not in told[1]:
            yield f'pieces: {key} goes to {told}'
    for key, text in (('PageDown', 'from 80 ms to 95 ms'),
                      (',', 'from 70 ms to 80 ms'), ('.', 'to 95 ms: 15 ms'),
                      ('.', 'of elsewhere'), (',', 'load imbalance'),
                      ('PageUp', 'from 70 ms to 100 ms')):
        page.press(key)
        told = page.ask('document.querySelector(".piece").innerText')
        if text not in told:
            yield f'pieces: {key} goes to {told!r}'
    page.click('[...document.querySelectorAll("#timeline button")].find(b => '
               'b.textContent === "longest")')
    told = page.ask(said)
    if told[0] != '1 of 3' or '30 ms' not in told[1]:
        yield f'pieces: the longest is {told}'
    page.ask('document.getElementById("run-canvas").focus()')
    both, waits = 'pure computation', 'load imbalance'
    for key, want in (('ArrowDown', {both: (0.045, 3), waits: (0.015, 1)}),
                      ('ArrowLeft', None),
                      ('ArrowUp', {both: (0.03 - STEP * 0.09, 1)})):
        for kind in ('keyDown', 'keyUp'):
            page.call('Input.dispatchKeyEvent', type=kind, key=key,
                      modifiers=SHIFT)
        if want:
            yield from check_sums(f'interval, {key}', page, want, 1e-6)
    said = page.ask('document.querySelectorAll(".rows .sr")[1].textContent')
    if not re.search('of 1 processor .*, 1 busy on average', said):
        yield f'interval: {said!r} is said'
    page.press('Escape')
    if page.ask('document.querySelector(".piece") !== null'):
        yield 'pieces: Escape does not end it'
    page.press('Escape')


def check_told_well(page):
    """Yield what is hard to read or to reach where a piece and an interval are
    told, in both themes, on a screen and on a phone."""
    axe = axe_script()
    page.ask('document.getElementById("run-canvas").focus()')
    for key in ('.', 'i'):
        page.press(key)
    if page.ask('[...document.querySelectorAll(".area, .piece")].filter(e => '
                'e.getClientRects().length).length') != 2:
        yield 'told: not both a piece and an interval'
    for theme in ('light', 'dark'):
        page.media(theme)
        for width in (1280, 390):
            page.width(width)
            wide = page.ask('document.documentElement.scrollWidth')
            yield from (f'told, {theme}, {width}: {what}' for what in [
                *([f'{wide} pixels'] if wide > width else []),
                *page.ask(SCROLLED), *page.ask(TEXTS), *check_axe(page, axe)])
    page.width(1280)
    page.media('light')
    page.ask('document.getElementById("run-canvas").focus()')
    page.press('Escape')


def check_alike(lcm, root, page):
    """Yield where the whole time of 1024 processors, many of them in one row,
    does not come to what lcm predict says, or to something else with a row for
    each."""
    said = said_by(lcm, root + '/samples', 'predict',
                   [EXPLORED[0], '-D', 'p=1024', '-D', 'n=4096'])['points'][0]
    whole = page.ask('[lcm.data.timeline.rows.length, lcm.data.timeline.n]')
    tick = said['time'] / page.ask('lcm.data.timeline.ticks')
    names = page.ask('lcm.data.cats.map(c => c.title)')
    want = {title: time for title, time in zip(names, said['lost'].values())}
    told = []
    for _ in range(2):
        page.ask('document.getElementById("rows-canvas").focus()')
        page.press('i')
        told.append(sums_of(page)['By category'])
        page.press('Escape')
        page.click('[...document.querySelectorAll("#timeline button")].find(b => '
                   '/one row each|alike together/.test(b.textContent))')
    if not 1 <= whole[0] < whole[1] == 1024 or told[0] != told[1]:
        yield f'alike: {whole}: {told}'
    for title, time in want.items():
        sum, n = told[0].get(title, (0, 0))
        if abs(sum - time) > 1e-3 * time + n * tick:
            yield f'alike: {title}: {sum}, not {time}'


# Whether something is drawn at a share of the width of a canvas, in its first
# row; rows begin 108 pixels from the left and 68 from above.
DRAWN = '''(id, share) => {
  const c = document.getElementById(id), by = c.width / c.clientWidth;
  const x = (108 + share * (c.clientWidth - 108)) * by, y = 78 * by;
  const copy = document.createElement("canvas");
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(c, -x, -y);
  return pen.getImageData(0, 0, 1, 1).data[3] > 0; }'''


def check_both(lcm, place, page):
    """Yield what is wrong with a measured timeline below the predicted one:
    both have the time of the longer one, and move together."""
    path = os.path.join(place, 'both.html')
    write_run(lcm, place, ['-D', 'p=2'], path)
    page.open(path)
    for share, want in ((0.73, [True, True]), (0.87, [False, True])):
        told = [page.ask(f'({DRAWN})("{name}-canvas", {share})')
                for name in ('rows', 'run')]
        if told != want:
            yield f'both: at {share} of the time {told}, not {want}'
    page.ask('document.getElementById("run-canvas").focus()')
    page.press('+')
    if page.ask('lcm.rowsRange()') != [0.25, 0.75]:
        yield f'both: enlarged to {page.ask("lcm.rowsRange()")}'
    if page.ask(f'({DRAWN})("rows-canvas", 0.99)') is not True:
        yield 'both: the predicted one is not enlarged with the measured one'
    page.press('Escape')
    yield from check_intervals(page)
    yield from check_pieces(page)
    yield from check_told_well(page)
    page.click('document.querySelector("#timeline tr[data-part] td")')
    if page.ask('lcm.parts[lcm.chosen].line.replace(/.*-/, "")') != '5':
        yield f'both: a row chooses {page.ask("lcm.parts[lcm.chosen]")}'
    yield from (f'both: console: {said}' for said in page.problems)


SPOT = ('document.querySelectorAll("#variants-view .small")[{0}]'
        '.querySelectorAll("circle")[{1}]')


# What is said of a point, once it is: views out of sight are drawn when seen.
WHY = '''new Promise(done => {
  const why = document.querySelector(".why"), begin = Date.now();
  const look = () => {
    const text = why.textContent;
    if (text.includes("%s") || Date.now() - begin > 10000) done(text);
    else setTimeout(look, 20);
  };
  look();
})'''


def check_rivals(lcm, root, place, page):
    """Yield what is wrong with variants side by side: a click on a point, or into
    the map, shows why one is the fastest there, which is what lcm compare says,
    and the page follows."""
    path = os.path.join(place, 'rivals.html')
    arguments = [a for a in PAGES['trapezoid'] if a != '--compare']
    write(lcm, root, PAGES['trapezoid'], path)
    points = {(q['env']['n'], q['env']['p']): q for q in
              said_by(lcm, root + '/samples', 'compare', arguments)['points']}
    names = list(points[512, 2]['time'])
    page.open(path)
    for n, p, click in ((1536, 8, SPOT.format(1, 2)), (1536, 64, SPOT.format(0, 5)),
                        (512, 16, None), (512, 2, SPOT.format(0, 0))):
        if click:
            page.click(click)
        else:
            x, y, wide, high = page.ask(
                '(e => {e.scrollIntoView({block: "center", behavior: "instant"});'
                'const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, '
                'b.height]})(document.querySelector("rect[data-axes]"))')
            page.press_at(x + 0.58 * wide, y + 0.93 * high)
        want, at = points[n, p], page.ask('[lcm.vars.n, lcm.vars.p]')
        said = page.ask(WHY % f'n = {n}, p = {p} ')
        first, second = sorted(names, key=want['time'].get)
        if at != [n, p]:
            yield f'rivals: {at} is chosen, not {n, p}'
        if p == 2 and 'are equally fast' not in said:
            yield f'rivals: at {n, p} it says {said!r}'
        times = want['time'][second] / want['time'][first]
        told = re.search(rf'{first} takes .*, {second} ([\d.]+) times', said)
        if p > 2 and (not told or abs(float(told[1]) - times) > 0.01 * times):
            yield f'rivals: at {n, p} it says {said!r}, not {times}'
        if p > 2 and (want['why']['category'] != 'li'
                      or 'more on load imbalance' not in said):
            yield f'rivals: at {n, p} it says {said!r}, not {want["why"]}'
    charts = page.ask('document.querySelectorAll("#variants-view .small").length')
    lines = page.ask('document.querySelectorAll(".small .crossing").length')
    if charts != len(names) or lines != len(names):
        yield f'rivals: {charts} charts, {lines} lines of crossovers'


def check_beside(page):
    """Yield where parts and picture are not side by side in a wide window, or
    not below each other in others."""
    place = ('(e => {const b = e.getBoundingClientRect(); return [b.left, '
             'b.top, b.right, b.bottom]})(document.getElementById("%s"))')
    for width, beside in ((1400, True), (1920, True), (1280, False)):
        page.width(width)
        parts, picture = (page.ask(place % i) for i in ('icicle', 'canvas'))
        if (picture[0] >= parts[2]) != beside or \
                not beside and picture[1] < parts[3]:
            yield f'beside: at {width} parts {parts}, picture {picture}'
        if page.ask('document.documentElement.scrollWidth') > width:
            yield f'beside: wider than {width}'
    page.width(1280)


def check_explored(lcm, root, place, page):
    """Yield what is wrong with exploring a page."""
    path = os.path.join(place, 'explored.html')
    write(lcm, root, EXPLORED, path)
    page.open(path)
    yield from check_numbers(lcm, root, page)
    yield from check_slider(page)
    yield from check_linked(page)
    yield from check_enlarged(page)
    yield from check_digits(page)
    yield from check_alike(lcm, root, page)
    yield from check_beside(page)
    yield from (f'explore: console: {said}' for said in page.problems)


def check_in(name, page, path, folder):
    """Yield what is wrong with the page `name` at `path`."""
    page.problems.clear()
    page.requests.clear()
    seconds = page.open(path)
    print(f'{name}: {os.path.getsize(path)} bytes, drawn in {seconds:.2f} s')
    if page.ask(FRAMES) > 1:
        yield from check_folding(name, page)
        yield from check_keys(name, page)
    elif name not in FLAT:
        yield f'{name}: there is nothing to fold'
    if name not in WITHOUT:
        yield from check_answers(name, page)
    if name == 'large':
        yield from check_folded(name, page)
    yield from check_names(name, page)
    page.ask('location.hash = ""')
    yield from check_looks(name, page, folder)
    yield from (f'{name}: console: {said}' for said in page.problems)
    yield from (f'{name}: asks for {address}' for address in page.requests
                if not address.startswith(('file:', 'data:')))


def check_node(lcm, root):
    """Yield where the scripts of a page, in node, do not say what lcm predict
    does."""
    place = os.path.join(root, 'render/report/page')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'page.html')
        write(lcm, root, EXPLORED, path)
        done = subprocess.run(
            ['node', os.path.join(root, 'tests/report/numbers.js'), path, place],
            input=json.dumps([{'p': p, 'n': n} for p, n in SLID]), text=True,
            capture_output=True, check=True, timeout=60)
    for (p, n), told in zip(SLID, json.loads(done.stdout), strict=True):
        arguments = [EXPLORED[0], '-D', f'p={p}', '-D', f'n={n}']
        said = said_by(lcm, root + '/samples', 'predict', arguments)['points'][0]
        yield from check_told('node', (p, n), said, told)


def check_browser(lcm, root, folder):
    """Yield what is wrong with the pages in a browser."""
    with tempfile.TemporaryDirectory() as place, browser.Browser() as page:
        yield from check_explored(lcm, root, place, page)
        yield from check_made(lcm, root, place, page)
        yield from check_both(lcm, place, page)
        yield from check_rivals(lcm, root, place, page)
        for name, arguments in BROWSED.items():
            path = os.path.join(place, name + '.html')
            write(lcm, root, arguments, path)
            yield from check_in(name, page, path, folder)


def main():
    lcm, root, what = sys.argv[1:4]
    if what == 'page':
        wrong = list(check_pages(lcm, root))
    elif what == 'numbers' and not shutil.which('node'):
        print('there is no node')
        sys.exit(SKIPPED)
    elif what == 'numbers':
        wrong = list(check_node(lcm, root))
    elif not browser.find():
        print('there is no Chromium')
        sys.exit(SKIPPED)
    else:
        wrong = list(check_browser(lcm, root, (sys.argv + [None])[4]))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
