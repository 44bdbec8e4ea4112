#!/usr/bin/env python3
"""Draws the modules of the table in docs/dev/architecture.md, an arrow from
each to those that it uses itself; what it uses through another one is left
out.

usage: draw_modules.py           put the picture into the document
       draw_modules.py --check   say whether the picture there is the table's
       draw_modules.py --dot     print it for Graphviz
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests/layering'))
import modules

PLACE = re.compile(r'(<!-- drawn by scripts/draw_modules.py -->\n).*?'
                   r'(<!-- end of the drawing -->)', re.S)


def arrows(table):
    """Yield (module, module that it uses), without what others bring."""
    for name, direct in table.direct.items():
        for used in direct:
            if not any(used in table.uses[other] for other in direct
                       if other != used):
                yield name, used


def folders(table):
    """Return {top folder: its modules}, in the order of the table."""
    found = {}
    for name in table.direct:
        found.setdefault(name.split('/')[0], []).append(name)
    return found


def mermaid(table):
    """Return the picture as text for Mermaid."""
    key = {name: name.replace('/', '_') for name in table.direct}
    lines = ['```mermaid', 'flowchart BT']
    for folder, names in folders(table).items():
        if len(names) > 1:
            lines.append(f'  subgraph {folder}_')
        for name in names:
            short = name.split('/', 1)[-1]
            lines.append(f'  {key[name]}["{short}"]')
        if len(names) > 1:
            lines.append('  end')
    lines += [f'  {key[a]} --> {key[b]}' for a, b in arrows(table)]
    return '\n'.join(lines + ['```']) + '\n'


def dot(table):
    """Return the picture as text for Graphviz."""
    lines = ['digraph modules {', '  rankdir=BT; node [shape=box];']
    for folder, names in folders(table).items():
        lines.append(f'  subgraph "cluster_{folder}" {{ label="{folder}/";')
        lines += [f'    "{name}" [label="{name.split("/", 1)[-1]}"];'
                  for name in names]
        lines.append('  }')
    lines += [f'  "{a}" -> "{b}";' for a, b in arrows(table)]
    return '\n'.join(lines + ['}']) + '\n'


def main():
    document = ROOT / modules.DOCUMENT
    table = modules.read(ROOT)
    if '--dot' in sys.argv:
        print(dot(table), end='')
        return
    text = document.read_text()
    drawn = PLACE.sub(lambda match: match.group(1) + mermaid(table)
                      + match.group(2), text)
    if '--check' in sys.argv:
        if drawn != text:
            sys.exit(f'{modules.DOCUMENT}: run scripts/draw_modules.py')
        print('ok')
    else:
        document.write_text(drawn)


if __name__ == '__main__':
    main()
