"""C source as the house tests see it: files, text without comments and
strings, and the functions a file defines.  What was found in the last few
texts is kept, because tests ask it for every function of a file."""
import functools
import pathlib
import re

FOLDERS = ('base', 'model', 'annotations', 'incore', 'sandbox', 'analyzer',
           'pamela', 'simulator', 'chares', 'composer', 'fit', 'measure', 'study',
           'render', 'profiler', 'trace', 'api', 'lsp', 'cmd')

TOKEN = re.compile(r"""
    (?P<comment> /\*.*?\*/ | //(?:\\\n|[^\n])*)
  | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
  | (?P<directive> ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)


class Function:
    """A function definition.

    name     what it is called
    first    number of the line its head begins on
    last     number of the line of its closing brace
    static   whether nothing outside its file can call it
    start, end   offsets of the body's braces
    """

    def __init__(self, name, first, last, static, start, end):
        self.name, self.first, self.last = name, first, last
        self.static, self.start, self.end = static, start, end

    @property
    def lines(self):
        """Return how many lines the function has."""
        return self.last - self.first + 1


def files(root, suffixes=('.c', '.h'), folders=FOLDERS):
    """Return the source files of the folders below `root`, sorted."""
    found = []
    for folder in folders:
        for path in sorted(pathlib.Path(root, folder).rglob('*')):
            if path.suffix in suffixes and path.parent.name != 'include':
                found.append(path)
    return found


def blank(text, keep_directives=False):
    """Return `text` with comments, the insides of strings and preprocessor
    directives replaced by blanks: offsets and lines stay."""
    def replace(match):
        kind = match.lastgroup
        if kind == 'directive' and keep_directives:
            return match.group()
        if kind == 'string':
            return match.group()[0] + re.sub(r'[^\n]', ' ',
                                             match.group()[1:-1]) \
                + match.group()[-1]
        return re.sub(r'[^\n]', ' ', match.group())
    return TOKEN.sub(replace, text)


@functools.lru_cache(maxsize=4)
def comments(text):
    """Return the offset of every comment in `text`."""
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup == 'comment':
            found.append(match.start())
        elif match.lastgroup == 'directive':
            inside = re.search(r'/\*|//', match.group())
            if inside and '"' not in match.group()[:inside.start()]:
                found.append(match.start() + inside.start())
    return found


@functools.lru_cache(maxsize=4)
def directives(text):
    """Return offset and text of every preprocessor directive."""
    return [(match.start(), match.group().strip())
            for match in TOKEN.finditer(text)
            if match.lastgroup == 'directive']


def line_of(text, offset):
    """Return the number of the line at `offset`."""
    return text.count('\n', 0, offset) + 1


@functools.lru_cache(maxsize=4)
def functions(text):
    """Return the functions that the C file `text` defines."""
    code = blank(text)
    code = re.sub(r'extern\s+" "\s*\{', lambda m: ' ' * len(m.group()), code)
    code = re.sub(r'extern\s+""\s*\{', lambda m: ' ' * len(m.group()), code)
    found, depth, begin, head = [], 0, 0, None
    for match in re.finditer(r'[{};]', code):
        i, char = match.start(), match.group()
        if char == '{':
            if depth == 0:
                head = (begin, i)
            depth += 1
        elif char == '}':
            depth = max(depth - 1, 0)
            if depth == 0 and head:
                one = function_of(text, code, head, i)
                if one:
                    found.append(one)
                    begin = i + 1
                head = None
        elif char == ';' and depth == 0:
            begin = i + 1
    return found


def function_of(text, code, head, end):
    """Return the function with its head at the two offsets `head` and its
    closing brace at `end`, or None where that is no function."""
    begin, brace = head
    words = code[begin:brace]
    name = re.search(r'(\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*$', words)
    if not name or '=' in words[:name.start()]:
        return None
    start = begin + len(words) - len(words.lstrip())
    return Function(name.group(1), line_of(text, start), line_of(text, end),
                    re.search(r'\bstatic\b', words) is not None, brace, end)


@functools.lru_cache(maxsize=4)
def declared(text):
    """Return {name: line} of the functions that `text` declares; the line is
    where the first declaration begins."""
    code = blank(text)
    for one in functions(text):
        code = (code[:one.start] + re.sub(r'[^\n]', ' ', code[one.start:one.end])
                + code[one.end:])
    names = {}
    begin = 0
    for match in re.finditer(r'[;{}]', code):
        words = code[begin:match.start()]
        name = re.search(r'(\w+)\s*\(', words)
        if match.group() == ';' and name:
            start = begin + len(words) - len(words.lstrip())
            names.setdefault(name.group(1), line_of(text, start))
        begin = match.end()
    return names
