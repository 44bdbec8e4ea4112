/* How much of the parallelism of a program is modelled, and what is in the way
 * of the rest. */
#pragma once

#include "model/structure/program.h"

/* Why parallel regions are not modelled in full.
 * reason   that of opaque nodes; what it quotes is "..." where it differs
 * regions  how many regions have such a node inside
 * called   how many others reach one through calls
 * first    where the first such node of either is */
struct lcm_obstacle {
  const char *reason;
  size_t regions;
  size_t called;
  lcm_loc first;
};

/* What is modelled of a program.
 * regions    parallel regions: teams, one inside another too, and constructs
 *            that make teams but that stand where nothing is modelled; one of
 *            a function that is there several times, for what it is passed or
 *            in several units, counts once, as modelled as the worst
 * modelled   those without an opaque part
 * complete   those of them that call nothing with an opaque part either
 * obstacles  of the others, the most frequent first */
typedef struct lcm_coverage {
  size_t regions;
  size_t modelled;
  size_t complete;
  const struct lcm_obstacle *obstacles;
  size_t n_obstacles;
} lcm_coverage;

/* Why parts of a program are opaque.
 * reason   that of the nodes; what it quotes is "..."
 * parts    how many places have such nodes
 * first    the first of these */
struct lcm_gap {
  const char *reason;
  size_t parts;
  lcm_loc first;
};

/* Return how much of "program" is modelled. */
lcm_coverage lcm_coverage_of(lcm_ctx *ctx, const lcm_program *program);

/* Put why parts of "program" are opaque, in regions or not, into "*out", the
 * most frequent first; return how many reasons there are. */
size_t lcm_program_gaps(const struct lcm_gap **out, lcm_ctx *ctx,
                        const lcm_program *program);
