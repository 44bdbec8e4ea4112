/* Products of all terms that differ in the power of one variable. */
#include <math.h>
#include <string.h>

#include "fit/search/line.h"
#include "fit/search/space.h"

/* How many columns of terms stand side by side. */
enum { PANEL = LCM_FIT_PANEL };

/* Put the values of the columns of "line" at group "g", which are not of length
 * 1 yet, into them, and add their squares to "sums". */
static void fill_group(struct lcm_fit_line *line,
                       const struct lcm_fit_space *space, double *sums,
                       size_t g) {
  const size_t powers = space->powers.n;
  const double *values = space->values[line->axis] + g * powers;
  double *row = line->columns + g * powers;
  double before = space->root[g];
  for (size_t v = 0; v < line->axis && before > 0; v++)
    before *= space->values[v][g * powers + line->power[v]];
  for (size_t p = 0; p < powers; p++)
    row[p] = before > 0 ? before * values[p] : before;
  for (size_t v = line->axis + 1; v < space->points->n_names; v++) {
    const double factor = space->values[v][g * powers + line->power[v]];
    for (size_t p = 0; p < powers; p++)
      row[p] *= row[p] > 0 ? factor : 1;
  }
  for (size_t p = 0; p < powers; p++)
    sums[p] += row[p] * row[p];
}

/* Add the products of the "n" columns "rows" with "with" to "out". */
static void add_products(double *out, const double *rows, const double *with,
                         const size_t size[2]) {
  for (size_t g = 0; g < size[0]; g++) {
    const double *row = rows + g * size[1];
    const double factor = with[g];
    for (size_t p = 0; p < size[1]; p++)
      out[p] += row[p] * factor;
  }
}

/* Give the columns of "line" the length 1 and put their products into it. */
static void finish(struct lcm_fit_line *line,
                   const struct lcm_fit_space *space) {
  const size_t powers = space->powers.n;
  const size_t size[] = {space->points->groups, powers};
  for (size_t g = 0; g < size[0]; g++) {
    double *row = line->columns + g * powers;
    for (size_t p = 0; p < powers; p++)
      row[p] /= line->length[p];
    for (size_t p = 0; p < powers; p++)
      line->own[p] += row[p] * row[p];
  }
  add_products(line->along, line->columns, space->y, size);
  add_products(line->ones, line->columns, space->one, size);
}

/* Return the line along "axis" that has the powers "power" elsewhere. */
static struct lcm_fit_line *make_line(struct lcm_fit_space *space,
                                      const unsigned char *power, size_t axis) {
  const size_t powers = space->powers.n;
  const size_t n = space->points->groups;
  lcm_arena *arena = space->arena;
  struct lcm_fit_line *line = LCM_NEW(arena, struct lcm_fit_line);
  double *sums = LCM_NEW_ARRAY(arena, double, 5 * powers);
  *line =
      (struct lcm_fit_line){.axis = axis,
                            .columns = LCM_NEW_ARRAY(arena, double, n *powers),
                            .usable = LCM_NEW_ARRAY(arena, bool, powers),
                            .length = sums + powers,
                            .along = sums + 2 * powers,
                            .ones = sums + 3 * powers,
                            .own = sums + 4 * powers};
  memcpy(line->power, power, sizeof line->power);
  line->power[axis] = (unsigned char)space->powers.constant;
  for (size_t g = 0; g < n; g++)
    fill_group(line, space, sums, g);
  for (size_t p = 0; p < powers; p++) {
    line->usable[p] = sums[p] > 0 && isfinite(sums[p]);
    line->length[p] = line->usable[p] ? sqrt(sums[p]) : 1;
  }
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    if (line->power[v] != space->powers.constant)
      line->varied = true;
  if (!line->varied)
    line->usable[space->powers.constant] = false;
  finish(line, space);
  return line;
}

struct lcm_fit_line *lcm_fit_line_of(struct lcm_fit_space *space,
                                     const unsigned char *power, size_t axis) {
  for (size_t i = 0; i < space->lines.n; i++) {
    struct lcm_fit_line *line = space->lines.at[i];
    bool same = line->axis == axis;
    for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
      same = same && (v == axis || line->power[v] == power[v]);
    if (same)
      return line;
  }
  LCM_LIST_ADD(space->arena, &space->lines, make_line(space, power, axis));
  return space->lines.at[space->lines.n - 1];
}

const double *lcm_fit_line_with(const struct lcm_fit_space *space,
                                struct lcm_fit_line *line, size_t term) {
  for (size_t i = 0; i < line->crossed.n; i++)
    if (line->crossed.at[i].term == term)
      return line->crossed.at[i].products;
  const size_t size[] = {space->points->groups, space->powers.n};
  double *out = LCM_NEW_ARRAY(space->arena, double, size[1]);
  add_products(out, line->columns, space->terms.at[term].column, size);
  LCM_LIST_ADD(space->arena, &line->crossed,
               ((struct lcm_fit_crossing){term, out}));
  return out;
}

/* Put the column of term "t" into its panel. */
static void put_column(struct lcm_fit_space *space, size_t t) {
  const size_t n = space->points->groups;
  if (t % PANEL == 0)
    LCM_LIST_ADD(space->arena, &space->panels,
                 LCM_NEW_ARRAY(space->arena, double, n *PANEL + 1));
  double *panel = space->panels.at[t / PANEL];
  for (size_t g = 0; g < n; g++)
    panel[g * PANEL + t % PANEL] = space->terms.at[t].column[g];
}

/* Put the products of "column" with those of "panel" into "out". */
static void multiply_panel(double *out, const double *panel,
                           const double *column, size_t n) {
  double a = 0, b = 0, c = 0, d = 0;
  for (size_t g = 0; g < n; g++, panel += PANEL) {
    a += panel[0] * column[g];
    b += panel[1] * column[g];
    c += panel[2] * column[g];
    d += panel[3] * column[g];
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

void lcm_fit_space_multiply(struct lcm_fit_space *space) {
  const size_t n = space->points->groups;
  for (size_t t = space->products.n; t < space->terms.n; t++) {
    const double *column = space->terms.at[t].column;
    put_column(space, t);
    LCM_LIST_ADD(
        space->arena, &space->products,
        ((struct lcm_fit_products){NULL, lcm_fit_dot(column, space->y, n),
                                   lcm_fit_dot(column, space->one, n)}));
  }
}

const double *lcm_fit_products_with(const struct lcm_fit_space *space,
                                    size_t t) {
  const size_t n = space->points->groups;
  struct lcm_fit_products *of = &space->products.at[t];
  if (of->with)
    return of->with;
  double *row = LCM_NEW_ARRAY(space->arena, double, (t / PANEL + 1) * PANEL);
  for (size_t k = 0; k <= t / PANEL; k++)
    multiply_panel(row + k * PANEL, space->panels.at[k],
                   space->terms.at[t].column, n);
  of->with = row;
  return row;
}
