/* Files of a cache: named texts, each whole or not there. */
#pragma once

#include "base/buf.h"
#include "base/digest.h"

/* The files of a store are spread over so many folders. */
enum { LCM_STORE_FOLDERS = 16 };

/* A store. */
struct lcm_unit_store {
  const char *directory;           /* where it is; need not be there yet */
  size_t limit;                    /* bytes that it may take */
  bool written[LCM_STORE_FOLDERS]; /* folders in which something was written */
};

/* Make the directory of "store" and those above it; false where the system
 * refuses. */
bool lcm_store_open(const struct lcm_unit_store *store);

/* Put the text called "name" into "*text", which the caller frees; false where
 * there is none or it is damaged, then it is removed.  It counts as new from
 * now on. */
bool lcm_store_get(lcm_buf *text, const struct lcm_unit_store *store,
                   const struct lcm_digest *name);

/* Let the text called "name" count as new from now on; false where there is
 * none. */
bool lcm_store_touch(const struct lcm_unit_store *store,
                     const struct lcm_digest *name);

/* Let the "len" bytes at "text" be called "name"; nothing is done where the
 * system refuses. */
void lcm_store_put(struct lcm_unit_store *store, const struct lcm_digest *name,
                   const char *text, size_t len);

/* Remove the oldest texts of the folders that were written to until they keep
 * their share of the limit. */
void lcm_store_trim(const struct lcm_unit_store *store);
