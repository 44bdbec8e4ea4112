/* The recursive functions of a program as recurrences. */
#pragma once

#include "composer/scope/scope.h"

/* Put the recursive functions of the program of "p" into "*out" as recurrences;
 * return how many there are. */
size_t lcm_setup_recurrences(const struct lcm_recurrence **out,
                             struct lcm_setup *p);
