/* How an OpenMP library carries out the schedule of a loop: in which chunks,
 * and who gets them.  The engine, closed forms and the simulation read this; a
 * schedule of schedules.def is a case in way_of and, where its chunks are new,
 * a row and a function in schedule.c. */
#pragma once

#include "model/machine/machine.h"

/* The ways in which iterations are assigned. */
enum lcm_assign_way {
  LCM_ASSIGN_BLOCKS, /* one block to each member */
  LCM_ASSIGN_ROUNDS, /* chunks in turn */
  LCM_ASSIGN_CHUNKS, /* the next chunk to the member that is free first */
  LCM_ASSIGN_GUIDED, /* the same, of an even share of what is left */
  LCM_ASSIGN_HALVES, /* the same, of half of one */
  LCM_ASSIGN_CURVE,  /* the same, sizes shrink with the chunk's number */
  LCM_ASSIGN_LINEAR, /* the same, of sizes that shrink evenly to one */
  LCM_ASSIGN_STOLEN, /* blocks of chunks, from which others take some */
  LCM_ASSIGN_TASKS   /* tasks of equal size */
};

/* What is known of a way. */
enum lcm_assign_trait {
  LCM_ASSIGN_ON_DEMAND = 1 << 0, /* members ask for what they get */
  LCM_ASSIGN_EQUAL = 1 << 1,     /* all chunks but the last have one size */
  LCM_ASSIGN_SHRINKS = 1 << 2,   /* no chunk is longer than the one before */
  LCM_ASSIGN_EVEN = 1 << 3,      /* nor than an even share of what is left */
  LCM_ASSIGN_COUNTED = 1 << 4    /* taking one locks the loop's counter */
};

/* How a loop is assigned: "chunk" (or NULL) is the size that the source says,
 * "fixed" (or 0) the one that the machine says. */
struct lcm_assignment {
  enum lcm_assign_way way;
  const lcm_expr *chunk;
  double fixed;
};

/* A way and its numbers as expressions. */
struct lcm_assignment_expr {
  enum lcm_assign_way way;
  const lcm_expr *count;   /* iterations */
  const lcm_expr *chunk;   /* that is said; NULL: none is */
  const lcm_expr *members; /* of the team */
};

/* How the iterations of the PARLOOP "node" are divided. */
struct lcm_loop_schedule {
  const lcm_node *node;
  enum lcm_assign_way way;
  double count;   /* iterations */
  double chunk;   /* of a chunk; 0: blocks, or none is said */
  double tasks;   /* of a taskloop */
  double first;   /* value of the index in the first iteration */
  double step;    /* of the index */
  double members; /* of the team */
  double weight;  /* processors of each */
};

/* Return whether "way" has all of "traits". */
bool lcm_assign_has(enum lcm_assign_way way, unsigned traits);

/* Return how the library of "machine" assigns the PARLOOP "node". */
struct lcm_assignment lcm_loop_assignment(const lcm_machine *machine,
                                          const lcm_node *node);

/* Return what is assumed of the schedule of "node", or NULL. */
const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node);

/* Return whether the library of "machine" assigns the units of the PARALLEL
 * "node" in blocks, as libomp does with sections. */
bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node);

/* Find out the sizes that "d" leaves to the library of "machine" (or NULL):
 * whole chunks, the size where none is said, the number of tasks. */
void lcm_loop_schedule_settle(struct lcm_loop_schedule *d,
                              const lcm_machine *machine);

/* Return how many iterations are given out together from number "from" on,
 * where chunks are given out on demand. */
double lcm_loop_schedule_next(const struct lcm_loop_schedule *d, double from);

/* Return the size of the chunks of "way", whose numbers are expressions: of
 * all where they are equal, else the one that bounds them, the least where they
 * shrink by even shares and the first where they do not; NULL: blocks. */
const lcm_expr *lcm_assign_size(lcm_ctx *ctx,
                                const struct lcm_assignment_expr *way);
