/* What variables hold behind constructs of OpenMP. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* The "n" directives from number "at" on, which govern one statement. */
struct lcm_omp_crowd {
  size_t at;
  size_t n;
};

/* What of the values that a construct gives variables stays behind it. */
enum lcm_omp_stays {
  LCM_OMP_STAYS_ALL,     /* one thread gives them, for all of them */
  LCM_OMP_STAYS_NUMBERS, /* any thread may: only what all would give stays */
  LCM_OMP_STAYS_OLD,     /* they are given to copies */
  LCM_OMP_STAYS_OPEN     /* it cannot be said */
};

/* Return what stays behind "crowd" of what is given to the local variable
 * "local", which is declared before it. */
enum lcm_omp_stays lcm_omp_stays(struct lcm_lowering *l,
                                 struct lcm_omp_crowd crowd,
                                 const struct lcm_local *local);

/* Return whether directives govern the statement "ast" and others than those of
 * what one thread does once for all. */
bool lcm_omp_is_apart(struct lcm_lowering *l, const lcm_ast *ast);
