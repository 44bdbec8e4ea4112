/* Patterns of messages: who sends to whom, recognised on a few ranks. */
#pragma once

#include "composer/engine/run.h"
#include "model/pattern/pattern.h"

/* A message that was sent, from the operation "send" of rank "from" to the
 * operation "receive" of rank "to". */
struct lcm_passage {
  const lcm_node *send;
  const lcm_node *receive;
  size_t from;
  size_t to;
  /* 1 + the number of the message that the sender had received last, 0 for
   * none */
  size_t cause;
  /* in which the receiver is next to the sender in a grid of ranks, as
   * lcm_cart_ways */
  unsigned ways;
  bool any; /* it was received from any rank */
};

/* The messages of a run on "n" ranks, in the order in which they are sent. */
struct lcm_traffic {
  LCM_LIST(struct lcm_passage) all;
  size_t n;
};

/* Put the patterns that the same sends and receives show in all of the "n" runs
 * "runs" into "*out"; return how many there are. */
size_t lcm_patterns_find(const struct lcm_pattern **out, lcm_ctx *ctx,
                         const struct lcm_traffic *runs, size_t n);
