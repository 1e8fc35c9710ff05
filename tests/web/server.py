# SPDX-License-Identifier: MIT
"""The protocol of doc/live-page.md, tried by a program.  TAP on standard
output."""

import json
import subprocess
import sys
import time
import traceback

from client import Closed, Server, handshake, until

CSP = sys.argv[1]
QUEENS = {"model": "queens", "parameters": {"size": 8},
          "algorithm": "backtracking", "solutions": 0}
LONG = {"model": "queens", "parameters": {"size": 24},
        "algorithm": "backtracking", "solutions": 0}


def solve(*arguments):
    """The statistics of the command."""
    run = subprocess.run([CSP, "solve", *arguments, "--statistics", "--quiet"],
                         capture_output=True, text=True, check=False)
    return json.loads(run.stderr.splitlines()[-1])


def of_type(messages, *types):
    return [m for m in messages if m["type"] in types]


def take_steps(page, run, n):
    """Takes so many steps of a paused run; their messages."""
    found = []
    page.command(run, "step", steps=n)
    while len(of_type(found, "node", "move")) < n:
        page.receive()
        found += page.messages
        page.messages = []
        if of_type(found, "end"):
            break
    return found


def finds_all_at_full_speed(server):
    with server.open() as page:
        run = page.start(**QUEENS)
        messages = page.read_to_end(run)
    theirs = solve("queens", "--size=8", "--algorithm=backtracking",
                   "--solutions=0")
    start, end = messages[0], messages[-1]
    ours = of_type(messages, "statistics")[-1]["statistics"]
    assert start["type"] == "start" and end["type"] == "end"
    assert start["command"] == ("csp solve queens --size=8 "
                                "--algorithm=backtracking --solutions=0")
    assert start["n_variables"] == 8 and start["domains"] == [[[0, 7]]] * 8
    assert end["status"] == "complete" and end["solutions"] == 92
    assert end["line"] == "status: complete, 92 solutions"
    assert end["reason"] is None and end["error"] is None
    assert of_type(messages, "solution")[-1]["solution"] == 92
    sample = of_type(messages, "sample")[0]
    assert sample["counters"]["nodes"] >= 1 and len(sample["domains"]) == 8
    for name in ["nodes", "failures", "checks", "max_depth", "solutions"]:
        assert ours[name] == theirs[name], name
    assert ours["nodes"] == 2057


def sends_each_node_in_order(server):
    theirs = solve("queens", "--size=8", "--algorithm=backtracking",
                   "--solutions=0")
    with server.open() as page:
        run = page.start(**QUEENS, paused=True)
        messages = []
        while not of_type(messages, "end"):
            messages += take_steps(page, run, 1000)
    nodes = of_type(messages, "node")
    steps = [m["step"] for m in of_type(messages, "node", "change")]
    assert [m["step"] for m in nodes] == list(range(1, len(nodes) + 1))
    assert steps == sorted(steps) and len(steps) == 2 * len(nodes)
    assert [m["id"] for m in nodes] == list(range(1, len(nodes) + 1))
    entered = [m for m in nodes if m["outcome"] == "branch"]
    assert len(entered) == theirs["nodes"] == 2057
    assert len(nodes) - len(entered) == theirs["failures"]
    assert nodes[0]["parent"] == 0 and nodes[0]["var"] is None
    known = {0: -1}
    for node in nodes:
        assert node["depth"] == known[node["parent"]] + 1
        if node["outcome"] == "branch":
            known[node["id"]] = node["depth"]
    assert [m["solution"] for m in of_type(messages, "solution")] == list(
        range(1, 93))


def replay(messages, domains):
    """Applies what the messages say to the domains, and checks `before`."""
    for message in of_type(messages, "change", "back"):
        for change in message["changes"]:
            assert domains[change["var"]] == change["before"], message
            domains[change["var"]] = change["domain"]


def tells_what_each_step_changed(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 6},
                         algorithm="mac", solutions=0, speed=1000)
        messages = page.read_to_end(run)
    domains = messages[0]["domains"]
    n_solutions = 0
    for message in messages:
        replay([message], domains)
        if message["type"] == "solution":
            n_solutions += 1
            assert domains == [[[v, v]] for v in message["values"]]
    assert n_solutions == 4 == messages[-1]["solutions"]


def keeps_to_its_speed(server):
    with server.open() as page:
        run = page.start(**QUEENS, speed=20)
        page.wait_for("start")
        page.quiet(0)
        begin = time.monotonic()
        while len(page.messages) < 40:
            page.receive()
        assert 0.5 < time.monotonic() - begin < 3
        page.command(run, "cancel")
        end = page.read_to_end(run)[-1]
        assert end["reason"] == "interrupted"
        assert end["status"] == "incomplete"


def ends_a_run_that_is_cancelled(server):
    with server.open() as page:
        run = page.start(**LONG)
        page.wait_for("sample")
        begin = time.monotonic()
        page.command(run, "cancel")
        end = page.read_to_end(run)[-1]
        assert time.monotonic() - begin < 5
        assert end["reason"] == "interrupted"


TESTS = {
    "finds all solutions at full speed": finds_all_at_full_speed,
    "sends each node in order when it is stepped": sends_each_node_in_order,
    "tells what each step changed": tells_what_each_step_changed,
    "keeps to its speed": keeps_to_its_speed,
    "ends a run that is cancelled": ends_a_run_that_is_cancelled,
}


def main():
    n_failed = 0
    print(f"1..{len(TESTS)}", flush=True)
    for number, (claim, test) in enumerate(TESTS.items(), 1):
        try:
            with Server(CSP) as server:
                test(server)
                assert server.stop() == 0
            print(f"ok {number} - {claim}", flush=True)
        except Exception:
            n_failed += 1
            print("# " + traceback.format_exc().replace("\n", "\n# "))
            print(f"not ok {number} - {claim}", flush=True)
    sys.exit(n_failed > 0)


main()
