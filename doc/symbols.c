/* SPDX-License-Identifier: MIT */
/* Descriptions, for the reference, of what has no function to describe it:
 * types, enumerations, macros, callbacks.  g-ir-scanner reads this file; it is
 * not compiled.  The contracts stand in the headers. */

/* csp-types.h */

/**
 * CspVar:
 *
 * A variable of a model: its number, from 0 in the order of declaration.
 *
 * Since: 0.1
 */

/**
 * CspArray:
 *
 * An array of variables of a model.
 *
 * Since: 0.1
 */

/**
 * CspExpr:
 *
 * An expression of a model.
 *
 * Since: 0.1
 */

/**
 * CSP_NONE:
 *
 * No variable, array or expression: what a failed call returns.
 *
 * Since: 0.1
 */

/**
 * CSP_VALUE_MIN:
 *
 * The least value that a variable can have.
 *
 * Since: 0.1
 */

/**
 * CSP_VALUE_MAX:
 *
 * The largest value that a variable can have.
 *
 * Since: 0.1
 */

/**
 * CspRelation:
 * @CSP_RELATION_EQ: equal
 * @CSP_RELATION_NE: not equal
 * @CSP_RELATION_LT: less
 * @CSP_RELATION_LE: less or equal
 * @CSP_RELATION_GT: greater
 * @CSP_RELATION_GE: greater or equal
 *
 * How two numbers are compared, the left one with the right one.
 *
 * Since: 0.1
 */

/**
 * CspStatus:
 * @CSP_STATUS_UNKNOWN: a limit came with nothing found
 * @CSP_STATUS_SATISFIABLE: as many solutions as asked for were found
 * @CSP_STATUS_COMPLETE: all were asked for, or fewer exist than asked for
 * @CSP_STATUS_INCOMPLETE: a limit came while counting or listing
 * @CSP_STATUS_OPTIMAL: the best solution, proved
 * @CSP_STATUS_FEASIBLE: a solution; a limit came before the proof
 * @CSP_STATUS_UNSATISFIABLE: one was asked for and none exists
 *
 * How a search ended.
 *
 * Since: 0.1
 */

/**
 * CspStopReason:
 * @CSP_STOP_NONE: it came to its end
 * @CSP_STOP_TIME: the time limit
 * @CSP_STOP_NODES: the node limit
 * @CSP_STOP_MEMORY: the memory limit
 * @CSP_STOP_MOVES: the limit on moves of local search
 * @CSP_STOP_CANCELLED: [method@Solver.cancel]
 * @CSP_STOP_COUNT: there are more solutions than 64 bits can count
 *
 * Why a search ended before it was complete.
 *
 * Since: 0.1
 */

/**
 * CspStrength:
 * @CSP_STRENGTH_DEFAULT: what pays for the constraint as a rule
 * @CSP_STRENGTH_VALUE: by the values of fixed variables
 * @CSP_STRENGTH_BOUNDS: by the least and largest values
 * @CSP_STRENGTH_DOMAIN: every value that no solution of the constraint has
 *
 * How far a constraint prunes under full propagation.
 *
 * Since: 0.1
 */

/**
 * CspError:
 * @CSP_ERROR_INVALID: an argument that cannot be: a wrong handle or length
 * @CSP_ERROR_RANGE: values or sums leave the supported range
 * @CSP_ERROR_SEALED: the model belongs to a solver already
 * @CSP_ERROR_OPTION: an unknown option, a bad value, or options that clash
 * @CSP_ERROR_PARSE: an input file's content; the message has the place
 * @CSP_ERROR_IO: an input or output file
 * @CSP_ERROR_NOT_FOUND: an unknown plugin, array or name
 * @CSP_ERROR_PLUGIN: a plugin that cannot be used
 * @CSP_ERROR_MEMORY: the model would not fit
 * @CSP_ERROR_VIOLATED: a solution that breaks a constraint
 * @CSP_ERROR_SYMMETRY: a declared symmetry that is none
 * @CSP_ERROR_INTERNAL: a fault of libcsp itself
 *
 * The errors that libcsp sets.  That there is no solution is none of them.
 *
 * Since: 0.1
 */

/* csp-version.h */

