#!/usr/bin/env python3
"""Makes the pictures of the site: those of the gallery, by the commands in it,
and of the page of `lcm report`, in Chromium, light and dark.

With README as the folder only the picture that README.md shows is made, the
one that is kept in the repository.

usage: screenshots.py LCM FOLDER | screenshots.py LCM README
"""
import base64
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests/report'))
import browser

GALLERY = ROOT / 'docs/guide/gallery.md'
DRAW = re.compile(r'^lcm graph .* -o (\S+)$', re.M)
# The page that is shown, and how: name, theme, width, height.
PAGE = ['report', '-q', 'samples/fft2d/fft2d_tp.c', 'samples/fft2d/fft.c', '-D',
        'p=1:32:*2', '-D', 'n=64,256', '--title', 'fft2d']
VIEWS = (('report', 'light', 1280, 900), ('report-dark', 'dark', 1280, 900),
         ('report-phone', 'light', 390, 800))
KEPT = (('report', 'light', 1280, 660),)


def call(lcm, arguments):
    """Run `lcm` in the repository without a machine."""
    subprocess.run([lcm, *arguments], cwd=ROOT, check=True, timeout=120,
                   env={**os.environ, 'LCM_MACHINE': 'none'})


def draw(lcm, folder):
    """Draw the pictures of the gallery into `folder`."""
    for command in DRAW.finditer(GALLERY.read_text()):
        words = shlex.split(command.group())[1:-1]
        call(lcm, [*words, str(folder / command.group(1))])


def shoot(lcm, views, how):
    """Yield the name and the bytes of each of `views` of a page, pictures of
    the kind that `how` says."""
    with tempfile.TemporaryDirectory() as place, browser.Browser() as page:
        path = os.path.join(place, 'page.html')
        call(lcm, [*PAGE, '-o', path])
        for name, theme, width, height in views:
            page.media(theme)
            page.width(width, height)
            page.open(path)
            page.ask('document.documentElement.style.overflow = "hidden"')
            data = page.call('Page.captureScreenshot', **how)['data']
            yield name, base64.b64decode(data)


def main():
    """Make all pictures."""
    lcm, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if sys.argv[2] == 'README':
        for _, data in shoot(lcm, KEPT, {'format': 'webp', 'quality': 60}):
            (ROOT / 'docs/report.webp').write_bytes(data)
        return
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    draw(lcm, folder)
    if browser.find():
        for name, data in shoot(lcm, VIEWS, {'format': 'png'}):
            (folder / f'{name}.png').write_bytes(data)
    else:
        print('there is no Chromium: the page is not shown', file=sys.stderr)


if __name__ == '__main__':
    main()
