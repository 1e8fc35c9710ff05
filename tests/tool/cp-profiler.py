#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What CP-Profiler is told, in TAP.

    cp-profiler.py BUILD-FOLDER SCRATCH-FOLDER

A listener takes the messages apart, builds the trees that they describe, and
compares them with the statistics of the run."""

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

SOLVED, FAILED, BRANCH, SKIPPED = range(4)
NODE, DONE, START, RESTART = range(4)
CSP = os.path.join(sys.argv[1], "csp")
FZN = os.path.join(sys.argv[1], "fzn-csp")
SCRATCH = sys.argv[2]
n_done = n_failed = 0
# Where it is ignored, as in the background, programs begin with that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def ok(claim, is_good, *why):
    global n_done, n_failed
    n_done += 1
    n_failed += not is_good
    print(f"{'ok' if is_good else 'not ok'} {n_done} - {claim}", flush=True)
    if not is_good:
        print(*[f"# {line}" for line in why], sep="\n", flush=True)


# The protocol.

def read_exactly(connection, n):
    data = b""
    while len(data) < n:
        more = connection.recv(n - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def take_apart(body):
    """A message as a dictionary."""
    message = {"type": body[0]}
    at = 1
    if body[0] == NODE:
        numbers = struct.unpack_from(">8iB", body, 1)
        message.update(id=numbers[0:3], parent=numbers[3:6], place=numbers[6],
                       children=numbers[7], status=numbers[8])
        at = 34
    while at < len(body):
        field = body[at]
        number, = struct.unpack_from(">i", body, at + 1)
        at += 5
        if field == 3:
            message["version"] = number
        else:
            text = body[at:at + number].decode()
            assert len(body[at:at + number]) == number
            message[{0: "label", 1: "nogood", 2: "info"}[field]] = text
            at += number
    return message


class Listener(threading.Thread):
    """Reads every connection to its end; each is a list of messages."""

    def __init__(self, limit=None, pause=0.0, address="127.0.0.1"):
        super().__init__(daemon=True)
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.socket = socket.socket(family)
        # Little room, so that who does not read is felt.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((address, 0))
        self.socket.listen()
        self.socket.settimeout(0.02)
        self.ending = threading.Event()
        self.port = self.socket.getsockname()[1]
        self.limit, self.pause = limit, pause
        self.executions, self.is_whole = [], []
        self.start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
                connection.settimeout(None)
                self.read(connection)
            except socket.timeout:
                if self.ending.is_set():
                    return

    def read(self, connection):
        messages = []
        self.executions.append(messages)
        self.is_whole.append(False)
        try:
            while self.limit is None or len(messages) < self.limit:
                size, = struct.unpack("<I", read_exactly(connection, 4))
                messages.append(take_apart(read_exactly(connection, size)))
                if self.pause > 0 and len(messages) % 50 == 0:
                    time.sleep(self.pause)
            if self.limit == 0:
                self.ending.wait(60)
        except EOFError:
            self.is_whole[-1] = bool(messages) and messages[-1]["type"] == DONE
        except OSError:
            pass
        connection.close()

    def stop(self):
        """Waits until all is read that was sent."""
        self.ending.set()
        self.join()
        self.socket.close()


class Tree:
    """What an execution tells, and what is wrong with it."""

    def __init__(self, messages):
        self.wrong = []
        self.count = [0, 0, 0, 0]
        self.labels = set()
        self.n_roots = self.n_restarts = self.n_missing = 0
        self.info = {}
        nodes, told = {}, set()
        for i, message in enumerate(messages):
            kind = message["type"]
            if (kind == START) != (i == 0) or \
                    (kind == DONE) != (i == len(messages) - 1):
                self.wrong.append(f"message {i}: {message}")
            if kind == START:
                self.info = json.loads(message["info"])
                self.version = message["version"]
            elif kind == RESTART:
                self.n_restarts += 1
                if json.loads(message["info"])["restart_id"] != self.n_restarts:
                    self.wrong.append(f"restart {message}")
            elif kind == NODE:
                self.add(message, nodes, told)
        for key, node in nodes.items():
            self.n_missing += node["children"] - \
                sum((key, place) in told for place in range(node["children"]))

    def add(self, node, nodes, told):
        self.count[node["status"]] += 1
        key, parent = node["id"], node["parent"]
        if key in nodes or key[1] != self.n_restarts or key[2] != 0:
            self.wrong.append(f"number of {node}")
        nodes[key] = node
        if node["status"] != BRANCH and node["children"] != 0:
            self.wrong.append(f"children of {node}")
        if parent[0] == -1:
            self.n_roots += 1
            if "label" in node:
                self.wrong.append(f"label of {node}")
            return
        if parent not in nodes or nodes[parent]["status"] != BRANCH or \
                not 0 <= node["place"] < nodes[parent]["children"] or \
                (parent, node["place"]) in told:
            self.wrong.append(f"place of {node}")
        told.add((parent, node["place"]))
        if node["status"] != SKIPPED:
            self.labels.add(node["label"])


def run(listener, command, option="--cp-profiler=7,{}"):
    command = command + [option.format(listener.port)]
    result = subprocess.run(command, capture_output=True, text=True,
                            timeout=60, check=False)
    listener.stop()
    return result


def statistics(result):
    """Of csp or fzn-csp."""
    for line in result.stderr.splitlines():
        if line.startswith("{"):
            return json.loads(line)
    found = {"solutions": 0}
    for line in result.stdout.splitlines():
        if line.startswith("%%%mzn-stat: "):
            key, value = line[13:].split("=")
            found[{"nSolutions": "solutions"}.get(key, key)] = float(value)
    return found


def agrees(claim, command, n_missing=0, n_skipped=0, **kept):
    """The tree that is told has what the statistics count."""
    listener = Listener()
    result = run(listener, command)
    if len(listener.executions) != 1 or not listener.is_whole[0]:
        ok(claim, False, result, len(listener.executions))
        return None
    tree = Tree(listener.executions[0])
    stats = statistics(result)
    found = (tree.count[BRANCH] + tree.count[SOLVED], tree.count[FAILED],
             tree.n_restarts + 1, tree.n_restarts)
    told = (stats["nodes"] + tree.n_restarts, stats["failures"],
            tree.n_roots, stats["restarts"])
    is_good = found == told and not tree.wrong and tree.version == 3
    if kept.get("solutions", True):
        is_good = is_good and tree.count[SOLVED] == stats["solutions"]
    if n_missing is not None:
        is_good = is_good and tree.n_missing == n_missing
    if n_skipped is not None:
        is_good = is_good and (tree.count[SKIPPED] > 0) == (n_skipped > 0)
    ok(claim, is_good, " ".join(command), f"told {found}, {tree.count}",
       f"counted {told}, {stats['solutions']}", f"missing {tree.n_missing}",
       *tree.wrong[:5])
    return tree


def solve(*options):
    return [CSP, "solve", *options, "--statistics", "--quiet"]


# Bytes.

def message(kind, *parts):
    body = bytes([kind]) + b"".join(parts)
    return struct.pack("<I", len(body)) + body


def node(number, parent, place, children, status, label):
    numbers = struct.pack(">8iB", number, 0, 0, parent, *([0, 0] if parent >= 0
                          else [-1, -1]), place, children, status)
    text = struct.pack(">Bi", 0, len(label)) + label.encode() if label else b""
    return message(NODE, numbers, text)


def tell_bytes():
    """Two queens, as the profiler's own reader wants it; that reader, which is
    no part of this, was found to make the same bytes of the same messages."""
    info = b'{"name": "queens", "execution_id": 7, "has_restarts": false}'
    start = message(START, struct.pack(">Bi", 3, 3),
                    struct.pack(">Bi", 2, len(info)), info)
    tree = b"".join(node(*numbers) for numbers in [
        (0, -1, -1, 2, BRANCH, None),
        (1, 0, 0, 2, BRANCH, "column[0]=0"),
        (2, 1, 0, 0, FAILED, "column[1]=0"),
        (3, 1, 1, 0, FAILED, "column[1]=1"),
        (4, 0, 1, 2, BRANCH, "column[0]=1"),
        (5, 4, 0, 0, FAILED, "column[1]=0"),
        (6, 4, 1, 0, FAILED, "column[1]=1")])
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        command = [CSP, "solve", "queens", "--size=2", "--solutions=0",
                   "--algorithm=backtracking", "--quiet",
                   f"--cp-profiler=7,{listener.getsockname()[1]}"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL):
            connection, _ = listener.accept()
            got = b""
            while more := connection.recv(4096):
                got += more
            connection.close()
    ok("the bytes are those of the protocol",
       got == start + tree + bytes([1, 0, 0, 0, DONE]), got.hex())


# Trees.

def tell_trees():
    for algorithm in "generate", "backtracking", "forward-checking", "mac":
        size = 5 if algorithm == "generate" else 7
        for kernel in "block", "events":
            if (algorithm, kernel) == ("generate", "block"):
                continue
            for branching in "d-way", "2-way":
                if branching == "2-way" and algorithm in ("generate",
                                                          "backtracking"):
                    continue
                agrees(f"{algorithm}, {kernel}, {branching}",
                       solve("queens", f"--size={size}", "--solutions=0",
                             f"--algorithm={algorithm}", f"--kernel={kernel}",
                             f"--branching={branching}"))
    for order in "random", "max":
        agrees(f"values in order: {order}",
               solve("queens", "--size=7", "--solutions=0", "--algorithm=mac",
                     "--branching=d-way", f"--value-order={order}"))
    tree = agrees("eight queens", solve("queens", "--size=8", "--solutions=0",
                                        "--algorithm=backtracking"))
    ok("decisions have the names of variables",
       tree is not None and "column[0]=0" in tree.labels, tree and tree.labels)
    ok("the execution has its number and name",
       tree is not None and tree.info == {"name": "queens", "execution_id": 7,
                                          "has_restarts": False},
       tree and tree.info)
    agrees("solutions that are only counted",
           solve("queens", "--size=7", "--count", "--algorithm=mac"))
    agrees("no solution", solve("queens", "--size=3", "--algorithm=mac",
                                "--solutions=0"))
    agrees("one solution", solve("queens", "--size=12", "--algorithm=mac"),
           n_missing=None)
    agrees("a limit of nodes", solve("queens", "--size=12", "--algorithm=mac",
                                     "--solutions=0", "--node-limit=100"),
           n_missing=None)


def tell_restarts():
    tree = agrees("restarts",
                  solve("queens", "--size=60", "--algorithm=mac",
                        "--variable-order=random", "--value-order=random",
                        "--restarts=constant:1", "--kernel=events"),
                  n_missing=None)
    ok("there are some, and it is said that there may be",
       tree is not None and tree.n_restarts > 2 and tree.info["has_restarts"])


def tell_symmetries():
    path = os.path.join(SCRATCH, "graph.col")
    with open(path, "w", encoding="utf-8") as graph:
        edges = [(i, (i + step) % 9) for i in range(9) for step in (1, 2)]
        graph.write(f"p edge 9 {len(edges)}\n")
        for a, b in edges:
            graph.write(f"e {a + 1} {b + 1}\n")
    agrees("values that a symmetry leaves out are skipped",
           solve(path, "--colors=4", "--count", "--symmetry=auto",
                 "--algorithm=mac", "--branching=d-way"),
           n_skipped=1, solutions=False)
    listener = Listener()
    run(listener, solve("queens", "--count"))
    tree = Tree(listener.executions[0])
    ok("a plain search that was given up has a tree too", tree.n_roots > 2 and
       tree.n_roots == tree.n_restarts + 1 and not tree.wrong and
       tree.info["has_restarts"], tree.wrong)
    listener = Listener()
    run(listener, solve("queens", "--count", "--algorithm=mac",
                        "--symmetry=auto"))
    tree = Tree(listener.executions[0])
    ok("a search in parts has a tree for each", tree.n_roots > 1 and
       tree.n_roots == tree.n_restarts + 1 and not tree.wrong and
       tree.n_missing == 0 and tree.info["has_restarts"], tree.wrong)
    path = os.path.join(SCRATCH, "two.sdm")
    with open(path, "w", encoding="utf-8") as puzzles:
        puzzles.write("1.......3.......\n12..............\n")
    listener = Listener()
    result = run(listener, [CSP, "solve", path, "--order=4"])
    trees = [Tree(messages) for messages in listener.executions]
    ok("each search of a stream is an execution",
       [tree.info["execution_id"] for tree in trees] == [7, 8] and
       not any(tree.wrong for tree in trees), result)


FLATZINC = """\
array [1..3] of int: c = [3, 5, -4];
var 0..9: x :: output_var;
var 0..9: y :: output_var;
var -3..40: z :: output_var;
constraint int_lin_eq(c, [x, y, z], 2);
constraint int_ne(x, y);
solve :: int_search([x, y], input_order, CHOICE, complete) GOAL;
"""


def tell_flatzinc():
    for choice, signs in (("indomain_min", {"=", "!="}),
                          ("indomain_split", {"<=", ">"}),
                          ("indomain_reverse_split", {">=", "<"})):
        for goal, options in (("satisfy", ["-a"]), ("minimize z", []),
                              ("maximize z", ["-i"])):
            path = os.path.join(SCRATCH, "model.fzn")
            with open(path, "w", encoding="utf-8") as model:
                model.write(FLATZINC.replace("CHOICE", choice)
                            .replace("GOAL", goal))
            tree = agrees(f"fzn-csp: {choice}, {goal}",
                          [FZN, "-s", *options, path], n_skipped=None,
                          n_missing=None)
            if tree is None:
                continue
            found = {label.strip("xyz-0123456789") for label in tree.labels}
            ok(f"{choice} is labeled by {sorted(signs)}", found <= signs and
               tree.info["name"] == "model.fzn", found, tree.info)
    agrees("csp solve reads it too",
           solve(path, "--solutions=0", "--variable-order=model"),
           n_skipped=None, n_missing=None)
    minizinc = shutil.which("minizinc")
    if minizinc is None:
        return
    path = os.path.join(SCRATCH, "model.mzn")
    with open(path, "w", encoding="utf-8") as model:
        model.write("var 1..5: x; var 1..5: y; constraint x < y;"
                    "solve satisfy;")
    listener = Listener()
    result = run(listener, [CSP, "solve", path, "--solutions=0"])
    ok("and so does MiniZinc", len(listener.executions) == 1 and
       listener.is_whole[0] and not Tree(listener.executions[0]).wrong and
       result.returncode == 0, result)


# Listeners that do not do what is hoped for.

def nobody_listens():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        option = f"--cp-profiler=1,{port}"
        result = subprocess.run([CSP, "solve", "queens", option], text=True,
                                capture_output=True, check=False)
        ok("nobody listens: a line, and no answer",
           result.returncode == 1 and result.stdout == "" and
           result.stderr == "csp: no CP-Profiler listens on port "
           f"{port} of this machine\n", result)
        path = os.path.join(SCRATCH, "model.fzn")
        result = subprocess.run([FZN, option, path], text=True,
                                capture_output=True, check=False)
        ok("and the same of fzn-csp",
           result.returncode == 1 and result.stdout == "=====ERROR=====\n" and
           result.stderr.count("\n") == 1, result)
    for bad in "", "x", "1,", "1,0", "1,65536", "-1,5", "1,2,3", ",6565":
        result = subprocess.run([CSP, "solve", "queens",
                                 f"--cp-profiler={bad}"], text=True,
                                capture_output=True, check=False)
        ok(f"'{bad}' is refused", result.returncode == 2 and
           result.stderr.count("\n") == 1, result)
    result = subprocess.run([FZN, "--cp-profiler=x", path], text=True,
                            capture_output=True, check=False)
    ok("fzn-csp refuses too", result.returncode == 2 and
       result.stderr.count("\n") == 1, result)


def goes_away():
    listener = Listener(limit=20)
    result = run(listener, [CSP, "solve", "queens", "--size=10", "--count",
                            "--algorithm=backtracking"])
    ok("a profiler that goes away harms nothing",
       result.returncode == 0 and
       result.stdout == "status: complete, 724 solutions\n" and
       result.stderr == "csp: --cp-profiler: the profiler went away\n", result)
    listener = Listener()
    result = run(listener, [CSP, "solve", "queens", "--size=30",
                            "--algorithm=min-conflicts", "--format=json"])
    ok("local search has no tree, which is said",
       result.returncode == 0 and "--cp-profiler: the profiler was shown no "
       "tree" in result.stderr and listener.is_whole == [True], result)


def reads_slowly():
    listener = Listener(pause=0.001)
    result = run(listener, solve("queens", "--size=9", "--solutions=0",
                                 "--algorithm=backtracking"))
    tree = Tree(listener.executions[0])
    ok("a slow reader is waited for", listener.is_whole == [True] and
       tree.count[SOLVED] == 352 and not tree.wrong, result, tree.count)
    endless = ["queens", "--size=20", "--algorithm=backtracking", "--count"]
    listener = Listener(limit=0)
    start = time.monotonic()
    result = run(listener, [CSP, "solve", *endless, "--time-limit=0.5"])
    seconds = time.monotonic() - start
    ok("one that never reads is not, beyond the limit",
       result.returncode == 3 and "status: incomplete" in result.stdout and
       0.4 < seconds < 3, result, seconds)
    listener = Listener(limit=0)
    process = subprocess.Popen([CSP, "solve", *endless,
                                f"--cp-profiler=0,{listener.port}"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    output, errors = process.communicate(timeout=30)
    seconds = time.monotonic() - start
    ok("nor when it is interrupted", process.returncode == 3 and
       "status: incomplete" in output and seconds < 2, output, errors, seconds)
    path = os.path.join(SCRATCH, "model.fzn")
    listener = Listener(limit=0)
    result = run(listener, [FZN, path, "-a", "-t", "300"])
    ok("a short tree needs no reader", result.returncode == 0, result)


def main():
    tell_bytes()
    tell_trees()
    tell_restarts()
    tell_symmetries()
    tell_flatzinc()
    nobody_listens()
    goes_away()
    reads_slowly()
    try:
        tree = Listener(address="::1")
    except OSError:
        tree = None
    if tree is not None:
        result = run(tree, [CSP, "solve", "queens"])
        ok("one that listens on ::1 is found", tree.is_whole == [True], result)
    print(f"1..{n_done}")
    sys.exit(n_failed > 0)


main()
