/* Loops that go on until a test of messages finds what it asks for. */
#pragma once

#include "composer/engine/events.h"

/* Such a loop while it is written down: what it does each time that the test
 * finds nothing ("pass"), and what the world was like before. */
struct lcm_poll {
  const char *flag; /* the variable that ends it; "": not known, or given */
  lcm_script pass;
  struct lcm_player *player;
  double scale;
  size_t bound;
};

/* Return whether "node" is such a loop of the present rank, and nothing else
 * says how often it runs. */
bool lcm_poll_is(struct lcm_world *w, const lcm_node *node);

/* Begin with the loop "node": what is written down next is what it does each
 * time that the test finds nothing. */
void lcm_poll_begin(struct lcm_poll *poll, struct lcm_world *w,
                    const lcm_node *node);

/* What is written down from here on is what the loop "node" does the last
 * time. */
void lcm_poll_last(struct lcm_poll *poll, struct lcm_world *w,
                   const lcm_node *node);

/* The loop is written down. */
void lcm_poll_end(struct lcm_poll *poll, struct lcm_world *w);
