/* The powers x^(i/j) log(x)^k that terms are products of. */
#pragma once

#include "fit/search/search.h"

/* Return whether the variable "name" counts processors. */
bool lcm_fit_counts_processors(const char *name);

/* Return the powers there are, made in memory of "arena". */
struct lcm_fit_powers lcm_fit_powers_make(lcm_arena *arena);

/* Return whether programs often have "power" over a variable of that "kind". */
bool lcm_fit_power_is_usual(const struct lcm_fit_power *power, size_t kind);

/* Return the value of "power" at "x". */
double lcm_fit_power_at(const struct lcm_fit_power *power, double x);

/* Put the values of all "powers" at "x" into "out". */
void lcm_fit_powers_at(double *out, const struct lcm_fit_powers *powers,
                       double x);

/* Append "power" of the variable "name" to "text", behind a factor. */
void lcm_fit_power_print(lcm_buf *text, const struct lcm_fit_power *power,
                         const char *name);
