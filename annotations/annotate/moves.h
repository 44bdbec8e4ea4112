/* Which data move to nodes with communication loss. */
#pragma once

#include "annotations/annotate/internal.h"

/* Find out what moves in the program that the files of "a" make, where they
 * make one. */
void annotate_trace(struct annotate *a);

/* Append which data move to what the node number "at" of "file" gives the
 * communication loss of, to "buf": " moves=a,b"; nothing for none. */
void annotate_put_moves(lcm_buf *buf, struct annotate *a,
                        struct annotate_file *file, size_t at);
