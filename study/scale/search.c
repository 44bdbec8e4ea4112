/* Questions: how many processors, or which size, for a given goal. */
#include <math.h>
#include <string.h>

#include "study/scale/point.h"
#include "study/scale/search.h"
#include "study/scale/setting.h"

/* How many values are tried one by one, where times are cheap and where not;
 * steps between values twice as large; halvings of what is between two. */
enum { MOST_TRIED = 65536, MOST_DEAR = 256, STEPS = 4, HALVINGS = 100 };

/* By which factor a size may be away from where it is, where times are dear,
 * and what is tried at most. */
static const double DEAR = 64;
static const double LARGEST = 1125899906842624.0;

/* Names in a condition that are no variables. */
enum word { TIME, SPEEDUP, EFFICIENCY, OVERHEAD, CORE_HOURS, N_WORDS };
static const char *const WORDS[] = {"T", "S", "E", "TO", "core_hours"};

/* A question: for which values of a variable does a condition hold? */
struct question {
  struct lcm_scaling *s;
  size_t variable;           /* its number in the grid */
  const lcm_expr *condition; /* over "words" and the variables */
  const char *words[N_WORDS];
  bool relative; /* it speaks of the time on one processor */
  size_t base;   /* the point that has the other variables */
  double low;    /* low, high: values to look at; "whole" ones alone */
  double high;
  bool whole;
};

/* ---- the condition ------------------------------------------------------- */

static bool is_plain(const struct lcm_scaling *s) {
  return s->program->is_model && !s->program->unit;
}

/* Return the symbol that "name" in a condition is, NULL (reported) where it is
 * nothing known. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  const struct question *q = user;
  const lcm_grid *grid = q->s->grid;
  for (int w = 0; w < N_WORDS; w++)
    if (!strcmp(WORDS[w], name))
      return lcm_expr_symbol(ctx, q->words[w],
                             !is_plain(q->s) && (w == TIME || w == OVERHEAD)
                                 ? LCM_DIM_TIME
                                 : LCM_DIM_NONE);
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name))
      return lcm_expr_symbol(ctx, grid->names[j], LCM_DIM_NONE);
  lcm_report(ctx, LCM_DIAG_UNBOUND, at,
             "'%s' in a condition: there are T, S, E, TO, core_hours and the "
             "variables of -D",
             name);
  return NULL;
}

/* Parse the condition of "q". */
static lcm_status parse(struct question *q) {
  struct lcm_scaling *s = q->s;
  const char *text = s->what->condition;
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .resolve = resolve, .user = q};
  for (int w = 0; w < N_WORDS; w++)
    q->words[w] = lcm_intern(
        s->ctx, lcm_arena_printf(lcm_ctx_arena(s->ctx), "%s@", WORDS[w]));
  const lcm_status status = lcm_expr_parse(&q->condition, s->ctx, &source);
  if (status)
    return status;
  for (int w = SPEEDUP; w <= OVERHEAD; w++)
    q->relative = q->relative || lcm_expr_has(q->condition, q->words[w]);
  if (lcm_dim_equal(lcm_expr_dim(q->condition), LCM_DIM_NONE))
    return LCM_OK;
  lcm_report(s->ctx, LCM_DIAG_UNIT, (lcm_loc){0},
             "'%s' is no condition: one is T <= 1 s, or E >= 0.8", text);
  return LCM_EUNIT;
}

/* ---- values -------------------------------------------------------------- */

/* Return the setting of "q" in which the variable has "value". */
static struct lcm_setting setting(const struct question *q, double value) {
  struct lcm_setting at = lcm_setting_at(q->s, q->base, NAN);
  if (q->variable == q->s->axis)
    at.p = value;
  else {
    at.name = q->variable;
    at.value = value;
  }
  return at;
}

/* Return whether the condition of "q" holds at point "i" of "grid", where the
 * program takes "time", on one processor "alone". */
static bool is_met(const struct question *q, const lcm_grid *grid, size_t i,
                   double time, double alone) {
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(q->s->ctx), lcm_binding,
                                   grid->n_names + N_WORDS);
  const double p = q->s->program->is_model ? grid->columns[q->s->axis][i]
                                           : lcm_grid_processors(grid, i);
  const double values[N_WORDS] = {
      [TIME] = time,
      [SPEEDUP] = alone / time,
      [EFFICIENCY] = alone / (p * time),
      [OVERHEAD] = p * time - alone,
      [CORE_HOURS] = p * time / 3600,
  };
  double holds = 0;
  size_t n = 0;
  if (!isfinite(time) || (q->relative && !isfinite(alone)))
    return false;
  for (int w = 0; w < N_WORDS; w++)
    env[n++] = (lcm_binding){q->words[w], values[w]};
  for (size_t j = 0; j < grid->n_names; j++)
    env[n++] = (lcm_binding){grid->names[j], grid->columns[j][i]};
  return !lcm_expr_eval(&holds, q->condition, env, n) && holds != 0;
}

