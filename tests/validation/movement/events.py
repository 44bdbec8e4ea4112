"""A program as it ran: which code touched which bytes, in order."""
import glob
import os
import re
import subprocess
import sys

from layout import Layout, places

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST_STACK = 1 << 48


def run(command, **kwargs):
    done = subprocess.run(command, capture_output=True, text=True, **kwargs)
    if done.returncode:
        sys.exit("%s failed:\n%s%s" % (" ".join(command), done.stdout,
                                       done.stderr))
    return done.stdout


class Block:
    """A stretch of memory: a variable, or what one was set to when it was
    allocated.
    keys  (function or None, path) by which it is known: "a", "grid.data"
    kind  the type of what lies in it, None where nobody knows
    heap  it was allocated: "keys" are pointers to it"""

    def __init__(self, keys, kind, at, n, heap=False):
        self.keys, self.kind, self.at, self.n = keys, kind, at, n
        self.heap = heap


class Program:
    """A program that was compiled.
    binary, layout   of it; texts: its files by their names"""

    WRAPPED = ("malloc", "calloc", "free", "memset", "memcpy", "memmove")
    RUNTIME = ("runtime.c",)
    FLAGS = ["-g", "-gdwarf-4", "-O0", "-fno-builtin", "-fopenmp",
             "-fno-omit-frame-pointer", "-pthread", "-w"]
    LINK = ["-no-pie"]

    def __init__(self, cc, sources, folder, settings):
        self.binary = os.path.join(folder, "program")
        self.compile(cc, sources, folder, settings["macros"])
        self.layout = Layout(self.binary, settings["values"].get("vla"))
        self.texts = {os.path.basename(name): open(name).read()
                      for name in sources}

    def compile(self, cc, sources, folder, macros):
        objects = []
        own = [os.path.join(HERE, name) for name in self.RUNTIME]
        for k, source in enumerate(sources + own):
            objects.append(os.path.join(folder, "%d.o" % k))
            flags = list(self.FLAGS)
            if k < len(sources):
                flags += ["-fsanitize=thread"] + self.every_read(cc) + macros
            run([cc] + flags + ["-c", source, "-o", objects[-1]])
        run([cc] + self.LINK + ["-fopenmp", "-pthread"] + objects +
            ["-Wl," + ",".join("--wrap=" + name for name in self.WRAPPED),
             "-lm", "-o", self.binary])

    @staticmethod
    def every_read(cc):
        """What makes the compiler instrument reads before writes, too."""
        return ["-mllvm", "-tsan-instrument-read-before-write=1"] \
            if "clang" in run([cc, "--version"]) else []

    def runs(self, folder, settings):
        """What happened in a run: one Run."""
        log = os.path.join(folder, "log")
        run([self.binary] + settings["args"],
            env=dict(os.environ, MOVEMENT_LOG=log, OMP_DYNAMIC="false",
                     OMP_NUM_THREADS=settings["threads"],
                     OMP_SCHEDULE="static"))
        return [Run(self, log)]


class Ranks(Program):
    """A program of ranks, which SimGrid runs, each with data of its own: the
    shared library that it is stands in memory once for each."""

    MESSAGES = ("Comm_rank", "Isend", "Irecv", "Waitall", "Allreduce")
    WRAPPED = Program.WRAPPED + tuple("MPI_" + name for name in MESSAGES)
    RUNTIME = ("runtime.c", "ranks.c")
    FLAGS = Program.FLAGS + ["-DRANKS", "-DSMPI_NO_OVERRIDE_MALLOC"]
    LINK = []
    PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="all" routing="Full">
    <host id="one" speed="1Gf" core="64"/>
    <link id="wire" bandwidth="1GBps" latency="1us" sharing_policy="FATPIPE"/>
    <route src="one" dst="one"><link_ctn id="wire"/></route>
  </zone>
