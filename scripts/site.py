#!/usr/bin/env python3
"""Copies the documents, and what they link to, into a folder as mkdocs wants
it: links to folders lead to a list of what is in them, pictures stand behind
the commands that draw them.

usage: site.py FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r'(?<!!)\]\(([^)\s#]+)((?:#[^)\s]*)?)\)')
DRAW = re.compile(r'^lcm graph .* -o (\S+)\n```$', re.M)
PICTURES = 'pictures'
SHOWN = ''.join(f'![{text}](../../{PICTURES}/{name}.png)\n\n'
                for name, text in (('report', 'the page'),
                                   ('report-dark', 'the page on a dark screen')))


def documents():
    """Return the documents of the repository."""
    return subprocess.run(['git', 'ls-files', '--cached', '--others',
                           '--exclude-standard', '*.md'], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.split()


def list_folder(folder, to):
    """Write what is in `folder` as the document `to`."""
    names = sorted(p.name for p in (ROOT / folder).iterdir() if p.is_file())
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(f'# {folder}\n\n' + ''.join(
        f'- [{name}]({name})\n' for name in names))
    for name in names:
        shutil.copy(ROOT / folder / name, to.parent / name)


def follow(name, target, out):
    """Copy what the document `name` links to; return the link in the site."""
    if re.match(r'\w+:', target):
        return target
    path = (ROOT / name).parent / target
    where = path.resolve().relative_to(ROOT)
    if path.is_dir():
        index = out / where / 'README.md'
        if not (ROOT / where / 'README.md').exists() and not index.exists():
            list_folder(where, index)
        return target.rstrip('/') + '/README.md'
    if path.suffix != '.md':
        (out / where).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, out / where)
    return target


def main():
    """Fill the folder."""
    out = pathlib.Path(sys.argv[1]).resolve()
    for name in documents():
        text = (ROOT / name).read_text()
        text = LINK.sub(lambda m, n=name:
                        f']({follow(n, m.group(1), out)}{m.group(2)})', text)
        if name == 'docs/guide/gallery.md':
            text = DRAW.sub(lambda m: m.group() +
                            f'\n\n![the picture](../../{PICTURES}/{m.group(1)})',
                            text)
        if name == 'docs/guide/report.md':
            first = text.index('\n## ')
            text = text[:first] + '\n' + SHOWN + text[first:]
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)


if __name__ == '__main__':
    main()
