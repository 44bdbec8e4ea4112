/* Sets that are said by plain linear constraints, built without isl's reader,
 * which takes most of the time of a question. */
#pragma once

#include <stdbool.h>

struct isl_ctx;

/* Whether the set "text", as of lcm_sides_put_set, is empty: 1 or 0, -1 where
 * isl gave up; false where it is not of groups, after the first possibly
 * negated, of linear constraints, of which all hold or one, or where it has too
 * many alternatives, of which none are in a negated group. */
bool lcm_plain_is_empty(int *empty, struct isl_ctx *isl, const char *text);
