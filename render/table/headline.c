/* One sentence on a point of a prediction: time, speedup, where cycles are
 * lost.  How many cycles a point loses, and to which category most. */
#include "render/table/headline.h"

#include <math.h>
#include <string.h>

#include "base/find.h"
#include "render/table/basis.h"
#include "render/table/number.h"

struct lcm_loss lcm_loss_of(const lcm_prediction *prediction,
                            const double *cats) {
  struct lcm_loss loss = {.most = SIZE_MAX};
  for (size_t c = 0; c < prediction->n_cats; c++)
    loss.total += cats[c];
  for (size_t c = 0; c < prediction->n_cats; c++) {
    if (c == LCM_CAT_PC || c == LCM_CAT_UNSPLIT)
      continue;
    loss.lost += cats[c];
    if (cats[c] > (loss.most == SIZE_MAX ? loss.total * 1e-9 : cats[loss.most]))
      loss.most = c;
  }
  if (prediction->n_cats > LCM_CAT_UNSPLIT)
    loss.unsplit = cats[LCM_CAT_UNSPLIT];
  return loss;
}

const char *lcm_loss_title(const lcm_prediction *prediction, size_t cat) {
  if (cat < LCM_CAT_USER)
    return lcm_cat_title((lcm_cat)cat);
  const char *title = prediction->user_titles
                          ? prediction->user_titles[cat - LCM_CAT_USER]
                          : NULL;
  return title && *title ? title : prediction->cat_names[cat];
}

bool lcm_grid_has(const lcm_grid *grid, const char *name) {
  return lcm_names_have(grid->names, grid->n_names, name);
}

/* Return whether variable "j" of "grid" has more than one value. */
static bool varies(const lcm_grid *grid, size_t j) {
  for (size_t i = 1; i < grid->n_points; i++)
    if (grid->columns[j][i] != grid->columns[j][0])
      return true;
  return false;
}

/* Return whether variable "j" of "grid" has no effect. */
static bool is_idle(const lcm_grid *grid, size_t j) {
  return grid->idle && grid->idle[j];
}

bool lcm_grid_shows(const lcm_grid *grid, size_t j) {
  bool others = false;
  if (is_idle(grid, j))
    return false;
  for (size_t k = 0; k < grid->n_names; k++)
    others = others || (!is_idle(grid, k) && varies(grid, k));
  return !others || varies(grid, j);
}

void lcm_put_point(lcm_buf *buf, const lcm_grid *grid, size_t i, double p) {
  bool any = false;
  for (size_t j = 0; j < grid->n_names; j++) {
    if (is_idle(grid, j))
      continue;
    lcm_buf_printf(buf, "%s%s = ", any ? ", " : "", lcm_grid_label(grid, j));
    lcm_buf_short(buf, grid->columns[j][i], 6);
    any = true;
  }
  if (!lcm_grid_has(grid, "p") && !isnan(p)) {
    lcm_buf_puts(buf, any ? ", p = " : "p = ");
    lcm_buf_short(buf, p, 6);
  }
}

const struct lcm_bound_result *lcm_point_bounds(const lcm_point *point) {
  return point->bounds && !point->bounds->reason ? point->bounds : NULL;
}

/* Append "seconds" with more digits than lcm_put_seconds where it has no
 * unit. */
static void put_time(lcm_buf *buf, const lcm_prediction *prediction,
                     double seconds) {
  if (lcm_prediction_is_plain(prediction))
    lcm_buf_short(buf, seconds, 6);
  else
    lcm_put_time(buf, seconds);
}

/* Append how far the simulation of "point" is from its bound, and so which to
 * trust. */
static void put_trust(lcm_buf *buf, const lcm_point *point) {
  const struct lcm_bound_result *b = lcm_point_bounds(point);
  const struct lcm_simulate_result *s = point->simulation;
  if (!b || !s || !(b->time > 0))
    return;
  const double best = isnan(b->skewed) ? b->time : b->skewed;
  const double gap = s->time / best - 1;
  lcm_buf_puts(buf, "; ");
  if (fabs(gap) < 1e-9)
    lcm_buf_puts(buf, "the bound is exact here");
  else {
    lcm_buf_puts(buf, "the bound is ");
    lcm_put_percent(buf, 1 - best / s->time);
    lcm_buf_puts(buf, gap > 0 ? " below the simulation, which is the one to "
                                "trust"
                              : " above the mean of the simulation");
  }
}

/* Append how far composition is from the simulation: as good, where they agree
 * or chance leaves that open. */
static void put_composed(lcm_buf *buf, const lcm_point *point) {
  const struct lcm_simulate_result *s = point->simulation;
  if (!s || isnan(point->composed) || !(s->time > 0))
    return;
  const double gap = point->composed / s->time - 1;
  const bool inside =
      s->random && point->composed >= s->low && point->composed <= s->high;
  lcm_buf_puts(buf, "; composition ");
  if (fabs(gap) < 1e-9)
    lcm_buf_puts(buf, "agrees with the simulation");
  else if (inside)
    lcm_buf_puts(buf, "is within the interval of the simulation");
  else {
    lcm_buf_puts(buf, "is ");
    lcm_put_percent(buf, fabs(gap));
    lcm_buf_puts(buf, gap > 0 ? " above it" : " below it");
  }
}

