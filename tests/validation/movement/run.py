"""What lcm says that programs read, write and move, against what they do.

run.py LCM CC [NAME=VALUE...] [-DNAME=VALUE...] [-- ARGUMENT...] PROGRAM...: with
the values of names in what lcm prints (vla: elements of arrays of variable
length; p: threads, 4 if not given; ranks: of a program that passes messages), of
macros, and the arguments of a run.  What comments tell lcm to ignore is
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

from events import FIRST_STACK, Program, Ranks, run

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


def rounds(ranges, env, spoken):
    """All values of the indices of "ranges" of which "spoken", a text, speaks,
    or another range; of the others one: environments; None where a bound is
    not known."""
    if not ranges:
        return [env]
    first, rest = ranges[0], ranges[1:]
    low, high = value(first["from"], env), value(first["to"], env)
    step = value(first["step"], env) if first["step"] else 1
    if low is None or high is None or step is None:
        return None
    matters = re.search(r"\b%s\b" % re.escape(first["index"]),
                        spoken + json.dumps(rest))
    found = []
    i = int(low)
    while i <= high:
        inner = rounds(rest, dict(env, **{first["index"]: i}), spoken)
        if inner is None:
            return None
        found += inner
        if not matters and inner:
            break
        i = i * int(value(first["factor"], env)) if first["factor"] else \
            i + int(step)
    return found


# ---- what lcm says ---------------------------------------------------------

def fragment_of(where):
    """The fragment at "where": (file, line, begin, end)."""
    return (os.path.basename(where["file"]), where["line"], where["begin"],
            where["end"])


def shown(fragment):
    return "%s:%d" % fragment[:2] if fragment else "nothing"


class Said:
    """What lcm says of the program.
    touched  bytes by (fragment, mode) and (function, name) of the datum
    inexact  those (fragment, mode, key) that are no more than bounds
    whole_or_not  (fragment and mode, key, bytes) of sections that are touched as
                  a whole if at all
    keys     the data that are named"""

    def __init__(self, lcm, sources, run_, settings):
        self.run = run_
        self.env = dict(settings["values"],
                        p=int(settings["threads"]))
        if run_.ranks:
            self.env.update(p=run_.ranks, rank=run_.rank, ranks=run_.ranks,
                            c__ranks=run_.ranks)
        self.json = json.loads(run(
            [lcm, "analyze", "--data", "--format", "json"] + sources +
            (["--"] + settings["macros"] if settings["macros"] else [])))
        self.fragments = {}
        self.private = {}
        for access in self.json["accesses"]:
            key = fragment_of(access["fragment"])
            self.fragments[key] = self.lines(access["fragment"])
            self.private[key] = set()
        for fragment in self.json["fragments"]:
            key = fragment_of(fragment["range"])
            self.fragments[key] = self.lines(fragment["range"])
            self.private[key] = {s["datum"] for s in fragment["reads"] +
                                 fragment["writes"] if s["private"]}
        self.declared = {
            fragment_of(f["range"]) for f in self.json["fragments"]
            if any(s["declared"] for s in f["reads"] + f["writes"])}
        self.waits = {place for name, text in run_.texts.items()
                      for place in self.lines_of_waits(name, text)}
        self.ignored = set()
        if any("lcm: ignore" in text for text in run_.texts.values()):
            self.ignored = set(self.fragments) - {
                fragment_of(a["fragment"]) for a in self.json["accesses"]}
        self.found = {}
        self.touched = {}
        self.inexact = set()
        self.whole_or_not = []
        self.keys = set()
        for access in self.json["accesses"]:
            self.add(access)
            self.private[fragment_of(access["fragment"])].discard(
                access["section"]["datum"])

    def lines(self, where):
        text = self.run.texts[os.path.basename(where["file"])]
        return (os.path.basename(where["file"]), where["line"],
                text.count("\n", 0, where["end"]) + 1)

    @staticmethod
    def lines_of_waits(name, text):
        """The lines of statements that comments call signals and waits: what
        they touch is no data."""
        lines = text.splitlines()
        for k, line in enumerate(lines):
            if re.search(r"// lcm: (signal|wait)\b", line):
                end = k + 1
                while end < len(lines) and ";" not in lines[end]:
                    end += 1
                for at in range(k + 2, end + 2):
                    yield name, at

    def at(self, place):
        """The smallest fragment that "place" with the calls around lies in, or
        one around that whose author declares what lies below; None: none."""
        key = (place[0], id(place[1]))
        if key not in self.found:
            best = self.find(place[0], self.fragments)
            chain = place
            while chain:
                best = self.find(chain[0], self.declared) or best
                chain = chain[1]
            self.found[key] = best
        return self.found[key]

    def find(self, place, among):
        """The smallest fragment of "among" that the line "place" lies in, or
        None."""
        best = None
        for key in among:
            name, first, last = self.fragments[key]
            if name == place[0] and first <= place[1] <= last and (
                    best is None or last - first < best[1]):
                best = (key, last - first)
        return best and best[0]

    def environments(self, section, loops):
        """The values of the names in "section": of all members, where it speaks
        of them."""
        members = [self.env]
        spoken = json.dumps(section["extents"])
        if "thread" in spoken + json.dumps([section["over"], loops]):
            members = [dict(self.env, thread=k)
                       for k in range(self.env["p"])]
        found = [rounds(loops + section["over"], env, spoken)
                 for env in members]
        return None if None in found else [e for envs in found for e in envs]

    def addresses(self, section, loops):
        """The addresses of "section" as a set of bytes; None where its data are
        not followed; and whether it is surely no more, and was, if it was not
        for what is assumed of it."""
        exact = known = section["exact"] or section["maybe"]
        found = set()
        envs = self.environments(section, loops)
        if envs is None:
            return self.whole(section), False, False
        done = set()
        for env in envs:
            steps = []
            for extent in section["extents"]:
                low = value(extent["lower"], env)
                length = value(extent["length"], env)
                if extent["field"]:
                    steps.append(extent["field"])
                elif low is None or length is None:
                    steps.append(None)
                    exact = known = False
                else:
                    steps.append(range(int(low), int(low) + int(length)))
            if str(steps) in done:
                continue
            done.add(str(steps))
            ranges, sure = self.run.ranges(self.run.key_of(section), steps)
            if ranges is None:
                return None, exact, known
            exact = exact and sure
            for at, n in ranges:
                found.update(range(at, at + n))
        return found, exact and section["exact"], known

    def whole(self, section):
        for steps in [], [None]:
            ranges = self.run.ranges(self.run.key_of(section), steps)[0]
            if ranges is not None:
                return {b for at, n in ranges for b in range(at, at + n)}
        return None

    def add(self, access):
        key = (fragment_of(access["fragment"]), access["mode"])
        section = access["section"]
        datum = self.run.key_of(section)
        self.keys.add(datum)
        found, exact, known = self.addresses(section, access["loops"])
        if found is None:
            return
        if not section["extents"]:
            whole = self.whole(section)
            found = whole if whole is not None else found
        self.touched.setdefault(key, {}).setdefault(datum,
                                                    set()).update(found)
        if not exact or access["maybe"]:
            self.inexact.add(key + (datum,))
        if section["maybe"] and known and found and not access["loops"] and \
                not access["maybe"]:
            self.whole_or_not.append((key, datum, found))


# ---- comparison ------------------------------------------------------------

def told(key):
    return "%s dependence %s -> %s on %s" % (key[0], shown(key[1]),
                                             shown(key[2]), key[3])


class Comparison:
    """Errors, and how much was compared.
    names   the name that lcm has for the datum of each byte; for bytes on the
            stack only where it has one
    events  (mode, thread, fragment, addresses) of what has one and is shared"""

    def __init__(self, said, run_):
        self.said = said
        self.run = run_
        self.errors = []
        self.n_exact = self.n_inside = self.n_bytes = 0
        self.names = {}
        for block in run_.blocks:
            keys = [(f, path.split(".")[0]) for f, path in block.keys]
            known = [key for key in keys if key in said.keys]
            if run_.layout.is_handle(block.kind):
                continue
            if known or block.at < FIRST_STACK:
                for b in range(block.at, block.at + block.n):
                    self.names[b] = (known or keys)[0][1]
        for at in run_.pointers():
            for b in range(at, at + 8):
                self.names.pop(b, None)
        self.events = list(self.shared_events())

    def fail(self, text):
        if text not in self.errors:
            self.errors.append(text)

    def shared_events(self):
        owners = {}
        for what, thread, place, at, n in self.run.events:
            if at not in self.names or place[0] in self.said.waits:
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
                if place[0][1] and not (
                        at >= FIRST_STACK and self.is_hidden(self.names[at])):
                    self.fail("%s:%d touches %s outside all fragments" % (
                        place[0] + (self.names[at],)))
                continue
            yield what, thread, fragment, range(at, at + n)

    def accesses(self):
        """Compare what every fragment touched."""
        seen = {}
        for what, thread, fragment, bytes_ in self.events:
            seen.setdefault((fragment, "read" if what == "r" else "write"),
                            set()).update(bytes_)
        for key in sorted(set(seen) | set(self.said.touched)):
            ours = self.said.touched.get(key, {})
            theirs = seen.get(key, set())
            self.n_bytes += len(theirs)
            beyond = theirs.difference(*ours.values()) & set(self.names)
            for name in sorted({self.names[b] for b in beyond}):
                n = sum(self.names[b] == name for b in beyond)
                self.fail("%s %ss %d bytes of %s that lcm does not name (of "
                          "%d)" % (shown(key[0]), key[1], n, name, len(theirs)))
            for datum, named in sorted(ours.items(), key=str):
                exact = key + (datum,) not in self.said.inexact
                self.n_exact += exact
                self.n_inside += not exact
                named = named & set(self.names)
                if exact and not named <= theirs:
                    self.fail("%s %ss of %s: lcm names %d bytes as exact, %d "
                              "are touched" % (
                                  shown(key[0]), key[1], datum[1], len(named),
                                  len(named & theirs)))

        for key, datum, named in self.said.whole_or_not:
            named = named & set(self.names)
            touched = named & seen.get(key, set())
            alone = len(self.said.touched[key][datum] & named) == len(
                self.said.touched[key][datum])
            if alone and touched and touched != named:
                self.fail("%s %ss of %s: lcm says all %d bytes or none, %d "
                          "are touched" % (shown(key[0]), key[1], datum[1],
                                           len(named), len(touched)))

    def trace(self):
        """The dependences of the run by (kind, from, to, datum) with their
        bytes, and what crosses by (from, to, datum)."""
        writer, readers, version = {}, {}, {}
        found, crossing = {}, {}
        for what, thread, fragment, bytes_ in self.events:
            for b in bytes_:
                datum = self.names.get(b)
                last = writer.get(b)
                if what == "r":
                    if last:
                        found.setdefault(("true", last[0], fragment, datum),
                                         set()).add(b)
                        if last[1] != thread and -1 not in (last[1], thread) \
                                and max(last[1], thread) < 1000:
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

    def is_hidden(self, name):
        """Whether not all that touches the data called "name" is seen, such as
        what combines the copies of a reduction."""
        return any(self.run.is_hidden(key) for key in self.said.keys
                   if key[1] == name)

    def dependences(self, found):
        """Compare the dependences between fragments."""
        named = {}
        for d in self.said.json["dependences"]:
            key = (d["kind"], fragment_of(d["from_range"]),
                   fragment_of(d["to_range"]), d["datum"])
            named.setdefault(key, []).append(d)
        reads = {(key[0], datum[1]) for key, data in self.said.touched.items()
                 if key[1] == "read" for datum in data}
        for key in sorted(found, key=str):
            kind, first, last, datum = key
            covered = kind == "output" and (last, datum) in reads or \
                self.is_hidden(datum) and any(
                    k[0] == kind and k[2:] == (last, datum) for k in named)
            if first != last and key not in named and not covered and datum:
                self.fail("%s, which lcm does not name" % told(key))
        for key, all_ in sorted(named.items()):
            for d in all_:
                if d["exact"] and len(all_) == 1 and key[1] != key[2]:
                    self.check_bytes(key, d, found.get(key, set()))
        self.n_dependences = len(found)

    def check_bytes(self, key, dependence, bytes_):
        if key[3] not in self.names.values() or self.is_hidden(key[3]):
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
        moved = {(fragment_of(m["from_range"]), fragment_of(m["to_range"]),
                  m["datum"]) for m in self.said.json["movements"]}
        for key in sorted(set(named) | set(crossing), key=str):
            seen = len(crossing.get(key, ()))
            expected, exact = named.get(key, (0, True))
            if expected is None or key in moved or not seen and not exact:
                continue
            self.n_crossings += 1
            if seen > expected or (exact and seen != expected):
                self.fail("%s -> %s: %d bytes of %s cross, lcm says %s%s" % (
                    shown(key[0]), shown(key[1]), seen, key[2], expected,
                    " as exact" if exact else ""))


def take_arguments(words):
    """The settings and the programs that the command line names."""
    settings = {"values": {}, "args": [], "macros": [], "threads": "4"}
    while words and "=" in words[0]:
        name, number = words.pop(0).split("=")
        if name == "ranks":
            settings["ranks"] = int(number)
        elif name.startswith("-D"):
            settings["macros"].append("%s=%s" % (name, number))
        else:
            settings["values"][name] = int(number)
    if "p" in settings["values"]:
        settings["threads"] = str(settings["values"]["p"])
    if words and words[0] == "--":
        words.pop(0)
        while not words[0].endswith(".c"):
            settings["args"].append(words.pop(0))
    return settings, words


def can_compile(cc):
    """Whether "cc", and the tools that read its output, are there."""
    if not all(shutil.which(t) for t in (cc, "readelf", "addr2line")):
        return False
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "a.c")
        with open(name, "w") as f:
            f.write("#include <omp.h>\n"
                    "int main(void) { return omp_get_max_threads() < 1; }\n")
        return not subprocess.run(
            [cc, "-fopenmp", "-no-pie", name, "-o",
             os.path.join(folder, "a")], capture_output=True).returncode


def messages_of(runs):
    """What was sent: (line of the send, line of the receive, bytes), the sends
    and receives of two ranks with one tag in their order."""
    sent, received = {}, {}
    for run_ in runs:
        for what, peer, tag, place, n in run_.messages:
            if what == "s":
                sent.setdefault((run_.rank, peer, tag), []).append((place, n))
            else:
                received.setdefault((peer, run_.rank, tag), []).append(place)
    return {(place[1], to[1], n) for key, all_ in sent.items()
            for (place, n), to in zip(all_, received.get(key, ()))}


def bytes_of_messages(node, found):
    """Put the bytes of the messages in and below "node" of a structure into
    "found", by line."""
    if node["kind"] == "message" and node.get("bytes"):
        found[node["range"]["line"]] = node["bytes"]
    for child in node["children"]:
        bytes_of_messages(child, found)


def compare_messages(lcm, sources, runs, settings, fail):
    """Compare the messages of "runs" with what lcm says is sent to where; return
    how many of these there are."""
    seen = messages_of(runs)
    given = ["p=%d" % settings["ranks"]] + [
        "%s=%d" % pair for pair in settings["values"].items()]
    predicted = json.loads(run([lcm, "predict", "--format", "json"] + [
        word for text in given for word in ("-D", text)] + sources))
    said = {tuple(int(m[end].split(":")[-2])
                  for end in ("send_range", "receive_range"))
            for m in predicted["patterns"]}
    for pair in sorted(said ^ {m[:2] for m in seen}):
        fail("the message from line %d to line %d is %s" % (
            pair + ("not sent" if pair in said else "not named",)))
    bytes_ = {}
    for function in json.loads(run([lcm, "analyze", "--format", "json"] +
                                   sources))["functions"]:
        if function["body"]:
            bytes_of_messages(function["body"], bytes_)
    for first, last, n in sorted(seen):
        for at in first, last:
            expected = value(bytes_.get(at), {})
            if expected != n:
                fail("the message from line %d to line %d has %d bytes, lcm "
                     "says %s" % (first, last, n, expected))
    return len(seen)


def main():
    lcm, cc = sys.argv[1:3]
    settings, sources = take_arguments(sys.argv[3:])
    ranks = "ranks" in settings
    if ranks and not shutil.which("smpirun") or not can_compile(cc):
        print("%s does not compile this here" % cc)
        sys.exit(77)
    errors, counts, n_messages = [], [0] * 5, 0
    with tempfile.TemporaryDirectory() as folder:
        program = (Ranks if ranks else Program)(cc, sources, folder, settings)
        runs = program.runs(folder, settings)
        for run_ in runs:
            said = Said(lcm, sources, run_, settings)
            comparison = Comparison(said, run_)
            comparison.accesses()
            found, crossing = comparison.trace()
            comparison.dependences(found)
            comparison.crossings(crossing)
            errors += ["rank %d: %s" % (run_.rank, e) if ranks else e
                       for e in comparison.errors]
            counts = [a + b for a, b in zip(counts, (
                comparison.n_exact, comparison.n_inside, comparison.n_bytes,
                comparison.n_dependences, comparison.n_crossings))]
        if ranks:
            n_messages = compare_messages(lcm, sources, runs, settings,
                                          errors.append)
            if len(runs) != settings["ranks"] or not n_messages:
                sys.exit("no messages were compared")
    for error in errors[:40]:
        print(error)
    print("%d accesses exact, %d inside, %d bytes; %d dependences, %d "
          "crossings, %d messages: %d errors" % (
              tuple(counts) + (n_messages, len(errors))))
    if not counts[2]:
        sys.exit("nothing was compared")
    sys.exit(1 if errors else 0)


main()
