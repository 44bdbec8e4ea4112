/* Grids of points: the variables and their values. */
#include "model/structure/grid.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/list.h"
#include "model/structure/spelling.h"

/* One variable of a grid: its own values, or what it follows. */
struct axis {
  const char *name;
  LCM_LIST(double) values;
  const lcm_expr *follows;
  const char *text;
};

typedef LCM_LIST(struct axis) axis_list;

/* Report that "text" is no grid; returns LCM_EUSAGE. */
static lcm_status bad(lcm_ctx *ctx, const char *text, const char *why) {
  lcm_report(ctx, LCM_DIAG_GRID, (lcm_loc){0}, "-D %s: %s", text, why);
  return LCM_EUSAGE;
}

/* Parse "text" of length "len" into "*out"; what is no expression is told with
 * the "whole" spec that it stands in. */
static lcm_status parse(const lcm_expr **out, lcm_ctx *ctx, const char *whole,
                        const char *text, size_t len) {
  const struct lcm_expr_source source = {.text = text, .len = len};
  return lcm_expr_parse(out, ctx, &source)
             ? bad(ctx, whole, "this is no number, and no formula")
             : LCM_OK;
}

/* Parse the constant expression of length "len" at "text" into "*out". */
static lcm_status parse_value(double *out, lcm_ctx *ctx, const char *whole,
                              const char *text, size_t len) {
  const lcm_expr *e = NULL;
  const lcm_status status = parse(&e, ctx, whole, text, len);
  if (status)
    return status;
  if (lcm_expr_eval(out, e, NULL, 0) || !isfinite(*out))
    return bad(ctx, whole, "not a number");
  return LCM_OK;
}

/* Add the values of `a:b`, `a:b:step` or `a:b:*factor` to "axis". */
static lcm_status add_range(struct axis *axis, lcm_ctx *ctx, const char *text) {
  double ends[3] = {0, 0, 1};
  bool factor = false;
  size_t n = 0;
  for (const char *at = text; at && n < 3; n++) {
    const char *colon = strchr(at, ':');
    if (n == 2 && *at == '*') {
      factor = true;
      at++;
    }
    const size_t len = colon ? (size_t)(colon - at) : strlen(at);
    const lcm_status status = parse_value(&ends[n], ctx, axis->text, at, len);
    if (status)
      return status;
    at = colon ? colon + 1 : NULL;
    if (at && n == 2)
      return bad(ctx, axis->text,
                 "a range is from:to, from:to:step or "
                 "from:to:*factor");
  }
  if (factor ? ends[2] <= 1 || ends[0] <= 0 : ends[2] <= 0)
    return bad(ctx, axis->text, "the steps of a range must lead upwards");
  if (!(ends[0] <= ends[1]))
    return bad(ctx, axis->text, "the range is empty");
  const double slack = 1 + 1e-12;
  for (size_t k = 0; k <= LCM_MAX_POINTS; k++) {
    const double value = factor ? ends[0] * pow(ends[2], (double)k)
                                : ends[0] + (double)k * ends[2];
    if (value > ends[1] * (ends[1] > 0 ? slack : 1))
      return LCM_OK;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &axis->values, value);
  }
  return bad(ctx, axis->text, "too many points");
}

/* Return the offset of the next comma outside parentheses in "text". */
static size_t item_length(const char *text) {
  int nesting = 0;
  size_t n = 0;
  for (; text[n] && (nesting || text[n] != ','); n++)
    nesting += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
  return n;
}

/* Add what the item "text" of a list says to "axis". */
static lcm_status add_item(struct axis *axis, lcm_ctx *ctx, const char *text) {
  if (strchr(text, ':'))
    return add_range(axis, ctx, text);
  const lcm_expr *e = NULL;
  const lcm_status status = parse(&e, ctx, axis->text, text, strlen(text));
  if (status)
    return status;
  const char *const *names = NULL;
  double value = 0;
  if (lcm_expr_names(&names, ctx, e)) {
    if (axis->values.n)
      return bad(ctx, axis->text, "a list of numbers and an expression");
    axis->follows = e;
    return LCM_OK;
  }
  if (lcm_expr_eval(&value, e, NULL, 0) || !isfinite(value))
    return bad(ctx, axis->text, "not a number");
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &axis->values, value);
  return LCM_OK;
}

