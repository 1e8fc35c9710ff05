#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""MiniZinc's conformance tests with csp as the solver, in TAP.

    conformance.py FOLDER STEP

FOLDER/tests.tsv names the tests; those of class pass-int-bool are for a solver
of integers and Booleans, and every STEP-th of them is run.  What is expected
stands in YAML at the beginning of each model: one or more results, of which one
must be met.  minizinc finds the solver by MZN_SOLVER_PATH."""

import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

LIMIT = 300  # seconds for each test
SOLUTION_END = "----------"
STATUSES = [  # the first that is in the output
    ("=====UNSATISFIABLE=====", "UNSATISFIABLE"),
    ("=====UNKNOWN=====", "UNKNOWN"),
    ("==========", "COMPLETE"),
    (SOLUTION_END, "SATISFIED"),
]


class Tagged:
    """What has a tag, such as !Result, in the YAML."""

    def __init__(self, tag, value):
        self.tag = tag
        self.value = value


class Loader(yaml.SafeLoader):
    """YAML in which every tag is allowed."""


def construct(loader, tag, node):
    if isinstance(node, yaml.MappingNode):
        return Tagged(tag, loader.construct_mapping(node, deep=True))
    if isinstance(node, yaml.SequenceNode):
        return Tagged(tag, loader.construct_sequence(node, deep=True))
    return Tagged(tag, loader.construct_scalar(node))


Loader.add_multi_constructor("!", construct)


def content(item):
    return item.value if isinstance(item, Tagged) else item


def as_list(item):
    inner = content(item)
    return inner if isinstance(inner, list) else [item]


def members(parts):
    """A set; ranges may be pairs."""
    found = set()
    for part in parts:
        if isinstance(part, list):
            found.update(range(part[0], part[1] + 1))
        else:
            found.add(plain(part))
    return "set", frozenset(found)


def plain(value):
    """A value in a form that is equal for equal values."""
    value = content(value)
    if isinstance(value, dict) and "set" in value:
        return members(value["set"])
    if isinstance(value, dict) and "e" in value:
        return plain(value["e"])
    if isinstance(value, (set, frozenset)):
        return members(value)
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", str(value))
    if ends is not None:
        return members([[int(ends[1]), int(ends[2])]])
    return value


class Test:
    """A row of tests.tsv with its part of the model's header."""

    def __init__(self, folder, row):
        self.file = row["file"]
        self.path = folder / self.file
        self.name = f"{self.file}, {row['test_index']}"
        header = re.match(r"\s*/\*\*\*\n(.*?)\*\*\*/", self.path.read_text(),
                          re.S)
        tests = list(yaml.load_all(header[1], Loader=Loader))
        test = content(tests[int(row["test_index"])])
        self.options = content(test.get("options")) or {}
        self.files = test.get("extra_files") or []
        self.expected = [item for item in as_list(test["expected"])
                         if isinstance(item, Tagged)]

    def arguments(self, mode):
        words = ["--solver", "csp", "--output-mode", mode]
        if mode == "json":
            words.append("--output-objective")
        for name, value in self.options.items():
            if name == "all_solutions":
                words += ["-a"] if value else []
                continue
            option = name if name.startswith("-") else f"--{name}"
            words += [option] if value is True else [option, str(value)]
        return words + [self.path] + [self.path.parent / name
                                      for name in self.files]

    def run(self, mode, *data):
        """The status, and the text of each solution."""
        done = subprocess.run(
            ["minizinc", *map(str, self.arguments(mode)), *data],
            cwd=self.path.parent, capture_output=True, text=True,
            timeout=LIMIT, check=False)
        status = next((name for mark, name in STATUSES
                       if mark in done.stdout), "SATISFIED")
        if done.returncode != 0:
            status = "ERROR"
        text = re.sub(r"^(%|=====).*\n", "", done.stdout, flags=re.M)
        parts = re.split(rf"^{SOLUTION_END}\n", text, flags=re.M)[:-1]
        self.told = (done.stdout + done.stderr).splitlines()[-5:]
        return status, parts

    def is_passed(self):
        status, parts = self.run("json")
        self.items = None
        return any(self.is_met(item, status, parts) for item in self.expected)

    def is_met(self, result, status, parts):
        if result.tag == "Error":
            return status == "ERROR"
        if result.tag != "Result" or status in ("ERROR", "UNKNOWN"):
            return False
        wanted = result.value.get("status")
        if (wanted == "UNSATISFIABLE") != (status == "UNSATISFIABLE"):
            return False
        if wanted in ("ALL_SOLUTIONS", "OPTIMAL_SOLUTION") and (
                status != "COMPLETE"):
            return False
        solution = result.value.get("solution")
        if status == "UNSATISFIABLE" or solution is None:
            return True
        found = list(enumerate(json.loads(part) for part in parts))
        listed = [content(one) for one in as_list(solution)]
        if isinstance(content(solution), list) and (
                self.options.get("all_solutions")):
            return len(found) == len(listed) and all(
                any(self.agrees(own, one) for own in found) for one in listed)
        return found != [] and (
            any(self.agrees(found[-1], one) for one in listed) or
            any(self.is_another(found[-1][1], one) for one in listed))

    def agrees(self, found, solution):
        """Equal where both have a value; texts are compared as printed."""
        number, values = found
        if not isinstance(solution, dict):
            return not solution or self.prints(number, solution)
        if "_output_item" in solution:
            return self.prints(number, content(solution["_output_item"]))
        return all(plain(values[name]) == plain(value)
                   for name, value in solution.items() if name in values)

    def prints(self, number, text):
        if self.items is None:
            self.items = self.run("item")[1]
        return number < len(self.items) and (
            self.items[number].strip() == str(text).strip())

    def is_another(self, values, solution):
        """As good as a solution that is listed, where the model does not say
        which comes first: as data it satisfies the model."""
        if "_search(" in self.path.read_text() or (
                not isinstance(solution, dict)) or (
                "_objective" in values and
                values["_objective"] not in solution.values()):
            return False
        parts = self.run("dzn")[1]
        with tempfile.NamedTemporaryFile("w", suffix=".dzn") as data:
            data.write(self.without_assigned(parts[-1] if parts else ""))
            data.flush()
            return self.run("item", data.name)[0] in ("SATISFIED", "COMPLETE")

    def without_assigned(self, data):
        """The lines of data whose variable the model does not give a value."""
        model = self.path.read_text()
        return "".join(
            line for line in data.splitlines(keepends=True)
            if not re.search(rf":\s*{re.escape(line.split(' ')[0])}\b"
                             r"(\s*::[^=;]*)?\s*=", model))


def report(number, test):
    try:
        is_passed = test.is_passed()
    except (subprocess.TimeoutExpired, ValueError) as error:
        is_passed, test.told = False, str(error).splitlines()
    print("ok" if is_passed else "not ok", number, "-", test.name)
    if not is_passed:
        for line in test.told:
            print("#", line)
    sys.stdout.flush()
    return is_passed


def main():
    folder, step = Path(sys.argv[1]), int(sys.argv[2])
    with open(folder / "tests.tsv", newline="", encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t")
                if row["class"] == "pass-int-bool"][::step]
    print(f"1..{len(rows)}")
    results = [report(i, Test(folder, row)) for i, row in enumerate(rows, 1)]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
