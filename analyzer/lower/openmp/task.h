#pragma once

#include "analyzer/lower/openmp/internal.h"

/* Take a list apart: "args" is what a clause says. */
struct lcm_omp_list lcm_omp_list(struct lcm_lowering *l, const char *args);

/* Return the next item of "list" without blanks around it, or NULL. */
const char *lcm_omp_next(struct lcm_lowering *l, struct lcm_omp_list *list);

/* Parse "item" of a clause of "pragma" as a section into "*out"; false, and
 * nothing said, where it is none. */
bool lcm_omp_section(lcm_section *out, struct lcm_lowering *l,
                     const lcm_pragma *pragma, const char *item);

/* Lower `task`. */
lcm_node *lcm_omp_task(struct lcm_omp *c);

/* Return what the `taskwait` "pragma" waits with: one with dependences is a
 * task of nothing that is not deferred. */
lcm_node *lcm_omp_taskwait(struct lcm_lowering *l, const lcm_pragma *pragma);

/* Lower `taskloop`. */
lcm_node *lcm_omp_taskloop(struct lcm_omp *c);

/* Lower `target` and `target data`: what is moved, what is done, what is moved
 * back. */
lcm_node *lcm_omp_target(struct lcm_omp *c);

/* Return what the standalone `target update`, `target enter data` or `target
 * exit data` "pragma" moves. */
lcm_node *lcm_omp_transfers(struct lcm_lowering *l, const lcm_pragma *pragma);
