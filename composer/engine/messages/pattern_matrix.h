/* Logical matrices of messages of one type. */
#pragma once

#include "composer/engine/messages/pattern.h"

/* Return the depth of each message of "traffic" among those with the send and
 * the receive of "type", NULL for any (memory of "ctx").  Figure 5.14 counts
 * all messages; definition 11 and table 5.1 count those of the type. */
size_t *lcm_logical_depths(lcm_ctx *ctx, const struct lcm_traffic *traffic,
                           const struct lcm_passage *type);

/* Return the logical matrix of the messages in "traffic" with the send and the
 * receive of "type". */
struct lcm_logical_matrix lcm_logical_matrix(lcm_ctx *ctx,
                                             const struct lcm_traffic *traffic,
                                             const struct lcm_passage *type);

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
