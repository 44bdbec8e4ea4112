/* The space that is searched: columns of all terms at the points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/search/powers.h"
#include "fit/search/prior.h"
#include "fit/search/space.h"

/* How many powers of each variable are combined, by how many variables there
 * are; those that fit best beside what is usual. */
static const size_t BEST[] = {0, 100, 5, 4, 3};

/* A power and how well it fits; less is better. */
struct ranked {
  unsigned char power;
  double rest;
};

/* The powers of one variable that are to be combined, best first. */
struct axis {
  unsigned char *chosen;
  size_t n;
};

/* Compare two ranked powers. */
static int by_rest(const void *a, const void *b) {
  const struct ranked *x = a;
  const struct ranked *y = b;
  const int order = (x->rest > y->rest) - (x->rest < y->rest);
  return order ? order : x->power - y->power;
}

double lcm_fit_dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Take their values from the powers of variable "v" of "space" that are not 0
 * where it is 1: models have to be so. */
static void leave_vanishing(struct lcm_fit_space *space, size_t v) {
  const size_t powers = space->powers.n;
  for (size_t p = 0; p < powers; p++)
    for (size_t g = 0; g < space->points->groups &&
                       lcm_fit_power_at(&space->powers.at[p], 1) != 0;
         g++)
      space->values[v][g * powers + p] = (double)NAN;
  space->one_weight = -INFINITY;
}

/* Put the values of all powers of variable "v" into "space". */
static void fill_axis(struct lcm_fit_space *space, size_t v) {
  const size_t n = space->points->groups;
  const size_t width = space->points->n_names;
  const size_t powers = space->powers.n;
  const double *at = space->points->at + v;
  double *values = LCM_NEW_ARRAY(space->arena, double, powers *n + 1);
  for (size_t g = 0; g < n; g++) {
    size_t same = 0;
    while (same < g && at[same * width] != at[g * width])
      same++;
    if (same < g)
      memcpy(values + g * powers, values + same * powers,
             powers * sizeof *values);
    else
      lcm_fit_powers_at(values + g * powers, &space->powers, at[g * width]);
  }
  space->values[v] = values;
  space->vanishes[v] = lcm_fit_vanishes(space->points, v);
  if (space->vanishes[v])
    leave_vanishing(space, v);
}

/* Return whether the values of power "p" of variable "v" are finite, and not
 * all equal. */
static bool is_usable(const struct lcm_fit_space *space, size_t v, size_t p) {
  const double *values = space->values[v] + p;
  bool differs = false;
  for (size_t g = 0; g < space->points->groups; g++) {
    const double value = values[g * space->powers.n];
    if (!isfinite(value))
      return false;
    differs = differs || value != values[0];
  }
  return differs;
}

/* Return whether groups "a" and "b" differ in variable "v" alone. */
static bool on_line(const struct lcm_fit_points *points, size_t a, size_t b,
                    size_t v) {
  const size_t width = points->n_names;
  for (size_t j = 0; j < width; j++)
    if (j != v && points->at[a * width + j] != points->at[b * width + j])
      return false;
  return true;
}

/* Put into "line" the number of the line along variable "v" that each group is
 * on; return how many there are. */
static size_t find_lines(size_t *line, const struct lcm_fit_points *points,
                         size_t v) {
  size_t lines = 0;
  for (size_t g = 0; g < points->groups; g++) {
    size_t same = 0;
    while (same < g && !on_line(points, same, g, v))
      same++;
    line[g] = same < g ? line[same] : lines++;
  }
  return lines;
}

/* Sums over a line for straight fits of y by f, a power: those without f, and
 * of each power those with it. */
struct sums {
  double w, y, yy;
  double *f;
  double *ff;
  double *fy;
};

/* Return the squared residuals of y over the "lines" with sums "all", f being
 * power "p": a slope of its own for each where "own", else one for all; a
 * constant for each. */
