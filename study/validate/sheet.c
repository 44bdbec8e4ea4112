/* Measurements as cells by point, fragment and category. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "study/validate/sheet.h"

/* Return whether "record" says enough to be used. */
static bool is_usable(const lcm_measurement *record) {
  return !record->flags || !strstr(record->flags, "cut");
}

/* Return the variables of "record", p among them. */
static struct lcm_sheet_point setting(lcm_ctx *ctx,
                                      const lcm_measurement *record) {
  const size_t n = record->n_params;
  lcm_binding *params = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  const char *p = lcm_intern(ctx, "p");
  memcpy(params, record->params, n * sizeof *params);
  if (isfinite(lcm_measured(params, n, p)) || !isfinite(record->processors))
    return (struct lcm_sheet_point){params, n};
  params[n] = (lcm_binding){p, record->processors};
  return (struct lcm_sheet_point){params, n + 1};
}

/* Return whether "a" and "b" are the same setting. */
static bool is_same(const struct lcm_sheet_point *a,
                    const struct lcm_sheet_point *b) {
  bool same = a->n_params == b->n_params;
  for (size_t i = 0; same && i < a->n_params; i++)
    same = !strcmp(a->params[i].name, b->params[i].name) &&
           a->params[i].value == b->params[i].value;
  return same;
}

/* Return the number of the setting of "record" in "sheet", a new one where it
 * has not been met. */
static size_t point_of(struct lcm_sheet *sheet, lcm_ctx *ctx,
                       const lcm_measurement *record) {
  const struct lcm_sheet_point point = setting(ctx, record);
  size_t i = 0;
  while (i < sheet->points.n && !is_same(&sheet->points.at[i], &point))
    i++;
  if (i == sheet->points.n)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &sheet->points, point);
  return i;
}

/* The same of its fragment. */
static size_t fragment_of(struct lcm_sheet *sheet, lcm_ctx *ctx,
                          const lcm_measurement *record) {
  size_t f = 0;
  while (f < sheet->fragments.n &&
         strcmp(sheet->fragments.at[f].name, record->fragment) != 0)
    f++;
  if (f == sheet->fragments.n)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &sheet->fragments,
                 ((struct lcm_sheet_fragment){.name = record->fragment,
                                              .place = record->place,
                                              .label = record->label}));
  sheet->fragments.at[f].ignored |=
      record->flags && strstr(record->flags, "ignored");
  return f;
}

/* Return the name of the category that "name" in a record is, NULL where it is
 * a total. */
static const char *category(const char *name) {
  if (!strcmp(name, "tt"))
    return NULL;
  return strcmp(name, "rt") ? name : lcm_cat_name(LCM_CAT_PC);
}

/* Return the number of category "name" in "sheet". */
static size_t category_of(struct lcm_sheet *sheet, lcm_ctx *ctx,
                          const char *name) {
  size_t c = 0;
  while (c < sheet->cats.n && strcmp(sheet->cats.at[c], name) != 0)
    c++;
  if (c == sheet->cats.n)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &sheet->cats, lcm_intern(ctx, name));
  return c;
}

size_t lcm_sheet_cell(const struct lcm_sheet *sheet, size_t i, size_t f,
                      size_t c) {
  return (i * sheet->fragments.n + f) * sheet->cats.n + c;
}

/* Find what points, fragments and categories there are in "all". */
static void survey(struct lcm_sheet *sheet, lcm_ctx *ctx,
                   const lcm_measurements *all) {
  for (int i = 0; i < (int)LCM_CAT_UNSPLIT; i++)
    (void)category_of(sheet, ctx, lcm_cat_name((lcm_cat)i));
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *record = &all->at[i];
    if (!is_usable(record)) {
      sheet->left_out++;
      continue;
    }
    (void)point_of(sheet, ctx, record);
    (void)fragment_of(sheet, ctx, record);
    for (size_t c = 0; c < record->n_categories; c++)
      if (category(record->categories[c].name))
        (void)category_of(sheet, ctx, category(record->categories[c].name));
  }
}

void lcm_sheet_fill(struct lcm_sheet *sheet, lcm_ctx *ctx,
                    const lcm_measurements *all) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  survey(sheet, ctx, all);
  const size_t places = sheet->points.n * sheet->fragments.n;
  sheet->elapsed = LCM_NEW_ARRAY(arena, lcm_values, places + 1);
  sheet->cells = LCM_NEW_ARRAY(arena, lcm_values, places * sheet->cats.n + 1);
  sheet->predicted = LCM_NEW_ARRAY(arena, double, places * sheet->cats.n + 1);
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *record = &all->at[i];
    if (!is_usable(record))
      continue;
    const size_t point = point_of(sheet, ctx, record);
    const size_t f = fragment_of(sheet, ctx, record);
    if (isfinite(record->elapsed))
      LCM_LIST_ADD(arena, &sheet->elapsed[point * sheet->fragments.n + f],
                   record->elapsed);
    for (size_t c = 0; c < record->n_categories; c++) {
      const char *name = category(record->categories[c].name);
      if (name)
        LCM_LIST_ADD(arena,
                     &sheet->cells[lcm_sheet_cell(
                         sheet, point, f, category_of(sheet, ctx, name))],
                     record->categories[c].value);
    }
  }
}

double lcm_values_median(lcm_values *values) {
  return lcm_order_median(values->at, values->n);
}

const lcm_grid *lcm_sheet_grid(lcm_ctx *ctx, const struct lcm_sheet *sheet) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = sheet->points.n;
  LCM_LIST(const char *) names = {0};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < sheet->points.at[i].n_params; j++) {
      size_t k = 0;
      while (k < names.n &&
             strcmp(names.at[k], sheet->points.at[i].params[j].name) != 0)
        k++;
      if (k == names.n)
        LCM_LIST_ADD(arena, &names, sheet->points.at[i].params[j].name);
    }
  lcm_grid *grid = LCM_NEW(arena, lcm_grid);
  double **columns = LCM_NEW_ARRAY(arena, double *, names.n + 1);
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, names.n + 1);
  for (size_t j = 0; j < names.n; j++) {
    columns[j] = LCM_NEW_ARRAY(arena, double, n + 1);
    sizes[j] = n;
    for (size_t i = 0; i < n; i++)
      columns[j][i] = lcm_measured(sheet->points.at[i].params,
                                   sheet->points.at[i].n_params, names.at[j]);
  }
  *grid =
      (lcm_grid){.names = names.at,
                 .n_names = names.n,
                 .sizes = sizes,
                 .follows = LCM_NEW_ARRAY(arena, const lcm_expr *, names.n + 1),
                 .columns = columns,
                 .n_points = n};
  return grid;
}
