"""Loop nests, each said once: what C makes of it, and what it touches.

A nest is a list of steps: ("for", index, first, bound, step, steps), up to
below the bound, or down to it where the step is below 0; and (statement,
accesses).  Bounds and subscripts are affine, so that C and Python read them
alike.  Arrays begin at lines; those of structures have members with offsets.
"""

LINE = 64


def loop(index, bound, *steps, first=0, step=1):
    """Return a loop."""
    return ("for", index, str(first), str(bound), step, list(steps))


def do(statement, *accesses):
    """Return a statement and what it touches, in order."""
    return (statement, accesses)


class Nest:
    """A function with loops over arrays.

    arrays: (declaration as a parameter, name, bytes of an element, sides);
    members: offset and bytes of the members of its elements.
    """

    def __init__(self, name, arrays, steps, sizes, levels, members=None):
        self.name, self.arrays, self.steps = name, arrays, steps
        self.sizes, self.levels = sizes, levels
        self.members = members or {}

    def text(self):
        """Return the function in C."""
        values = [f"int {name}" for name in self.sizes]
        arrays = [array[0] for array in self.arrays]
        lines = [f"void {self.name}({', '.join(values + arrays)}) {{"]
        lines += write(self.steps, 1)
        return "\n".join(lines + ["}"]) + "\n"

    def addresses(self):
        """Return the bytes that are touched, in order."""
        code = ["def go(touch):"]
        code += [f"  {name} = {value}" for name, value in self.sizes.items()]
        base = 1 << 20
        places = {}
        for _, name, size, sides in self.arrays:
            places[name] = (base, size, sides)
            whole = size
            for side in sides:
                whole *= eval(side, {}, dict(self.sizes))
            base += (whole + (1 << 20)) // LINE * LINE
        code += follow(self.steps, places, self.members, 1)
        scope = {}
        exec("\n".join(code), scope)
        out = []
        scope["go"](out.append)
        return out


def write(steps, depth):
    """Return the lines of C of `steps`."""
    lines, pad = [], "  " * depth
    for step in steps:
        if step[0] != "for":
            lines.append(pad + step[0])
            continue
        _, index, first, bound, by, inner = step
        end, more = ("<", f"{index} += {by}") if by > 0 else \
            (">=", f"{index} -= {-by}")
        more = f"{index}++" if by == 1 else f"{index}--" if by == -1 else more
        lines.append(f"{pad}for (int {index} = {first}; "
                     f"{index} {end} {bound}; {more}) {{")
        lines += write(inner, depth + 1) + [pad + "}"]
    return lines


def place_of(access, places, members):
    """Return the address of `access` as an expression."""
    text, _, member = access.partition(".")
    name, *subscripts = text.replace("]", "").split("[")
    base, size, sides = places[name]
    index = "0"
    for subscript, side in zip(subscripts, ["0"] + list(sides[1:])):
        index = f"({index}) * ({side}) + ({subscript})"
    offset = members[member] if member else 0
    return f"{base + offset} + {size} * ({index})"


def follow(steps, places, members, depth):
    """Return the lines of Python of `steps`."""
    lines, pad = [], "  " * depth
    for step in steps:
        if step[0] != "for":
            lines += [f"{pad}touch({place_of(a, places, members)})"
                      for a in step[1]]
            continue
        _, index, first, bound, by, inner = step
        end = bound if by > 0 else f"({bound}) - 1"
        lines.append(f"{pad}for {index} in range({first}, {end}, {by}):")
        lines += follow(inner, places, members, depth + 1)
    return lines


def flat(name, kind="double", size=8, length="n", const=""):
    """Return an array of one side."""
    return (f"{const}{kind} *restrict {name}", name, size, (length,))


def square(name, kind="double", size=8, sides=("n", "n")):
    """Return an array of several sides."""
    rest = "".join(f"[{side}]" for side in sides[1:])
    return (f"{kind} {name}[restrict {sides[0]}]{rest}", name, size, sides)


ABC = [square("a"), square("b"), square("c")]
PRODUCT = do("c[i][j] += a[i][k] * b[k][j];", "c[i][j]", "a[i][k]", "b[k][j]",
             "c[i][j]")
PART = {"x": 0, "y": 8, "z": 16, "w": 24}


def product(order, sizes, levels):
    """Return a product of matrices with its loops in this order."""
    steps = PRODUCT
    for index in reversed(order):
        steps = loop(index, "n", steps)
    return Nest(f"product_{order}", ABC, [steps], sizes, levels)


NESTS = [
    product(order, {"n": 64}, levels) for order, levels in (
        ("ijk", (16384, 65536)), ("ikj", (4096, 16384, 65536)),
        ("jik", (4096, 65536)), ("jki", (4096, 65536)),
        ("kij", (4096, 16384, 65536)), ("kji", (4096, 65536)))]