</platform>
"""

    def runs(self, folder, settings):
        """What happened in a run: a Run for each rank, in order."""
        log = os.path.join(folder, "log")
        for name, text in (("platform.xml", self.PLATFORM),
                           ("hosts", "one\n" * settings["ranks"])):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        run(["smpirun", "-np", str(settings["ranks"]), "-platform",
             os.path.join(folder, "platform.xml"), "-hostfile",
             os.path.join(folder, "hosts"), "--cfg=contexts/factory:thread",
             "--cfg=smpi/simulate-computation:no", "--log=root.thres:error",
             self.binary] + settings["args"],
            env=dict(os.environ, MOVEMENT_LOG=log))
        found = [Run(self, name) for name in glob.glob(log + ".*")]
        return sorted((r for r in found if r.rank is not None),
                      key=lambda r: r.rank)


class Run:
    """The program as it ran, or one of its ranks.
    rank, ranks   its number, and how many there are; None, None: no ranks
    messages      it sends and receives: ("s" or "v", peer, tag, place, bytes)
    layout  of its data
    blocks  all memory that has a name; of: those of each key and whether they
            were allocated
    events  (mode, thread, place, address, bytes), where a place is (file,
            line) and the places of the calls around as a chain, (place, chain)
            or None; each call of a function has addresses of its own on the
            stack"""

    def __init__(self, program, log):
        self.binary = program.binary
        self.layout = program.layout
        self.texts = program.texts
        self.rank = self.ranks = None
        self.messages = []
        self.blocks = []
        self.of = {}
        self.events = []
        self.next = FIRST_STACK
        for key, at in self.layout.statics.items():
            kind = self.layout.variables[key]
            self.add(Block([key], kind, at, self.layout.size(kind)))
        self.read_log(log)

    def add(self, block):
        self.blocks.append(block)
        for key in block.keys:
            self.of.setdefault((key, block.heap), []).append(block)

    # ---- the log -----------------------------------------------------------

    def read_log(self, log):
        raw = self.based([line.split() for line in open(log)])
        pcs = sorted({event[3] for event in raw} |
                     {event[5] for event in raw if event[0] == "f"})
        text = run(["addr2line", "-e", self.binary] +
                   ["%x" % (int(pc, 16) - 1) for pc in pcs]).splitlines()
        self.where = {}
        for pc, line in zip(pcs, text):
            name, _, number = line.rpartition(":")
            number = re.match(r"\d+", number)
            self.where[pc] = (os.path.basename(name),
                              int(number.group()) if number else 0)
        self.frames = {}
        fresh = {}
        for what, thread, tid, pc, at, n in raw:
            if what in "Rsv":
                self.note_message(what, int(thread), int(tid), pc, int(n, 16))
            elif what == "f":
                self.enter(tid, pc, int(at, 16), n)
            elif what == "x":
                if self.frames.get(tid):
                    self.frames[tid].pop()
            elif what == "a":
                fresh[tid] = (self.where[pc],
                              self.add_heap(tid, pc, int(at, 16), int(n, 16)))
            else:
                if what == "w" and n == "8" and tid in fresh:
                    self.name_heap(fresh.pop(tid), self.where[pc],
                                   self.move(tid, int(at, 16)))
                frames = self.frames.get(tid)
                chain = frames[-1][3] if frames else None
                self.events.append((what, int(thread), (self.where[pc], chain),
                                    self.move(tid, int(at, 16)), int(n, 16)))

    def based(self, raw):
        """The events "raw" with addresses in the program as it has them: where
        a library is loaded decides about those of ranks."""
        symbol = "movement_pending"
        at = [int(e[4], 16) for e in raw if e[0] == "R"]
        if not at:
            return raw
        symbols = {}
        for line in run(["nm", "-n", self.binary]).splitlines():
            words = line.split()
            if len(words) == 3:
                symbols[words[2]] = int(words[0], 16)
        end = max(symbols.values()) + 0x1000
        base = at[0] - symbols[symbol]

        def moved(text):
            value = int(text, 16)
            return "%x" % (value - base if base <= value < base + end
                           else value)
        return [e[:3] + [moved(e[3]), moved(e[4]),
                         moved(e[5]) if e[0] == "f" else e[5]] for e in raw]

    def note_message(self, what, first, second, pc, n):
        if what == "R":
            self.rank, self.ranks = first, second
        else:
            self.messages.append((what, first, second, self.where[pc], n))

    def name_heap(self, fresh, place, at):
        """Name the block that was just allocated after the pointer at "at" that
        "place" sets, where that is a part of a structure."""
        where, block = fresh
        if place != where or block is None:
            return
        for owner in self.blocks:
            if not owner.heap and owner.at <= at < owner.at + owner.n and \
                    owner is not block:
                path = self.layout.path_at(owner.kind, at - owner.at)
                if path:
                    key = (owner.keys[0][0], owner.keys[0][1] + path)
                    if key not in block.keys:
                        block.keys.append(key)
                        self.of.setdefault((key, True), []).append(block)

    def enter(self, tid, pc, frame, caller):
        """A call: its variables on the stack are memory of its own."""
        function = self.layout.function_at(int(pc, 16))
        moved = []
        for name, kind, offset in function.locals if function else ():
            n = self.layout.size(kind)
            block = Block([(function.name, name)], kind, self.next, n)
            self.next += n + 16
            self.add(block)
            moved.append((frame + function.base + offset, n, block.at))
        frames = self.frames.setdefault(tid, [])
        chain = (self.where[caller], frames[-1][3]) if frames else None
        frames.append((function.name if function else None, caller, moved,
                       chain))

    def move(self, tid, at):
        """The address that stands for "at", which may lie on a stack."""
        for owner in [tid] + [t for t in self.frames if t != tid]:
            for _, _, moved, _ in reversed(self.frames.get(owner, [])):
                for begin, n, to in moved:
                    if begin <= at < begin + n:
                        return to + at - begin
        return at

    def add_heap(self, tid, pc, at, n):
        """Name the block "at" after what it is assigned to, here and where the
        functions around return it."""
        keys = []
        frames = self.frames.get(tid, [])
        inner = "alloc"
        for k in range(len(frames) - 1, -1, -1):
            function, caller = frames[k][:2]
            place = self.where[pc if k == len(frames) - 1 else pc_of_caller]
            path = self.assigned(place, inner)
            if path is None:
                break
            root = path.split(".")[0]
            key = (function if (function, root) in self.layout.variables
                   else None, path)
            keys.append(key)
            inner, pc_of_caller = function + "(", caller
        block = Block(keys, self.target(keys[0]) if keys else None, at, n, True)
        self.add(block)
        return block

    def assigned(self, place, called):
        """What the line "place" assigns a call of "called" to, as a path."""
        text = self.texts.get(place[0])
        if not text:
            return None
        line = text.splitlines()[place[1] - 1]
        found = re.search(r"\(\*(\w+)\)[^=]*=[^=]*%s|"
                          r"([A-Za-z_][\w.>-]*)(?:\[\w*\])*\s*=[^=]*%s" %
                          (re.escape(called), re.escape(called)), line)
        return (found.group(1) or found.group(2)).replace("->", ".") \
            if found else None

    def target(self, key):
        """The type that the pointer at "key" points to, where it is known."""
        kind = self.layout.variables.get(key)
        return self.layout.pointee(kind) if self.layout.is_pointer(kind) \
            else None

    # ---- data --------------------------------------------------------------

    def key_of(self, section):
        """The (function, name) of the datum of "section"."""
        found = re.search(r"@[FS]@(\w+)@", section["key"] or "")
        return (found.group(1) if found else None, section["datum"])

    def ranges(self, key, steps):
        """Addresses (address, bytes) of the part "steps" of the variable "key",
        and whether they are surely no more; (None, False) where that is not
        followed."""
        nothing = (None, False)
        if key not in self.layout.variables:
            return nothing
        kind = self.layout.variables[key]
        path, steps = key[1], list(steps)
        heap, first = False, None
        sure = not self.is_hidden(key)
        while True:
            inner, used = self.until_pointer(kind, steps)
            if used is None:
                break
            kind = self.layout.pointee(inner)
            if self.layout.plain(kind) is None:
                return nothing
            sure = sure and all(isinstance(s, str) for s in steps[:used])
            path = ".".join([path] + [s for s in steps[:used]
                                      if isinstance(s, str)])
            if ((key[0], path), True) not in self.of:
                return nothing
            heap, rest = True, steps[used:]
            first, steps = (rest[0], rest[1:]) if rest else (None, [])
        blocks = self.of.get(((key[0], path), heap), [])
        if not blocks:
            return nothing
        size = self.layout.size(kind)
        return [(block.at + i * size + a, n) for block in blocks
                for i in self.elements(block, size, first)
                for a, n in places(self.layout, kind, steps)], sure

    @staticmethod
    def elements(block, size, first):
        """Which elements of "block" the step "first" chooses."""
        if not block.heap:
            return [0]
        return range(block.n // size) if first is None else first

    def is_hidden(self, key):
        """Whether a compiler may touch the variable "key" unseen: a number that
        is constant, or on the stack, where it may be kept in a register or
        copied to where a region has been put."""
        kind = self.layout.variables.get(key)
        plain = self.layout.plain(kind)
        if plain is None or self.layout.entries[plain]["tag"] not in (
                "base_type", "enumeration_type"):
            return False
        return self.layout.entries[kind]["tag"] == "const_type" or any(
            block.at >= FIRST_STACK for block in self.of.get((key, False), []))

    def until_pointer(self, kind, steps):
        """The first pointer on the way "steps" from "kind" and how many steps
        lead to it; (None, None) for none."""
        at, used, dims = kind, 0, 0
        while True:
            plain = self.layout.plain(at)
            if self.layout.is_pointer(plain):
                return plain, used
            if used == len(steps) or plain is None:
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

    def pointers(self):
        """The addresses of pointers, which are not followed as data."""
        found = []
        for block in self.blocks:
            if block.kind is None:
                continue
            inner = self.layout.pointers(block.kind)
            size = self.layout.size(block.kind)
            found += [block.at + i * size + k
                      for i in range(block.n // size if inner else 0)
                      for k in inner]
        return found