/* Parse the spec of length "len" at "spec" and add it to "axes". */
static lcm_status add_axis(axis_list *axes, lcm_ctx *ctx, const char *spec,
                           size_t len) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *text = lcm_arena_strndup(arena, spec, len);
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return bad(ctx, text, "expected NAME=VALUES");
  struct axis axis = {.name = lcm_intern_n(ctx, text, (size_t)(equals - text)),
                      .text = text};
  for (size_t i = 0; i < axes->n; i++)
    if (axes->at[i].name == axis.name)
      return bad(ctx, text, "given twice");
  for (const char *at = equals + 1;;) {
    const size_t n = item_length(at);
    if (!n)
      return bad(ctx, text, "a value is missing");
    const lcm_status status =
        add_item(&axis, ctx, lcm_arena_strndup(arena, at, n));
    if (status)
      return status;
    if (!at[n])
      break;
    if (axis.follows)
      return bad(ctx, text, "a list of numbers and an expression");
    at += n + 1;
  }
  LCM_LIST_ADD(arena, axes, axis);
  return LCM_OK;
}

/* Add the specs in "text", separated by spaces, to "axes". */
static lcm_status add_specs(axis_list *axes, lcm_ctx *ctx, const char *text) {
  lcm_status status = LCM_OK;
  while (!status) {
    while (isspace((unsigned char)*text))
      text++;
    if (!*text)
      break;
    size_t n = 0;
    int nesting = 0;
    for (; text[n] && (nesting || !isspace((unsigned char)text[n])); n++)
      nesting += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
    status = add_axis(axes, ctx, text, n);
    text += n;
  }
  return status;
}

/* Fill in column "j", whose axis has values of its own; "stride" is the number
 * of points for which it stays. */
static double *own_column(lcm_ctx *ctx, const struct axis *axis, size_t stride,
                          size_t points) {
  double *column = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, points + 1);
  for (size_t i = 0; i < points; i++)
    column[i] = axis->values.at[i / stride % axis->values.n];
  return column;
}

/* Evaluate the follower "axis" at point "i" with what is known in "grid". */
static lcm_status follow(double *out, const struct axis *axis,
                         const lcm_grid *grid, lcm_binding *env, size_t i) {
  size_t n = 0;
  for (size_t j = 0; j < grid->n_names; j++)
    if (grid->columns[j])
      env[n++] = (lcm_binding){grid->names[j], grid->columns[j][i]};
  const lcm_status status = lcm_expr_eval(out, axis->follows, env, n);
  return status || isfinite(*out) ? status : LCM_EDOMAIN;
}

/* Return why the follower number "j" has no values. */
static const char *why_open(lcm_ctx *ctx, const axis_list *axes,
                            double *const *columns, size_t j) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, ctx, axes->at[j].follows);
  for (size_t i = 0; i < n; i++) {
    size_t k = 0;
    while (k < axes->n && axes->at[k].name != names[i])
      k++;
    if (k == axes->n)
      return lcm_arena_printf(lcm_ctx_arena(ctx),
                              "it follows '%s', which no -D gives: write "
                              "numbers (16, 1,2,4 or 1:64:*2), or -D %s=... "
                              "too",
                              names[i], names[i]);
    if (!columns[k])
      return lcm_arena_printf(lcm_ctx_arena(ctx),
                              "it follows '%s', which has no value", names[i]);
  }
  return "undefined at a point";
}

/* Fill in the columns of the followers, in an order that works. */
static lcm_status fill_followers(lcm_ctx *ctx, const axis_list *axes,
                                 lcm_grid *grid, double **columns) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_binding *env = LCM_NEW_ARRAY(arena, lcm_binding, axes->n + 1);
  size_t open = 0;
  for (size_t j = 0; j < axes->n; j++)
    open += !columns[j];
  for (size_t before = open + 1; open && open < before;) {
    before = open;
    for (size_t j = 0; j < axes->n; j++) {
      double value = 0;
      if (columns[j] || follow(&value, &axes->at[j], grid, env, 0))
        continue;
      double *column = LCM_NEW_ARRAY(arena, double, grid->n_points + 1);
      for (size_t i = 0; i < grid->n_points; i++)
        if (follow(&column[i], &axes->at[j], grid, env, i))
          return bad(ctx, axes->at[j].text, "undefined at a point");
      columns[j] = column;
      open--;
    }
  }
  for (size_t j = 0; j < axes->n; j++)
    if (!columns[j])
      return bad(ctx, axes->at[j].text, why_open(ctx, axes, columns, j));
  return LCM_OK;
}

