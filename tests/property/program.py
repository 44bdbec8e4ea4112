"""Annotated OpenMP programs as trees, and their text in C.

A statement has a kind, attributes and lists of statements below it (`parts`).
Costs, bounds and conditions are strings of the comment language without units,
which `value` also evaluates.
"""
import re
from dataclasses import dataclass, field

TABLE = str.maketrans({'\n': ' '})


@dataclass
class Stmt:
    """A statement: its kind, its attributes and the blocks below it; the
    number that marks its line in the text."""
    kind: str
    attrs: dict = field(default_factory=dict)
    parts: list = field(default_factory=list)
    number: int = 0

    def __getitem__(self, name):
        return self.attrs.get(name)


@dataclass
class Program:
    """Functions by name as (parameters, block), "main" among them; params of
    the program with their defaults."""
    functions: dict
    params: dict
    costs: dict


def choose(condition, yes, no):
    """Return what if(condition, yes, no) is in the comment language."""
    return yes if condition else no


def value(text, env):
    """Return the number that an expression has where `env` holds."""
    python = text.replace(' mod ', ' % ').replace('if(', 'choose(')
    return eval(python, {'choose': choose, 'max': max, 'min': min}, env)


# ---- C ----------------------------------------------------------------------

def models(stmt):
    """Return the comments that give the models of a statement."""
    lines = []
    for category, text in (stmt['models'] or {}).items():
        lines.append(f'// lcm: model {category} = ({text}) s')
    if stmt['with']:
        lines.append(f'// lcm: with p = {stmt["with"]}')
    if stmt['ignore']:
        lines.append('// lcm: ignore')
    return lines


def block(stmts):
    """Return the lines of a block in braces."""
    inner = [line for s in stmts for line in text_of(s)]
    return ['{'] + ['  ' + line for line in inner] + ['}']


def clauses(stmt):
    """Return the clauses of a worksharing construct."""
    text = f' schedule({stmt["schedule"]})' if stmt['schedule'] else ''
    return text + (' nowait' if stmt['nowait'] else '')


def threads(stmt):
    """Return the clause num_threads of a region, or nothing."""
    return f' num_threads({stmt["threads"]})' if stmt['threads'] else ''


def mark(stmt):
    """Return the comment by which a line of a statement is found."""
    return f' /* {stmt.number} */'


def lines_of(text):
    """Return the line of each number that is marked in a text."""
    marks = re.compile(r'/\* (\d+) \*/$')
    found = [(marks.search(line), i) for i, line in
             enumerate(text.splitlines(), 1)]
    return {int(match[1]): i for match, i in found if match}


def loop_text(stmt):
    """Return the lines of the loop of a statement with its own models."""
    lines = [f'// lcm: model time per iteration = ({stmt["each"]}) s'
             ] if stmt['each'] else []
    for category, text in (stmt['inner'] or {}).items():
        lines.append(f'// lcm: model {category} = ({text}) s')
    i = stmt['index']
    head = f'for (int {i} = {stmt["from"] or 0}; {i} < {stmt["count"]}; {i}++)'
    if stmt['each']:
        return lines + [head + mark(stmt), '  work();']
    body = block(stmt.parts[0])
    return lines + [head + ' ' + body[0]] + body[1:]


def sections_text(stmt, pragma):
    """Return the lines of sections under the pragma that opens them."""
    lines = [pragma, '{']
    for part in stmt.parts:
        lines += ['#pragma omp section'] + block(part)
    return lines + ['}']


def branch_text(stmt):
    """Return the lines of a branch."""
    lines = block(stmt.parts[0])
    text = [f'if ({stmt["c"]}) ' + lines[0]] + lines[1:]
    if len(stmt.parts) > 1:
        other = block(stmt.parts[1])
        text[-1] += ' else ' + other[0]
        text += other[1:]
    return text


