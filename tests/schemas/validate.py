"""Validate what lcm writes against the schemas, and the schemas themselves.

usage: validate.py LCM SOURCE_DIR

For every document it is also tried that the schema refuses it without any one
of its required members and with a member that it does not know.  A missing
jsonschema package is a failure, not a skip.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys

import jsonschema

HERE = pathlib.Path(__file__).parent
ALL_KINDS = str(HERE / "all_kinds.lcs")
MOVES = str(HERE / "moves.c")


def commands(source):
    """Return the command lines with the schema that each output has."""
    repair = str(source / "docs/reference/pamela/repair.pam")
    jacobi = str(source / "samples/jacobi/jacobi.c")
    matmul = str(source / "samples/matmul/matmul.c")
    swaptions = [
        str(source / "samples/swaptions" / f"swaptions_{name}.c")
        for name in ("chunks", "balanced")
    ]
    planted = str(source / "tests/advice/master_bottleneck.c")
    as_json = ["--format", "json"]
    kept = str(source / "tests/golden/diagnostics/contract-holds/input.c")
    return [
        ("structure", ["analyze", *as_json, jacobi]),
        ("structure", ["analyze", *as_json, matmul]),
        ("expect", ["check", "--expect", "--machine", "none", *as_json, kept]),
        ("diff", ["diff", "-Dn=1:20", "-Dp=4", "--machine", "none", *as_json,
                  str(HERE / "square.c"), str(HERE / "linear.c")]),
        ("diff", ["diff", "--machine", "none", *as_json, kept, kept]),
        ("structure", ["cat", *as_json, ALL_KINDS]),
        ("structure", ["cat", *as_json, str(HERE / "empty.lcs")]),
        ("data", ["analyze", "--data", *as_json, jacobi]),
        ("data", ["analyze", "--data", *as_json, MOVES]),
        ("constructs", ["analyze", "--constructs", *as_json, jacobi]),
        ("constructs", ["analyze", "--constructs", *as_json, matmul]),
        ("prediction", ["predict", "-D", "p=1:4", *as_json, MOVES]),
        ("prediction", ["predict", "--nodes", "-Dp=1,3", *as_json, MOVES]),
        ("prediction", ["predict", "-D", "n=9", *as_json,
                        str(source / "tests/golden/truth" /
                            "loop_beside_library" / "input.c")]),
        ("prediction", ["predict", "--nodes", "-Dp=2", *as_json, matmul]),
        ("distribution", ["predict", "--within", "1500", "--replications",
                          "50", *as_json,
                          str(source / "docs/reference/pamela/random.pam")]),
        ("trace-report", ["trace", *as_json,
                          str(source / "docs/guide/trace/pair.trace")]),
        ("sensitivity", ["predict", "--sensitivity", "-DP=2,20", *as_json,
                         repair]),
        ("comparison", ["compare", "-D", "p=1:8", *as_json, *swaptions]),
        ("comparison", ["compare", "-D", "n=1:64", "-D", "p=4", *as_json,
                        str(HERE / "linear.c"), str(HERE / "square.c")]),
        ("structure", ["cat", *as_json, repair]),
        ("prediction", ["predict", *as_json, repair, "-D", "P=2,20"]),
        ("prediction", ["predict", "--method", "bound,simulate", *as_json,
                        str(source / "docs/reference/pamela/random.pam")]),
        ("prediction", ["predict", "--method", "bound,simulate", *as_json,
                        str(source / "docs/reference/pamela/buffer.pam")]),
        ("comparison", ["compare", *as_json, repair,
                        str(source /
                            "docs/reference/pamela/philosophers.pam")]),
        ("comparison", ["decide", *as_json, "-D", "N=1:9",
                        str(source / "docs/reference/pamela/vector.pam")]),
        ("advice", ["advise", "-Dp=8,2", "--phases", "--ceilings", "--apply",
                    "3", "--data-kinds", "--chain", *as_json, planted]),
        ("advice", ["advise", "-Dp=8", "--phases", "--ceilings", "--apply", "3",
                    "--data-kinds", "--chain", "--machine",
                    str(source / "tests/advice/machine.json"), *as_json,
                    str(source / "tests/advice/tables/used_outside.c")]),
        ("serial", ["analyze", "--why-serial", *as_json,
                    str(source / "docs/guide/advise/sweep.c")]),
        ("costs", ["analyze", "--costs", *as_json, matmul]),
        ("costs", ["analyze", "--costs", "-D", "n=100", *as_json, jacobi]),
        ("costs", ["analyze", "--costs", "-D", "n=100", *as_json,
                   str(source / "samples/mergesort/mergesort.c")]),
        ("fit", ["fit", *as_json, str(source / "docs/guide/fit/runs.jsonl")]),
        ("fit", ["fit", *as_json, "-c", "li", "-v", "p", "-f",
                 str(source / "docs/guide/fit/runfast.pp")]),
        ("validation", ["validate", *as_json,
                        str(source / "docs/guide/validate/queue.c"),
                        str(source / "docs/guide/validate/runs.jsonl")]),
        ("scalability", ["scale", *as_json, "--least", "p", "--where",
                         "T <= 5 s", swaptions[0], "-D", "p=1:24",
                         "-D", "items=32,64"]),
        ("scalability", ["scale", *as_json, repair]),
        ("scalability", ["scale", *as_json, "-D", "n=256*p", "-D", "p=1,2,4",
                         matmul]),
        ("scalability", ["scale", *as_json, "--measured",
                         str(source / "docs/guide/fit/runs.jsonl")]),
        ("profile", ["profile", *as_json, "--threads", "--slices", "3", "--",
                     "true"]),
        ("check", ["check", *as_json, jacobi]),
        ("check", ["check", *as_json, str(HERE / "wrong.c")]),
    ]


def load(source, name):
    """Return a validator for the schema called "name"."""
    path = source / "data/schemas" / f"lcm-{name}.schema.json"
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def refuses(validator, document):
    """Return what the schema lets through although it should not."""
    bad = []
    for key in validator.schema["required"]:
        less = copy.copy(document)
        del less[key]
        if validator.is_valid(less):
            bad.append(f"without '{key}'")
    if validator.schema["additionalProperties"] is False:
        if validator.is_valid({**document, "frob": 1}):
            bad.append("with 'frob'")
    if validator.is_valid({**document, "schema": "lcm-frob/1"}):
        bad.append("of schema lcm-frob/1")
    return bad


def check(validator, document, what):
    """Return the faults of "document", each a line that begins with "what"."""
    faults = [
        f"{what}: {error.json_path}: {error.message[:300]}"
        for error in validator.iter_errors(document)
    ]
    if faults:
        return faults
    return [f"{what}: valid {bad}" for bad in refuses(validator, document)]


def run(lcm, arguments):
    """Return the JSON that lcm writes and the faults of the run itself."""
    done = subprocess.run(
        [lcm, *arguments], capture_output=True, text=True, timeout=120,
        check=False)
    what = "lcm " + " ".join(arguments)
    try:
        return json.loads(done.stdout), []
    except json.JSONDecodeError as error:
        return None, [f"{what}: status {done.returncode}: {error}\n"
                      f"{done.stderr[:1000]}"]


def interesting(name, documents):
    """Return what no document of the schema "name" shows."""
    lists = {
        "data": ["movements", "crossings", "fragments"],
        "constructs": ["constructs"],
        "prediction": ["points", "unknown"],
        "comparison": ["crossovers", "points"],
        "check": ["diagnostics"],
        "expect": ["contracts"],
        "diff": ["points", "parts", "growth", "crossovers", "contracts"],
        "fit": ["models", "fragments"],
        "profile": ["records", "threads", "slices"],
        "costs": ["functions"],
        "distribution": ["points"],
        "sensitivity": ["times", "numbers", "without_influence"],
        "serial": ["loops"],
        "trace-report": ["actors", "entries", "phases", "chain", "findings"],
        "validation": ["points", "rows"],
        "scalability": ["points", "lines", "answers", "variance"],
        "advice": ["findings", "notes", "steps", "ceilings", "phases", "data",
                   "stages", "chain"],
        "structure": ["params", "resources", "conditions", "categories",
                      "covariances", "functions", "files"],
    }
    return [
        f"no output of lcm-{name} has any {key}"
        for key in lists[name]
        if not any(document[key] for document in documents)
    ]


def check_lines(lcm, source):
    """Return the faults of the lines of measurements that lcm writes."""
    validator = load(source, "measurement")
    faults = []
    for name in ("runs.jsonl", "runfast.pp", "extrap.txt"):
        path = source / "docs/guide/fit" / name
        done = subprocess.run([lcm, "fit", "--to", "jsonl", str(path)],
                              capture_output=True, text=True, timeout=120,
                              check=False)
        lines = done.stdout.splitlines()
        if done.returncode or not lines:
            faults.append(f"{name}: status {done.returncode}: {done.stderr}")
        for number, line in enumerate(lines, 1):
            faults += check(validator, json.loads(line), f"{name}:{number}")
    return faults


def schedules(source):
    """Return what is wrong where the schema of structures has other words of
    schedules than model/structure/schedules.def has rows."""
    table = (source / "model/structure/schedules.def").read_text()
    words = re.findall(r'^LCM_SCHEDULE\(\w+, "(\w+)"', table, re.M)
    text = json.dumps(load(source, "structure").schema)
    listed = json.dumps(words)
    return [] if words and f'"enum": {listed}' in text else [
        f"lcm-structure.schema.json: the schedules are not {listed}"]


def main(lcm, source):
    """Validate everything; return the exit status."""
    faults = []
    outputs = {}
    for name, arguments in commands(source):
        document, failed = run(lcm, arguments)
        faults += failed
        if document is not None:
            what = "lcm " + " ".join(arguments)
            faults += check(load(source, name), document, what)
            outputs.setdefault(name, []).append(document)
    for name, documents in outputs.items():
        faults += interesting(name, documents)
    faults += check_lines(lcm, source)
    machine = load(source, "machine")
    for path in sorted((source / "data/machines").glob("*.json")):
        document = json.loads(path.read_text())
        faults += check(machine, document, path.name)
    faults += schedules(source)
    known = {name for name, _ in commands(source)} | {"machine", "measurement"}
    for path in sorted((source / "data/schemas").glob("*.schema.json")):
        name = path.name[len("lcm-"):-len(".schema.json")]
        if name not in known:
            faults.append(f"{path.name}: nothing is validated against it")
    print("\n".join(faults) or "all valid")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
