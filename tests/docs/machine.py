#!/usr/bin/env python3
"""Checks that docs/reference/machine.md has a row for each member and each cost
that the schema knows and for each cost of the default, and none that it does
not know.

usage: machine.py ROOT
"""
import json
import pathlib
import re
import sys


def members(schema, prefix=''):
    """Yield the names of the members of `schema`: `levels[].name`."""
    for name, value in schema.get('properties', {}).items():
        path = prefix + name
        yield path
        inner = value.get('items', value)
        if path not in ('costs', 'resources'):
            yield from members(inner, path + ('[].' if 'items' in value
                                              else '.'))


def rows(table):
    """Return the names in the first column of the Markdown table `table`; of
    `a.b`, `.c` the second is a.c."""
    found = []
    for line in table.splitlines():
        for name in re.findall(r'`([^`]+)`', line.split('|')[1]):
            if name.startswith('.'):
                name = found[-1].rsplit('.', 1)[0] + name
            found.append(name)
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / 'docs/reference/machine.md').read_text()
    schema = json.loads(
        (root / 'data/schemas/lcm-machine.schema.json').read_text())
    default = json.loads((root / 'data/machines/default.json').read_text())
    tables = re.findall(r'(?:^\|.*\n)+', text, re.M)
    first, second = map(rows, tables)
    known = set(members(schema)) - {'levels[].bandwidth'}
    costs = set(schema['properties']['costs']['properties'])
    wrong = [f'no row for {name}' for name in known - set(first)]
    wrong += [f'{name} is not known' for name in set(first) - known]
    wrong += [f'no row for the cost {name}' for name
              in (costs | set(default['costs'])) - set(second)]
    wrong += [f'the cost {name} is not known' for name
              in set(second) - costs - {'MPI_...'}]
    for name, value in default['costs'].items():
        row = re.search(rf'^\| [^|]*`{name}`.*\| ([^|]*) \|$', tables[1], re.M)
        if not row or float(re.split('[ ,]', row.group(1))[0]) != value:
            wrong.append(f'{name}: the default is {value}')
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
