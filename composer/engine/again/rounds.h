/* Rounds of a loop that do all the same: what an actor does in the first one is
 * written down, and that again for each of the others. */
#pragma once

#include "composer/engine/events.h"

/* What is written down of one round of a loop. */
struct lcm_rounds {
  bool open;                  /* it may stand for others */
  bool written;               /* and does */
  bool waits;                 /* a round waits for others, not for all */
  lcm_script *script;         /* of one round */
  struct lcm_journal journal; /* what is noted in one */
  struct lcm_journal *outer;  /* where that of the run went before */
  double times;               /* it happened so often */
  /* what had been written before it: steps, alternatives taken by turns,
   * constructs met */
  size_t steps;
  size_t turns;
  size_t n_met;
  const lcm_node *last; /* node that was written down last */
};

/* Begin with the rounds of the sequential loop "node" of an actor of "w". */
struct lcm_rounds lcm_rounds_begin(struct lcm_world *w, const lcm_node *node);

/* Return where the next round is to be written, NULL where "rounds" has put it
 * into "script" already. */
lcm_script *lcm_rounds_next(struct lcm_rounds *rounds, struct lcm_world *w,
                            lcm_script *script);

/* The round that lcm_rounds_next() asked for is written. */
void lcm_rounds_wrote(struct lcm_rounds *rounds, struct lcm_world *w,
                      lcm_script *script);

/* No round follows: note what is noted of all. */
void lcm_rounds_end(struct lcm_rounds *rounds, struct lcm_world *w);
