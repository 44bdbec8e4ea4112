/* How an OpenMP library hands the iterations of a loop to the members of a
 * team: which schedule it takes, and how large chunks are. */
#pragma once

#include "base/arena.h"
#include "model/machine/machine.h"
#include "model/structure/structure.h"

struct lcm_run;

/* How the iterations of a loop are handed out. */
enum lcm_deal {
  /* one to each member, the first count mod k of them longer by one */
  LCM_DEAL_BLOCKS,
  /* chunks in turn */
  LCM_DEAL_ROUNDS,
  /* the next chunk to the member that is free first, as in the following */
  LCM_DEAL_CHUNKS,
  /* of an even share of what is left */
  LCM_DEAL_GUIDED,
  /* of half of such a share */
  LCM_DEAL_HALVES,
  /* of sizes that shrink by the number of the chunk */
  LCM_DEAL_CURVE,
  /* blocks of chunks, from which members without any take some */
  LCM_DEAL_STOLEN,
  /* tasks of equal size */
  LCM_DEAL_TASKS
};

/* The schedule of a loop: "chunk" (or NULL) is the size that the source says,
 * "fixed" (or 0) the one that the machine says. */
struct lcm_dealing {
  enum lcm_deal deal;
  const lcm_expr *chunk;
  double fixed;
};

/* How the iterations of the PARLOOP "node" are divided among "members" of
 * "weight" processors each.
 * count        iterations; chunk: of a chunk, 0 where none is said
 * tasks        of a taskloop
 * first, step  of the index */
struct lcm_division {
  const lcm_node *node;
  enum lcm_deal deal;
  double count;
  double chunk;
  double tasks;
  double first;
  double step;
  double members;
  double weight;
};

/* Chunks in blocks, from which members that have none left take some.
 * chunks   how many there are; k: members
 * alone    too few for that: members take the next chunk, "given" so far
 * next, end, state, victim   of each member: its chunks, how far it is, where
 *          it looks for others */
struct lcm_stealing {
  size_t k;
  double chunks;
  bool alone;
  double given;
  double *next;
  double *end;
  unsigned char *state;
  size_t *victim;
};

/* Return how the library of "machine" deals out the PARLOOP "node". */
struct lcm_dealing lcm_loop_dealing(const lcm_machine *machine,
                                    const lcm_node *node);

/* Return what is assumed of the schedule of "node", or NULL. */
const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node);

/* Return whether the library of "machine" deals out the units of the PARALLEL
 * "node" in blocks, as libomp does with sections. */
bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node);

/* Return which of "k" members has number "i" of "n" that are dealt out in
 * blocks. */
size_t lcm_block_owner(double i, double n, double k);

/* Return whether members ask for what they get by "deal". */
bool lcm_deal_is_on_demand(enum lcm_deal deal);

/* Return how the PARLOOP "node" is divided. */
struct lcm_division lcm_run_division(struct lcm_run *run, const lcm_node *node,
                                     double members, double weight);

/* Return how many iterations are given out together from number "from" on,
 * where chunks are given out on demand. */
double lcm_division_next(const struct lcm_division *d, double from);

/* Return the chunks of "d", of which nobody has taken any. */
struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_division *d);

/* Put the number of the chunk that member "m" takes next into "*chunk"; false
 * where it finds none, now and later. */
bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m);
