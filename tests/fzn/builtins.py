#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""FlatZinc's builtins by brute force, in TAP.

    builtins.py FZN-CSP

Each constraint is stated over small domains, once with variables, and again
with constants and with one variable twice in its place; the solutions that
fzn-csp lists are compared with the assignments that the meaning accepts."""

import itertools
import random
import subprocess
import sys
import tempfile

COEFFS = [2, -3, 1]
TABLE = [3, -2, 0, 3]
FLAGS = [True, False, True]
MEMBERS = {-2, 0, 1}

DOMAINS = {  # by letter of an argument: x integer, i index, n small, b Boolean
    "x": (-3, 3), "i": (0, 5), "n": (-2, 3), "b": (0, 1),
}


def quotient(a, b):
    if b == 0:
        return None
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return None if b == 0 else a - b * quotient(a, b)


def power(a, b):
    if b >= 0:
        return a ** b
    return None if a == 0 else 1 // a if a == 1 else a ** (-b) if a == -1 else 0


def cell(cells, i, j):
    """Of a matrix with two columns; None outside."""
    return at(cells, 2 * i + j - 2) if i >= 1 and j in (1, 2) else None


def at(array, index):
    return array[index - 1] if 1 <= index <= len(array) else None


def dot(values):
    return sum(c * v for c, v in zip(COEFFS, values))


ORDERS = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "le": lambda a, b: a <= b, "lt": lambda a, b: a < b,
}

# name: letters, arguments ({0} is the first variable), meaning
BUILTINS = {}


def add(name, letters, arguments, meaning):
    BUILTINS[name] = letters, arguments, meaning


def add_with_truths(name, letters, arguments, meaning, has_plain=True):
    """The constraint, whether it holds, and that it holds if a Boolean does."""
    truth = f", {{{len(letters)}}}"
    if has_plain:
        add(name, letters, arguments, meaning)
    add(f"{name}_reif", letters + "b", arguments + truth,
        lambda *v: bool(meaning(*v[:-1])) == bool(v[-1]))
    add(f"{name}_imp", letters + "b", arguments + truth,
        lambda *v: not v[-1] or bool(meaning(*v[:-1])))


def add_result_implied(name, letters, arguments, meaning):
    """The result last is a Boolean that only implies what is said."""
    add(name, letters, arguments, lambda *v: not v[-1] or meaning(*v[:-1]))


def fill():
    for order, holds in ORDERS.items():
        add_with_truths(f"int_{order}", "xx", "{0}, {1}", holds)
        add_with_truths(f"bool_{order}", "bb", "{0}, {1}", holds)
        if order != "lt":
            add_with_truths(f"int_lin_{order}", "xxx",
                            f"{COEFFS}, [{{0}}, {{1}}, {{2}}], 2",
                            lambda a, b, c, h=holds: h(dot((a, b, c)), 2))
            add_with_truths(f"bool_lin_{order}", "bbbx",
                            f"{COEFFS}, [{{0}}, {{1}}, {{2}}], {{3}}",
                            lambda a, b, c, s, h=holds: h(dot((a, b, c)), s))
    add_with_truths("bool_not", "bb", "{0}, {1}", lambda a, b: a != b)
    add_with_truths("bool_xor", "bb", "{0}, {1}", lambda a, b: a != b)
    BUILTINS["bool_xor"] = "bbb", "{0}, {1}, {2}", lambda a, b, c: c == a ^ b
    add("bool_xor (of two)", "bb", "{0}, {1}", lambda a, b: a != b)
    add("bool2int", "bi", "{0}, {1}", lambda a, b: a == b)
    add("int_plus", "xxx", "{0}, {1}, {2}", lambda a, b, c: a + b == c)
    add("int_minus", "xxx", "{0}, {1}, {2}", lambda a, b, c: a - b == c)
    add("int_times", "xxx", "{0}, {1}, {2}", lambda a, b, c: a * b == c)
    add("int_div", "xxx", "{0}, {1}, {2}", lambda a, b, c: quotient(a, b) == c)
    add("int_mod", "xxx", "{0}, {1}, {2}", lambda a, b, c: remainder(a, b) == c)
    add("int_pow", "xnx", "{0}, {1}, {2}", lambda a, b, c: power(a, b) == c)
    add("int_min", "xxx", "{0}, {1}, {2}", lambda a, b, c: min(a, b) == c)
    add("int_max", "xxx", "{0}, {1}, {2}", lambda a, b, c: max(a, b) == c)
    add("int_abs", "xx", "{0}, {1}", lambda a, b: abs(a) == b)
    add("array_int_minimum", "xxxx", "{3}, [{0}, {1}, {2}]",
        lambda a, b, c, m: min(a, b, c) == m)
    add("array_int_maximum", "xxxx", "{3}, [{0}, {1}, {2}]",
        lambda a, b, c, m: max(a, b, c) == m)
    add("array_int_element", "ix", f"{{0}}, {TABLE}, {{1}}",
        lambda i, r: at(TABLE, i) == r)
    add("array_bool_element", "ib", f"{{0}}, {str(FLAGS).lower()}, {{1}}",
        lambda i, r: at(FLAGS, i) == r)
    add("array_var_int_element", "ixxx", "{0}, [{1}, {2}, 2], {3}",
        lambda i, a, b, r: at((a, b, 2), i) == r)
    add("array_var_bool_element", "ibbb", "{0}, [{1}, {2}, true], {3}",
        lambda i, a, b, r: at((a, b, 1), i) == r)
    add("csp_element2d_int", "iix", f"{{0}}, {TABLE}, {{2}}, {{1}}, 2, 1, 0",
        lambda i, j, r: cell(TABLE, i, j + 1) == r)
    add("csp_element2d_int (of variables)", "iixx",
        "{0}, [{2}, 2, -1, {2}], {3}, {1}, 2, 1, 1",
        lambda i, j, a, r: cell((a, 2, -1, a), i, j) == r)
    add("csp_element2d_bool", "iibb",
        "{0}, [{2}, true, false, {2}], {3}, {1}, 2, 1, 1",
        lambda i, j, a, r: cell((a, 1, 0, a), i, j) == r)
    members = "{" + "{" + ", ".join(map(str, sorted(MEMBERS))) + "}" + "}"
    add_with_truths("set_in", "x", f"{{0}}, {members}", lambda a: a in MEMBERS)
    add("set_in (of a range)", "x", "{0}, -1..2", lambda a: -1 <= a <= 2)

    both, either = (lambda a, b: a and b), (lambda a, b: a or b)
    three = "[{0}, {1}, {2}], {3}"
    add("array_bool_and", "bbbb", three, lambda a, b, c, r: (a & b & c) == r)
    add("array_bool_or", "bbbb", three, lambda a, b, c, r: (a | b | c) == r)
    add_result_implied("array_bool_and_imp", "bbbb", three,
                       lambda a, b, c: a & b & c)
    add_result_implied("array_bool_or_imp", "bbbb", three,
                       lambda a, b, c: a | b | c)
    add("array_bool_xor", "bbb", "[{0}, {1}, {2}]", lambda a, b, c: a ^ b ^ c)
    add("bool_and", "bbb", "{0}, {1}, {2}", lambda a, b, r: both(a, b) == r)
    add("bool_or", "bbb", "{0}, {1}, {2}", lambda a, b, r: either(a, b) == r)
    add_result_implied("bool_and_imp", "bbb", "{0}, {1}, {2}", both)
    add_result_implied("bool_or_imp", "bbb", "{0}, {1}, {2}", either)
    add_with_truths("bool_clause", "bbb", "[{0}, {1}], [{2}]",
                    lambda a, b, c: a or b or not c)


def text_of(letter, value):
    return str(bool(value)).lower() if letter == "b" else str(value)


def statement(name, letters, arguments, fixed, twin):
    """The file, and how places are made of the values of its variables."""
    names, lines, places = [], [], []
    for k, letter in enumerate(letters):
        if k in fixed:
            places.append(text_of(letter, fixed[k]))
        elif k in twin:
            places.append(f"v{twin[k]}")
        else:
            low, high = DOMAINS[letter]
            kind = "bool" if letter == "b" else f"{low}..{high}"
            lines.append(f"var {kind}: v{k} :: output_var;")
            names.append(k)
            places.append(f"v{k}")
    lines.append(f"constraint {name.split(' ')[0]}({arguments.format(*places)});")
    lines.append("solve satisfy;")
    return "\n".join(lines) + "\n", names


def accepted(letters, names, fixed, twin, meaning):
    found = set()
    ranges = [range(DOMAINS[letters[k]][0], DOMAINS[letters[k]][1] + 1)
              for k in names]
    for values in itertools.product(*ranges):
        every = dict(zip(names, values)) | fixed
        every |= {k: every[other] for k, other in twin.items()}
        if meaning(*(every[k] for k in range(len(letters)))):
            found.add(values)
    return found


def listed(solver, text, names):
    """The solutions, or what was printed where it is no list of all."""
    with tempfile.NamedTemporaryFile("w", suffix=".fzn") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([solver, "-a", file.name], capture_output=True,
                              text=True, check=False)
    if "=====UNSATISFIABLE=====" in done.stdout:
        return set()
    if done.returncode != 0 or "==========" not in done.stdout:
        return done.stdout + done.stderr
    found = set()
    for part in done.stdout.split("----------\n")[:-1]:
        values = dict(line.rstrip(";").split(" = ")
                      for line in part.splitlines() if " = " in line)
        found.add(tuple({"true": 1, "false": 0}.get(values[f"v{k}"])
                        if values[f"v{k}"] in ("true", "false")
                        else int(values[f"v{k}"]) for k in names))
    return found


def variants(letters, rand):
    """Constants in some places, and a variable in another's place."""
    yield {}, {}
    for k, letter in enumerate(letters):
        low, high = DOMAINS[letter]
        yield {k: rand.randint(low, high)}, {}
        for other in range(k):
            if letters[other] == letter:
                yield {}, {k: other}
    if len(letters) > 1:
        yield {k: rand.randint(*DOMAINS[letter])
               for k, letter in enumerate(letters[1:], 1)}, {}


def main():
    fill()
    rand = random.Random(1)
    is_good = True
    print(f"1..{len(BUILTINS)}")
    for number, (name, builtin) in enumerate(sorted(BUILTINS.items()), 1):
        letters, arguments, meaning = builtin
        complaint = None
        for fixed, twin in variants(letters, rand):
            text, names = statement(name, letters, arguments, fixed, twin)
            wanted = accepted(letters, names, fixed, twin, meaning)
            found = listed(sys.argv[1], text, names)
            if found != wanted and complaint is None:
                complaint = f"{text}{found}\nnot {wanted}"
        print("not ok" if complaint else "ok", number, "-", name)
        if complaint:
            print("# " + complaint.replace("\n", "\n# "))
        is_good &= complaint is None
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