def task_clauses(stmt):
    """Return the clauses of a task or a taskloop that decide when it runs."""
    return (f' if({stmt["when"]})' if stmt['when'] else '') + (
        f' final({stmt["final"]})' if stmt['final'] else '')


def task_text(stmt):
    """Return the lines of a task."""
    depends = ''.join(f' depend({t}: {v})' for t, v in stmt['depend'] or [])
    first = f' priority({stmt["priority"]})' if stmt['priority'] else ''
    return [f'#pragma omp task{task_clauses(stmt)}{first}{depends}'] + block(
        stmt.parts[0])


def taskloop_text(stmt):
    """Return the lines of a loop whose chunks are tasks."""
    size = 'num_tasks' if stmt['num_tasks'] else 'grainsize'
    group = ' nogroup' if stmt['nogroup'] else ''
    return [f'#pragma omp taskloop {size}({stmt[size]})'
            f'{task_clauses(stmt)}{group}'] + loop_text(stmt)


PRAGMAS = {'single': 'single', 'masked': 'master', 'taskgroup': 'taskgroup'}


def text_of(stmt):
    """Return the lines of C of a statement, without a trailing newline."""
    k, lines = stmt.kind, models(stmt)
    if k == 'frag':
        return lines + ['work();' + mark(stmt)]
    if k == 'call':
        return lines + [f'{stmt["callee"]}({", ".join(stmt["args"])});']
    if k == 'loop':
        return lines + loop_text(stmt)
    if k == 'if':
        return lines + branch_text(stmt)
    if k == 'region':
        return (lines + [f'#pragma omp parallel{threads(stmt)}']
                + block(stmt.parts[0]))
    if k == 'for':
        return lines + [f'#pragma omp for{clauses(stmt)}'] + loop_text(stmt)
    if k == 'parfor':
        return lines + [f'#pragma omp parallel for{threads(stmt)}'
                        f'{clauses(stmt)}'] + loop_text(stmt)
    if k == 'sections':
        return lines + sections_text(stmt, '#pragma omp sections'
                                     + clauses(stmt))
    if k == 'parsections':
        return lines + sections_text(stmt, '#pragma omp parallel sections'
                                     + threads(stmt))
    if k == 'thread':
        body = block(stmt.parts[0])
        return lines + [f'if (omp_get_thread_num() == {stmt["k"]}) '
                        + body[0]] + body[1:]
    if k == 'critical':
        return lines + [f'#pragma omp critical({stmt["name"]})'] + block(
            stmt.parts[0])
    if k == 'atomic':
        return lines + ['#pragma omp atomic write', f'{stmt["name"]} = 1;']
    if k in ('task', 'taskloop'):
        return lines + (task_text if k == 'task' else taskloop_text)(stmt)
    if k in ('barrier', 'taskwait'):
        return lines + [f'#pragma omp {k}']
    return (lines + [f'#pragma omp {PRAGMAS[k]}{clauses(stmt)}']
            + block(stmt.parts[0]))


def head(program):
    """Return the lines before the functions."""
    lines = ['#include <omp.h>', '']
    lines += [f'// lcm: param {n} = {v}' for n, v in program.params.items()]
    lines += [f'extern int {n};' for n in program.params]
    lines += ['extern int d0, d1, d2, x0, x1;', 'void work(void);']
    for name, (names, _) in program.functions.items():
        if name != 'main':
            lines.append(prototype(name, names) + ';')
    return lines


def prototype(name, names):
    """Return the head of a function."""
    if name == 'main':
        return 'int main(void)'
    return f'void {name}({", ".join("int " + n for n in names) or "void"})'


def source(program, order=None):
    """Return the C text of the functions called `order` (None: of all)."""
    lines = head(program)
    for name in order or program.functions:
        names, stmts = program.functions[name]
        lines += ['', prototype(name, names)]
        body = block(stmts)
        lines += body[:-1] + (['  return 0;'] if name == 'main' else []) + ['}']
    return '\n'.join(lines) + '\n'
