/* Grids of ranks: Cartesian topologies. */
#pragma once

#include "model/structure/structure.h"

enum { LCM_MAX_DIMS = 12 };

/* A grid of "n" dimensions: "dims" are their lengths, and "wraps" says where
 * the last is a neighbour of the first.  The ranks are numbered along the last
 * dimension first. */
struct lcm_cart {
  size_t n;
  size_t dims[LCM_MAX_DIMS];
  bool wraps[LCM_MAX_DIMS];
};

/* Choose those of the "n" lengths at "dims" that are 0 for "ranks" ranks: as
 * close to each other as they can be, the longest first; false where that is
 * impossible. */
bool lcm_cart_choose(size_t ranks, size_t *dims, size_t n);

/* Return how many ranks "grid" has; (size_t)-1 for too many. */
size_t lcm_cart_ranks(const struct lcm_cart *grid);

/* Put where in "grid" the rank "rank" is into "coords". */
void lcm_cart_coords(size_t *coords, const struct lcm_cart *grid, size_t rank);

/* Return the rank at "coords"; LCM_RANK_NONE where there is none. */
double lcm_cart_rank(const struct lcm_cart *grid, const double *coords);

/* Return the rank that is "by" behind "rank" along "dim", or LCM_RANK_NONE. */
double lcm_cart_shift(const struct lcm_cart *grid, size_t rank, size_t dim,
                      double by);

/* Return in which ways "to" is next to "from": bit 2 i + 1 up dimension i, bit
 * 2 i down. */
unsigned lcm_cart_ways(const struct lcm_cart *grid, size_t from, size_t to);

/* Return what is left of "grid" with the dimensions "kept". */
struct lcm_cart lcm_cart_part(const struct lcm_cart *grid, const bool *kept);
