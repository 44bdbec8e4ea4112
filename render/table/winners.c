/* The plane of two variables divided into areas of the fastest variant. */
#include "render/table/winners.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/table/number.h"
#include "render/table/outcome.h"

/* Spots of the outline of a cell at most, but for changes: its corners. */
enum { CORNERS = 4 };

/* A spot of the outline of a cell, in the order of a walk around it. */
struct spot {
  struct lcm_win_spot at;
  size_t before; /* who is before it: another where it is a change */
  size_t after;  /* who is fastest behind it */
  bool change;   /* the winner changes there */
  bool found;    /* a crossover was found there */
  /* of a change, the change at the other end of the border; the spot itself:
   * the middle of the cell is */
  size_t partner;
  size_t previous; /* of such a change, the one before it */
};

typedef LCM_LIST(struct spot) outline;

/* A map being made. */
struct mapping {
  lcm_ctx *ctx;
  struct lcm_winner_map *map;
  outline cell;
};

/* A side of a cell: along variable "axis" from point "from" to point "to", the
 * values of which are "low" and "high"; "back": it is walked from high to
 * low. */
struct side {
  size_t axis;
  size_t from;
  size_t to;
  bool back;
};

/* ---- the plane ----------------------------------------------------------- */

/* Return "value" as it is measured along the variable x ("along_x") or y. */
static double scaled(const struct lcm_winner_map *map, bool along_x,
                     double value) {
  return (along_x ? map->x_log : map->y_log) ? log2(value) : value;
}

/* Return the value between "a" and "b" that a picture has in the middle. */
static double middle(const struct lcm_winner_map *map, bool along_x, double a,
                     double b) {
  return (along_x ? map->x_log : map->y_log) ? sqrt(a * b) : a + (b - a) / 2;
}

/* Return how far "a" and "b" are apart in a picture that is as high as wide. */
static double distance(const struct lcm_winner_map *map, struct lcm_win_spot a,
                       struct lcm_win_spot b) {
  const double w = scaled(map, true, map->at_x[map->n_x - 1]) -
                   scaled(map, true, map->at_x[0]);
  const double h = scaled(map, false, map->at_y[map->n_y - 1]) -
                   scaled(map, false, map->at_y[0]);
  return hypot((scaled(map, true, a.x) - scaled(map, true, b.x)) / w,
               (scaled(map, false, a.y) - scaled(map, false, b.y)) / h);
}

size_t lcm_winner_at(const lcm_comparison *c, size_t i) {
  const char letter = lcm_comparison_letter(c, i);
  return letter == '-'   ? LCM_WINS_NOBODY
         : letter == '=' ? LCM_WINS_ALL
                         : c->winners[i];
}

/* ---- the sides of a cell ------------------------------------------------- */

/* Return whether crossover "x" is on the line of "side". */
static bool is_on(const struct mapping *m, const struct side *side,
                  const lcm_crossover *x) {
  const lcm_grid *grid = m->map->of->grid;
  if (strcmp(grid->names[side->axis], x->variable) != 0)
    return false;
  for (size_t j = 0; j < grid->n_names && x->others; j++)
    if (j != side->axis && !grid->follows[j] &&
        x->others[j] != grid->columns[j][side->from])
      return false;
  return true;
}

/* Return the place on "side" where its variable is "value". */
static struct lcm_win_spot place(const struct mapping *m,
                                 const struct side *side, double value) {
  double *const *columns = m->map->of->grid->columns;
  struct lcm_win_spot at = {columns[m->map->x][side->from],
                            columns[m->map->y][side->from]};
  if (side->axis == m->map->x)
    at.x = value;
  else
    at.y = value;
  return at;
}

/* Add to "changes" that the winner on "side" becomes "to" at "value". */
static void add_change(struct mapping *m, outline *changes,
                       const struct side *side, const struct spot *change,
                       double value) {
  struct spot one = *change;
  one.at = place(m, side, value);
  one.change = true;
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), changes, one);
}

/* Return whether there is a crossover on the line of "side" at "value". */
static bool crosses_at(const struct mapping *m, const struct side *side,
                       double value) {
  const lcm_comparison *c = m->map->of;
  for (size_t i = 0; i < c->n_crossovers; i++)
    if (c->crossovers[i].value == value && is_on(m, side, &c->crossovers[i]))
      return true;
  return false;
}

/* Return where the winner "now", who is fastest from "at" on, is no longer on
 * "side", no crossover being known: at an end where all are equally fast only
 * because they cross there, else half way. */
