# SPDX-License-Identifier: MIT
"""The protocol of doc/live-page.md, tried by a program.  TAP on standard
output."""

import json
import signal
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
    for message in of_type(messages, "change", "back", "sample"):
        if message["type"] == "sample":
            domains[:] = message["domains"]
            continue
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


def stops_steps_and_goes_back(server):
    with server.open() as page:
        run = page.start(**QUEENS, paused=True)
        page.wait_for("start")
        assert not page.quiet()
        forth = take_steps(page, run, 20)
        assert not page.quiet()
        state = [[[0, 7]] for _ in range(8)]
        replay(forth, state)
        before = json.dumps(state)
        page.command(run, "back", steps=5)
        back = page.quiet()
        assert [m["step"] for m in back] == [20, 19, 18, 17, 16]
        replay(back, state)
        assert take_steps(page, run, 2) == [
            m for m in forth if m.get("step") in (16, 17)]
        page.command(run, "back", steps=1000)
        assert [m["step"] for m in page.quiet()] == list(range(17, 0, -1))
        page.command(run, "back")
        assert not page.quiet()
        again = take_steps(page, run, 20)
        assert again == forth
        state = [[[0, 7]] for _ in range(8)]
        replay(again, state)
        assert json.dumps(state) == before
        page.command(run, "back", steps=3)
        for _ in range(3):
            page.wait_for("back")
        page.command(run, "speed", speed=0)
        rest = page.read_to_end(run)
    assert [m["step"] for m in of_type(rest, "node")][:3] == [18, 19, 20]
    assert rest[-1]["solutions"] == 92


def forgets_the_oldest_steps(server):
    with server.open() as page:
        run = page.start(**QUEENS, paused=True)
        for _ in range(2):
            take_steps(page, run, 750)
        for _ in range(2):
            page.command(run, "back", steps=1000)
        taken = [m["step"] for m in page.quiet()]
    assert taken == list(range(1500, 500, -1))


def pauses_a_search_at_full_speed(server):
    with server.open() as page:
        run = page.start(**LONG)
        page.wait_for("sample")
        page.command(run, "pause")
        domains = of_type(page.quiet(), "sample")[-1]["domains"]
        used = server.cpu_seconds()
        assert not page.quiet(0.5)
        assert server.cpu_seconds() - used < 0.2
        replay(take_steps(page, run, 50), domains)
        page.command(run, "back", steps=50)
        replay(page.quiet(), domains)
        page.command(run, "speed", speed=0)
        assert page.wait_for("sample")["domains"] is not None


def shows_the_tree_in_part_at_full_speed(server):
    with server.open() as page:
        run = page.start(**LONG)
        messages = []
        while len(of_type(messages, "sample")) < 10:
            messages += page.receive()
    samples = of_type(messages, "sample")
    nodes = [s["counters"]["nodes"] for s in samples]
    assert nodes == sorted(nodes) and nodes[-1] > nodes[0]
    assert all(len(s["path"]) == s["depth"] for s in samples)
    assert all(len(s["domains"]) == len(samples[0]["domains"]) > 0
               for s in samples)
    sent = of_type(messages, "node")
    assert len(sent) > 9 and len(sent) <= 1000 + 32 * len(samples)
    assert [m["id"] for m in sent] == sorted(m["id"] for m in sent)
    domains = None
    for message in messages:
        if message["type"] == "sample":
            domains = message["domains"]
        elif domains is not None:
            replay([message], domains)


def shows_a_short_search_whole(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 5}, solutions=0,
                         algorithm="backtracking")
        messages = page.read_to_end(run)
    nodes = of_type(messages, "node")
    assert len([n for n in nodes if n["outcome"] == "branch"]) == 54
    assert [m["solution"] for m in of_type(messages, "solution")] == [
        *range(1, 11)]


def sends_few_arrays(server):
    with server.open() as page:
        page.start(**LONG)
        page.wait_for("sample")
        n, begin = page.n_arrays, time.monotonic()
        while time.monotonic() - begin < 2:
            page.receive()
        assert 10 < page.n_arrays - n <= 62


def shows_moves(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 20},
                         algorithm="min-conflicts", seed=3, start="random",
                         speed=500)
        messages = page.read_to_end(run)
    start, moves = messages[0], of_type(messages, "move")
    assert [m["move"] for m in moves] == list(range(1, len(moves) + 1))
    assert moves[-1]["violation"] == 0
    domains = start["domains"]
    replay(messages, domains)
    found = of_type(messages, "solution")[-1]
    assert domains == [[[v, v]] for v in found["values"]]
    theirs = solve("queens", "--size=20", "--algorithm=min-conflicts",
                   "--seed=3", "--start=random")
    assert theirs["moves"] == len(moves)


