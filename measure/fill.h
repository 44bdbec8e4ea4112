/* Adds records of fragments that samples found in equal runs but not here. */
#pragma once

#include "measure/profile_internal.h"

/* Let fragments that samples found in one run, and not in an equal one, have
 * records of no time there; return whether there are such. */
bool profile_fill(struct profile_store *store);