static double rest_of(const struct mapping *m, const struct side *side,
                      double at, size_t now) {
  const lcm_comparison *c = m->map->of;
  const double *values = c->grid->columns[side->axis];
  const double high = values[side->to];
  if (now == LCM_WINS_ALL && crosses_at(m, side, at))
    return at;
  if (lcm_winner_at(c, side->to) == LCM_WINS_ALL && crosses_at(m, side, high))
    return high;
  return middle(m->map, side->axis == m->map->x, at, high);
}

/* Put where the winner changes from the low to the high end of "side" into
 * "changes": at crossovers that lead from one to the next, else half way. */
static void find_changes(struct mapping *m, outline *changes,
                         const struct side *side) {
  const lcm_comparison *c = m->map->of;
  const double *values = c->grid->columns[side->axis];
  const double low = values[side->from];
  const double high = values[side->to];
  const size_t last = lcm_winner_at(c, side->to);
  size_t now = lcm_winner_at(c, side->from);
  double at = low;
  for (size_t i = 0; i < c->n_crossovers; i++) {
    const lcm_crossover *x = &c->crossovers[i];
    const struct spot change = {.before = now, .after = x->to, .found = true};
    if (!is_on(m, side, x) || x->value < at || x->value > high ||
        (x->from != now && now != LCM_WINS_ALL) || x->to == now ||
        (x->value >= high && x->to != last))
      continue;
    add_change(m, changes, side, &change, x->value);
    at = x->value;
    now = x->to;
  }
  const struct spot rest = {.before = now, .after = last};
  if (now != last)
    add_change(m, changes, side, &rest, rest_of(m, side, at, now));
}

/* Add the first end of "side" and the changes on it to the outline of the
 * cell. */
static void walk_side(struct mapping *m, const struct side *side) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const lcm_comparison *c = m->map->of;
  const size_t first = side->back ? side->to : side->from;
  const size_t winner = lcm_winner_at(c, first);
  outline changes = {0};
  const struct spot corner = {.at = {c->grid->columns[m->map->x][first],
                                     c->grid->columns[m->map->y][first]},
                              .before = winner,
                              .after = winner};
  find_changes(m, &changes, side);
  LCM_LIST_ADD(arena, &m->cell, corner);
  for (size_t i = 0; i < changes.n; i++) {
    struct spot one = changes.at[side->back ? changes.n - 1 - i : i];
    const struct spot turned = one;
    if (side->back) {
      one.before = turned.after;
      one.after = turned.before;
    }
    LCM_LIST_ADD(arena, &m->cell, one);
  }
}

/* ---- borders in a cell --------------------------------------------------- */

static bool are_ends(const struct spot *a, const struct spot *b) {
  return a->before == b->after && a->after == b->before;
}

/* Pair the "n" changes of the cell whose numbers are at "all", from number
 * "first" on, so that no borders cross; those left over meet in the middle.
 * Return the length of the borders. */
static double pair_from(struct mapping *m, const size_t *all, size_t n,
                        size_t first) {
  struct spot *cell = m->cell.at;
  size_t *open = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), size_t, n + 1);
  size_t depth = 0;
  size_t bottom = 0;
  double length = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t k = all[(first + i) % n];
    if (depth && are_ends(&cell[open[depth - 1]], &cell[k])) {
      cell[k].partner = open[--depth];
      cell[open[depth]].partner = k;
      length += distance(m->map, cell[k].at, cell[open[depth]].at);
    } else {
      open[depth++] = k;
    }
  }
  for (; depth > bottom + 1 &&
         are_ends(&cell[open[bottom]], &cell[open[depth - 1]]);
       bottom++, depth--) {
    cell[open[bottom]].partner = open[depth - 1];
    cell[open[depth - 1]].partner = open[bottom];
  }
  for (size_t i = bottom; i < depth; i++) {
    cell[open[i]].partner = open[i];
    cell[open[i]].previous = open[i > bottom ? i - 1 : depth - 1];
  }
  return depth > bottom ? INFINITY : length;
}

/* Pair the changes of the cell: the shorter borders where there is a choice.
 * Return how many there are. */
static size_t pair_changes(struct mapping *m) {
  size_t *all = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), size_t, m->cell.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < m->cell.n; i++)
    if (m->cell.at[i].change)
      all[n++] = i;
  if (!n)
    return 0;
  const double first = pair_from(m, all, n, 0);
  if (!(pair_from(m, all, n, 1) < first))
    (void)pair_from(m, all, n, 0);
  return n;
}

