"""Layout of the data of a program, from its debug information (readelf)."""
import re
import subprocess


class Layout:
    """Types and variables; sizes and offsets are those of the compiler.  Arrays
    of variable length have "vla" elements."""

    def __init__(self, binary, vla):
        text = subprocess.run(["readelf", "--debug-dump=info", binary],
                              capture_output=True, text=True, check=True).stdout
        self.entries = {}
        self.children = {}
        self.vla = vla
        stack = []
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
                stack.append(at)
                continue
            found = attribute.match(line)
            if found and entry is not None:
                entry[found.group(1)[6:]] = found.group(2)
        self.variables = {}
        for entry in self.entries.values():
            if entry["tag"] in ("variable", "formal_parameter") and \
                    "name" in entry and "type" in entry:
                name = self.text(entry["name"])
                self.variables.setdefault(name, self.reference(entry["type"]))

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
        """The type at "at" without names and qualifiers."""
        while self.entries[at]["tag"] in ("typedef", "const_type",
                                          "volatile_type", "restrict_type"):
            if "type" not in self.entries[at]:
                return None
            at = self.reference(self.entries[at]["type"])
        return at

    def size(self, at):
        at = self.plain(at)
        if at is None:
            return 1
        entry = self.entries[at]
        if entry["tag"] == "array_type":
            size = self.size(self.reference(entry["type"]))
            for bound in self.bounds(at):
                size *= bound
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
        at = self.plain(at)
        return self.reference(self.entries[at]["type"])

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
