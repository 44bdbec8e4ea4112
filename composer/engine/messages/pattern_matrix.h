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