/* Return the middle of the changes of the cell that have no partner. */
static struct lcm_win_spot meeting(const struct mapping *m) {
  const struct lcm_win_spot a = m->cell.at[0].at;
  struct lcm_win_spot low = a;
  struct lcm_win_spot high = a;
  for (size_t i = 0; i < m->cell.n; i++) {
    const struct spot *one = &m->cell.at[i];
    if (!one->change || one->partner != i)
      continue;
    low = (struct lcm_win_spot){fmin(low.x, one->at.x), fmin(low.y, one->at.y)};
    high =
        (struct lcm_win_spot){fmax(high.x, one->at.x), fmax(high.y, one->at.y)};
  }
  return (struct lcm_win_spot){middle(m->map, true, low.x, high.x),
                               middle(m->map, false, low.y, high.y)};
}

/* Return whether "a" and "b" are on one side of the cell. */
static bool is_side(const struct mapping *m, struct lcm_win_spot a,
                    struct lcm_win_spot b) {
  bool x = false;
  bool y = false;
  for (size_t i = 0; i < m->cell.n; i++) {
    const struct spot *one = &m->cell.at[i];
    x = x || (!one->change && one->at.x == a.x);
    y = y || (!one->change && one->at.y == a.y);
  }
  return (a.x == b.x && x) || (a.y == b.y && y);
}

/* Add the borders of the cell to the map. */
static void add_borders(struct mapping *m) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  for (size_t i = 0; i < m->cell.n; i++) {
    const struct spot *one = &m->cell.at[i];
    if (!one->change || one->partner < i || !one->found ||
        !m->cell.at[one->partner].found)
      continue;
    const struct lcm_win_border border = {
        one->at, one->partner == i ? meeting(m) : m->cell.at[one->partner].at,
        one->after};
    if (is_side(m, border.from, border.to))
      LCM_LIST_ADD(arena, &m->map->strips, border);
    else
      LCM_LIST_ADD(arena, &m->map->borders, border);
  }
}

/* Add the area of the cell that begins behind change "from", and mark the
 * changes that it is behind in "done". */
static void add_area(struct mapping *m, size_t from, bool *done) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  LCM_LIST(struct lcm_win_spot) spots = {0};
  const size_t n = m->cell.n;
  size_t i = from;
  do {
    done[i] = true;
    LCM_LIST_ADD(arena, &spots, m->cell.at[i].at);
    for (i = (i + 1) % n; !m->cell.at[i].change; i = (i + 1) % n)
      LCM_LIST_ADD(arena, &spots, m->cell.at[i].at);
    LCM_LIST_ADD(arena, &spots, m->cell.at[i].at);
    if (m->cell.at[i].partner == i)
      LCM_LIST_ADD(arena, &spots, meeting(m));
    i = m->cell.at[i].partner == i ? m->cell.at[i].previous
                                   : m->cell.at[i].partner;
  } while (!done[i]);
  const struct lcm_win_area area = {m->cell.at[from].after, spots.at, spots.n};
  LCM_LIST_ADD(arena, &m->map->areas, area);
}

/* ---- cells --------------------------------------------------------------- */

/* Add the cell as one area of "winner"; to the area before it where that is the
 * cell to its left, and has the same winner. */
static void add_cell(struct mapping *m, size_t winner) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  struct lcm_winner_map *map = m->map;
  const struct lcm_win_spot low = m->cell.at[0].at;
  struct lcm_win_spot high = low;
  for (size_t i = 0; i < m->cell.n; i++)
    high = (struct lcm_win_spot){fmax(high.x, m->cell.at[i].at.x),
                                 fmax(high.y, m->cell.at[i].at.y)};
  struct lcm_win_area *last =
      map->areas.n ? &map->areas.at[map->areas.n - 1] : NULL;
  if (last && last->n == CORNERS && last->winner == winner &&
      last->spots[0].y == low.y && last->spots[1].y == low.y &&
      last->spots[1].x == low.x && last->spots[2].x == low.x &&
      last->spots[2].y == high.y && last->spots[3].y == high.y) {
    last->spots[1].x = last->spots[2].x = high.x;
    return;
  }
  const struct lcm_win_area area = {
      winner, LCM_NEW_ARRAY(arena, struct lcm_win_spot, CORNERS), CORNERS};
  area.spots[0] = low;
  area.spots[1] = (struct lcm_win_spot){high.x, low.y};
  area.spots[2] = high;
  area.spots[3] = (struct lcm_win_spot){low.x, high.y};
  LCM_LIST_ADD(arena, &map->areas, area);
}

