#!/usr/bin/env python3
"""Annotates every C file of a compilation database, in place, with a model of
every node that can have one, and checks that nothing else has changed:

- taking the comments out restores the file byte for byte;
- the preprocessed text (-E -P) and the object (-g0) are the same before and
  after, line numbers aside;
- annotating again changes nothing;
- every model that is in the file is bound to the node that it was made for.

DIR/compile_commands.json is of a copy of the code: its files are changed and
changed back.  Each node gets a category of its own, so that no model stands
for another, and a coefficient that says which node it is of.

usage: annotate_check.py LCM DIR [--jobs N] [--limit N]
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KINDS = {'fragment', 'loop', 'while', 'parloop', 'team', 'parallel', 'task',
         'branch', 'call', 'barrier', 'using', 'message', 'taskgroup',
         'taskwait'}
ESTIMATE = re.compile(r'= ([\d.e+]+) \+/- ')
ORIGIN = re.compile(r'(?<=[=,])\w+/\w+#\d+')
# What gcc hands to the compilers of accelerators has line numbers in it.
QUIET = ['-D__LINE__=0', '-Wno-builtin-macro-redefined', '-w',
         '-foffload=disable']


def run(command, **options):
    """Run a command; return its status, output and errors."""
    done = subprocess.run(command, capture_output=True, timeout=900,
                          env={**os.environ, 'SOURCE_DATE_EPOCH': '0'},
                          **options)
    return done.returncode, done.stdout, done.stderr.decode(errors='replace')


def entries(directory):
    """Yield (file, working directory, flags) of the database."""
    seen = set()
    path = pathlib.Path(directory) / 'compile_commands.json'
    for one in json.loads(path.read_text()):
        where = pathlib.Path(one['directory'])
        file = where / one['file']
        if file.suffix != '.c' or file in seen or not file.exists():
            continue
        seen.add(file)
        words = one.get('arguments') or one['command'].split()
        flags = [word for word in words[1:] if word not in ('-c', one['file'])]
        yield file, where, flags


def is_through(node):
    """Whether a node is a call through a pointer, or what is known to stand in
    its place."""
    inside = node['children']
    return node['attributes'].get('place') == 'call through' or \
        node['kind'] == 'opaque' and len(inside) == 1 and \
        inside[0]['kind'] == 'call' and inside[0]['callee'].startswith('*')


def nodes(function):
    """Yield (key, kind, node, depth) of the nodes of a function in preorder:
    as they stand in the source, whatever the calls through pointers are known
    to go to.  What stands for such a call has its key."""
    counts = {}
    name = function['name'].split('[')[0]
    stack = [(function['body'], 0, None)]
    while stack:
        node, depth, through = stack.pop()
        kind, place = node['kind'], node['attributes'].get('place')
        if through:
            kind = 'call'
        elif is_through(node):
            counts['opaque'] = counts.get('opaque', 0) + 1
            kind = 'call'
        elif place == 'call':
            kind = place
        if not through and place != 'none':
            counts[kind] = counts.get(kind, 0) + 1
        key = f'{name}/{kind}#{counts.get(kind)}'
        yield key, kind, node, depth
        below = key if through or is_through(node) else None
        stack.extend((child, depth + 1, below)
                     for child in reversed(node['children']))


def structure(lcm, file, where, flags):
    """Return the structure of a file, None where there is none."""
    status, out, _ = run([lcm, 'analyze', '-q', '--no-cache', '--format',
                          'json', str(file), '--', *flags], cwd=where)
    return json.loads(out) if out else None


def wanted(program, file):
    """Return the nodes to be annotated: {key: node with its category}."""
    found = {}
    for number, function in enumerate(program['functions']):
        if not function.get('body') or \
                not str(file).endswith(function['range']['file']):
            continue
        name = function['name'].split('[')[0]
        for key, kind, node, depth in nodes(function):
            if kind in KINDS and key not in found:
                found[key] = dict(kind=kind, range=node['range'],
                                  label=node['label'],
                                  category=f'x{number}_{depth}',
                                  value=len(found) + 1, name=name)
    return found


def fit(file, wants):
    """Return a fit that has a model of each node."""
    models, fragments = [], []
    for key, want in wants.items():
        where = f'{file.name}:{key}'
        value = want['value']
        place = f"{file.name}:{want['range']['line']}"
        models.append(dict(
            fragment=where, place=place, category=want['category'], unit='s',
            form='k1*size_n', formula=f'{value}*size_n', selected=True,
            coefficients=[dict(name='k1', value=value, low=value - 0.5,
                               high=value + 0.5)],
            covariance=[[0.09]], points=5, freedom=4, outliers=0, r2=1,
            adjusted_r2=1, smape=0, cv_smape=0, deviation=0, relative=False,
            variables=[dict(name='size_n', low=1, high=64, values=5)]))
        fragments.append(dict(fragment=where, place=place, visits=1,
                              points=5))
    return dict(schema='lcm-fit/1', source='made up', date='2026-11-22', common=0.05,
                models=models, fragments=fragments)


def original_lines(text):
    """Return for each line of an annotated text, from 1, the number of the
    line in the text without the comments."""
    lines, n = [0], 0
    for line in text.decode(errors='replace').split('\n'):
        ours = line.lstrip().startswith(('// lcm:', '/* lcm:'))
        n += not ours
        lines.append(n)
    return lines


def subtrees(function):
    """Yield (node, keys of the nodes at and below it) of a function."""
    listed = list(nodes(function))
    for i, (_, _, node, depth) in enumerate(listed):
        behind = next((k for k in range(i + 1, len(listed))
                       if listed[k][3] <= depth), len(listed))
        yield node, [key for key, _, _, _ in listed[i:behind]]


def alike(key, keys, node):
    """Whether a model of `key` may stand at `node`, that has `keys`: comments
    part fragments, or make a range of what one is, so that these are counted
    otherwise."""
    of, fragment = keys[0].split('/')[0], key.split('#')[0]
    return key in keys or fragment == f'{of}/fragment' and \
        (node['kind'] == 'series' or
         any(one.startswith(f'{fragment}#') for one in keys))


def bound(program, text, wants):
    """Return (how many models stand where they belong, complaints): at their
    node, or at what the statement of that makes in the same line."""
    lines = original_lines(text)
    by_value = {want['value']: (key, want) for key, want in wants.items()}
    good, wrong = set(), []
    for node, keys in (one for function in program['functions']
                       if function.get('body') for one in subtrees(function)):
        for model in node['cost']:
            for value in ESTIMATE.findall(model['expression']):
                key, want = by_value[round(float(value))]
                here = lines[node['range']['line']] == want['range']['line']
                if here and (alike(key, keys, node) or
                             key in ORIGIN.findall(model['source'])):
                    good.add(key)
                elif key not in ORIGIN.findall(model['source']):
                    wrong.append(f"{key} is at {node['kind']} in line "
                                 f"{node['range']['line']}")
    return len(good), wrong


def compiled(file, where, flags):
    """Return digests of the preprocessed text and of the object, None for what
    does not compile.  The intermediate code for accelerators that gcc puts
    into objects has line numbers that no option takes out, and names with a
    random seed: it is not compared."""
    status, text, _ = run(['cc', '-E', '-P', *flags, *QUIET, str(file)],
                          cwd=where)
    digests = [hashlib.sha1(text).hexdigest() if not status else None]
    with tempfile.TemporaryDirectory() as place:
        target = pathlib.Path(place) / 'unit.o'
        status, _, _ = run(['cc', '-c', *flags, '-g0', '-frandom-seed=lcm',
                            *QUIET, str(file), '-o', str(target)], cwd=where)
        if not status:
            status, _, _ = run(['objcopy', '--remove-section',
                                '.gnu.offload_lto_*', str(target)])
        digests.append(hashlib.sha1(target.read_bytes()).hexdigest()
                       if not status else None)
    return digests


def check(lcm, file, where, flags):
    """Return (read, complaints, wanted, written, compiled) of one file."""
    before = file.read_bytes()
    program = structure(lcm, file, where, flags)
    wants = wanted(program, file) if program else {}
    wrong, good = [], 0
    objects = compiled(file, where, flags)
    with tempfile.NamedTemporaryFile('w', suffix='.json') as models:
        json.dump(fit(file, wants), models)
        models.flush()
        command = [lcm, 'annotate', '--models', models.name, '--in-place',
                   str(file), '--', *flags]
        try:
            status, _, errors = run(command, cwd=where)
            text = file.read_bytes()
            if compiled(file, where, flags) != objects:
                wrong.append('compiles to something else')
            if wants:
                after = structure(lcm, file, where, flags)
                good, amiss = bound(after, text, wants)
                wrong += amiss
            run(command, cwd=where)
            if file.read_bytes() != text:
                wrong.append('annotating again changes it')
            if 'died' in errors:
                wrong.append(errors)
            run([lcm, 'annotate', '--remove', '--in-place', str(file)],
                cwd=where)
            if file.read_bytes() != before:
                wrong.append('taking the comments out does not restore it')
        finally:
            file.write_bytes(before)
    return bool(program), wrong, len(wants), good, None not in objects


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('lcm', type=pathlib.Path)
    parser.add_argument('directory')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--limit', type=int)
    options = parser.parse_args()
    lcm = str(options.lcm.resolve())
    all_entries = list(entries(options.directory))[:options.limit]
    files = want = wrote = built = failed = unread = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda entry: check(lcm, *entry), all_entries)
        for (file, _, _), (read, wrong, n, good, compiles) in \
                zip(all_entries, results):
            files += 1
            unread += not read
            want += n
            wrote += good
            built += compiles
            failed += bool(wrong)
            if not read:
                print(f'{file}: lcm cannot read it')
            elif not compiles:
                print(f'{file}: it does not compile')
            for complaint in wrong[:5]:
                print(f'{file}: {complaint}', flush=True)
    share = 100 * wrote / want if want else 100
    print(f'{files} files, {built} of them compile; lcm can read '
          f'{files - unread}; {wrote} of {want} models '
          f'written ({share:.1f} %); {failed} files with faults')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
