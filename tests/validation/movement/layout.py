"""Layout of the data of a program, from its debug information (readelf)."""
import re
import subprocess


class Function:
    """A function: its name in the source (also where a compiler has cut it out of
    another one), the code from "low" to before "high", and its variables on the
    stack: (name, type, offset from the frame)."""

    def __init__(self, name, low, high, base):
        self.name = re.sub(r"\.(_omp_fn|omp_outlined|omp_task|omp_for).*", "",
                           name)
        self.is_cut_out = self.name != name
        self.low, self.high = low, high
        self.base = base
        self.locals = []


class Layout:
    """Types and variables; sizes and offsets are those of the compiler.  Arrays
    of variable length have "vla" elements.
    variables  types by (function or None, name)
    statics    addresses of those that live for the whole run, by the same"""

    def __init__(self, binary, vla):
        text = subprocess.run(["readelf", "--debug-dump=info", binary],
                              capture_output=True, text=True, check=True).stdout
        self.entries = {}
        self.children = {}
        self.vla = vla
        stack = []
        tops = []
        entry = None
        head = re.compile(r"\s*<(\d+)><([0-9a-f]+)>: Abbrev Number: \d+ "
                          r"\((DW_TAG_\w+)\)")
        attribute = re.compile(r"\s*<[0-9a-f]+>\s+(DW_AT_\w+)\s*:\s*(.*)")
        for line in text.splitlines():
            found = head.match(line)
            if found:
                depth = int(found.group(1))
                entry = {"tag": found.group(3)[7:]}
                at = int(found.group(2), 16)
                self.entries[at] = entry
                self.children[at] = []
                del stack[depth:]
                if stack:
                    self.children[stack[-1]].append(at)
                else:
                    tops.append(at)
                stack.append(at)
                continue
            found = attribute.match(line)
            if found and entry is not None:
                entry[found.group(1)[6:]] = found.group(2)
        self.variables = {}
        self.statics = {}
        self.functions = []
        for at in tops:
            self.read_scope(at, None)

    def read_scope(self, at, function):
        """Note what "at", a part of "function" (None: of none), declares."""
        entry = self.entries[at]
        if entry["tag"] == "subprogram":
            function = self.read_function(at)
        if entry["tag"] in ("variable", "formal_parameter"):
            self.read_variable(entry, function)
        for k in self.children[at]:
            self.read_scope(k, function)

    def read_function(self, at):
        entry = self.entries[at]
        name = entry.get("name")
        if name is None or "low_pc" not in entry:
            return None
        low, high = self.number(entry["low_pc"]), self.number(entry["high_pc"])
        cfa = "call_frame_cfa" in entry.get("frame_base", "")
        function = Function(self.text(name), low,
                            low + high if high < low else high,
                            16 if cfa else 0)
        self.functions.append(function)
        return function

    def read_variable(self, entry, function):
        if "specification" in entry:
            entry = dict(self.entries[self.reference(entry["specification"])],
                         **entry)
        if "name" not in entry or "type" not in entry:
            return
        name = self.text(entry["name"])
        key = (function.name if function else None, name)
        kind = self.reference(entry["type"])
        location = entry.get("location", "")
        if key not in self.variables or not (function and
                                             function.is_cut_out):
            self.variables[key] = kind
        fixed = re.search(r"\(DW_OP_addr: ([0-9a-f]+)\)", location)
        frame = re.search(r"\(DW_OP_fbreg: (-?\d+)\)", location)
        if fixed:
            self.statics[key] = int(fixed.group(1), 16)
        elif frame and function:
            function.locals.append((name, kind, int(frame.group(1))))

    def function_at(self, pc):
        """The function whose code "pc" lies in, or None."""
        for function in self.functions:
            if function.low <= pc < function.high:
                return function
        return None

    @staticmethod
    def text(value):
        return value.rsplit("): ", 1)[-1].strip()

    @staticmethod
    def reference(value):
        return int(value.strip("<>").replace("0x", ""), 16)

    @staticmethod
    def number(value):
        return int(value.split()[0], 0)

    def plain(self, at):
        """The type at "at" without names and qualifiers; None for void."""
        while at is not None and self.entries[at]["tag"] in (
                "typedef", "const_type", "volatile_type", "restrict_type",
                "atomic_type"):
            if "type" not in self.entries[at]:
                return None
            at = self.reference(self.entries[at]["type"])
        return at

    def is_handle(self, at):
        """Whether threads wait on, or for, a value of the type "at"."""
        while at is not None:
            entry = self.entries[at]
            if re.match(r"(pthread|sem|mtx|cnd|thrd|omp)_(\w+_)?t$|"
                        r"(pthread|sem|mtx|cnd|thrd)_t$",
                        self.text(entry.get("name", ""))):
                return True
            if entry["tag"] not in ("typedef", "const_type", "volatile_type",
                                    "array_type") or "type" not in entry:
                return False
            at = self.reference(entry["type"])
        return False

    def size(self, at):
        at = self.plain(at)
        if at is None:
            return 1
        entry = self.entries[at]
        if entry["tag"] == "array_type":
            size = self.size(self.reference(entry["type"]))
            for bound in self.bounds(at):
                size *= bound or 1
            return size
        return self.number(entry.get("byte_size", "8"))

    def bounds(self, at):
        found = []
        for k in self.children[at]:
            entry = self.entries[k]
            if "upper_bound" in entry and \
                    re.match(r"-?\d+|0x", entry["upper_bound"]) and \
                    "byte block" not in entry["upper_bound"] and \
                    "location" not in entry["upper_bound"]:
                found.append(self.number(entry["upper_bound"]) + 1)
            elif "upper_bound" in entry or "count" in entry and \
                    entry["count"].startswith("<"):
                found.append(self.vla)
            elif "count" in entry:
                found.append(self.number(entry["count"]))
        return found

    def is_pointer(self, at):
        at = self.plain(at)
        return at is not None and self.entries[at]["tag"] == "pointer_type"

    def pointee(self, at):
        """What a pointer of type "at" points to; None for `void *`."""
        at = self.plain(at)
        kind = self.entries[at].get("type")
        return None if kind is None else self.reference(kind)

    def pointers(self, at):
        """Offsets of the pointers in a value of the type "at"."""
        at = self.plain(at)
        if at is None:
            return []
        entry = self.entries[at]
        if entry["tag"] == "pointer_type":
            return [0]
        if entry["tag"] == "array_type":
            inner = self.reference(entry["type"])
            offsets = self.pointers(inner)
            size = self.size(inner)
            return [i * size + k for i in range(self.size(at) // size)
                    for k in offsets] if offsets else []
        found = []
        if entry["tag"] in ("structure_type", "union_type"):
            for k in self.children[at]:
                member = self.entries[k]
                if member["tag"] == "member":
                    base = self.number(member.get("data_member_location", "0"))
                    found += [base + o for o in
                              self.pointers(self.reference(member["type"]))]
        return found

    def path_at(self, at, offset):
        """The members that lead to the pointer at "offset" in a structure of
        the type "at", as ".a.b"; None for no such."""
        at = self.plain(at)
        if at is None or self.entries[at]["tag"] != "structure_type":
            return None
        for k in self.children[at]:
            entry = self.entries[k]
            if entry["tag"] != "member" or "name" not in entry:
                continue
            begin = self.number(entry.get("data_member_location", "0"))
            kind = self.reference(entry["type"])
            if not begin <= offset < begin + self.size(kind):
                continue
            name = "." + self.text(entry["name"])
            if self.is_pointer(kind):
                return name if begin == offset else None
            inner = self.path_at(kind, offset - begin)
            return inner and name + inner
        return None

    def member(self, at, name):
        """Offset and type of member "name" of the structure "at"."""
        at = self.plain(at)
        for k in self.children[at]:
            entry = self.entries[k]
            if entry["tag"] == "member" and self.text(entry["name"]) == name:
                return (self.number(entry.get("data_member_location", "0")),
                        self.reference(entry["type"]))
        raise KeyError(name)


def places(layout, kind, steps, depth=0):
    """Byte ranges (offset, bytes) of the part of a value of type "kind" that
    "steps" lead to: numbers, lists of numbers, or names of members."""
    if not steps:
        return [(0, layout.size(kind))]
    step, rest = steps[0], steps[1:]
    if isinstance(step, str):
        offset, inner = layout.member(kind, step)
        return [(offset + a, n) for a, n in places(layout, inner, rest)]
    at = layout.plain(kind)
    bounds = layout.bounds(at)
    element = layout.size(layout.reference(layout.entries[at]["type"]))
    inner_bounds = bounds[depth + 1:]
    size = element
    for bound in inner_bounds:
        size *= bound
    found = []
    for index in (range(bounds[depth]) if step is None else step):
        if inner_bounds:
            if rest:
                sub = places(layout, kind, rest, depth + 1)
            else:
                sub = [(0, size)]
        else:
            sub = places(layout, layout.reference(layout.entries[at]["type"]),
                         rest)
        found += [(index * size + a, n) for a, n in sub]
    return found