/**
 * CSP_MAJOR_VERSION:
 *
 * The first number of the version compiled against.
 *
 * Since: 0.1
 */

/**
 * CSP_MINOR_VERSION:
 *
 * The second number of the version compiled against.
 *
 * Since: 0.1
 */

/**
 * CSP_MICRO_VERSION:
 *
 * The third number of the version compiled against.
 *
 * Since: 0.1
 */

/**
 * CSP_VERSION_STRING:
 *
 * The version compiled against, as text.
 *
 * Since: 0.1
 */

/**
 * CSP_CHECK_VERSION:
 * @major: the first number of a version
 * @minor: the second
 * @micro: the third
 *
 * Whether the version compiled against is this one or a later one.
 *
 * Since: 0.1
 */

/* csp-model.h */

/**
 * CspArithmeticOp:
 * @CSP_ARITHMETIC_TIMES: the product of two variables
 * @CSP_ARITHMETIC_DIV: the quotient of two, truncated toward zero
 * @CSP_ARITHMETIC_MOD: the remainder of that, with the sign of the first
 * @CSP_ARITHMETIC_POW: the first to the power of the second; where that is
 *   negative, 1 div the power of its size
 * @CSP_ARITHMETIC_ABS: the absolute value of one
 * @CSP_ARITHMETIC_MIN: the least of one or more
 * @CSP_ARITHMETIC_MAX: the largest of one or more
 *
 * Operations of csp_model_post_arithmetic().
 *
 * Since: 0.1
 */

/**
 * CspGoalVariable:
 * @CSP_GOAL_INPUT_ORDER: the first that is open
 * @CSP_GOAL_FIRST_FAIL: the one with the fewest values
 * @CSP_GOAL_ANTI_FIRST_FAIL: the one with the most values
 * @CSP_GOAL_SMALLEST: the one with the smallest value
 * @CSP_GOAL_LARGEST: the one with the largest value
 * @CSP_GOAL_OCCURRENCE: the one in most constraints
 * @CSP_GOAL_MOST_CONSTRAINED: the one with the fewest values, ties by
 *   constraints
 * @CSP_GOAL_MAX_REGRET: the one whose two smallest values are farthest apart
 * @CSP_GOAL_DOM_W_DEG: the one with the fewest values by weight of its
 *   constraints that failed
 *
 * Which variable of a goal is branched on.
 *
 * Since: 0.1
 */

/**
 * CspGoalValue:
 * @CSP_GOAL_MIN: the smallest value, then the others
 * @CSP_GOAL_MAX: the largest value, then the others
 * @CSP_GOAL_MEDIAN: the lower median, then the others
 * @CSP_GOAL_MIDDLE: the value nearest to the middle of the bounds
 * @CSP_GOAL_RANDOM: any value
 * @CSP_GOAL_SPLIT: the lower half of the bounds, then the upper
 * @CSP_GOAL_REVERSE_SPLIT: the upper half, then the lower
 * @CSP_GOAL_INTERVAL: the first run of values, then the others; of one run the
 *   lower half first
 *
 * How a goal divides a domain.
 *
 * Since: 0.1
 */

/**
 * CspExprOp:
 * @CSP_EXPR_NEG: minus an integer
 * @CSP_EXPR_ABS: the absolute value of an integer
 * @CSP_EXPR_ADD: the sum of one or more integers
 * @CSP_EXPR_SUB: the difference of two integers
 * @CSP_EXPR_MUL: the product of two or more integers
 * @CSP_EXPR_DIV: the quotient of two integers, truncated toward zero
 * @CSP_EXPR_MOD: the remainder of that, with the sign of the first
 * @CSP_EXPR_MIN: the least of one or more integers
 * @CSP_EXPR_MAX: the largest of one or more integers
 * @CSP_EXPR_EQ: two integers are equal
 * @CSP_EXPR_NE: two integers are not equal
 * @CSP_EXPR_LT: the first of two integers is less
 * @CSP_EXPR_LE: the first of two integers is less or equal
 * @CSP_EXPR_GT: the first of two integers is greater
 * @CSP_EXPR_GE: the first of two integers is greater or equal
 * @CSP_EXPR_NOT: a Boolean is false
 * @CSP_EXPR_AND: all of one or more Booleans are true
 * @CSP_EXPR_OR: one or more of the Booleans are true
 * @CSP_EXPR_IMPLIES: the first of two Booleans is false or the second is true
 * @CSP_EXPR_IFF: two Booleans are equal
 * @CSP_EXPR_IF: with a Boolean and two integers, the first of these if the
 *   Boolean is true, else the second
 *
 * What an expression does with its operands.
 *
 * Since: 0.1
 */

