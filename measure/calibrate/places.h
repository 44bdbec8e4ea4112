/* What lcm-calibrate-threads measures of accesses at places that nobody
 * foresees, and of pages that are touched first. */
#pragma once

#include <stddef.h>

/* Lines of memory in an order at random. */
struct places;

/* Return the lines of "bytes" bytes; NULL where there is no memory. */
struct places *places_new(double bytes);

/* Free "places", which may be NULL. */
void places_free(struct places *places);

/* Return the seconds of "reps" accesses to "places", each of which waits for
 * what the one before finds. */
double run_chase(struct places *places, long reps);

/* Return the seconds of "reps" accesses to "places" that wait for none. */
double run_gather(struct places *places, long reps);

/* Return the seconds of "reps" accesses to "rows" rows of memory, each on a
 * page of its own, one after the other, and their next words after that; 0
 * where there is no memory. */
double run_rows(size_t rows, long reps);

/* Touch "bytes" bytes of fresh memory the first time, and give them back;
 * return the seconds.  With "read" each page is read, and then written. */
double run_first(size_t bytes, int read);

enum { PAGE = 4096 };