static double rest(const struct sums *all, size_t lines, size_t p, bool own) {
  double left = 0;
  double ff = 0;
  double fy = 0;
  for (size_t i = 0; i < lines; i++) {
    const struct sums *s = &all[i];
    if (s->w <= 0)
      continue;
    const double sff = fmax(s->ff[p] - s->f[p] * s->f[p] / s->w, 0);
    const double sfy = s->fy[p] - s->f[p] * s->y / s->w;
    left += s->yy - s->y * s->y / s->w;
    if (own && sff > 1e-12 * s->ff[p])
      left -= sfy * sfy / sff;
    ff += sff;
    fy += sfy;
  }
  return !own && ff > 0 ? left - fy * fy / ff : left;
}

/* Add group "g" to the sums of its line, for all powers of variable "v". */
static void add_group(struct sums *s, const struct lcm_fit_space *space,
                      size_t v, size_t g) {
  const size_t powers = space->powers.n;
  const double *f = space->values[v] + g * powers;
  const double w = space->root[g] * space->root[g];
  const double y = space->points->centre[g];
  s->w += w;
  s->y += w * y;
  s->yy += w * y * y;
  for (size_t p = 0; p < powers; p++) {
    s->f[p] += w * f[p];
    s->ff[p] += w * f[p] * f[p];
    s->fy[p] += w * f[p] * y;
  }
}

/* Return the sums over the lines along variable "v" and put their number into
 * "*lines". */
static struct sums *sum_lines(size_t *lines, const struct lcm_fit_space *space,
                              size_t v) {
  lcm_arena *arena = space->arena;
  const size_t n = space->points->groups;
  const size_t powers = space->powers.n;
  size_t *line = LCM_NEW_ARRAY(arena, size_t, n + 1);
  *lines = find_lines(line, space->points, v);
  struct sums *sums = LCM_NEW_ARRAY(arena, struct sums, *lines + 1);
  double *room = LCM_NEW_ARRAY(arena, double, *lines * 3 * powers + 1);
  for (size_t i = 0; i < *lines; i++) {
    sums[i].f = room + 3 * i * powers;
    sums[i].ff = sums[i].f + powers;
    sums[i].fy = sums[i].ff + powers;
  }
  for (size_t g = 0; g < n; g++)
    add_group(&sums[line[g]], space, v, g);
  return sums;
}

/* Choose power "p" for "axis", unless it is chosen. */
static void choose(struct axis *axis, unsigned char p) {
  if (!memchr(axis->chosen, p, axis->n))
    axis->chosen[axis->n++] = p;
}

/* Choose for "axis" the powers that fit best along variable "v", whatever the
 * others do: in a product and in a sum with them. */
static void choose_powers(struct axis *axis, const struct lcm_fit_space *space,
                          size_t v) {
  lcm_arena *arena = space->arena;
  struct ranked *ranks = LCM_NEW_ARRAY(arena, struct ranked, space->powers.n);
  size_t lines = 0;
  const struct sums *sums = sum_lines(&lines, space, v);
  const size_t most = BEST[space->points->n_names];
  for (int own = 0; own < 2; own++) {
    size_t usable = 0;
    for (size_t p = 0; p < space->powers.n; p++) {
      if (p == space->powers.constant || !is_usable(space, v, p))
        continue;
      const double prior = space->weight[v][p];
      ranks[usable++] = (struct ranked){
          (unsigned char)p, rest(sums, lines, p, own) * exp(-0.2 * prior)};
    }
    qsort(ranks, usable, sizeof *ranks, by_rest);
    for (size_t i = 0; i < usable && i < most; i++)
      choose(axis, ranks[i].power);
  }
}

/* Choose all powers of variable "v", or those that are "usual". */
static void choose_all(struct axis *axis, const struct lcm_fit_space *space,
                       size_t v, bool usual) {
  for (size_t p = 0; p < space->powers.n; p++)
    if (p != space->powers.constant &&
        (!usual ||
         lcm_fit_power_is_usual(&space->powers.at[p], space->kind[v])) &&
        is_usable(space, v, p))
      choose(axis, (unsigned char)p);
}

