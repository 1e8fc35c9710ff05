/* SPDX-License-Identifier: MIT */
/* All of libcsp's stable interface. */
#pragma once

#include <libcsp/csp-version.h>
