#!/usr/bin/env python3
"""Names from files of strangers stay names, wherever they are shown: on a
terminal, in HTML, SVG, JSON, SARIF and CSV.

File names, models, comments, conditions, measurements and machines have what
controls a terminal (ESC and its sequences, also as one character of UTF-8, BEL,
backspaces, what turns the direction of text), what is markup, and bytes that
are no UTF-8.  What is written must have none of it: it is read as strictly as
there are readers for.

usage: escape.py LCM
"""
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

EVIL = ('\x1b]0;owned\x07', '\x1b[2J\x1b[31m', '\u009b31m', '\u202e', '\x08\x7f',
        '"><script>alert(1)</script>', "'--><svg onload=x>", ']]>&amp;&#1;<!--',
        '</script><b>', '\ufffe', '\r\nx.c:1:1: error: made up [io]')
BYTES = b'\xff\xed\xa0\x80\xc0\xaf'
OWN = re.compile(rb'\x1b\[(?:0|1|2|31|33|36|1;36|1;31)m')
SOURCE = '''/* %s */
int a[100];
void work(int);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    // lcm: model time = 1 us
    work(a[i]); /* %s */
  }
#pragma omp parallel
  {
    const char *text = "%s";
    if (text[0] == '%s')
      work(1);
#pragma omp critical(x)
    a[0] += 1;
  }
  return a[1];
}
'''
FOUND = []


def name_of(text):
    """Return `text` as the name of a file."""
    return os.fsencode(text.replace('/', '|')) + BYTES


def controls(data):
    """Return what in `data` a terminal would take for a command."""
    data = OWN.sub(b'', data)
    found = re.findall(rb'[\x00-\x08\x0b-\x1f\x7f][^\n]{0,20}', data)
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        return found + [str(wrong)]
    return found + re.findall('[\u0080-\u009f\u202a-\u202e\u2066-\u2069]', text)


def complain(what, data):
    """Note that `what` is wrong with `data`."""
    FOUND.append(f'{what}: {data!r}')


class Page(html.parser.HTMLParser):
    """Counts elements and attributes that are not ours."""

    def __init__(self, text):
        super().__init__()
        self.wrong, self.scripts = [], 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == 'script'
        for name, value in attrs:
            if name.startswith('on') or 'alert(1)' in name or \
                    (value or '').startswith('javascript:'):
                self.wrong.append((tag, name))


def check(what, data):
    """Look at the output `data` of the format that the name `what` ends in."""
    kind = what.rsplit('.', 1)[-1]
    bad = controls(data)
    if bad:
        complain(what, bad[:3])
        return
    text = data.decode()
    if kind in ('json', 'sarif', 'geojson'):
        json.loads(text)
    elif kind == 'svg':
        root = xml.etree.ElementTree.fromstring(text)
        for node in root.iter():
            tag = node.tag.rsplit('}', 1)[-1]
            if tag == 'script' or any(key.startswith('on') for key in node.keys()):
                complain(what, tag)
    elif kind == 'html':
        page = Page(text)
        if page.wrong or page.scripts > 1:
            complain(what, (page.wrong, page.scripts))