/* Put whether the condition of "q" holds at the "n" values "x" into "met". */
static void try(struct question *q, bool *met, const double *x, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(q->s->ctx);
  struct lcm_setting *settings =
      LCM_NEW_ARRAY(arena, struct lcm_setting, n + 1);
  double *times = LCM_NEW_ARRAY(arena, double, n + 1);
  double *alone = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    settings[i] = setting(q, x[i]);
  const lcm_grid *grid = lcm_scaling_grid(q->s, settings, n);
  lcm_scaling_times(times, q->s, settings, n);
  for (size_t i = 0; i < n; i++)
    settings[i].alone = true;
  if (q->relative)
    lcm_scaling_times(alone, q->s, settings, n);
  for (size_t i = 0; i < n; i++)
    met[i] = is_met(q, grid, i, times[i], alone[i]);
}

/* Return the number of the first of the "n" at "met", the last where "most", or
 * "n" where there is none. */
static size_t pick(const bool *met, size_t n, bool most) {
  size_t found = n;
  for (size_t i = 0; i < n && (most || found == n); i++)
    found = met[i] ? i : found;
  return found;
}

/* Return the value nearest to "without", where the condition of "q" does not
 * hold, at which it does, as it does at "with". */
static double narrow(struct question *q, double without, double with) {
  for (int step = 0; step < HALVINGS; step++) {
    double middle = without + (with - without) / 2;
    bool met = false;
    if (q->whole)
      middle = floor(middle);
    if (middle == without || middle == with ||
        fabs(with - without) <= 1e-12 * fabs(with))
      break;
    try(q, &met, &middle, 1);
    *(met ? &with : &without) = middle;
  }
  return with;
}

/* Put the values to be tried at first into "*x"; return how many there are.
 * "*all": every one is. */
static size_t candidates(double **x, bool *all, const struct question *q) {
  const double most = lcm_scaling_is_cheap(q->s) ? MOST_TRIED : MOST_DEAR;
  const double count = q->high - q->low + 1;
  LCM_LIST(double) list = {0};
  lcm_arena *arena = lcm_ctx_arena(q->s->ctx);
  *all = q->whole && count <= most;
  for (size_t i = 0; *all && (double)i < count; i++)
    LCM_LIST_ADD(arena, &list, q->low + (double)i);
  for (double at = q->low; !*all; at *= exp2(1.0 / STEPS)) {
    const double value = fmin(q->whole ? floor(at + 1e-9) : at, q->high);
    if (!list.n || value > list.at[list.n - 1])
      LCM_LIST_ADD(arena, &list, value);
    if (at >= q->high)
      break;
  }
  *x = list.at;
  return list.n;
}

/* Put the answer to "q" into "answer", the point but for its values left
 * open. */
static void answer_one(struct lcm_scale_answer *answer, struct question *q) {
  double *x = NULL;
  bool exact = false;
  const size_t n = candidates(&x, &exact, q);
  bool *met = LCM_NEW_ARRAY(lcm_ctx_arena(q->s->ctx), bool, n + 1);
  const bool most = q->s->what->most;
  try(q, met, x, n);
  const size_t found = pick(met, n, most);
  *answer =
      (struct lcm_scale_answer){.variable = q->s->grid->names[q->variable],
                                .condition = q->s->what->condition,
                                .most = most,
                                .found = found < n,
                                .value = NAN,
                                .low = q->low,
                                .high = q->high,
                                .exact = exact};
  if (!answer->found)
    return;
  answer->steady = true;
  for (size_t i = most ? 0 : found; i < (most ? found : n); i++)
    answer->steady = answer->steady && met[i];
  answer->value = x[found];
  if (!exact && !most && found > 0)
    answer->value = narrow(q, x[found - 1], x[found]);
  if (!exact && most && found + 1 < n)
    answer->value = narrow(q, x[found + 1], x[found]);
}

/* ---- where to look ------------------------------------------------------- */