NESTS += [
    Nest("product_flat", [flat(x, length="n * n") for x in "abc"], [
        loop("i", "n", loop("j", "n", loop("k", "n", do(
            "c[i * n + j] += a[i * n + k] * b[k * n + j];", "c[i * n + j]",
            "a[i * n + k]", "b[k * n + j]", "c[i * n + j]"))))],
         {"n": 48}, (16384, 65536)),
    Nest("product_tiled", ABC, [
        loop("ii", "n", loop("kk", "n", loop(
            "i", "ii + 16", loop("k", "kk + 16", loop("j", "n", PRODUCT),
                                 first="kk"), first="ii"), step=16), step=16)],
         {"n": 64}, (8192, 40960)),
    Nest("transpose", ABC[:2], [
        loop("i", "n", loop("j", "n", do("b[j][i] = a[i][j];", "a[i][j]",
                                         "b[j][i]")))],
         {"n": 128}, (4096, 32768)),
    Nest("transpose_tiled", ABC[:2], [
        loop("ii", "n", loop("jj", "n", loop("i", "ii + 8", loop(
            "j", "jj + 8", do("b[j][i] = a[i][j];", "a[i][j]", "b[j][i]"),
            first="jj"), first="ii"), step=8), step=8)],
         {"n": 128}, (4096,)),
    Nest("columns", [square("a"), flat("s")], [
        loop("j", "n", loop("i", "n", do("s[j] += a[i][j];", "s[j]",
                                         "a[i][j]", "s[j]")))],
         {"n": 128}, (4096, 32768)),
    Nest("columns_float", [square("a", "float", 4), flat("s", "float", 4)], [
        loop("j", "n", loop("i", "n", do("s[j] += a[i][j];", "s[j]",
                                         "a[i][j]", "s[j]")))],
         {"n": 128}, (4096, 32768)),
    Nest("rows_float", [square("a", "float", 4)], [
        loop("i", "n", loop("j", "n", do("a[i][j] *= 2;", "a[i][j]",
                                         "a[i][j]")))],
         {"n": 160}, (4096,)),
    Nest("stencil_1d", [flat("a"), flat("b")], [
        loop("t", "times", loop("i", "n - 1", do(
            "b[i] = a[i - 1] + a[i] + a[i + 1];", "a[i - 1]", "a[i]",
            "a[i + 1]", "b[i]"), first=1))],
         {"n": 4096, "times": 3}, (16384, 131072)),
    Nest("stencil_2d", ABC[:2], [
        loop("i", "n - 1", loop("j", "n - 1", do(
            "b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];",
            "a[i - 1][j]", "a[i + 1][j]", "a[i][j - 1]", "a[i][j + 1]",
            "b[i][j]"), first=1), first=1)],
         {"n": 192}, (16384,)),
    Nest("stencil_2d_columns", ABC[:2], [
        loop("j", "n - 1", loop("i", "n - 1", do(
            "b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];",
            "a[i - 1][j]", "a[i + 1][j]", "a[i][j - 1]", "a[i][j + 1]",
            "b[i][j]"), first=1), first=1)],
         {"n": 192}, (65536,)),
    Nest("stencil_3d", [square(x, sides=("n", "n", "n")) for x in "ab"], [
        loop("i", "n - 1", loop("j", "n - 1", loop("k", "n - 1", do(
            "b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + "
            "a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1];",
            "a[i - 1][j][k]", "a[i + 1][j][k]", "a[i][j - 1][k]",
            "a[i][j + 1][k]", "a[i][j][k - 1]", "a[i][j][k + 1]",
            "b[i][j][k]"), first=1), first=1), first=1)],
         {"n": 32}, (65536,)),
    Nest("triangle_lower", [square("a"), flat("x")], [
        loop("i", "n", loop("j", "i + 1", do("x[j] += a[i][j];", "x[j]",
                                             "a[i][j]", "x[j]")))],
         {"n": 256}, (8192,)),
    Nest("triangle_upper", [square("a"), flat("x")], [
        loop("i", "n", loop("j", "n", do("x[j] += a[i][j];", "x[j]", "a[i][j]",
                                         "x[j]"), first="i"))],
         {"n": 256}, (8192,)),
    Nest("strided", [flat("a", length="16 * n")], [
        loop("t", "times", loop("i", "n", do("a[16 * i] += 1;", "a[16 * i]",
                                             "a[16 * i]")))],
         {"n": 512, "times": 4}, (16384, 65536)),
    Nest("strided_odd", [flat("a", length="12 * n")], [
        loop("i", "n", do("a[12 * i] += 1;", "a[12 * i]", "a[12 * i]"))],
         {"n": 1000}, (4096,)),
    Nest("strided_near", [flat("a", length="3 * n")], [
        loop("i", "n", do("a[3 * i] += 1;", "a[3 * i]", "a[3 * i]"))],
         {"n": 4000}, (4096,)),
    Nest("steps", [flat("a")], [
        loop("i", "n", do("a[i] += 1;", "a[i]", "a[i]"), step=4)],
         {"n": 8192}, (4096,)),
    Nest("reversed", [flat("a"), flat("b")], [
        loop("i", 0, do("a[i] = b[i];", "b[i]", "a[i]"), first="n - 1",
             step=-1)],
         {"n": 4096}, (4096,)),
    Nest("two_ways", [flat("a"), flat("b")], [
        loop("i", "n", do("a[i] += b[n - 1 - i];", "a[i]", "b[n - 1 - i]",
                          "a[i]"))],
         {"n": 4096}, (4096,)),
    Nest("passes", [flat("a", "float", 4), flat("b", "float", 4)], [
        loop("t", "times", loop("i", "n", do("a[i] += b[i];", "a[i]", "b[i]",
                                             "a[i]")))],
         {"n": 4096, "times": 5}, (16384, 65536)),
    Nest("bytes", [flat("a", "char", 1), flat("b", "char", 1)], [
        loop("t", "times", loop("i", "n", do("a[i] += b[i];", "a[i]", "b[i]",
                                             "a[i]")))],
         {"n": 16384, "times": 2}, (8192, 65536)),
    Nest("complex16", [flat("a", "double _Complex", 16),
                       flat("b", "double _Complex", 16)], [
        loop("i", "n", do("a[i] = b[2 * i];", "b[2 * i]", "a[i]"))],
         {"n": 2048}, (4096,)),
    Nest("vector", [square("a"), flat("x"), flat("y")], [
        loop("i", "n", loop("j", "n", do("y[i] += a[i][j] * x[j];", "y[i]",
                                         "a[i][j]", "x[j]", "y[i]")))],
         {"n": 256}, (4096, 16384)),
    Nest("soa", [flat("x"), flat("y"), flat("z")], [
        loop("i", "n", do("x[i] += y[i];", "x[i]", "y[i]", "x[i]"))],
         {"n": 4096}, (4096,)),
    Nest("aos_one", [flat("p", "struct part", 32)], [
        loop("i", "n", do("p[i].x += 1;", "p[i].x", "p[i].x"))],
         {"n": 2048}, (4096,), PART),
    Nest("aos_two", [flat("p", "struct part", 32)], [
        loop("t", "times", loop("i", "n", do("p[i].x += p[i].z;", "p[i].x",
                                             "p[i].z", "p[i].x")))],
         {"n": 1024, "times": 3}, (16384, 65536), PART),
    Nest("aos_large", [flat("p", "struct large", 192)], [
        loop("i", "n", do("p[i].x += p[i].far;", "p[i].x", "p[i].far",
                          "p[i].x"))],
         {"n": 512}, (4096,), {"x": 0, "far": 128}),
    Nest("aos_odd", [flat("p", "struct odd", 24)], [
        loop("i", "n", do("p[i].x += 1;", "p[i].x", "p[i].x"), step=2)],
         {"n": 4096}, (4096,), {"x": 8}),
    Nest("aos_odd_all", [flat("p", "struct odd", 24)], [
        loop("i", "n", do("p[i].w = p[i].x + p[i].y;", "p[i].x", "p[i].y",
                          "p[i].w"))],
         {"n": 4096}, (4096,), {"w": 0, "x": 8, "y": 16}),
    Nest("unrolled", [flat("a", length="4 * n")], [
        loop("i", "n", do(
            "a[4 * i] = a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];",
            "a[4 * i + 1]", "a[4 * i + 2]", "a[4 * i + 3]", "a[4 * i]"))],
         {"n": 2000}, (4096,)),
    Nest("stencil_5", [flat("a"), flat("b")], [
        loop("i", "n - 2", do(
            "b[i] = a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2];",
            "a[i - 2]", "a[i - 1]", "a[i]", "a[i + 1]", "a[i + 2]", "b[i]"),
            first=2)],
         {"n": 4000}, (4096,)),
    Nest("one_column", [square("a")], [
        loop("t", "times", loop("i", "n", do("a[i][0] += 1;", "a[i][0]",
                                             "a[i][0]")))],
         {"n": 256, "times": 3}, (4096, 32768)),
    Nest("aos_all", [flat("p", "struct part", 32)], [
        loop("i", "n", do("p[i].w = p[i].x + p[i].y + p[i].z;", "p[i].x",
                          "p[i].y", "p[i].z", "p[i].w"))],
         {"n": 2048}, (4096,), PART),
]

HEAD = """struct part { double x, y, z, w; };
struct odd { double w, x, y; };
struct large { double x; double rest[15]; double far; double more[7]; };
"""


def program(nest):
    """Return a program that executes `nest` once, with arrays that begin at
    lines and were not used before."""
    lines = ["#include <stdlib.h>", HEAD, "__attribute__((noinline))",
             nest.text(), "int main(void) {"]
    lines += [f"  const int {name} = {value};"
              for name, value in nest.sizes.items()]
    for declared, name, size, sides in nest.arrays:
        sides = " * ".join(f"({side})" for side in sides)
        lines += [f"  void *{name} = aligned_alloc(4096, ({size} * {sides} + "
                  "4095) / 4096 * 4096);"]
    given = ", ".join([*nest.sizes, *(array[1] for array in nest.arrays)])
    return "\n".join(lines + [f"  {nest.name}({given});", "  return 0;",
                              "}"]) + "\n"
