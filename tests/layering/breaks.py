#!/usr/bin/env python3
"""Checks the checks: makes a small tree in which all is well, breaks one rule
after the other in it, and wants each break named.

usage: breaks.py CC
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
TREE = {
    '.clang-format': 'ReflowComments: false\n',
    'docs/dev/architecture.md': '''
| module | owns | may use | seen outside |
|---|---|---|---|
| `base/` | lists | - | all |
| `model/structure/` | trees | `base` | `tree.h` |
| `model/edit/` | changes | `model/structure` | `edit.h` |
''',
    'model/edit/edit.h': '''#pragma once

/* Return how many trees are changed. */
int lcm_edit_all(int n);
''',
    'model/edit/edit.c': '''/* What changes trees, and how many. */
#include "model/edit/edit.h"

#include "model/structure/tree.h"

int lcm_edit_all(int n) { return n; }
''',
    'tests/layering/groups.txt': '',
    'tests/layering/tested.txt': 'lcm_tree_size lcm_tree_top lcm_edit_all\n',
    'model/structure/schedules.def':
        'LCM_SCHEDULE(GUIDED, "guided", "chunks that shrink")\n',
    'model/structure/categories.def': 'LCM_CATEGORY(LI, "li", "idle")\n',
    'base/list.h': '''#pragma once

/* Return the length. */
int lcm_list_length(int n);
''',
    'base/list.c': '''/* How long lists are, in elements. */
#include "base/list.h"

int lcm_list_length(int n) { return n; }
''',
    'model/structure/kinds.h': '''/* What nodes of a tree are there. */
#pragma once

/* Kinds of nodes. */
enum lcm_kind { LCM_LEAF, LCM_TREE };

/* A node. */
struct lcm_node {
  int kind; /* what it is */
  int size; /* how many are below */
};
''',
    'model/structure/tree.h': '''#pragma once

/* Return the size of a tree of "kind". */
int lcm_tree_size(int kind);

/* Return the top. */
int lcm_tree_top(int kind);
''',
    'model/structure/tree.c': '''/* Trees and how large they are. */
#include "model/structure/tree.h"

#include "base/list.h"
#include "model/structure/kinds.h"
#include "model/structure/walk.h"

int lcm_tree_size(int kind) { return lcm_list_length(kind); }

int lcm_tree_top(int kind) {
  switch ((enum lcm_kind)kind) {
  case LCM_LEAF:
    return lcm_tree_walk(kind);
  case LCM_TREE:
    break;
  }
  return 0;
}
''',
    'model/structure/walk.h': '''#pragma once

/* Return the steps of a walk. */
int lcm_tree_walk(int kind);
''',
    'model/structure/walk.c': '''/* Walks over trees, and their steps. */
#include "model/structure/walk.h"

int lcm_tree_walk(int kind) { return kind + 1; }
''',
}
# (rule, checker, file, what to replace, by what, what is said)
BREAKS = (
    ('1 arrows', 'arrows', 'base/list.c', '#include "base/list.h"\n',
     '#include "base/list.h"\n#include "model/structure/tree.h"\n',
     'base/ may not use "model/structure/tree.h"'),
    ('1 public headers', 'arrows', 'model/edit/edit.c', 'tree.h', 'kinds.h',
     '"model/structure/kinds.h" is for model/structure/ alone'),
    ('2 a recursion is listed', 'circles', 'model/structure/walk.c',
     'return kind + 1;',
     'extern int lcm_tree_top(int); return lcm_tree_top(kind);',
     'a circle that is not listed'),
    ('2 a helper stands apart', 'circles', 'model/structure/walk.c',
     'return kind + 1;',
     'extern int lcm_tree_size(int); return lcm_tree_size(kind);',
     'in a circle, but nothing in it recurses'),
    ('2 none across modules', 'circles', 'base/list.c', 'return n;',
     'extern int lcm_tree_size(int); return lcm_tree_size(n);',
     'a circle across modules: base/list.c model/structure/tree.c'),
    ('3 named after its file', 'declared', 'model/structure/walk.h',
     'int lcm_tree_walk', 'int lcm_tree_size(int kind);\nint lcm_tree_walk',
     'lcm_tree_size is defined in model/structure/tree.c'),
    ('3 what one file uses', 'circles', 'model/structure/tree.c',
     'return lcm_tree_walk(kind);', 'return 1;',
     'lcm_tree_walk is used by no other file'),
    ('3 at most 300 lines', 'declared', 'base/list.h', '#pragma once\n',
     '#pragma once\n' + '\n' * 300, 'lines, at most 300'),
    ('4 a word is a row', 'tables', 'model/structure/walk.c',
     'return kind + 1;', 'return "guided"[kind];', '"guided" is a row of'),
    ('4 the compiler names', 'tables', 'model/structure/tree.c',
     '  case LCM_TREE:\n', '  default:\n',
     'switch over our kinds with a default'),
    ('5 no casts', 'tables', 'model/structure/tree.c',
     'switch ((enum lcm_kind)kind)', 'switch ((int)kind)',
     'switch cast to int'),
    ('5 a tag is one thing', 'rooms', 'base/list.c', 'int lcm_list_length',
     'struct lcm_node { int n; };\nint lcm_list_length',
     'lcm_node is a tag in'),
    ('5 parameters', 'rooms', 'base/list.c', '(int n) {',
     '(int n, int a, int b, int c, int d, int e, int f) {',
     'has 7 parameters, at most'),
    ('6 purpose', 'rooms', 'base/list.c',
     '/* How long lists are, in elements. */\n', '',
     'does not open with what it is for'),
    ('7 reflow', 'rooms', '.clang-format', 'false', 'true',
     'comments are to keep their lines'),
    ('7 fields', 'rooms', 'model/structure/kinds.h', '/* A node. */',
     '/* A node.\n * kind  what it is\n * size  how many are below */',
     'fields are told above their struct'),
)


def write(root, change=None):
    """Write the tree below `root`, with `change` in a file."""
    for name, text in TREE.items():
        if change and change[0] == name:
            if change[1] not in text:
                raise SystemExit(f'{name} has no {change[1]!r}')
            text = text.replace(change[1], change[2])
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def compile_all(root, compiler):
    """Compile the files of `root` as the build does, below root/build."""
    for name in TREE:
        if name.endswith('.c'):
            target = root / 'build/CMakeFiles/lcm_x.dir' / (name + '.o')
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([compiler, '-O0', '-ffunction-sections', '-w',
                            '-fdata-sections', '-I', root, '-c', root / name,
                            '-o', target], check=True)


def run(checker, root):
    """Return what `checker` says about the tree `root`, and its status."""
    words = [sys.executable, HERE / f'{checker}.py', root]
    if checker == 'circles':
        words.append(root / 'build')
    done = subprocess.run(words, text=True, capture_output=True, check=False)
    return done.stdout + done.stderr, done.returncode


def main():
    compiler = sys.argv[1]
    failed = False
    for rule, checker, name, old, new, said in BREAKS:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            write(root)
            if checker == 'circles':
                compile_all(root, compiler)
            before, well = run(checker, root)
            write(root, (name, old, new))
            if checker == 'circles':
                compile_all(root, compiler)
            after, status = run(checker, root)
        caught = not well and status and said in after
        failed |= not caught
        print(f'{rule}: {"caught" if caught else "NOT CAUGHT"}: '
              f'{after.strip() if not well else before.strip()}')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