/* Make the grid of "axes". */
static lcm_status build(const lcm_grid **out, lcm_ctx *ctx,
                        const axis_list *axes) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = axes->n;
  lcm_grid *grid = LCM_NEW(arena, lcm_grid);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, n + 1);
  const lcm_expr **follows = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, n + 1);
  bool *idle = LCM_NEW_ARRAY(arena, bool, n + 1);
  *grid = (lcm_grid){names, n, sizes, follows, columns, 1, false, idle};
  for (size_t j = 0; j < n; j++) {
    names[j] = axes->at[j].name;
    follows[j] = axes->at[j].follows;
    sizes[j] = follows[j] ? 0 : axes->at[j].values.n;
    if (sizes[j] && sizes[j] > LCM_MAX_POINTS / grid->n_points)
      return bad(ctx, axes->at[j].text, "too many points");
    grid->n_points *= sizes[j] ? sizes[j] : 1;
  }
  size_t stride = 1;
  for (size_t j = n; j-- > 0;)
    if (sizes[j]) {
      columns[j] = own_column(ctx, &axes->at[j], stride, grid->n_points);
      stride *= sizes[j];
    }
  *out = grid;
  return fill_followers(ctx, axes, grid, columns);
}

lcm_status lcm_grid_parse(const lcm_grid **out, lcm_ctx *ctx,
                          const char *const *specs, size_t n) {
  axis_list axes = {0};
  const lcm_grid *grid = NULL;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++)
    status = specs[i][strspn(specs[i], " ")]
                 ? add_specs(&axes, ctx, specs[i])
                 : bad(ctx, "''", "expected NAME=VALUES");
  if (!status)
    status = build(&grid, ctx, &axes);
  if (!status)
    *out = grid;
  return status;
}

const lcm_grid *lcm_grid_first(lcm_ctx *ctx, const lcm_grid *grid, size_t n) {
  size_t *sizes = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, grid->n_names + 1);
  lcm_grid *first = LCM_NEW(lcm_ctx_arena(ctx), lcm_grid);
  size_t left = grid->n_points;
  size_t taken = 1;
  if (!n)
    return NULL;
  for (size_t j = 0; j < grid->n_names; j++) {
    sizes[j] = grid->sizes[j];
    if (!sizes[j])
      continue;
    left /= sizes[j];
    if (n < left)
      sizes[j] = 1;
    else if (n / left < sizes[j])
      sizes[j] = n / left;
    n = n < left ? n : left;
    taken *= sizes[j];
  }
  *first = *grid;
  first->sizes = sizes;
  first->n_points = taken;
  return first;
}

const lcm_grid *lcm_grid_at(lcm_ctx *ctx, const lcm_grid *grid, size_t i) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_grid *one = LCM_NEW(arena, lcm_grid);
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, grid->n_names + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, grid->n_names + 1);
  *one = *grid;
  for (size_t j = 0; j < grid->n_names; j++) {
    columns[j] = LCM_NEW_ARRAY(arena, double, 1);
    columns[j][0] = grid->columns[j][i];
    sizes[j] = grid->follows[j] ? 0 : 1;
  }
  one->sizes = sizes;
  one->columns = columns;
  one->n_points = 1;
  return one;
}

double lcm_grid_processors(const lcm_grid *grid, size_t i) {
  double ranks = 1;
  for (size_t j = 0; j < grid->n_names; j++) {
    const double value = grid->columns[j][i];
    if (!strcmp(grid->names[j], "p"))
      return value;
    const char *name = lcm_grid_label(grid, j);
    if (!strcmp(name, "ranks") || !strcmp(name, "threads"))
      ranks *= value;
  }
  return ranks;
}

const char *lcm_grid_label(const lcm_grid *grid, size_t j) {
  return lcm_name_asked(grid->names[j]);
}

const char *lcm_grid_source_name(lcm_ctx *ctx, const char *name) {
  if (lcm_name_is_reserved(name))
    return NULL;
  return lcm_name_is_of_source(name) ? NULL : lcm_name_of_source(ctx, name);
}
