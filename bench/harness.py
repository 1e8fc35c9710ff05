# SPDX-License-Identifier: MIT
"""What bench/run and bench/exact share: building comparators out of tree, and
running programs in turn, each a child whose CPU seconds and memory the kernel
tells when it ends.

Seconds of a machine that others use drift, so programs are compared only
within one run, A B A B ..., by the medians of their CPU seconds (user and
system).  What is given in the end is a ratio."""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent
GECODE_HEADER = Path("/usr/include/gecode/int.hh")
GECODE_LIBRARIES = ["search", "minimodel", "int", "kernel", "support"]


class Run:
    """How one child ended."""

    def __init__(self, argv, limit=None):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            wrap = ["timeout", str(limit)] if limit else []
            child = subprocess.Popen(
                wrap + [str(word) for word in argv],
                stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            self.output = out.read().decode()
            self.errors = err.read().decode()
        self.status = child.returncode
        self.seconds = usage.ru_utime + usage.ru_stime
        self.mebibytes = usage.ru_maxrss / 1024

    def lines(self):
        return self.output.splitlines()

    def statistics(self):
        """The object that csp --statistics ends standard error with."""
        return json.loads(self.errors.splitlines()[-1])


class Setting:
    """Where things are, from the command line and the environment."""

    def __init__(self, description, names):
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("names", nargs="*", metavar="NAME",
                            help="of " + ", ".join(names) + "; default all")
        parser.add_argument("--build", type=Path,
                            default=os.environ.get(
                                "CSP_BUILD", SOURCE.parent / "build"),
                            help="the build folder ($CSP_BUILD, build/)")
        parser.add_argument("--data", type=Path,
                            default=os.environ.get("CSP_DATA"),
                            help="a folder with sudoku/, graph-coloring/ and "
                                 "known-values.tsv ($CSP_DATA)")
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--limit", type=float, default=10,
                            help="seconds for each graph to be colored")
        parser.add_argument("--jobs", type=int, default=1,
                            help="graphs colored by tabu at a time")
        arguments = parser.parse_args()
        unknown = set(arguments.names) - set(names)
        if unknown:
            parser.error("no such benchmark: " + ", ".join(sorted(unknown)))
        self.names = arguments.names or list(names)
        self.build = Path(arguments.build).resolve()
        self.data = Path(arguments.data) if arguments.data else None
        self.rounds = arguments.rounds
        self.limit = arguments.limit
        self.jobs = arguments.jobs
        # Past libtool's wrapper, a shell script that costs more than a puzzle.
        self.csp = self.build / ".libs" / "csp"
        libraries = self.build / "libcsp" / ".libs"
        if not self.csp.exists():
            parser.error(f"{self.csp} is not there; build first, or --build=")
        os.environ["LD_LIBRARY_PATH"] = str(libraries)

    def program(self, name):
        """The built comparator, or None where Gecode is not installed."""
        target = self.build / "bench" / name
        target.parent.mkdir(exist_ok=True)
        source = SOURCE / (name + ".c")
        if source.exists():
            command = [os.environ.get("CC", "cc"), "-std=c11"]
            libraries = []
        else:
            if not GECODE_HEADER.exists():
                return None
            source = SOURCE / (name + ".cpp")
            command = [os.environ.get("CXX", "g++"), "-std=c++17"]
            libraries = ["-lgecode" + name for name in GECODE_LIBRARIES]
        if (not target.exists() or
                target.stat().st_mtime < source.stat().st_mtime):
            subprocess.run([*command, "-O3", "-march=native", "-o", target,
                            source, *libraries], check=True)
        return target

    def made(self, name):
        """A program of the build's own, linked against the library."""
        subprocess.run(["make", "-s", "-C", self.build, "bench/" + name],
                       check=True)
        # Past libtool's wrapper, where there is one.
        real = self.build / "bench" / ".libs" / name
        return real if real.exists() else self.build / "bench" / name


def compare(title, contestants, rounds, what=None):
    """Runs contestants (name, argv, check) in turn and prints a table; the
    first is what the others are measured by.  check(run) gives the answer as a
    text, or None when a limit came first; all answers must be equal.
    what=(unit, number) adds a rate."""
    contestants = [entry for entry in contestants if entry[1][0] is not None]
    runs = {name: [] for name, _, _ in contestants}
    answers = {}
    for _ in range(rounds):
        for name, argv, check in contestants:
            run = Run(argv)
            answers[name] = check(run)
            runs[name].append(run)

    print(f"\n{title}")
    base = None
    for name, argv, _ in contestants:
        seconds = statistics.median(run.seconds for run in runs[name])
        memory = max(run.mebibytes for run in runs[name])
        base = base or seconds
        rate = f"{what[1] / seconds:12,.0f} {what[0]}/s" if what else ""
        print(f"  {name:32}{seconds:9.3f} s{seconds / base:8.2f} x"
              f"{memory:7.0f} MiB{rate}  {answers[name] or 'not in time'}")
    if len(set(answers.values()) - {None}) > 1:
        raise SystemExit(f"{title}: the answers differ")


def machine():
    """What the figures depend on, a line each."""
    processor = platform.processor()
    try:
        with open("/proc/cpuinfo") as info:
            processor = next(line.split(":")[1].strip() for line in info
                             if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    compiler = subprocess.run(["cc", "--version"], capture_output=True,
                              text=True).stdout.splitlines()[0]
    yield f"processor: {processor}, {os.cpu_count()} threads"
    yield f"load: {os.getloadavg()[0]:.1f}"
    yield f"compiler: {compiler}"
    if shutil.which("dpkg-query"):
        gecode = subprocess.run(
            ["dpkg-query", "-W", "-f=${Version}", "libgecode-dev"],
            capture_output=True, text=True).stdout
        yield f"gecode: {gecode or 'not installed'}"