/* Make the column of "term" over "space"; return whether it has one. */
static bool space_column(const struct lcm_fit_space *space,
                         struct lcm_fit_term *term) {
  const size_t n = space->points->groups;
  double sum = 0;
  term->column = LCM_NEW_ARRAY(space->arena, double, n);
  for (size_t g = 0; g < n; g++) {
    double value = space->root[g];
    for (size_t v = 0; v < space->points->n_names && value > 0; v++)
      value *= space->values[v][g * space->powers.n + term->power[v]];
    term->column[g] = value;
    sum += value * value;
  }
  term->length = sqrt(sum);
  for (size_t g = 0; g < n && sum > 0; g++)
    term->column[g] /= term->length;
  return sum > 0 && isfinite(sum);
}

size_t lcm_fit_space_term(struct lcm_fit_space *space,
                          const struct lcm_fit_term *term) {
  for (size_t t = 0; t < space->terms.n; t++)
    if (!memcmp(space->terms.at[t].power, term->power, sizeof term->power))
      return t;
  struct lcm_fit_term added = *term;
  if (!added.column)
    (void)space_column(space, &added);
  LCM_LIST_ADD(space->arena, &space->terms, added);
  return space->terms.n - 1;
}

/* Put all products of chosen powers into the terms of "space". */
static void combine(struct lcm_fit_space *space, const struct axis *axes) {
  const size_t width = space->points->n_names;
  size_t number[LCM_FIT_VARIABLES] = {0};
  for (size_t v = 0; v < width;) {
    for (v = 0; v < width && ++number[v] > axes[v].n; v++)
      number[v] = 0;
    struct lcm_fit_term term = {.weight = 0};
    for (size_t u = 0; u < LCM_FIT_VARIABLES; u++)
      term.power[u] = u < width && number[u]
                          ? axes[u].chosen[number[u] - 1]
                          : (unsigned char)space->powers.constant;
    term.weight = lcm_fit_term_weight(space, &term);
    if (v < width && space_column(space, &term))
      LCM_LIST_ADD(space->arena, &space->terms, term);
  }
}

/* Put the weighted values and the constant into "space". */
static void fill_values(struct lcm_fit_space *space) {
  const struct lcm_fit_points *points = space->points;
  double sum = 0;
  for (size_t g = 0; g < points->groups; g++) {
    const double v = lcm_fit_variance(points, points->centre[g]);
    space->root[g] =
        lcm_fit_is_out(space->left_out, g) ? 0 : sqrt(points->count[g] / v);
    space->one[g] = space->root[g];
    space->y[g] = space->root[g] * points->centre[g];
    space->rows += space->root[g] > 0 && !lcm_fit_is_void(points, g);
    space->voids += space->root[g] > 0 && lcm_fit_is_void(points, g);
    sum += space->one[g] * space->one[g];
  }
  for (size_t g = 0; g < points->groups && sum > 0; g++)
    space->one[g] /= sqrt(sum);
  space->yy = lcm_fit_dot(space->y, space->y, points->groups);
  for (size_t g = 0; g < points->groups; g++)
    space->scratch[g] = 1;
  space->one_weight =
      space->voids ? lcm_fit_void_weight(points, space->scratch, 1) : 0;
}

