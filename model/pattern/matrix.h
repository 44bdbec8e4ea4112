/* Logical matrices of messages of one type (Sinha 1994, 5.4). */
#pragma once

#include <stdbool.h>

#include "base/list.h"

/* A message of one type in its logical matrix. */
struct lcm_logical_event {
  size_t from;
  size_t to;
  /* how many messages of its type had to come before it, one causing the other
   * (Sinha 1994, definition 11): its column; its row is "to" */
  size_t depth;
  /* the rank that sent the first message of the chain that led to it */
  size_t origin;
};

/* The logical matrix of the messages of one type between "p" ranks (Sinha 1994,
 * 5.4): cell (i, j) has the senders of those to rank i that have depth j. */
struct lcm_logical_matrix {
  LCM_LIST(struct lcm_logical_event) events;
  size_t p;
};

/* Return "m" with the first message alone between any two ranks, and none from
 * a rank to itself; "*even" says whether there are as many between any two. */
struct lcm_logical_matrix lcm_matrix_once(lcm_arena *arena,
                                          const struct lcm_logical_matrix *m,
                                          bool *even);

/* Return the distance that all messages of "m" go, around where "around"; 0
 * where they differ. */
long lcm_matrix_distance(const struct lcm_logical_matrix *m, bool around);

/* Return whether each message of "m" has one the other way. */
bool lcm_matrix_is_mutual(lcm_arena *arena, const struct lcm_logical_matrix *m);

/* Return whether the sequential chain "m" begins and ends at rank 0, and goes
 * from each rank to the next. */
bool lcm_matrix_goes_around(const struct lcm_logical_matrix *m);

/* Return the greatest depth in "m". */
size_t lcm_matrix_deepest(const struct lcm_logical_matrix *m);

/* Return whether "m" is a reduction up a tree (5.4): no rank sends more than
 * one, exactly one sends none, and the deepest arrive at that one. */
bool lcm_matrix_is_reduction(const struct lcm_logical_matrix *m);

/* Return whether "m" is a sequential chain (6.4.5): each rank receives one, and
 * each depth has one. */
bool lcm_matrix_is_sequential(const struct lcm_logical_matrix *m);

/* Return whether "m" is a bottleneck (6.4.6): nothing comes before any, all
 * others send to one rank. */
bool lcm_matrix_is_bottleneck(const struct lcm_logical_matrix *m);

/* Count into "*out" how many messages each rank of "m" sends, and into "*in"
 * how many it receives; "*out" is to be freed, with both.  False where there is
 * no memory. */
bool lcm_matrix_count(size_t **out, size_t **in,
                      const struct lcm_logical_matrix *m);