/* Add the cell between columns "i" and "i" + 1 and rows "k" and "k" + 1. */
static void divide_cell(struct mapping *m, size_t i, size_t k) {
  struct lcm_winner_map *map = m->map;
  const size_t *low = &map->point[k * map->n_x + i];
  const size_t *high = low + map->n_x;
  const struct side sides[CORNERS] = {{map->x, low[0], low[1], false},
                                      {map->y, low[1], high[1], false},
                                      {map->x, high[0], high[1], true},
                                      {map->y, low[0], high[0], true}};
  bool known = true;
  m->cell.n = 0;
  for (size_t s = 0; s < CORNERS; s++)
    walk_side(m, &sides[s]);
  for (size_t s = 0; s < m->cell.n; s++)
    known = known && m->cell.at[s].after != LCM_WINS_NOBODY;
  if (!known || !pair_changes(m)) {
    add_cell(m, known ? m->cell.at[0].after : LCM_WINS_NOBODY);
    return;
  }
  bool *done = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), bool, m->cell.n);
  for (size_t s = 0; s < m->cell.n; s++)
    if (m->cell.at[s].change && !done[s])
      add_area(m, s, done);
  add_borders(m);
}

/* ---- the whole ----------------------------------------------------------- */

bool lcm_grows_by_factors(const double *at, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += at[i];
  return at[0] > 0 && at[n - 1] >= 4 * at[0] &&
         sum / (double)n < 0.45 * (at[0] + at[n - 1]);
}

/* Fill in "at", the "n" values of variable "j" of "grid", whose neighbours are
 * "stride" points apart, ascending, and in "order" which of them they are. */
static void sort_values(double *at, size_t *order, const lcm_grid *grid,
                        size_t j, size_t stride) {
  for (size_t i = 0; i < grid->sizes[j]; i++) {
    const double value = grid->columns[j][i * stride];
    size_t k = i;
    for (; k && at[k - 1] > value; k--) {
      at[k] = at[k - 1];
      order[k] = order[k - 1];
    }
    at[k] = value;
    order[k] = i;
  }
}

bool lcm_winner_map_of(struct lcm_winner_map *map, lcm_ctx *ctx,
                       const lcm_comparison *c) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t axes[2];
  *map = (struct lcm_winner_map){.of = c};
  if (!lcm_comparison_axes(axes, c))
    return false;
  struct mapping m = {.ctx = ctx, .map = map};
  map->x = axes[1];
  map->y = axes[0];
  map->n_x = c->grid->sizes[map->x];
  map->n_y = c->grid->sizes[map->y];
  map->at_x = LCM_NEW_ARRAY(arena, double, map->n_x);
  map->at_y = LCM_NEW_ARRAY(arena, double, map->n_y);
  map->point = LCM_NEW_ARRAY(arena, size_t, map->n_x * map->n_y);
  size_t *of_x = LCM_NEW_ARRAY(arena, size_t, map->n_x);
  size_t *of_y = LCM_NEW_ARRAY(arena, size_t, map->n_y);
  sort_values(map->at_x, of_x, c->grid, map->x, 1);
  sort_values(map->at_y, of_y, c->grid, map->y, map->n_x);
  for (size_t k = 0; k < map->n_y; k++)
    for (size_t i = 0; i < map->n_x; i++)
      map->point[k * map->n_x + i] = of_y[k] * map->n_x + of_x[i];
  map->x_log = lcm_grows_by_factors(map->at_x, map->n_x);
  map->y_log = lcm_grows_by_factors(map->at_y, map->n_y);
  for (size_t k = 0; k + 1 < map->n_y; k++)
    for (size_t i = 0; i + 1 < map->n_x; i++)
      divide_cell(&m, i, k);
  return true;
}

const char *lcm_winner_colour(size_t v) {
  static const char *const COLOURS[] = {"#0072b2", "#e69f00", "#009e73",
                                        "#cc79a7", "#56b4e9", "#f0e442"};
  return v == LCM_WINS_ALL      ? "#c8c8c8"
         : v == LCM_WINS_NOBODY ? "#8c8c8c"
                                : COLOURS[v % 6];
}

const char *lcm_winner_title(lcm_ctx *ctx, const lcm_comparison *c,
                             size_t winner) {
  if (winner >= c->n_variants)
    return winner == LCM_WINS_ALL ? "= equally fast" : "- not known";
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%c %s",
                          lcm_variant_letter(winner, true),
                          lcm_variant_name(ctx, c, winner));
}

const char *lcm_winner_constants(lcm_ctx *ctx, const lcm_grid *grid) {
  lcm_buf buf = {0};
  for (size_t j = 0; j < grid->n_names; j++)
    if (!grid->follows[j] && grid->sizes[j] == 1) {
      lcm_buf_printf(&buf, "%s%s = ", buf.len ? ", " : "",
                     lcm_grid_label(grid, j));
      lcm_buf_short(&buf, grid->columns[j][0], 6);
    }
  return buf.len ? lcm_cell_take(ctx, &buf) : NULL;
}