def tells_what_local_search_begins_with(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 20},
                         algorithm="min-conflicts", seed=3, start="random",
                         paused=True)
        sample = page.wait_for("sample")
        first = sample["domains"]
        assert all(low == high for (low, high), in first)
        assert sample["violation"] > 0 and sample["counters"]["moves"] == 0
        assert not page.quiet()
        domains = json.loads(json.dumps(first))
        forth = take_steps(page, run, 3)
        replay(forth, domains)
        page.command(run, "back", steps=4)
        back = page.quiet()
        assert [m["step"] for m in back] == [3, 2, 1]
        replay(back, domains)
        assert domains == first
        assert take_steps(page, run, 3) == forth


def shows_a_million_queens(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 1000000},
                         algorithm="min-conflicts")
        messages = page.read_to_end(run)
    assert messages[0]["domains"] is None
    assert messages[-1]["status"] == "satisfiable"
    solution = of_type(messages, "solution")[-1]
    density = solution["density"]
    assert solution["values"] is None
    assert sum(density["counts"]) == 1000000
    assert (density["rows"], density["columns"]) == (200, 200)
    for sample in of_type(messages, "sample"):
        assert sample["density"]["variables"] == 1000000


def steps_through_a_large_model(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 10000},
                         algorithm="min-conflicts", start="random",
                         paused=True)
        moves = take_steps(page, run, 3)
        page.command(run, "back")
        assert not page.quiet()
        page.command(run, "cancel")
        page.read_to_end(run)
    for move, change in zip(of_type(moves, "move"), of_type(moves, "change")):
        assert {c["var"] for c in change["changes"]} == {
            move["var"], move["swapped"]} - {None}


def draws_solutions(server):
    with server.open() as page:
        run = page.start(**QUEENS, svg=True)
        solution = of_type(page.read_to_end(run), "solution")[-1]
    assert solution["svg"].startswith("<svg") or "<svg" in solution["svg"]


SUDOKU = ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28...."
          "419..5....8..79")


def solves_a_sudoku(server):
    with server.open() as page:
        run = page.start(model="sudoku", instance=SUDOKU, name="a.sdk",
                         algorithm="mac", solutions=2)
        messages = page.read_to_end(run)
        assert messages[0]["assumed"][0] == [0, 5]
        assert len(messages[0]["assumed"]) == 30
        assert messages[0]["command"] == (
            "csp solve sudoku a.sdk --algorithm=mac --solutions=2")
        assert messages[-1]["solutions"] == 1
        assert messages[-1]["clash"] is None
        run = page.start(model="sudoku", instance="55" + SUDOKU[2:])
        end = page.read_to_end(run)[-1]
    assert end["status"] == "unsatisfiable"
    assert "row 1" in end["clash"]


def takes_the_first_of_a_list(server):
    with server.open() as page:
        for text, n in [(SUDOKU, 1), (f"{SUDOKU}\n" * 12, 12),
                        (f"{SUDOKU}\n{SUDOKU}\nnonsense\n", 2)]:
            page.start(model="sudoku", instance=text, algorithm="mac")
            start = page.wait_for("start")
            assert start["instances"] == n and start["warnings"] == []
            page.wait_for("end")
        page.start(**QUEENS)
        assert page.wait_for("start")["instances"] == 0


def reads_instances(server):
    col = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"
    fzn = ("var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\n"
           "constraint int_lt(x, y);\nsolve minimize y;\n")
    with server.open() as page:
        run = page.start(instance=col, name="-k3.col", algorithm="mac")
        messages = page.read_to_end(run)
        assert messages[0]["model"] == "coloring"
        assert "./-k3.col" in messages[0]["command"]
        run = page.start(instance=fzn, name="x.fzn")
        messages = page.read_to_end(run)
        assert messages[0]["model"] == "flatzinc"
        assert messages[0]["command"] == "csp solve x.fzn"
        assert messages[0]["objective"] == "minimize"
        assert messages[-1]["status"] == "optimal"
        assert messages[-1]["objective"] == 2
        run = page.start(instance=fzn)
        assert page.read_to_end(run)[0]["model"] == "flatzinc"


def counts_without_solutions(server):
    with server.open() as page:
        run = page.start(**{**QUEENS, "solutions": None}, count=True)
        messages = page.read_to_end(run)
    assert not of_type(messages, "solution")
    assert messages[-1]["solutions"] == 92


