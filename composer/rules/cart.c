/* Grids of ranks: choosing their lengths, coordinates and neighbours. */
#include <math.h>
#include <string.h>

#include "composer/rules/cart.h"

/* Lengths that may be chosen freely, as close to each other as they can be: the
 * search for them. */
struct choice {
  size_t n;                /* how many */
  size_t at[LCM_MAX_DIMS]; /* those chosen so far, best: the best of all */
  size_t best[LCM_MAX_DIMS];
  size_t spread; /* of the best, the longest less the shortest */
  bool any;
};

/* Choose length "i" and those behind it, none of them above "most", for "left"
 * ranks. */
static void choose(struct choice *c, size_t i, size_t left, size_t most) {
  if (i + 1 == c->n) {
    c->at[i] = left;
    const size_t spread = c->at[0] - left;
    if (left <= most && (!c->any || spread <= c->spread)) {
      memcpy(c->best, c->at, sizeof c->best);
      c->spread = spread;
      c->any = true;
    }
    return;
  }
  for (size_t d = left < most ? left : most; d >= 1; d--) {
    c->at[i] = d;
    if (left % d == 0 && pow((double)d, (double)(c->n - i)) >= (double)left)
      choose(c, i + 1, left / d, d);
  }
}

bool lcm_cart_choose(size_t ranks, size_t *dims, size_t n) {
  struct choice c = {.n = 0};
  for (size_t i = 0; i < n; i++) {
    c.n += dims[i] == 0;
    if (dims[i] && ranks % dims[i])
      return false;
    ranks /= dims[i] ? dims[i] : 1;
  }
  if (!c.n)
    return ranks == 1;
  choose(&c, 0, ranks, ranks);
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    dims[i] = dims[i] ? dims[i] : c.best[k++];
  return true;
}

size_t lcm_cart_ranks(const struct lcm_cart *grid) {
  size_t n = 1;
  for (size_t i = 0; i < grid->n; i++)
    n = n > (size_t)-1 / (grid->dims[i] + 1) ? (size_t)-1 : n * grid->dims[i];
  return n;
}

void lcm_cart_coords(size_t *coords, const struct lcm_cart *grid, size_t rank) {
  for (size_t i = grid->n; i-- > 0;) {
    coords[i] = rank % grid->dims[i];
    rank /= grid->dims[i];
  }
}

double lcm_cart_rank(const struct lcm_cart *grid, const double *coords) {
  double rank = 0;
  for (size_t i = 0; i < grid->n; i++) {
    const double n = (double)grid->dims[i];
    double at = coords[i];
    if (grid->wraps[i])
      at -= floor(at / n) * n;
    if (at < 0 || at >= n)
      return LCM_RANK_NONE;
    rank = rank * n + at;
  }
  return rank;
}

double lcm_cart_shift(const struct lcm_cart *grid, size_t rank, size_t dim,
                      double by) {
  size_t at[LCM_MAX_DIMS];
  double to[LCM_MAX_DIMS];
  lcm_cart_coords(at, grid, rank);
  for (size_t i = 0; i < grid->n; i++)
    to[i] = (double)at[i] + (i == dim ? by : 0);
  return lcm_cart_rank(grid, to);
}

unsigned lcm_cart_ways(const struct lcm_cart *grid, size_t from, size_t to) {
  unsigned ways = 0;
  for (size_t i = 0; i < grid->n; i++)
    for (unsigned up = 0; up < 2; up++)
      if (lcm_cart_shift(grid, from, i, up ? 1 : -1) == (double)to)
        ways |= 1u << (2 * i + up);
  return ways;
}

struct lcm_cart lcm_cart_part(const struct lcm_cart *grid, const bool *kept) {
  struct lcm_cart part = {.n = 0};
  for (size_t i = 0; i < grid->n; i++)
    if (kept[i]) {
      part.dims[part.n] = grid->dims[i];
      part.wraps[part.n++] = grid->wraps[i];
    }
  return part;
}