/* csp-solver.h, csp-stats.h */

/**
 * CspSolver:
 *
 * A search over a model: options, assumptions, solutions one by one, and how it
 * went.
 *
 * A solver belongs to one thread at a time; several can work on one model at
 * once.
 *
 * Since: 0.1
 */

/**
 * CspStats:
 *
 * What a search did: counters and times, by name.
 *
 * Since: 0.1
 */

/* csp-reader.h, csp-flatzinc.h, csp-svg.h */

/**
 * CspFlatzinc:
 *
 * A FlatZinc file that was read: a problem, and what it wants to be told of
 * solutions.
 *
 * Since: 0.1
 */

/**
 * CspReader:
 *
 * An input, read line by line and token by token, with places for errors.
 *
 * Since: 0.1
 */

/**
 * CspJson:
 *
 * A text of JSON that was read.
 *
 * Since: 0.1
 */

/**
 * CspJsonValue:
 *
 * The number of a value in a #CspJson: values are numbered from 0 in the order
 * they begin.
 *
 * Since: 0.1
 */

/**
 * CspJsonKind:
 * @CSP_JSON_NULL: null
 * @CSP_JSON_BOOLEAN: true or false
 * @CSP_JSON_INTEGER: a number without fraction and exponent
 * @CSP_JSON_NUMBER: any other number
 * @CSP_JSON_STRING: a string
 * @CSP_JSON_ARRAY: a list of values
 * @CSP_JSON_OBJECT: a list of values with names
 *
 * What a value is.
 *
 * Since: 0.1
 */

/**
 * CSP_JSON_ROOT:
 *
 * The outermost value of a text.
 *
 * Since: 0.1
 */

/**
 * CSP_READER_MAX_LINE:
 *
 * The longest line that is read, in bytes.
 *
 * Since: 0.1
 */

/**
 * CspSvg:
 *
 * An SVG picture that is being written.
 *
 * Since: 0.1
 */

/* csp-plugin.h */

/**
 * CSP_PLUGIN_ABI:
 *
 * The number that a plugin is compiled with; the library loads its own only.
 *
 * Since: 0.1
 */

/**
 * CspPlugin:
 *
 * What a module exports: name, parameters and callbacks of a model.
 *
 * Since: 0.1
 */

/**
 * CSP_PLUGIN_DEFINE:
 * @...: designated initializers of #CspPlugin
 *
 * Exports a plugin from a module, once.
 *
 * Since: 0.1
 */

/**
 * CspFiles:
 * @CSP_FILES_NONE: takes no file
 * @CSP_FILES_OPTIONAL: builds without one too
 * @CSP_FILES_REQUIRED: needs one
 *
 * Whether a plugin reads files.
 *
 * Since: 0.1
 */

/**
 * CspAnswer:
 * @CSP_ANSWER_NONE: there is no solution
 * @CSP_ANSWER_ONE: there is a solution, the only one where that was asked
 * @CSP_ANSWER_SEVERAL: uniqueness was asked for and there are more
 * @CSP_ANSWER_UNKNOWN: a limit came first
 *
 * How an instance of a stream ended.
 *
 * Since: 0.1
 */

/**
 * CspParamKind:
 * @CSP_PARAM_KIND_INT: an integer in a range
 * @CSP_PARAM_KIND_BOOL: true or false
 * @CSP_PARAM_KIND_CHOICE: one of a list of words
 * @CSP_PARAM_KIND_STRING: any text
 *
 * What values a parameter of a plugin has.
 *
 * Since: 0.1
 */

/**
 * CspParamSpec:
 *
 * A parameter of a plugin, made by one of the macros `CSP_PARAM_`.
 *
 * Since: 0.1
 */