def tells_numbers_beyond_63_bits(server):
    """A clique's colorings are counted by its first, times what is alike."""
    def count(n, colors):
        edges = [f"e {a} {b}\n" for b in range(1, n + 1) for a in range(1, b)]
        with server.open() as page:
            run = page.start(model="coloring", count=True,
                             parameters={"colors": colors},
                             instance=f"p edge {n} {len(edges)}\n" +
                             "".join(edges))
            messages = page.read_to_end(run)
        told = of_type(messages, "statistics")[-1]["statistics"]
        assert told["solutions"] == 2**63 - 1, told["solutions"]
        return messages[-1]
    end = count(10, 86)
    assert end["status"] == "complete", end
    assert end["solutions"] == 12849198336259084800, end
    end = count(21, 22)
    assert end["reason"] == "count-limit", end
    assert end["solutions"] == 2**64 - 1, end


def tells_options_that_do_not_go_with_the_model(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 65},
                         kernel="block")
        end = page.read_to_end(run)[-1]
    assert "a block holds 64" in end["error"]


def keeps_limits_while_paused(server):
    with server.open() as page:
        run = page.start(**QUEENS, paused=True, time_limit=0.5)
        end = page.read_to_end(run)[-1]
    assert end["reason"] == "time-limit"


def refuses_bad_requests(server):
    page = server.open()
    cases = [
        ("", "expected JSON"), ("{", ""), ("[]", "expected an object"),
        ("nonsense", ""), ('{"model": "queens"} x', ""),
        ("[" * 100000, ""), ('{"model": 3}', "model: expected a string"),
        ("{}", "expected a model, or an instance"),
        ('{"model": "quens"}', "did you mean 'queens'?"),
        ('{"model": "../queens"}', "unknown model"),
        ('{"model": "queens", "parameters": 3}', "expected an object"),
        ('{"model": "queens", "parameters": {"size": 0}}',
         "--size=0: expected an integer from 1 to 100000000"),
        ('{"model": "queens", "parameters": {"size": 1000000000}}',
         "--size=1000000000: expected an integer from 1 to 100000000"),
        ('{"model": "queens", "parameters": {"size": 100000000}}', "MiB"),
        ('{"model": "queens", "parameters": {"size": [8]}}', "size: expected"),
        ('{"model": "queens", "parameters": {"sise": 8}}', "'size'"),
        ('{"model": "queens", "algorithm": "magic"}', "algorithm=magic"),
        ('{"model": "queens", "algorihm": "mac"}', "algorihm"),
        ('{"model": "queens", "algorithm": "tabu", "solutions": 0}',
         "--solutions=0 needs a complete search"),
        ('{"model": "queens", "kernel": "block", "restarts": "luby"}',
         "a block does not restart"),
        ('{"model": "queens", "speed": -1}', "speed"),
        ('{"model": "queens", "speed": "fast"}', "speed"),
        ('{"model": "queens", "speed": 1e999}', "speed"),
        ('{"model": "queens", "paused": 1}', "paused: expected true or false"),
        ('{"model": "queens", "session": "nobody"}', "session"),
        ('{"model": "queens", "instance": "x"}', "queens takes no instance"),
        ('{"model": "coloring"}', "coloring needs an instance"),
        ('{"model": "coloring", "instance": ""}', "instance"),
        ('{"model": "coloring", "instance": "p edge 2 1\\ne 1 3\\n"}',
         "instance:2"),
        ('{"instance": "what is this?"}', "no model knows"),
        ('{"instance": "x", "name": "/etc/passwd"}', "no model knows"),
        ('{"model": "flatzinc", "instance": "var 1..3: x"}',
         "instance:2:1: expected ';'"),
        ('{"model": "queens", "memory_limit": 1, '
         '"parameters": {"size": 1000000}}', "--memory-limit allows 1 MiB"),
        (b'{"model": "\xff"}', ""),
    ]
    for body, why in cases:
        status, answer = server.ask("POST", "/api/run", body)
        assert status == 400 and why in answer["error"], (body[:99], answer)
        assert "\n" not in answer["error"]
    assert server.ask("POST", "/api/run", "x" * (5 << 20))[0] == 413
    assert server.ask("GET", "/api/run")[0] == 405
    assert server.ask("POST", "/api/models")[0] == 405
    assert server.ask("HEAD", "/api/models") == (200, b"")
    assert server.ask("GET", "/api/events")[0] == 400
    assert server.ask("GET", "/api/events/x")[0] == 404
    assert server.ask("GET", "/nothing")[0] == 404
    page.close()


