#!/usr/bin/env python3
"""The language server in Neovim: what a user sees, and how long edits take.

Neovim without a screen opens a program whose comments state what its parts
cost, so that what is shown follows by hand; asks for all that the server
offers; and edits.  With files, each is opened and edited instead, and a table
is printed: what is shown of it, seconds from the start of the server to the
diagnostics and lenses, and from an edit (a line that comes and goes) to those
of the text as it is then.  The exit status is 1 where something is not shown
that every file has.

usage: lsp_nvim.py LCM NVIM [--edits N] [--line LINE] [--text TEXT]
                   [FILE... [-- FLAG...]]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

LUA = pathlib.Path(__file__).with_suffix('.lua')
TEXT = '''// lcm: param n = 8
extern int n;
extern double a[100];
void part(int);

int main(void) {
  double sum = 0;
  // lcm: model time = 2 ms
  part(0);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1 ms
    part(i);
  }
  for (int i = 0; i < 100; i++)
    sum += a[i];
  return sum > 0;
}
'''


def session(nvim, folder, **how):
    """Return what a session of Neovim found."""
    out = os.path.join(folder, 'out.json')
    how = {key: value for key, value in how.items() if value is not None}
    subprocess.run([nvim, '--headless', '-n', '-u', 'NONE', '-i', 'NONE', '-c',
                    f'luafile {LUA}'], check=True, timeout=1200,
                   stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                   env={**os.environ, 'HOME': folder, 'XDG_CACHE_HOME': folder,
                        'LSP_NVIM': json.dumps({**how, 'out': out})})
    found = json.loads(pathlib.Path(out).read_text(encoding='utf-8'))
    if 'error' in found:
        sys.exit(f'the session failed: {found["error"]}')
    return found


def check(what, got, wanted):
    """End with a message where `got` is not `wanted`."""
    if got != wanted:
        sys.exit(f'{what}: {got}\nwanted: {wanted}')


def test(lcm, nvim, folder):
    """Check what is shown of a program of 2 ms + 8 rounds of 1 ms."""
    path = os.path.join(folder, 'program.c')
    pathlib.Path(path).write_text(TEXT, encoding='utf-8')
    found = session(nvim, folder, lcm=lcm, file=path, edits=6, line=8,
                    text='// lcm: parm n',
                    settings={'defines': ['p=4'], 'machine': 'none'})
    titles = [(lens['range']['start']['line'],
               lens['command']['title'].split(' of ')[0]) for lens in found['lenses']]
    check('lenses at p = 4: 2 ms + 8/4 ms', [(at, title[:14]) for at, title in titles],
          [(0, 'p = 4: 4 ms, s'), (9, '2 ms, 50 %')])
    check('what is wrong', [d for d in found['diagnostics'] if d['severity'] < 3], [])
    check('hint of the loop', [h['label'] for h in found['hints']
                               if h['position']['line'] == 10], ['2 ms, 50 %'])
    if '2 ms, 50 % of the time' not in found['hover']['contents']['value']:
        sys.exit(f'hover: {found["hover"]}')
    texts = [edit['newText'] for action in found['actions']
             for edit in action['edit']['changes']['file://' + path]
             if action['kind'] == 'refactor.rewrite']
    check('the sum can run in parallel', texts,
          ['#pragma omp parallel for reduction(+: sum)\n'])
    if not {'param', 'model', 'expect'} <= {word['label'] for word in found['words']}:
        sys.exit(f'completion: {found["words"]}')
    check('renamed', [(edit['range']['start'], edit['newText']) for edit in
                      found['renamed']['changes']['file://' + path]],
          [({'line': 0, 'character': 14}, 'other')])
    if not found['meaning']['contents']['value'].startswith('**param**'):
        sys.exit(f'meaning: {found["meaning"]}')
    check('at p = 2: 2 ms + 8/2 ms', found['two'][0]['command']['title'][:11],
          'p = 2: 6 ms')
    check('edits', len(found['took']), 6)


def not_seen(found):
    """Return what every file has and a session did not show."""
    uris = list((found.get('renamed') or {}).get('changes', {}).values())
    words = {word['label'] for word in found['words']}
    seen = {'lenses': found['lenses'], 'hover': found.get('hover'),
            'completion': {'param', 'model', 'expect'} <= words,
            'renaming': [len(edits) for edits in uris] == [1],
            'hover of a word': found.get('meaning'),
            # `param`, `NAME`, `=` and `8`, besides what the file has
            'colours': found['coloured'] == found['tokens'] + 4,
            'other processors': found['two']}
    return [what for what, shown in seen.items() if not shown]


def show(file, found):
    """Print what is shown of a file and how long that takes."""
    hints = sum(one['severity'] == 4 for one in found['advised'])
    print(f'{os.path.basename(file):20} {found["lines"]:6} lines, '
          f'{len(found["lenses"])} lenses, {len(found["hints"])} hints, '
          f'{len(found["diagnostics"])} diagnostics, {hints} advices, '
          f'{len(found["actions"])} actions, {found["tokens"]:.0f} tokens; '
          f'opened {found["opened"]:.2f} s, edits: median '
          f'{statistics.median(found["took"]):.3f} s, '
          f'worst {max(found["took"]):.3f} s', flush=True)
    missing = not_seen(found)
    if missing:
        print(f'{os.path.basename(file)}: not shown: {", ".join(missing)}')
    return not missing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('lcm')
    parser.add_argument('nvim')
    parser.add_argument('--edits', type=int, default=20)
    parser.add_argument('--line', type=int)
    parser.add_argument('--text', default='/* */')
    parser.add_argument('files', nargs='*')
    split = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    args = parser.parse_intermixed_args(sys.argv[1:split])
    settings = {'defines': ['p=16'], 'flags': sys.argv[split + 1:]}
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        folder = str(pathlib.Path(folder).resolve())
        if not args.files:
            test(os.path.abspath(args.lcm), args.nvim, folder)
            print('Neovim shows what it should')
        for file in args.files:
            found = session(args.nvim, folder, lcm=os.path.abspath(args.lcm),
                            file=os.path.abspath(file), edits=args.edits,
                            line=args.line, text=args.text,
                            settings=settings, advice=5)
            fine = show(file, found) and fine
    sys.exit(0 if fine else 1)



if __name__ == '__main__':
    main()
