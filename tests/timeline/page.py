#!/usr/bin/env python3
"""Checks pages of lcm trace with timesteps: what the tables say is what
--format csv says, and in a browser, where there is one, that both themes can be
read, and tables be reached and scrolled by keys.

usage: page.py LCM ROOT file|browser
"""
import csv
import html
import io
import pathlib
import re
import subprocess
import sys
import tempfile

LCM, ROOT, WHAT = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
sys.path.insert(0, str(ROOT / 'tests/report'))
TRACE = str(ROOT / 'docs/guide/trace/pair.trace')


def lcm(*arguments):
    """Return what lcm trace writes."""
    return subprocess.run([LCM, 'trace', TRACE, *arguments], check=True,
                          capture_output=True, text=True).stdout


def page(folder, *arguments):
    """Return the path of a page, and its text."""
    path = pathlib.Path(folder) / 'x.html'
    lcm('--timeline', str(path), *arguments)
    return path, path.read_text()


def tables(text):
    """Return the tables of a page: a list of rows, of values of cells."""
    found = []
    for table in re.findall(r'<table>.*?</table>', text, re.S):
        rows = re.findall(r'<tr>(.*?)</tr>', table, re.S)
        found.append([[html.unescape(re.sub('<.*?>', '', head)) for head in
                       re.findall(r'<th.*?>.*?</th>', row)]
                      + [float(value) for value in
                         re.findall(r'data-v="(.*?)"', row)]
                      for row in rows])
    return found


def near(got, want):
    """Return whether numbers of six digits are the same."""
    return abs(got - want) <= 1e-5 * abs(want)


def expect(holds, message):
    """End the test where something does not hold."""
    if not holds:
        sys.exit(message)


def check_numbers(folder, n):
    """Tables of `n` steps have the numbers of --format csv."""
    rows = list(csv.DictReader(io.StringIO(lcm('--steps', str(n), '--format',
                                               'csv'))))
    actors = len(re.findall(r'"name": "', lcm('--format', 'json').split(
        '"actors"')[1].split(']')[0]))
    whole, parts = tables(page(folder, '--steps', str(n))[1])
    expect(whole[0] == ['from', 'busy %', 'parallelism', 'waiting', 'created',
                        'processed'], f'head: {whole[0]}')
    alone = [row for row in rows if not row['what']]
    expect(len(whole) == n + 1 == len(alone) + 1, f'{len(whole)} rows')
    for got, row in zip(whole[1:], alone):
        want = [float(row['working']) / actors,
                float(row['working']) + float(row['waiting'])] + [
                    float(row[name]) for name in ('waiting', 'created',
                                                  'processed')]
        expect(all(map(near, got[1:], want)), f'{got}: not {want}')
    columns = {'busy %': 'working'}
    for got in parts[1:]:
        name, what = got[0].rsplit(', ', 1)
        scale = actors if what == 'busy %' else 1
        want = [float(row[columns.get(what, what)]) / scale for row in rows
                if row['what'] == name]
        expect(len(want) == n and all(map(near, got[1:], want)),
               f'{got}: not {want}')
    return len(parts)


def check_file():
    """Compare files."""
    with tempfile.TemporaryDirectory() as folder:
        expect('<table' not in page(folder)[1], 'steps that nobody asked for')
        rows = sum(check_numbers(folder, n) for n in (1, 4, 37))
        expect(rows > 6, f'{rows} rows by entry')
        many = page(folder, '--steps', '500')[1]
        expect(many.count('<table') == 1 and '500 steps are more' in many,
               'columns of 500 steps')


LUMINANCE = '''
const part = c => (c /= 255) <= 0.04045 ? c / 12.92
  : ((c + 0.055) / 1.055) ** 2.4;
const light = text => { const [r, g, b] = text.match(/\\d+/g).map(Number);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) };
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
'''


def check_theme(browser, theme):
    """What stands in cells can be read; return the colour of the page."""
    browser.media(theme)
    worst = browser.ask('(() => {' + LUMINANCE + '''
      return Math.min(...[...document.querySelectorAll('td, thead th')].map(
        e => contrast(light(getComputedStyle(e).color),
                      light(getComputedStyle(e).backgroundColor)))) })()''')
    expect(worst >= 4.5, f'{theme}: contrast {worst}')
    shades = browser.ask('new Set([...document.querySelectorAll(".key i")].map('
                         'e => getComputedStyle(e).backgroundColor)).size')
    expect(shades == 6, f'{theme}: {shades} shades')
    return browser.ask('getComputedStyle(document.body).backgroundColor')


def check_keys(browser):
    """Tables are reached by the tabulator and scrolled by arrows."""
    names = []
    for _ in range(4):
        browser.call('Input.dispatchKeyEvent', type='keyDown', key='Tab',
                     code='Tab', windowsVirtualKeyCode=9)
        names.append(browser.ask(
            'document.activeElement.getAttribute("aria-label")'))
        if names[-1] == 'timesteps of the run':
            break
    expect(names[-1] == 'timesteps of the run', f'tabulator: {names}')
    moved = 0
    for _ in range(20):
        for kind in ('keyDown', 'keyUp'):
            browser.call('Input.dispatchKeyEvent', type=kind, key='ArrowDown',
                         code='ArrowDown', windowsVirtualKeyCode=40)
        moved = browser.ask(
            'new Promise(done => { const start = Date.now(); const look = () => '
            'document.activeElement.scrollTop > 0 || Date.now() - start > 2000 '
            '? done(document.activeElement.scrollTop) : setTimeout(look, 20); '
            'look() })')
        if moved:
            break
    expect(moved > 0, 'the table does not scroll')


def check_browser():
    """Look at a page in both themes, and use it by keys."""
    import browser as chromium
    if not chromium.find():
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder, \
            chromium.Browser() as browser:
        path, _ = page(folder, '--steps', '100')
        browser.open(path)
        papers = {check_theme(browser, theme) for theme in ('light', 'dark')}
        expect(len(papers) == 2, f'themes: {papers}')
        check_keys(browser)
        expect(not browser.problems and len(set(browser.requests)) == 1,
               f'{browser.problems} {browser.requests}')


{'file': check_file, 'browser': check_browser}[WHAT]()