def refuses_strangers(server):
    paths = ["/", "/index.html", "/api/models", "/api/run", "/api/events",
             "/nothing", "/api", "//", "/%2e%2e/x"]
    strangers = [{"Host": "evil.example"}, {"Host": f"localhost:{1}"},
                 {"Origin": "http://evil.example"}, {"Origin": "null"},
                 {"Origin": f"https://127.0.0.1:{server.port}"}]
    for path in paths:
        for method in ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]:
            for headers in strangers:
                status, _ = server.ask(method, path, headers=headers)
                assert status == 403, (path, method, headers, status)
    for headers in strangers:
        with server.connect() as connection:
            connection.sendall(handshake(server.port, **headers))
            assert connection.recv(99).startswith(b"HTTP/1.1 403")
    own = {"Host": f"localhost:{server.port}",
           "Origin": f"http://localhost:{server.port}"}
    assert server.ask("GET", "/api/models", headers=own)[0] == 200
    with server.connect() as connection:
        connection.sendall(handshake(server.port, **own))
        assert connection.recv(99).startswith(b"HTTP/1.1 101")


def answers_bad_commands(server):
    with server.open() as page, server.open() as other:
        theirs = other.start(**LONG)
        run = page.start(**QUEENS, paused=True)
        page.wait_for("start")
        cases = [
            "", "x", "{", "[]", "{}", "3", '{"command": "pause"}',
            '{"command": 3, "run": 1}',
            '{"command": "jump", "run": %d}' % run,
            '{"command": "step", "run": %d, "steps": 0}' % run,
            '{"command": "step", "run": %d, "steps": 1e3}' % run,
            '{"command": "back", "run": %d, "steps": 1001}' % run,
            '{"command": "speed", "run": %d}' % run,
            '{"command": "speed", "run": %d, "speed": -1}' % run,
            '{"command": "cancel", "run": 99}',
            '{"command": "cancel", "run": %d}' % theirs,
            '{"command": "cancel", "run": "1"}', "[" * 60000]
        for case in cases:
            page.send(case)
            message = page.wait_for("error")
            assert message["message"] and "\n" not in message["message"], case
        assert not page.quiet()
        assert len(of_type(take_steps(page, run, 1), "node")) == 1
        other.wait_for("sample")


def is_closed(page):
    try:
        while True:
            page.receive()
    except (Closed, ConnectionError):
        page.close()
        return True


def closes_sockets_that_misbehave(server):
    giant = server.open()
    giant.send("x" * (70 << 10))
    binary = server.open()
    binary.send(b"{}", 2)
    garbage = server.open()
    garbage.socket.sendall(b"GET / HTTP/1.1\r\n\r\n" * 10)
    for page in [giant, binary, garbage]:
        assert is_closed(page)
    resident = server.resident_kib()
    fragments = server.open()
    try:
        fragments.send(b"x", 1, is_last=False)
        for _ in range(2000):
            fragments.send(b"x" * 60000, 0, is_last=False)
    except ConnectionError:
        pass
    assert is_closed(fragments)
    assert server.resident_kib() < resident + (8 << 10)
    with server.open() as page:
        run = page.start(**QUEENS)
        assert page.read_to_end(run)[-1]["solutions"] == 92


def ends_runs_with_their_page(server):
    base = server.n_threads()
    for _ in range(20):
        page = server.open()
        page.start(**LONG)
        page.start(**LONG, speed=100)
        page.start(**LONG, paused=True)
        page.wait_for("node")
        page.close()
    assert until(lambda: server.n_threads() <= base)
    first = server.resident_kib()
    for _ in range(20):
        page = server.open()
        page.start(**LONG)
        page.start(model="queens", parameters={"size": 200000},
                   algorithm="min-conflicts", paused=True)
        page.close()
    assert until(lambda: server.n_threads() <= base)
    assert server.resident_kib() < first + (16 << 10)


def limits_runs_and_pages(server):
    limits = server.ask("GET", "/api/models")[1]["limits"]
    pages = [server.open()]
    for _ in range(limits["page_runs"]):
        pages[0].start(**LONG)
    status, answer = server.post({**LONG, "session": pages[0].session})
    assert status == 429 and "cancel" in answer["error"]
    pages[0].command(1, "cancel")
    pages[0].wait_for("end")
    pages[0].start(**LONG)
    n = limits["page_runs"]
    while n < limits["runs"]:
        pages.append(server.open())
        for _ in range(limits["page_runs"]):
            pages[-1].start(**LONG, paused=True)
            n += 1
    pages.append(server.open())
    status, answer = server.post({**LONG, "session": pages[-1].session})
    assert status == 429
    while len(pages) < limits["pages"]:
        pages.append(server.open())
    try:
        server.open()
        raise AssertionError("a page too many")
    except Closed as refusal:
        assert b" 503 " in refusal.args[0]
    for page in pages:
        page.close()
    assert until(lambda: server.post(QUEENS)[0] == 200)