def run(lcm, folder, args, kind):
    """Run `lcm` with `args` and look at what it prints, and writes as `kind`."""
    out = os.path.join(folder, b'out.' + kind.encode()) if kind else None
    more = ['-o', out] if kind else []
    done = subprocess.run([lcm, *args, *more], cwd=folder, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    what = ' '.join(os.fsdecode(arg) for arg in args[:1])
    if done.returncode not in (0, 1, 2):
        complain(what, done.returncode)
    check(f'{what} stdout.txt', done.stdout)
    check(f'{what} stderr.txt', done.stderr)
    if kind and kind != 'csv' and not os.path.exists(out):
        complain(what, f'no {kind}: {done.stderr[-300:]}')
    if kind and os.path.exists(out):
        with open(out, 'rb') as file:
            check(f'{what} out.{kind}', file.read())
        os.remove(out)


def commands(source, broken):
    """Yield (arguments, ending of the output) for commands on the files."""
    for kind in ('', 'json', 'csv'):
        as_kind = ['--format', kind] if kind else []
        yield ['predict', source, '-D', 'p=2', *as_kind], kind
    yield ['analyze', source], ''
    yield ['analyze', source, '--constructs', '--format', 'json'], 'json'
    yield ['analyze', source, '--why-serial'], ''
    yield ['advise', source, '-D', 'p=4'], ''
    yield ['advise', source, '-D', 'p=4', '--format', 'sarif'], 'sarif'
    yield ['check', source], ''
    yield ['graph', source], 'svg'
    yield ['graph', source], 'dot'
    yield ['report', source, '-D', 'p=1:4'], 'html'
    yield ['predict', broken, source, '--progress'], ''
    yield ['predict', source, '--edit', 'unlock \x1b[2J:3'], ''
    yield ['predict', source, '--machine', name_of(EVIL[0])], ''


def write(path, data):
    """Write the bytes `data` to the file `path`."""
    with open(path, 'wb') as file:
        file.write(data)


def test_files(lcm, folder, evil):
    """Source in files called `evil`, which has it in its text too."""
    line = evil.replace('\n', ' ').replace('\r', ' ')
    text = SOURCE % (evil, evil, line.replace('"', "'"),
                     line[0] if line[0] < '\x7f' and line[0] not in '\'\\' else 'x')
    source = name_of(evil) + b'.c'
    broken = name_of(evil) + b'x.c'
    write(os.path.join(folder, source), os.fsencode(text) + b'/*' + BYTES + b'*/')
    write(os.path.join(folder, broken),
          b'int f(void) { return ' + os.fsencode(evil) + BYTES +
          b'; }\nint main(void) {\n// lcm: model time = nobody' +
          os.fsencode(line) + BYTES + b'\n;}\n')
    for args, kind in commands(source, broken):
        run(lcm, folder, args, kind)


def test_data(lcm, folder):
    """Measurements, machines and structures with such names."""
    evil = ''.join(EVIL)
    record = {'schema': 'lcm-measurement/1', 'params': {'p': 1, evil: 2},
              'fragment': f'{evil}:main/team#1', 'categories': {'pc': 1},
              'elapsed': 1, 'processors': 1, 'repetition': 0, 'program': evil,
              'flags': evil, 'machine': evil}
    for name, params in ((b'runs.jsonl', {}), (b'odd.jsonl', {evil: 2})):
        write(os.path.join(folder, name), '\n'.join(
            json.dumps({**record, 'elapsed': k, 'params': {'p': k, **params},
                        'categories': {'pc': k}})
            for k in (1, 2, 4, 8, 16)).encode())
    write(os.path.join(folder, b'machine.json'), json.dumps(
        {'schema': 'lcm-machine/1', 'name': evil, evil: 1,
         'processors': evil}).encode())
    write(os.path.join(folder, b'odd.lcs'),
          ('lcs 1\nfunction "%s" {\n' % evil.replace('\n', ' ')).encode())
    write(os.path.join(folder, b'plain.c'),
          b'int a[9];\nint main(void) { a[0]++; return 0; }\n')
    for args, kind in (
            (['fit', 'runs.jsonl'], ''), (['fit', 'odd.jsonl'], ''),
            (['fit', 'odd.jsonl', '-g', 'odd'], ''), (['fit', 'runs.jsonl', '--debug'], ''),
            (['fit', 'runs.jsonl', '--format', 'json'], 'json'),
            (['validate', 'plain.c', 'odd.jsonl'], ''),
            (['scale', '--measured', 'runs.jsonl'], ''),
            (['predict', 'plain.c', '--machine', 'machine.json'], ''),
            (['predict', 'odd.lcs'], ''), (['cat', 'odd.lcs'], '')):
        run(lcm, folder, args, kind)


def main():
    """Run all tests."""
    lcm = os.path.abspath(sys.argv[1])
    names = [''.join(EVIL)] if len(sys.argv) < 3 else EVIL
    with tempfile.TemporaryDirectory() as folder:
        for evil in names:
            test_files(lcm, os.fsencode(folder), evil)
        test_data(lcm, os.fsencode(folder))
    print('\n'.join(FOUND) or 'ok')
    sys.exit(bool(FOUND))


if __name__ == '__main__':
    main()
