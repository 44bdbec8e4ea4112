/* Whether ranks that cannot go on surely never will, or as far as is guessed
 * only. */
#pragma once

#include "composer/engine/events.h"
#include "composer/engine/messages/queue.h"

/* A rank when nobody can go on: it has done the steps of "script" before "at",
 * and waits for "queues" (NULL: for no messages); "guess": that led it here, or
 * NULL. */
struct lcm_standing {
  const lcm_script *script;
  size_t at;
  const struct lcm_message_queues *queues;
  const struct lcm_guess *guess;
};

/* Put which of the "n" ranks "all" surely never go on into "stuck": each of
 * them has ended, or waits for others of them, whatever else happens, and no
 * guess has led any of them there.  Return whether any of them waits. */
bool lcm_doubt_find_stuck(bool *stuck, const struct lcm_standing *all,
                          size_t n);

/* Return the guess that rank "i" of the "n" ranks "all" rests on where it waits
 * for the lock of a window: that others get it first who have it; NULL where it
 * waits for none, or where messages let it come only behind them. */
const struct lcm_guess *lcm_doubt_lock(lcm_arena *arena,
                                       const struct lcm_standing *all, size_t n,
                                       size_t i);

/* Note at "node", the first time only, that "text" is the case as far as
 * "guess" says. */
void lcm_doubt_tell(struct lcm_run *run, const lcm_node *node, const char *text,
                    const struct lcm_guess *guess);

/* Note that rank "i" of the "n" ranks "all", which is not surely stuck, waits
 * for what does not come as far as is guessed; return the guess. */
const struct lcm_guess *lcm_doubt_wait(struct lcm_run *run,
                                       const struct lcm_standing *all, size_t n,
                                       size_t i);

/* Note that ranks come to the operations "a" and "b" in their order, which
 * differ, where a guess has led one of them there; false where none has. */
bool lcm_doubt_differ(struct lcm_run *run, const struct lcm_queued *a,
                      const struct lcm_queued *b);

/* Report that there is no rank "rank" among the "n" of the communicator of
 * "node", for the present rank of "w": a note where that rests on a guess. */
void lcm_doubt_missing(struct lcm_world *w, const lcm_node *node, double rank,
                       size_t n);