/* Append what sets the bound "b" and what would next. */
static void put_setter(lcm_buf *buf, const lcm_prediction *prediction,
                       const struct lcm_bound_result *b) {
  lcm_buf_printf(buf, ", set by %s",
                 b->resource ? b->resource : "the critical path");
  if (!b->next)
    return;
  lcm_buf_printf(buf, " (then %s, ", b->next);
  put_time(buf, prediction, b->next_time);
  lcm_buf_putc(buf, ')');
}

void lcm_put_model_headline(lcm_buf *buf, const lcm_prediction *prediction,
                            size_t i) {
  const lcm_point *point = &prediction->points[i];
  const struct lcm_bound_result *b = lcm_point_bounds(point);
  for (size_t j = 0; j < prediction->grid->n_names; j++)
    lcm_buf_printf(buf, "%s%s = %.15g", j ? ", " : "",
                   lcm_grid_label(prediction->grid, j),
                   prediction->grid->columns[j][i]);
  lcm_buf_puts(buf, prediction->grid->n_names ? ": " : "");
  if (point->simulation) {
    lcm_put_time_is(buf, &prediction->basis);
    put_time(buf, prediction, point->simulation->time);
    lcm_buf_puts(buf, point->simulation->random ? " on average" : " simulated");
  }
  lcm_buf_puts(buf, point->simulation && b ? ", " : "");
  if (b) {
    lcm_buf_printf(buf, "at least %s",
                   lcm_basis_is_estimate(&prediction->basis) ? "about " : "");
    put_time(buf, prediction, b->time);
    put_setter(buf, prediction, b);
  }
  put_trust(buf, point);
  put_composed(buf, point);
  if (!b && !point->simulation && isnan(point->composed))
    lcm_buf_puts(buf, "no bound is known");
  if (!b && !point->simulation && !isnan(point->composed)) {
    lcm_put_time_is(buf, &prediction->basis);
    put_time(buf, prediction, point->composed);
    lcm_buf_puts(buf, " composed");
  }
}

/* Append where the cycles of "point" are lost, behind "between". */
static void put_losses(lcm_buf *buf, const lcm_prediction *prediction,
                       const lcm_point *point, const char *between) {
  const struct lcm_loss loss = lcm_loss_of(prediction, point->cats);
  lcm_buf_puts(buf, between);
  if (loss.most == SIZE_MAX) {
    lcm_buf_puts(buf, "no cycles are lost");
  } else {
    const bool all = point->cats[loss.most] >= loss.lost * (1 - 1e-9);
    lcm_put_percent(buf, loss.lost / loss.total);
    lcm_buf_printf(buf, " of the cycles are lost, %s to %s",
                   all ? "all" : "most", lcm_loss_title(prediction, loss.most));
  }
  if (loss.unsplit > 0) {
    lcm_buf_puts(buf, "; ");
    lcm_put_percent(buf, loss.unsplit / loss.total);
    lcm_buf_puts(buf, " are not split into categories");
  }
}

/* Append how the computation at "point" compares with the time of one
 * processor, where it has grown noticeably: work that ranks or threads repeat
 * is not among what is lost, and speedup is missed all the same. */
static void put_growth(lcm_buf *buf, const lcm_point *point) {
  const double growth =
      point->cats[LCM_CAT_PC] / (point->speedup * point->time);
  if (!(growth > 1.1) || !isfinite(growth))
    return;
  lcm_buf_puts(buf, "; computation has grown to ");
  lcm_buf_short(buf, growth, 3);
  lcm_buf_puts(buf, " times T(1)");
}

/* Append one sentence on point "i"; "said": that it is of what is counted. */
static void put_headline(lcm_buf *buf, const lcm_prediction *prediction,
                         size_t i, bool said) {
  const lcm_point *point = &prediction->points[i];
  if (prediction->is_model && prediction->bare) {
    lcm_put_model_headline(buf, prediction, i);
    return;
  }
  lcm_put_point(buf, prediction->grid, i, point->p);
  lcm_buf_puts(buf, ": ");
  if (!(point->time > 0)) {
    lcm_buf_puts(buf, "no cost is known");
    return;
  }
  const struct lcm_basis *basis = &prediction->basis;
  const bool speedup = !isnan(point->speedup);
  lcm_put_time_is(buf, basis);
  lcm_put_time(buf, point->time);
  if (speedup) {
    lcm_buf_puts(buf, said ? ", " : lcm_time_is_between(basis, ", "));
    lcm_put_speedup(buf, basis, point->speedup, point->efficiency);
  }
  put_losses(buf, prediction, point,
             speedup || said ? "; " : lcm_time_is_between(basis, "; "));
  put_growth(buf, point);
}

void lcm_put_headline(lcm_buf *buf, const lcm_prediction *prediction,
                      size_t i) {
  put_headline(buf, prediction, i, false);
}

void lcm_put_headline_counted(lcm_buf *buf, const lcm_prediction *prediction,
                              size_t i) {
  put_headline(buf, prediction, i, true);
}
