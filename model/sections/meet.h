/* Whether two accesses meet in executions that are related to each other, and
 * an example of it (isl, in model/sections/isl_meet.c). */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/sections/dependence.h"

/* How indices of the one side are related to those of the other: of the ranges
 * "first" to "first" + "n" - 1 of both. */
struct lcm_related {
  size_t first;
  size_t n;
  /* all are equal; else one at least is different */
  bool equal;
};

/* How the iterations of range number "range" of both sides are divided among
 * threads. */
struct lcm_allotment {
  size_t range;
  /* in pieces of so many values of the index, the first of which begins with
   * the first one, one to each thread in turn; 0: in one piece for each thread,
   * nobody knows where they end */
  long long chunk;
  long long threads; /* 0: any number of them */
};

/* An iteration of range number "range" that comes "by" values of the index, or
 * more, behind the first one; "by" 0: any. */
struct lcm_behind {
  size_t range;
  long long by;
};

/* Two accesses that are compared. */
struct lcm_pairing {
  struct lcm_side sides[2];
  const struct lcm_related *relations;
  size_t n_relations;
  /* different threads execute them; NULL: that follows from the relations */
  const struct lcm_allotment *allotment;
  struct lcm_behind behind[2]; /* of each side */
  bool quick;                  /* isl must not be asked */
  /* what holds where each side is executed; NULL: nothing is said */
  const lcm_expr *when[2];
};

/* What is found of them. */
struct lcm_met {
  /* YES: for all values of names with which each of the loops that depend on
   * names has at least "least" iterations */
  lcm_overlap overlap;
  long long least;
  bool by_isl;   /* isl was asked */
  bool given_up; /* it would take too long to find out */
  /* the example: values of the ranges of each side, the "n_steps" subscripts
   * that both have, and the "n_names" values "values" of the names "names";
   * "steps" is NULL where there is none */
  const long long *index[2];
  const long long *steps;
  size_t n_steps;
  const lcm_section *section; /* that "steps" belong to */
  const lcm_expr *const *names;
  const long long *values;
  size_t n_names;
};

/* Comparisons that are made, so that none is made twice; {0}: none yet. */
struct lcm_compared {
  lcm_map places; /* what is compared, as interned text: where in "all" */
  LCM_LIST(struct lcm_met) all;
};
