/* Who is fastest where in the plane of two variables: what pictures of that are
 * made of. */
#pragma once

#include "base/list.h"
#include "model/results/results.h"

/* Who is fastest where several are, and where some time is not known. */
#define LCM_WINS_ALL (SIZE_MAX - 1)
#define LCM_WINS_NOBODY SIZE_MAX

/* A place in the plane: the values of both variables. */
struct lcm_win_spot {
  double x;
  double y;
};

/* Where variant "winner" (or LCM_WINS_ALL, LCM_WINS_NOBODY) is fastest: a
 * polygon of "n" spots. */
struct lcm_win_area {
  size_t winner;
  struct lcm_win_spot *spots;
  size_t n;
};

/* A piece of the line on which the winner changes; or, with a "winner", one of
 * a line of the grid on which that variant is fastest, but not beside it as far
 * as the grid says. */
struct lcm_win_border {
  struct lcm_win_spot from;
  struct lcm_win_spot to;
  size_t winner;
};

/* Who is fastest where. */
struct lcm_winner_map {
  const lcm_comparison *of;
  size_t x; /* x, y: the variables, by their numbers in the grid */
  size_t y;
  bool x_log; /* x_log, y_log: whether their values grow by factors */
  bool y_log;
  /* at_x, at_y: their values, ascending, and of how many points each is made:
   * point of the grid i, k is point[k * n_x + i] */
  double *at_x;
  double *at_y;
  size_t n_x;
  size_t n_y;
  size_t *point;
  /* together the plane between the values */
  LCM_LIST(struct lcm_win_area) areas;
  /* between crossovers that were found: where areas touch and nothing was
   * found, there is none */
  LCM_LIST(struct lcm_win_border) borders;
  /* pieces of lines of the grid with a winner of their own */
  LCM_LIST(struct lcm_win_border) strips;
};

/* Fill in "map" with who is fastest where; false where not two variables
 * vary. */
bool lcm_winner_map_of(struct lcm_winner_map *map, lcm_ctx *ctx,
                       const lcm_comparison *c);

/* Return whether the "n" ascending values at "at" grow by factors. */
bool lcm_grows_by_factors(const double *at, size_t n);

/* Return the colour of variant "v". */
const char *lcm_winner_colour(size_t v);

/* Return what variant "winner" is called in a legend: "A dp". */
const char *lcm_winner_title(lcm_ctx *ctx, const lcm_comparison *c,
                             size_t winner);

/* Return who is fastest at point "i" of "c". */
size_t lcm_winner_at(const lcm_comparison *c, size_t i);

/* Return the variables of "grid" that do not vary, "frames = 8"; NULL for
 * none. */
const char *lcm_winner_constants(lcm_ctx *ctx, const lcm_grid *grid);
