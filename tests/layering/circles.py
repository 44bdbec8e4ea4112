#!/usr/bin/env python3
"""Checks who calls whom between the .c files, from the symbols of their
objects.

- files call each other in a circle only where functions recurse, such as a
  walk over a tree: the groups that tests/layering/groups.txt lists, each with
  a word why, all of one module;
- each listed group is there, and each of its files has a function of the
  recursion: a list that is too long is mended like one that is too short;
- all groups together have at most MOST files;
- what no other file uses is static (a function that only tests use is listed
  in tests/layering/tested.txt).

usage: circles.py ROOT BUILD [OBJDUMP]
"""
import pathlib
import re
import subprocess
import sys

import modules

MOST = 60
SYMBOL = re.compile(r'^[0-9a-f]+ (.{7}) (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?'
                    r'(\S+)$')
TABLE = re.compile(r'^RELOCATION RECORDS FOR \[(\S+)\]:$')
RELOCATION = re.compile(r'^[0-9a-f]+ \S+\s+(\S+?)(?:[-+]0x[0-9a-f]+)?$')
PUBLIC = re.compile(r'liblcm_|pam_|md_|lcm_profile_|main$')
# These are programs of their own, or replace functions of others.
APART = re.compile(r'profiler/|measure/calibrate/|cmd/lcm_render|render/graphviz/')


class Object:
    """An object file.

    defines   {function or variable: whether it is global}
    sections  {section: function or variable}
    uses      [(function that uses, symbol or section that it uses)]
    """

    def __init__(self, listing):
        self.defines, self.sections, self.uses = {}, {}, []
        inside = None
        for line in listing.splitlines():
            table = TABLE.match(line)
            if table:
                inside = self.sections.get(table.group(1))
                continue
            symbol = SYMBOL.match(line)
            if symbol and inside is None:
                self.note(*symbol.groups())
            use = RELOCATION.match(line)
            if use and inside:
                self.uses.append((inside, use.group(1)))

    def note(self, flags, section, name):
        """Note the symbol `name`."""
        if section not in ('*UND*', '*ABS*', '*COM*') and flags[6] in 'FO':
            self.defines[name] = flags[0] != 'l'
            self.sections[section] = name


def sources(root, build):
    """Return {source: object file} of our libraries and of lcm."""
    found = {}
    for path in sorted(build.glob('CMakeFiles/*.dir/**/*.o')):
        source = path.as_posix().split('.dir/', 1)[1][:-2]
        if (root / source).exists() and not APART.match(source):
            found.setdefault(source, path)
    return found


def read(objects, objdump):
    """Return {source: Object}."""
    read_ones = {}
    for source, path in objects.items():
        run = subprocess.run([objdump, '-tr', path], check=True, text=True,
                             capture_output=True)
        read_ones[source] = Object(run.stdout)
    return read_ones


def calls(objects):
    """Return {(file, function): set of those it uses}."""
    owner = {name: source for source, one in objects.items()
             for name, is_global in one.defines.items() if is_global}
    graph = {(source, name): set() for source, one in objects.items()
             for name in one.defines}
    for source, one in objects.items():
        for user, used in one.uses:
            name = one.sections.get(used, used)
            where = source if name in one.defines else owner.get(name)
            if where and (source, user) != (where, name):
                graph[source, user].add((where, name))
    return graph


def circles(graph):
    """Return the sets of nodes of `graph` that reach each other, without
    those of one node (Tarjan 1972, without recursion)."""
    index, low, stack, on, found = {}, {}, [], set(), []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            child = next(rest, None)
            if child is None:
                close(work, node, index, low, stack, on, found)
            elif child not in index:
                index[child] = low[child] = len(index)
                stack.append(child)
                on.add(child)
                work.append((child, iter(sorted(graph[child]))))
            elif child in on:
                low[node] = min(low[node], index[child])
    return found


def close(work, node, index, low, stack, on, found):
    """End the visit of `node`, the last of `work`."""
    work.pop()
    if work:
        above = work[-1][0]
        low[above] = min(low[above], low[node])
    if low[node] == index[node]:
        group = set()
        while node not in group:
            group.add(stack.pop())
        on -= group
        if len(group) > 1:
            found.append(group)


def files_of(graph):
    """Return {file: set of files that it uses}."""
    files = {}
    for (source, _), used in graph.items():
        files.setdefault(source, set()).update(
            other for other, _ in used if other != source)
    return files


def listed(root):
    """Return the groups of groups.txt: sets of files."""
    text = (root / 'tests/layering/groups.txt').read_text()
    groups = []
    for line in text.splitlines():
        if line and not line.startswith('#'):
            files, _, why = line.partition(':')
            groups.append((frozenset(files.split()), why.strip()))
    return groups


def check_groups(root, graph):
    """Yield what is wrong with the circles of files."""
    table = modules.read(root)
    known = dict(listed(root))
    found = [frozenset(group) for group in circles(files_of(graph))]
    recursive = set()
    for group in circles(graph):
        if len({source for source, _ in group}) > 1:
            recursive |= {source for source, _ in group}
    for group in found:
        if len({table.of(source) for source in group}) > 1:
            yield 'a circle across modules: ' + ' '.join(sorted(group))
        if group not in known:
            yield 'a circle that is not listed: ' + ' '.join(sorted(group))
        for source in sorted(group - recursive):
            yield f'{source}: in a circle, but nothing in it recurses'
    for group in sorted(known.keys() - set(found), key=sorted):
        yield 'listed, but no such circle: ' + ' '.join(sorted(group))
    for group, why in known.items():
        if not why:
            yield 'listed without a word why: ' + ' '.join(sorted(group))
    total = sum(map(len, found))
    print(f'{len(found)} groups, {total} files')
    if total > MOST:
        yield f'{total} files are in circles, at most {MOST}'


def check_static(root, objects, graph):
    """Yield global functions that no other file uses."""
    tested = set((root / 'tests/layering/tested.txt').read_text().split())
    used = {(other, name) for (source, _), names in graph.items()
            for other, name in names if other != source}
    unused = set()
    for source, one in objects.items():
        for name, is_global in one.defines.items():
            if is_global and (source, name) not in used and \
                    not PUBLIC.match(name) and not name.startswith('__'):
                unused.add(name)
                if name not in tested:
                    yield f'{source}: {name} is used by no other file'
    for name in sorted(tested - unused):
        yield f'tests/layering/tested.txt: {name} is used by the program'


def main():
    root, build = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
    objects = read(sources(root, build), (sys.argv[3:] or ['objdump'])[0])
    graph = calls(objects)
    wrong = list(check_groups(root, graph)) if objects else ['no objects']
    wrong += check_static(root, objects, graph)
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
