"""What lcm says that programs read, write and move, against what they do.

run.py LCM CC [NAME=VALUE...] [-- ARGUMENT...] PROGRAM...: with the values of
names in what lcm prints (vla: elements of arrays of variable length) and the
arguments of a run, which has four threads.  What comments tell lcm to ignore is
left out.

The programs are compiled with the instrumentation of any compiler for data
races; runtime.c records each access.  By the line of the code an access belongs
to a fragment of lcm, by its address to data (layout.py).  Then

  - what a fragment touches is all that lcm says, where lcm says exact, and a part
    of it elsewhere;
  - every dependence between two fragments that happens is one that lcm names,
    and those that lcm names as exact happen, for as many bytes;
  - what one thread writes and another one reads is what lcm says that crosses:
    just as much where lcm says exact, else at most so much.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from layout import Layout, places

HERE = os.path.dirname(os.path.abspath(__file__))
WRAPPED = ("malloc", "calloc", "memset", "memcpy", "memmove")


def run(command, **kwargs):
    done = subprocess.run(command, capture_output=True, text=True, **kwargs)
    if done.returncode:
        sys.exit("%s failed:\n%s%s" % (" ".join(command), done.stdout,
                                       done.stderr))
    return done.stdout


# ---- expressions of lcm ----------------------------------------------------

def value(text, env):
    """The value of an expression as lcm prints it; None where a name has
    none."""
    if text is None or isinstance(text, (int, float)):
        return text
    python = re.sub(r"\bif\(", "choose(", text.replace("^", "**"))
    python = python.replace(" mod ", " % ").replace(" div ", " // ")
    python = re.sub(r"\b([A-Za-z_]\w*)\.(\w+)", r"\1__\2", python)
    names = {"floor": lambda x: int(x // 1), "ceil": lambda x: -int(-x // 1),
             "min": min, "max": max, "abs": abs,
             "div": lambda a, b: int(a // b), "mod": lambda a, b: a % b,
             "choose": lambda c, a, b: a if c else b, "__builtins__": {}}
    names.update(env)
    try:
        return eval(python, names)
    except NameError:
        return None


def rounds(ranges, env):
    """All values of the indices of "ranges": environments; None where a bound
    is not known."""
    if not ranges:
        return [env]
    first, rest = ranges[0], ranges[1:]
    low, high = value(first["from"], env), value(first["to"], env)
    step = value(first["step"], env) if first["step"] else 1
    if low is None or high is None or step is None:
        return None
    found = []
    i = int(low)
    while i <= high:
        inner = rounds(rest, dict(env, **{first["index"]: i}))
        if inner is None:
            return None
        found += inner
        i = i * int(value(first["factor"], env)) if first["factor"] else \
            i + int(step)
    return found


# ---- the run ---------------------------------------------------------------

class Run:
    """The program as it ran: its layout, its blocks, its events."""

    def __init__(self, cc, sources, folder, settings):
        self.sources = sources
        self.binary = os.path.join(folder, "program")
        log = os.path.join(folder, "log")
        objects = []
        for k, source in enumerate(sources + [os.path.join(HERE, "runtime.c")]):
            objects.append(os.path.join(folder, "%d.o" % k))
            flags = ["-g", "-gdwarf-4", "-O0", "-fno-builtin", "-fopenmp"]
            if k < len(sources):
                flags += ["-fsanitize=thread"] + self.every_read(cc)
            run([cc] + flags + ["-w", "-c", source, "-o", objects[-1]])
        run([cc, "-no-pie", "-fopenmp"] + objects +
            ["-Wl," + ",".join("--wrap=" + name for name in WRAPPED), "-lm",
             "-o", self.binary])
        run([self.binary] + settings["args"],
            env=dict(os.environ, MOVEMENT_LOG=log, OMP_DYNAMIC="false",
                     OMP_NUM_THREADS=settings["threads"],
                     OMP_SCHEDULE="static"))
        self.layout = Layout(self.binary, settings["values"].get("vla"))
        self.texts = {os.path.basename(name): open(name).read()
                      for name in sources}
        self.read_symbols()
        self.read_log(log)

    @staticmethod
    def every_read(cc):
        """What makes the compiler instrument reads before writes, too."""
        return ["-mllvm", "-tsan-instrument-read-before-write=1"] \
            if "clang" in run([cc, "--version"]) else []

    def read_symbols(self):
        """The variables that live for the whole run: (address, bytes)."""
        self.symbols = {}
        for line in run(["nm", "-S", self.binary]).splitlines():
            parts = line.split()
            if len(parts) == 4 and parts[2] in "bBdD":
                name = re.sub(r"\.\d+$", "", parts[3])
                if name in self.layout.variables:
                    self.symbols[name] = (int(parts[0], 16), int(parts[1], 16))

    def read_log(self, log):
        """The events (mode, thread, (file, line), address, bytes), and the
        blocks by the text that they are assigned to."""
        raw = [line.split() for line in open(log)]
        pcs = sorted({event[2] for event in raw})
        text = run(["addr2line", "-e", self.binary] +
                   ["%x" % (int(pc, 16) - 1) for pc in pcs]).splitlines()
        where = {}
        for pc, line in zip(pcs, text):
            name, _, number = line.rpartition(":")
            number = re.match(r"\d+", number)
            where[pc] = (os.path.basename(name),
                         int(number.group()) if number else 0)
        self.blocks = {}
        self.all_blocks = []
        self.events = []
        for what, thread, pc, at, n in raw:
            if what == "a":
                self.add_block(where[pc], int(at, 16), int(n))
            else:
                self.events.append((what, int(thread), where[pc], int(at, 16),
                                    int(n)))

    def add_block(self, where, at, n):
        """Name the block "at" after what it is assigned to at "where"."""
        text = self.texts.get(where[0])
        if not text:
            return
        line = text.splitlines()[where[1] - 1]
        found = re.search(r"\(\*(\w+)\)[^=]*=[^=]*alloc|"
                          r"([A-Za-z_][\w.>-]*)\s*=[^=]*alloc", line)
        if found:
            name = (found.group(1) or found.group(2)).replace("->", ".")
            self.blocks[name] = (at, n)
            self.all_blocks.append((name, at, n))

    def ranges(self, datum, steps):
        """Addresses (address, bytes) of the part "steps" of "datum"; None where
        the datum is not followed."""
        if datum not in self.layout.variables:
            return None
        kind = self.layout.variables[datum]
        address = self.symbols.get(datum, (None, 0))[0]
        path = datum
        steps = list(steps)
        before = []
        while True:
            inner, used = self.until_pointer(kind, steps)
            if used is None:
                break
            path = ".".join([path] + [s for s in steps[:used]
                                      if isinstance(s, str)])
            if path not in self.blocks or any(
                    not isinstance(s, str) for s in steps[:used]):
                return None
            kind, steps = self.layout.pointee(inner), steps[used:]
            address, n = self.blocks[path]
            size = self.layout.size(kind)
            first = range(n // size) if not steps or steps[0] is None \
                else steps[0]
            return [(address + i * size + a, b) for i in first
                    for a, b in places(self.layout, kind, steps[1:])]
        if address is None:
            return None
        return [(address + a, n) for a, n in places(self.layout, kind, steps)]

    def pointers(self):
        """The addresses of pointers, which are not followed as data."""
        found = []
        for name, (at, _) in self.symbols.items():
            found += [at + k for k in
                      self.layout.pointers(self.layout.variables[name])]
        for name, at, n in self.all_blocks:
            kind = self.layout.variables.get(name)
            if kind is not None and self.layout.is_pointer(kind):
                kind = self.layout.pointee(kind)
                size = self.layout.size(kind)
                inner = self.layout.pointers(kind)
                found += [at + i * size + k for i in range(n // size)
                          for k in inner]
        return found

    def until_pointer(self, kind, steps):
        """The first pointer on the way "steps" from "kind" and how many steps
        lead to it; (None, None) for none."""
        at, used, dims = kind, 0, 0
        while True:
            plain = self.layout.plain(at)
            if self.layout.is_pointer(plain):
                return plain, used
            if used == len(steps):
                return None, None
            if isinstance(steps[used], str):
                at = self.layout.member(plain, steps[used])[1]
            else:
                bounds = self.layout.bounds(plain)
                dims += 1
                if dims < len(bounds):
                    used += 1
                    continue
                at = self.layout.reference(
                    self.layout.entries[plain]["type"])
                dims = 0
            used += 1


# ---- what lcm says ---------------------------------------------------------

def fragment_of(where):
    """The fragment at "where": (file, line, begin, end)."""
    return (os.path.basename(where["file"]), where["line"], where["begin"],
            where["end"])


def shown(fragment):
    return "%s:%d" % fragment[:2] if fragment else "nothing"


class Said:
    """What lcm says of the program."""

    def __init__(self, lcm, sources, run_, settings):
        self.run = run_
        self.env = dict(settings["values"],
                        p=int(settings["threads"]))
        self.json = json.loads(run(
            [lcm, "analyze", "--data", "--format", "json"] + sources))
        self.fragments = {}
        self.private = {}
        for fragment in self.json["fragments"]:
            key = fragment_of(fragment["range"])
            self.fragments[key] = self.lines(fragment["range"])
            self.private[key] = {s["datum"] for s in fragment["reads"] +
                                 fragment["writes"] if s["private"]}
        self.ignored = set()
        if any("lcm: ignore" in text for text in run_.texts.values()):
            self.ignored = set(self.fragments) - {
                fragment_of(a["fragment"]) for a in self.json["accesses"]}
        self.touched = {}
        self.inexact = set()
        for access in self.json["accesses"]:
            self.add(access)

    def lines(self, where):
        text = self.run.texts[os.path.basename(where["file"])]
        return (os.path.basename(where["file"]), where["line"],
                text.count("\n", 0, where["end"]) + 1)

    def at(self, place):
        """The smallest fragment that "place" lies in, or None."""
        best = None
        for key, (name, first, last) in self.fragments.items():
            if name == place[0] and first <= place[1] <= last and (
                    best is None or last - first < best[1]):
                best = (key, last - first)
        return best and best[0]

    def addresses(self, section, loops):
        """The addresses of "section" as a set of bytes; None where its data are
        not followed; and whether it is surely no more."""
        exact = section["exact"]
        found = set()
        envs = rounds(loops + section["over"], self.env)
        if envs is None:
            return self.whole(section), False
        for env in envs:
            steps = []
            for extent in section["extents"]:
                low = value(extent["lower"], env)
                length = value(extent["length"], env)
                if extent["field"]:
                    steps.append(extent["field"])
                elif low is None or length is None:
                    steps.append(None)
                    exact = False
                else:
                    steps.append(range(int(low), int(low) + int(length)))
            ranges = self.run.ranges(section["datum"], steps)
            if ranges is None:
                return None, exact
            for at, n in ranges:
                found.update(range(at, at + n))
        return found, exact

    def whole(self, section):
        ranges = self.run.ranges(section["datum"], [])
        if ranges is None:
            ranges = self.run.ranges(section["datum"], [None])
        return None if ranges is None else {
            b for at, n in ranges for b in range(at, at + n)}

    def add(self, access):
        key = (fragment_of(access["fragment"]), access["mode"])
        section = access["section"]
        found, exact = self.addresses(section, access["loops"])
        if found is None:
            return
        if not section["extents"]:
            whole = self.whole(section)
            found = whole if whole is not None else found
        self.touched.setdefault(key, {}).setdefault(section["datum"],
                                                    set()).update(found)
        if not exact or access["maybe"]:
            self.inexact.add(key + (section["datum"],))


# ---- comparison ------------------------------------------------------------

def told(key):
    return "%s dependence %s -> %s on %s" % (key[0], shown(key[1]),
                                             shown(key[2]), key[3])


class Comparison:
    """Errors, and how much was compared."""

    def __init__(self, said, run_):
        self.said = said
        self.run = run_
        self.errors = []
        self.n_exact = self.n_inside = self.n_bytes = 0
        self.names = {}
        for name, at, n in run_.all_blocks + [
                (name, at, n) for name, (at, n) in run_.symbols.items()]:
            for b in range(at, at + n):
                self.names[b] = name.split(".")[0]
        for at in run_.pointers():
            for b in range(at, at + 8):
                self.names.pop(b, None)
        self.divided = {fragment_of(a["fragment"])
                        for a in said.json["accesses"] if a["divided"]}

    def fail(self, text):
        self.errors.append(text)

    def accesses(self):
        """Compare what every fragment touched."""
        seen = {}
        owners = {}
        for what, thread, place, at, n in self.run.events:
            if at not in self.names:
                continue
            fragment = self.said.at(place)
            if self.names[at] in self.said.private.get(fragment, ()):
                owners.setdefault(at, set()).add(thread)
                if len(owners[at]) > 1:
                    self.fail("%s: threads share %s, lcm says private" % (
                        shown(fragment), self.names[at]))
                continue
            if fragment in self.said.ignored:
                continue
            if fragment is None:
                self.fail("%s:%d touches %s outside all fragments" % (
                    place + (self.names[at],)))
                continue
            key = (fragment, "read" if what == "r" else "write")
            for b in range(at, at + n):
                seen.setdefault(key, {}).setdefault(
                    self.names.get(b), set()).add(b)
        for key in sorted(set(seen) | set(self.said.touched)):
            ours = self.said.touched.get(key, {})
            theirs = seen.get(key, {})
            for datum in sorted(set(ours) | set(theirs)):
                self.compare(key, datum, ours.get(datum, set()),
                             theirs.get(datum, set()))

    def compare(self, key, datum, ours, theirs):
        text = "%s %ss of %s" % (shown(key[0]), key[1], datum)
        exact = key + (datum,) not in self.said.inexact
        if theirs - ours:
            self.fail("%s: %d bytes that lcm does not name (%d of %d)" % (
                text, len(theirs - ours), len(ours), len(theirs)))
        elif exact and ours != theirs:
            self.fail("%s: lcm names %d bytes as exact, %d are touched" % (
                text, len(ours), len(theirs)))
        self.n_exact += exact
        self.n_inside += not exact
        self.n_bytes += len(theirs)

    def trace(self):
        """The dependences of the run by (kind, from, to, datum) with their
        bytes, and what crosses by (from, to, datum)."""
        writer, readers, version = {}, {}, {}
        found, crossing = {}, {}
        for what, thread, place, at, n in self.run.events:
            fragment = self.said.at(place)
            if at not in self.names or fragment in self.said.ignored or \
                    self.names[at] in self.said.private.get(fragment, ()):
                continue
            for b in range(at, at + n):
                datum = self.names.get(b)
                last = writer.get(b)
                if what == "r":
                    if last:
                        found.setdefault(("true", last[0], fragment, datum),
                                         set()).add(b)
                        if last[1] != thread and -1 not in (last[1], thread):
                            crossing.setdefault(
                                (last[0], fragment, datum), set()).add(
                                    (b, thread, version[b]))
                    readers.setdefault(b, set()).add(fragment)
                    continue
                if last:
                    found.setdefault(("output", last[0], fragment, datum),
                                     set()).add(b)
                for reader in readers.get(b, ()):
                    found.setdefault(("anti", reader, fragment, datum),
                                     set()).add(b)
                readers[b] = set()
                writer[b] = (fragment, thread)
                version[b] = version.get(b, 0) + 1
        return found, crossing

    def dependences(self, found):
        """Compare the dependences between fragments."""
        named = {}
        for d in self.said.json["dependences"]:
            key = (d["kind"], fragment_of(d["from_range"]),
                   fragment_of(d["to_range"]), d["datum"])
            named.setdefault(key, []).append(d)
        for key in sorted(found, key=str):
            kind, first, last, datum = key
            covered = kind == "output" and datum in self.said.touched.get(
                (last, "read"), {})
            if first != last and key not in named and not covered:
                self.fail("%s, which lcm does not name" % told(key))
        for key, all_ in sorted(named.items()):
            for d in all_:
                if d["exact"] and len(all_) == 1 and key[1] != key[2]:
                    self.check_bytes(key, d, found.get(key, set()))
        self.n_dependences = len(found)

    def check_bytes(self, key, dependence, bytes_):
        if key[3] not in self.names.values():
            return
        expected = value(dependence["bytes"], self.said.env)
        if expected is None:
            return
        if not bytes_:
            self.fail("%s does not happen" % told(key))
        elif expected != len(bytes_):
            self.fail("%s: lcm says %s bytes, %d" % (
                told(key), expected, len(bytes_)))

    def crossings(self, crossing):
        """Compare what crosses between threads inside teams."""
        named = {}
        for c in self.said.json["crossings"]:
            key = (fragment_of(c["from_range"]), fragment_of(c["to_range"]),
                   c["datum"])
            bytes_, times = (value(c[k], self.said.env)
                             for k in ("bytes", "count"))
            total = named.setdefault(key, [0, True])
            total[1] = total[1] and c["exact"]
            total[0] = None if None in (bytes_, times, total[0]) else \
                total[0] + bytes_ * times
        self.n_crossings = 0
        for key in sorted(set(named) | set(crossing), key=str):
            seen = len(crossing.get(key, ()))
            expected, exact = named.get(key, (0, True))
            if expected is None or not {key[0], key[1]} <= self.divided:
                continue
            self.n_crossings += 1
            if seen > expected or (exact and seen != expected):
                self.fail("%s -> %s: %d bytes of %s cross, lcm says %s%s" % (
                    shown(key[0]), shown(key[1]), seen, key[2], expected,
                    " as exact" if exact else ""))


def take_arguments(words):
    """The settings and the programs that the command line names."""
    settings = {"values": {}, "args": [], "threads": "4"}
    while words and "=" in words[0]:
        name, number = words.pop(0).split("=")
        settings["values"][name] = int(number)
    if words and words[0] == "--":
        words.pop(0)
        while not words[0].endswith(".c"):
            settings["args"].append(words.pop(0))
    return settings, words


def can_compile(cc):
    """Whether "cc", and the tools that read its output, are there."""
    if not all(shutil.which(t) for t in (cc, "readelf", "addr2line", "nm")):
        return False
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "a.c")
        with open(name, "w") as f:
            f.write("#include <omp.h>\n"
                    "int main(void) { return omp_get_max_threads() < 1; }\n")
        return not subprocess.run(
            [cc, "-fopenmp", "-no-pie", name, "-o",
             os.path.join(folder, "a")], capture_output=True).returncode


def main():
    lcm, cc = sys.argv[1:3]
    settings, sources = take_arguments(sys.argv[3:])
    if not can_compile(cc):
        print("%s does not compile OpenMP here" % cc)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        run_ = Run(cc, sources, folder, settings)
        said = Said(lcm, sources, run_, settings)
        comparison = Comparison(said, run_)
        comparison.accesses()
        found, crossing = comparison.trace()
        comparison.dependences(found)
        comparison.crossings(crossing)
    for error in comparison.errors[:40]:
        print(error)
    print("%d accesses exact, %d inside, %d bytes; %d dependences, %d "
          "crossings: %d errors" % (
              comparison.n_exact, comparison.n_inside, comparison.n_bytes,
              comparison.n_dependences, comparison.n_crossings,
              len(comparison.errors)))
    if not comparison.n_bytes:
        sys.exit("nothing was compared")
    sys.exit(1 if comparison.errors else 0)


main()