/* Set what "q" looks at where the grid has one value of the variable. */
static void set_wide(struct question *q, double value) {
  const struct lcm_scaling *s = q->s;
  const lcm_param *param =
      lcm_param_named(s->program, s->grid->names[q->variable]);
  const bool axis = q->variable == s->axis;
  q->low = axis ? 1 : fmin(1, value);
  q->high = axis ? MOST_TRIED : LARGEST;
  if (!axis && !lcm_scaling_is_cheap(s)) {
    q->low = fmax(q->low, value / DEAR);
    q->high = value * DEAR;
  }
  if (param && param->low)
    (void)lcm_expr_is_number(param->low, &q->low);
  if (param && param->high)
    (void)lcm_expr_is_number(param->high, &q->high);
  if (q->whole) {
    q->low = ceil(q->low);
    q->high = floor(q->high);
  }
  if (!(q->low > 0))
    q->low = q->whole ? 1 : fabs(value) / LARGEST;
}

/* Set what "q" looks at: between the values of the variable in the grid, where
 * it has several, else where it may lie. */
static void set_range(struct question *q) {
  const lcm_grid *grid = q->s->grid;
  const double *column = grid->columns[q->variable];
  const lcm_param *param =
      lcm_param_named(q->s->program, grid->names[q->variable]);
  q->low = INFINITY;
  q->high = -INFINITY;
  q->whole = lcm_scaling_counts(q->s, q->variable) || !param ||
             lcm_param_is_whole(param);
  for (size_t i = 0; i < grid->n_points; i++) {
    q->low = fmin(q->low, column[i]);
    q->high = fmax(q->high, column[i]);
    q->whole = q->whole && column[i] == floor(column[i]);
  }
  if (grid->follows[q->variable] || q->low == q->high ||
      (q->s->what->wide && q->variable == q->s->axis))
    set_wide(q, column[q->base]);
}

/* Return whether the points "a" and "b" of the grid of "q" differ in its
 * variable alone. */
static bool is_alike(const struct question *q, size_t a, size_t b) {
  const lcm_grid *grid = q->s->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (j != q->variable && !grid->follows[j] &&
        grid->columns[j][a] != grid->columns[j][b])
      return false;
  return true;
}

/* Return whether none of the "n" points "firsts" differs from point "i" of the
 * grid of "q" in the variable alone. */
static bool is_first(const struct question *q, const size_t *firsts, size_t n,
                     size_t i) {
  for (size_t k = 0; k < n; k++)
    if (is_alike(q, firsts[k], i))
      return false;
  return true;
}

/* ---- answers ------------------------------------------------------------- */

typedef LCM_LIST(struct lcm_scale_answer) answer_list;

/* Predict the points of the answers "all", which are at "settings"; of those
 * that were not found only the values are kept. */
static lcm_status predict_answers(struct lcm_scaling *s, answer_list *all,
                                  const struct lcm_setting *settings) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_prediction *prediction = NULL;
  struct lcm_scale_point *points =
      LCM_NEW_ARRAY(arena, struct lcm_scale_point, all->n + 1);
  lcm_status status = lcm_predictor_run(&prediction, s->predictor,
                                        lcm_scaling_grid(s, settings, all->n));
  status = status ? status : lcm_scaling_points(points, s, prediction);
  for (size_t i = 0; i < all->n && !status; i++) {
    if (all->at[i].found)
      all->at[i].point = points[i];
    else
      all->at[i].point.values = points[i].values;
  }
  return status;
}

/* Find the number of the variable that "q" asks for. */
static void find_variable(struct question *q) {
  const lcm_grid *grid = q->s->grid;
  q->variable = 0;
  while (q->variable < grid->n_names &&
         strcmp(grid->names[q->variable], q->s->what->variable) != 0)
    q->variable++;
}

lcm_status lcm_scaling_answer(const struct lcm_scale_answer **out, size_t *n,
                              struct lcm_scaling *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  struct question q = {.s = s};
  answer_list all = {0};
  LCM_LIST(struct lcm_setting) settings = {0};
  LCM_LIST(size_t) firsts = {0};
  *out = NULL;
  *n = 0;
  if (!s->what->variable)
    return LCM_OK;
  find_variable(&q);
  lcm_status status = parse(&q);
  for (size_t i = 0; i < s->grid->n_points && !status; i++) {
    struct lcm_scale_answer answer;
    if (!is_first(&q, firsts.at, firsts.n, i))
      continue;
    LCM_LIST_ADD(arena, &firsts, i);
    q.base = i;
    set_range(&q);
    answer_one(&answer, &q);
    LCM_LIST_ADD(arena, &all, answer);
    LCM_LIST_ADD(arena, &settings,
                 setting(&q, answer.found ? answer.value
                                          : s->grid->columns[q.variable][i]));
  }
  if (!status)
    status = predict_answers(s, &all, settings.at);
  *out = all.at;
  *n = all.n;
  return status;
}
