# SPDX-License-Identifier: MIT
# Solves 8 queens through the typelib; prints TAP.
import gi

gi.require_version("Csp", "1")
from gi.repository import Csp, GLib

n_done = 0


def claim(holds, what):
    global n_done
    n_done += 1
    print("ok" if holds else "not ok", n_done, "-", what, flush=True)


def queens(n):
    model = Csp.Model.new()
    column = model.add_int_array("column", n, 0, n - 1)
    for slope in (-1, 0, 1):
        model.post_all_different_affine(column, 0, slope)
    return model, column


model, column = queens(8)
solver = Csp.Solver.new(model)
solution = solver.next()
values = list(solution.get_values(column))
claim(len(values) == 8, "a solution has a value for each row")
claim(
    all(
        len({v + slope * i for i, v in enumerate(values)}) == 8
        for slope in (-1, 0, 1)
    ),
    "no queen attacks another",
)
claim(model.verify(values), "the model agrees")

solver = Csp.Solver.new(model)
claim(solver.count() == (True, 92), "there are 92 solutions")
claim(solver.get_status() == Csp.Status.COMPLETE, "and no more")
found, nodes = solver.get_stats().get_int("nodes")
claim(found and nodes > 0, "statistics are read by name")

solver = Csp.Solver.new(model)
solver.set_option("solutions", "0")
count = 0
while solver.next() is not None:
    count += 1
claim(count == 92, "all 92 can be pulled")

try:
    Csp.Solver.new(model).set_option("nonsense", "1")
    claim(False, "an unknown option raises")
except GLib.Error as error:
    claim(
        error.matches(Csp.error_quark(), Csp.Error.OPTION),
        "an unknown option raises",
    )

model, column = queens(4)
try:
    q = [model.get_var(column, i) for i in range(4)]
    model.post_all_different(q, [0, 1])
    claim(False, "lengths that differ raise")
except GLib.Error as error:
    claim(
        error.matches(Csp.error_quark(), Csp.Error.INVALID),
        "lengths that differ raise",
    )
print("1..%d" % n_done)