def waits_for_a_session(server):
    status, answer = server.post(QUEENS)
    assert status == 200
    with server.open() as page:
        assert page.read_to_end(answer["run"])[-1]["solutions"] == 92
        status, answer = server.post(QUEENS)
        assert page.read_to_end(answer["run"])[-1]["solutions"] == 92


def is_not_held_up_by_silent_clients(server):
    silent = [server.connect() for _ in range(300)]
    for connection in silent[:100]:
        try:
            connection.sendall(b"POST /api/run HTTP/1.1\r\nHost: ")
        except ConnectionError:
            pass
    with server.open() as page:
        run = page.start(**QUEENS)
        assert page.read_to_end(run)[-1]["solutions"] == 92
    for connection in silent:
        connection.close()


def waits_for_a_page_that_reads_late(server):
    with server.open() as page:
        run = page.start(model="queens", parameters={"size": 200},
                         algorithm="backtracking", speed=1000)
        page.wait_for("node")
        time.sleep(1.5)
        resident = server.resident_kib()
        time.sleep(1.5)
        assert server.resident_kib() < resident + (32 << 10)
        begin = page.messages[0]["step"] if page.messages else None
        page.command(run, "cancel")
        nodes = of_type(page.read_to_end(run), "node")
    steps = [m["step"] for m in nodes]
    assert steps == list(range(steps[0], steps[0] + len(steps))), begin


def ends_while_a_model_is_built(server):
    names = [f"x{i}" for i in range(20000)]
    text = "".join([*(f"var 0..20000: {x};\n" for x in names),
                    f"array [1..20000] of var int: q = [{','.join(names)}];\n",
                    *["constraint fzn_all_different_int(q);\n"] * 20000,
                    "solve satisfy;\n"])
    body = json.dumps({"instance": text, "name": "large.fzn"})
    with server.connect() as connection:
        connection.sendall((f"POST /api/run HTTP/1.1\r\n"
                            f"Host: 127.0.0.1:{server.port}\r\n"
                            f"Content-Length: {len(body)}\r\n\r\n{body}")
                           .encode())
        time.sleep(1)
        begin = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begin < 5


def ends_with_runs_under_way(server):
    with server.open() as page:
        page.start(**LONG)
        page.start(**LONG, paused=True)
        page.start(**LONG, speed=5)
        page.wait_for("sample")
        server.post({"model": "queens", "parameters": {"size": 3000000},
                     "algorithm": "min-conflicts"})
        assert server.stop(signal.SIGINT) == 0


TESTS = [finds_all_at_full_speed,
         sends_each_node_in_order,
         tells_what_each_step_changed,
         keeps_to_its_speed,
         ends_a_run_that_is_cancelled,
         stops_steps_and_goes_back,
         forgets_the_oldest_steps,
         pauses_a_search_at_full_speed,
         shows_the_tree_in_part_at_full_speed,
         shows_a_short_search_whole,
         sends_few_arrays,
         shows_moves,
         tells_what_local_search_begins_with,
         shows_a_million_queens,
         steps_through_a_large_model,
         draws_solutions,
         solves_a_sudoku,
         takes_the_first_of_a_list,
         reads_instances,
         counts_without_solutions,
         tells_numbers_beyond_63_bits,
         tells_options_that_do_not_go_with_the_model,
         keeps_limits_while_paused,
         refuses_bad_requests,
         refuses_strangers,
         answers_bad_commands,
         closes_sockets_that_misbehave,
         ends_runs_with_their_page,
         limits_runs_and_pages,
         waits_for_a_session,
         is_not_held_up_by_silent_clients,
         waits_for_a_page_that_reads_late,
         ends_while_a_model_is_built,
         ends_with_runs_under_way]


def main():
    wanted = sys.argv[2:]
    tests = [t for t in TESTS if not wanted or t.__name__ in wanted]
    n_failed = 0
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        claim = test.__name__.replace("_", " ")
        try:
            with Server(CSP) as server:
                test(server)
                assert server.process.poll() == 0 or server.stop() == 0
            print(f"ok {number} - {claim}", flush=True)
        except Exception:
            n_failed += 1
            print("# " + traceback.format_exc().replace("\n", "\n# "))
            print(f"not ok {number} - {claim}", flush=True)
    sys.exit(n_failed > 0)


main()
