"""The table of modules in the architecture document, and what it says about a
file: which module it is of, which modules that may use, which of its headers
others may include."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

DOCUMENT = 'docs/dev/architecture.md'
ROW = re.compile(r'^\| `([\w/]+)/` \|[^|]*\| ([^|]*) \| ([^|]*) \|$', re.M)
INCLUDE = re.compile(r'#\s*include\s*(<([^>]+)>|"([^"]+)")')


class Modules:
    """The rows of the table.

    uses     {module: modules it may use, itself and what those use among them}
    shown    {module: its headers that others may include}, None for all
    direct   {module: modules that its row names}
    """

    def __init__(self, text):
        self.direct, self.shown, self.uses = {}, {}, {}
        for name, uses, shown in ROW.findall(text):
            self.direct[name] = re.findall(r'`([\w/]+)`', uses)
            self.shown[name] = None if shown.strip() == 'all' else {
                f'{name}/{header}'
                for header in re.findall(r'`([\w/]+\.h)`', shown)}
        for name in self.direct:
            self.uses[name] = self.reach(name, set())

    def reach(self, name, seen):
        """Return `name` and what it uses, in any number of steps."""
        if name not in seen:
            seen.add(name)
            for used in self.direct.get(name, ()):
                self.reach(used, seen)
        return seen

    def of(self, file):
        """Return the module of `file`: the longest row that it is below."""
        parts = file.split('/')[:-1]
        while parts:
            if '/'.join(parts) in self.direct:
                return '/'.join(parts)
            parts.pop()
        return None

    def circle(self):
        """Return a module that comes to use itself, or None."""
        for name in sorted(self.direct):
            for used in self.direct[name]:
                if name in self.reach(used, set()):
                    return name
        return None


def read(root):
    """Return the modules of the tree at `root`."""
    return Modules((root / DOCUMENT).read_text())


def includes(text):
    """Yield (line, header, is ours) of every #include in `text`."""
    for offset, directive in csource.directives(text):
        match = INCLUDE.match(directive)
        if match:
            yield (csource.line_of(text, offset), match.group(2)
                   or match.group(3), match.group(3) is not None)