/**
 * CSP_PARAM_INT:
 * @name_: the name, as on the command line without the dashes
 * @min_: the least value
 * @max_: the largest value
 * @default_: the value when none is given
 * @unit_: (nullable): what is counted
 * @blurb_: one line about it
 *
 * An integer parameter.
 *
 * Since: 0.1
 */

/**
 * CSP_PARAM_OPTIONAL_INT:
 * @name_: the name, as on the command line without the dashes
 * @min_: the least value
 * @max_: the largest value
 * @unit_: (nullable): what is counted
 * @blurb_: one line about it
 *
 * An integer parameter without a default; see [method@Params.is_set].
 *
 * Since: 0.1
 */

/**
 * CSP_PARAM_BOOL:
 * @name_: the name, as on the command line without the dashes
 * @default_: the value when none is given
 * @blurb_: one line about it
 *
 * A Boolean parameter.
 *
 * Since: 0.1
 */

/**
 * CSP_PARAM_CHOICE:
 * @name_: the name, as on the command line without the dashes
 * @choices_: the words, %NULL at the end
 * @default_: (nullable): the word when none is given
 * @blurb_: one line about it
 *
 * A parameter that is one of a list of words.
 *
 * Since: 0.1
 */

/**
 * CSP_PARAM_STRING:
 * @name_: the name, as on the command line without the dashes
 * @default_: (nullable): the text when none is given
 * @blurb_: one line about it
 *
 * A parameter that is any text.
 *
 * Since: 0.1
 */

/**
 * CspParams:
 *
 * The values of a plugin's parameters.
 *
 * Since: 0.1
 */

/**
 * CspAssumptions:
 *
 * What an instance adds to the model of its shape: a value for some variables.
 *
 * Since: 0.1
 */

/* csp-extend.h */

/**
 * CspDomains:
 *
 * The domains of a constraint's scope, lent to its propagator.
 *
 * Since: 0.1
 */

/**
 * CspConstraintClass:
 *
 * A program's own kind of constraint: its meaning and, optionally, propagator
 * and violation.
 *
 * Since: 0.1
 */

/**
 * CspView:
 *
 * The state of a search, lent to orders and observers, to read only.
 *
 * Since: 0.1
 */

/**
 * CspVariableOrderFunc:
 * @view: the state of the search
 * @candidates: (array length=n_candidates): unfixed variables, in input order
 * @n_candidates: how many, at least 1
 * @data: given with the function
 *
 * Picks the variable to branch on.
 *
 * Returns: one of @candidates
 *
 * Since: 0.1
 */

/**
 * CspValueOrderFunc:
 * @view: the state of the search
 * @var: the variable that is branched on
 * @data: given with the function
 *
 * Picks the value to try first.
 *
 * Returns: a value of the domain of @var
 *
 * Since: 0.1
 */

/**
 * CspOutcome:
 * @CSP_OUTCOME_BRANCH: consistent: the search goes on below, or it is a
 *   solution, which `solution` of the observer is told next
 * @CSP_OUTCOME_FAILED: inconsistent
 *
 * What became of a node.
 *
 * Since: 0.1
 */

/**
 * CspNodeEvent:
 *
 * A node of a tree search, or a child that failed: where it hangs, its decision
 * and its outcome.
 *
 * The decision is `var relation value`.  In 2-way branching a node has a first
 * child, whose relation is %CSP_RELATION_EQ (or a bound, %CSP_RELATION_LE or
 * %CSP_RELATION_GE, where a model's search annotation asks for that), and one
 * with the opposite relation, whose `is_equal` is %FALSE.  `n_siblings` counts
 * the children that the parent may have, itself included; values skipped for a
 * symmetry are among them.
 *
 * Since: 0.1
 */

/**
 * CspMoveEvent:
 *
 * A move of local search, and the violation after it: the variable and its new
 * value.  With a swap the other variable has a new value too, which the view
 * tells.
 *
 * Since: 0.1
 */

/**
 * CspObserver:
 *
 * What is called while a search runs; members that are %NULL are not.
 *
 * Callbacks are called in the searching thread and may wait; one that does
 * returns when [method@Solver.is_stopped].  They may set and clear `node` and
 * `move` of an observer that is not constant.  To look at a running search from
 * another thread ask for a sample, and set them in `sample`.  Statistics of the
 * solver may be asked for in callbacks.
 *
 * Since: 0.1
 */
