/* The file of records that a sweep goes on from. */
#pragma once

#include "measure/profile_internal.h"

/* Open the output, whose runs count as those of "plan". */
lcm_status profile_store_open(struct profile_store *store,
                              struct profile_plan *plan);

/* Append the records of one run: they are on the disk before this returns. */
lcm_status profile_store_add(struct profile_store *store,
                             const lcm_measurements *records);

/* Write all records anew. */
lcm_status profile_store_write(struct profile_store *store);

/* Close the output. */
void profile_store_close(struct profile_store *store);
