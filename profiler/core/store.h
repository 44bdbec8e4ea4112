/* SPDX-License-Identifier: MIT
 *
 * The raw file as it grows: mapped memory shared with the file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "profiler/raw/raw.h"

/* A growing file. */
typedef struct lcm_store {
  int fd;                 /* of it, -1 where there is none */
  lcm_raw_header *header; /* the first bytes of it */
  /* the chunk that is being filled, "used" bytes of it */
  unsigned char *chunk;
  size_t used;
  size_t size;           /* of the file */
  bool full;             /* it cannot grow */
  lcm_raw_record *spare; /* room that is kept for that case */
} lcm_store;

/* Create the file "path" for "store".  Where another process's raw file is
 * there under this name, ".PID" is added.  Return 0 or what went wrong
 * (errno). */
int lcm_store_create(lcm_store *store, const char *path);

/* Create a file without a name: for who sends what it measured elsewhere. */
int lcm_store_create_hidden(lcm_store *store);

/* Return room of "size" bytes for a record in "store", zeroed; NULL where the
 * file cannot grow.  It counts once lcm_store_commit was called. */
void *lcm_store_room(lcm_store *store, size_t size);

/* The same for what is needed to lose no time: there is some room left for it
 * when the file cannot grow. */
void *lcm_store_must(lcm_store *store, size_t size);

/* Make "record" one of "kind". */
void lcm_store_commit(void *record, uint32_t kind);
