/* A construct of OpenMP being lowered: what analyzer/lower/openmp/omp.c and analyzer/lower/openmp/task.c say to
 * each other. */
#pragma once

#include "analyzer/lower/control/internal.h"

/* A construct being lowered.
 * at         index of its pragma; the "n" - 1 behind it are stacked between it
 *            and the statement
 * rest       the words of its name that are not done yet
 * combined   inside a combined parallel construct, whose end joins anyway */
struct lcm_omp {
  struct lcm_lowering *l;
  const lcm_pragma *pragma;
  const lcm_ast *ast;
  const char *rest;
  size_t at;
  size_t n;
  bool combined;
};

/* Return a node of "kind" at the pragma. */
lcm_node *lcm_omp_node(const struct lcm_omp *c, lcm_node_kind kind);

/* Return the expression in the clause "name" of "pragma": the first of a list,
 * without modifiers.  Where a modifier is the name of a directive, only the
 * clause for "word" is meant.  NULL where there is none or it has no model. */
const lcm_expr *lcm_omp_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name, const char *word);

/* Return what the construct governs as one node: what is left of its name, or
 * the statement with the stacked pragmas applied. */
const lcm_node *lcm_omp_inside(struct lcm_omp *c);

/* Return the loop that the construct governs as a PARLOOP, with what comments
 * say of it, inside a node that holds it; "*loop" is the PARLOOP itself.  NULL,
 * and nothing done, where the construct governs no loop. */
lcm_node *lcm_omp_loop(lcm_node **loop, struct lcm_omp *c);

/* Call "fn" for each item of the list "args", that stands behind the last colon
 * outside brackets; "type" is what stands before that, or "". */
struct lcm_omp_list {
  const char *type;
  const char *at;
};

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
