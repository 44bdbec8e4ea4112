/* How much of the parallelism of a program is modelled, and what is in the way
 * of the rest. */
#pragma once

#include "model/structure/program.h"

/* Why parallel regions are not modelled in full. */
struct lcm_obstacle {
  /* that of opaque nodes; what it quotes is "..." where it differs */
  const char *reason;
  size_t regions; /* how many regions have such a node inside */
  size_t called;  /* how many others reach one through calls */
  lcm_loc first;  /* where the first such node of either is */
};

/* What is modelled of a program. */
typedef struct lcm_coverage {
  /* parallel regions: teams, one inside another too, and constructs that make
   * teams but that stand where nothing is modelled; one of a function that is
   * there several times, for what it is passed or in several units, counts
   * once, as modelled as the worst */
  size_t regions;
  size_t modelled; /* those without an opaque part */
  /* those of them that call nothing with an opaque part either */
  size_t complete;
  /* of the others, the most frequent first */
  const struct lcm_obstacle *obstacles;
  size_t n_obstacles;
} lcm_coverage;

/* Why parts of a program are opaque. */
struct lcm_gap {
  const char *reason; /* that of the nodes; what it quotes is "..." */
  size_t parts;       /* how many places have such nodes */
  lcm_loc first;      /* the first of these */
};

/* Return how much of "program" is modelled. */
lcm_coverage lcm_coverage_of(lcm_ctx *ctx, const lcm_program *program);

/* Put why parts of "program" are opaque, in regions or not, into "*out", the
 * most frequent first; return how many reasons there are. */
size_t lcm_program_gaps(const struct lcm_gap **out, lcm_ctx *ctx,
                        const lcm_program *program);
