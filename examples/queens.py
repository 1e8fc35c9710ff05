# SPDX-License-Identifier: MIT
# Places 8 queens from Python, through introspection.
import gi

gi.require_version("Csp", "1")
from gi.repository import Csp

N = 8

model = Csp.Model.new()
column = model.add_int_array("column", N, 0, N - 1)
for b in (-1, 0, 1):
    model.post_all_different_affine(column, 0, b)

solver = Csp.Solver.new(model)
solution = solver.next()
for queen in solution.get_values(column):
    print(*("Q" if i == queen else "." for i in range(N)))

print(solver.count()[1], "solutions")