void lcm_fit_space_make(struct lcm_fit_space *out, lcm_arena *arena,
                        const struct lcm_fit_points *points,
                        const bool *left_out, bool usual) {
  const size_t n = points->groups;
  struct axis axes[LCM_FIT_VARIABLES] = {{0}};
  *out = (struct lcm_fit_space){.arena = arena,
                                .points = points,
                                .powers = lcm_fit_powers_make(arena),
                                .root = LCM_NEW_ARRAY(arena, double, n + 1),
                                .y = LCM_NEW_ARRAY(arena, double, n + 1),
                                .one = LCM_NEW_ARRAY(arena, double, n + 1),
                                .scratch = LCM_NEW_ARRAY(arena, double, n + 1),
                                .left_out = left_out};
  fill_values(out);
  for (size_t v = 0; v < points->n_names; v++) {
    axes[v].chosen = LCM_NEW_ARRAY(arena, unsigned char, out->powers.n + 1);
    out->kind[v] = lcm_fit_counts_processors(points->names[v]);
    fill_axis(out, v);
    lcm_fit_prior_make(out, v);
    if (points->n_names == 1)
      choose_all(&axes[v], out, v, false);
    else if (usual)
      choose_all(&axes[v], out, v, true);
    else
      choose_powers(&axes[v], out, v);
  }
  combine(out, axes);
}

/* Append the powers of "term" of "space" to "text". */
static void print_powers(lcm_buf *text, const struct lcm_fit_space *space,
                         const struct lcm_fit_term *term) {
  for (size_t v = 0; v < space->points->n_names; v++)
    lcm_fit_power_print(text, &space->powers.at[term->power[v]],
                        space->points->names[v]);
}

/* Append "term" of "space" with coefficient "number" to "text". */
static void print_term(lcm_buf *text, const struct lcm_fit_space *space,
                       const struct lcm_fit_term *term, size_t number) {
  lcm_buf_printf(text, "%sk%zu", number > 1 ? " + " : "", number);
  print_powers(text, space, term);
}

/* Append the threshold "found" along the variable "name" to "text". */
static void print_threshold(lcm_buf *text, const struct lcm_fit_found *found,
                            const char *name) {
  static const char *const PARTS[] = {"max(k1*", " + k2", ", k3"};
  for (size_t i = 0; i < 3; i++) {
    lcm_buf_printf(text, "%s%s", PARTS[i], i ? "" : name);
    if (found->n)
      print_powers(text, found->space, &found->space->terms.at[found->term[0]]);
  }
  lcm_buf_putc(text, ')');
}

/* Return how fast "term" grows, roughly. */
static double growth(const struct lcm_fit_space *space,
                     const struct lcm_fit_term *term) {
  double sum = 0;
  for (size_t v = 0; v < space->points->n_names; v++) {
    const struct lcm_fit_power *power = &space->powers.at[term->power[v]];
    sum += (double)power->over / power->under + 0.05 * power->log;
  }
  return sum;
}

/* Append the sum "found" to "text", what grows fastest first. */
static void print_sum(lcm_buf *text, const struct lcm_fit_found *found) {
  const struct lcm_fit_term *terms[LCM_FIT_TERMS];
  for (size_t i = 0; i < found->n; i++) {
    const struct lcm_fit_term *term = &found->space->terms.at[found->term[i]];
    size_t at = i;
    for (; at > 0 &&
           growth(found->space, terms[at - 1]) < growth(found->space, term);
         at--)
      terms[at] = terms[at - 1];
    terms[at] = term;
  }
  for (size_t i = 0; i < found->n; i++)
    print_term(text, found->space, terms[i], i + 1);
  if (found->constant)
    lcm_buf_printf(text, "%sk%u", found->n ? " + " : "", found->n + 1U);
}

const char *lcm_fit_found_text(lcm_ctx *ctx,
                               const struct lcm_fit_found *found) {
  const struct lcm_fit_space *space = found->space;
  lcm_buf text = {0};
  const char *name = space->points->names[found->axis];
  if (found->kind == LCM_FIT_THRESHOLD) {
    print_threshold(&text, found, name);
    return lcm_ctx_text(ctx, &text);
  }
  if (found->kind == LCM_FIT_STEP) {
    lcm_buf_printf(&text, "if(%s <= ", name);
    lcm_buf_double(&text, found->split);
    lcm_buf_puts(&text, ", k1, k2)");
    print_powers(&text, space, &space->terms.at[found->term[0]]);
    return lcm_ctx_text(ctx, &text);
  }
  print_sum(&text, found);
  return lcm_ctx_text(ctx, &text);
}
