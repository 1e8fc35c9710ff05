/* SPDX-License-Identifier: MIT */
/* A fuzz target is a program of fuzz_target and LLVMFuzzerTestOneInput(), with
 * replay.c or with libFuzzer for a main().  It does the same with the same
 * bytes each time, keeps nothing, and ends the process where a promise of the
 * library is broken that a sanitizer would not see. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <glib.h>

/* The target's name, and that of its folder in fuzz/corpus/. */
extern const char fuzz_target[];

/* libFuzzer's entry; it answers 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Is there an error just where there is no result, and one line of it? */
void fuzz_check_outcome(gboolean succeeded, const GError *error);

/* All instances of an input, and what a plugin does with each, with parameters
 * "name=value name=value". */
void
fuzz_read_instances(const char *plugin, const char *settings, GBytes *input);
