/* Which point of a sweep is run next, and how often. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "measure/plan.h"

/* With so many runs an interval is worth looking at. */
enum { ENOUGH = 3 };

/* Order bindings by name. */
static int binding_order(const void *a, const void *b) {
  return strcmp(((const lcm_binding *)a)->name, ((const lcm_binding *)b)->name);
}

/* Return the values of point "i" of "grid", sorted by name. */
static const lcm_binding *params_of(lcm_ctx *ctx, const lcm_grid *grid,
                                    size_t i) {
  lcm_binding *params =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, grid->n_names + 1);
  for (size_t j = 0; j < grid->n_names; j++)
    params[j] = (lcm_binding){grid->names[j], grid->columns[j][i]};
  qsort(params, grid->n_names, sizeof *params, binding_order);
  return params;
}

/* Return whether "grid" says how many processors there are. */
static bool has_processors(const lcm_grid *grid) {
  bool any = false;
  for (size_t j = 0; j < grid->n_names; j++)
    any = any || !strcmp(grid->names[j], "p") ||
          !strcmp(grid->names[j], "ranks") ||
          !strcmp(grid->names[j], "threads");
  return any;
}

void profile_plan_make(struct profile_plan *plan, lcm_ctx *ctx,
                       const lcm_grid *grid) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const bool known = has_processors(grid);
  *plan = (struct profile_plan){.n = grid->n_points, .random = 1};
  plan->points = LCM_NEW_ARRAY(arena, struct profile_point, plan->n + 1);
  plan->order = LCM_NEW_ARRAY(arena, size_t, plan->n + 1);
  for (size_t i = 0; i < plan->n; i++) {
    plan->points[i].params = params_of(ctx, grid, i);
    plan->points[i].n_params = grid->n_names;
    plan->points[i].p = known ? lcm_grid_processors(grid, i) : (double)NAN;
  }
}

struct profile_point *profile_plan_find(const struct profile_plan *plan,
                                        const lcm_binding *params, size_t n) {
  for (size_t i = 0; i < plan->n; i++) {
    const struct profile_point *point = &plan->points[i];
    bool same = true;
    for (size_t k = 0; k < point->n_params && same; k++)
      same = lcm_measured(params, n, point->params[k].name) ==
             point->params[k].value;
    for (size_t k = 0; k < n && same; k++)
      same = !isnan(lcm_measured(point->params, point->n_params,
                                 params[k].name)) ||
             !strcmp(params[k].name, "p");
    if (same)
      return &plan->points[i];
  }
  return NULL;
}

/* Return the next number of the generator "state" (xorshift). */
static unsigned long long next_random(unsigned long long *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Order numbers. */
static int number_order(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Return the middle of the "n" values, which are put in order; NAN for none. */
static double median(double *values, size_t n) {
  if (!n)
    return (double)NAN;
  qsort(values, n, sizeof *values, number_order);
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double profile_location(double *half, const double *values, size_t n) {
  double *own = calloc(n + 1, sizeof *own);
  *half = INFINITY;
  if (!own)
    return (double)NAN;
  if (n)
    memcpy(own, values, n * sizeof *own);
  const double middle = median(own, n);
  for (size_t i = 0; i < n; i++)
    own[i] = fabs(values[i] - middle);
  if (n >= ENOUGH)
    *half = lcm_student_two_sided(0.9, (double)(n - 1)) * 1.2533 * 1.4826 *
            median(own, n) / sqrt((double)n);
  free(own);
  return middle;
}

/* Return whether "point" has the runs that "options" ask for. */
static bool is_done(const struct profile_point *point,
                    const struct lcm_profile_options *options) {
  double half = 0;
  const size_t n = point->elapsed.n;
  if (point->failed || n >= options->most)
    return true;
  if (n < options->least || options->precision <= 0)
    return false;
  const double middle = profile_location(&half, point->elapsed.at, n);
  return half <= options->precision * middle;
}

/* Put the order of a new round into "plan". */
static void shuffle(struct profile_plan *plan,
                    const struct lcm_profile_options *options) {
  size_t n = 0;
  for (size_t i = 0; i < plan->n; i++)
    if (!is_done(&plan->points[i], options))
      plan->order[n++] = i;
  for (size_t i = n; i > 1; i--) {
    const size_t k = (size_t)(next_random(&plan->random) % i);
    const size_t other = plan->order[k];
    plan->order[k] = plan->order[i - 1];
    plan->order[i - 1] = other;
  }
  size_t first = 0;
  for (size_t i = 0; i < n; i++)
    if (plan->points[plan->order[i]].p == 1) {
      const size_t one = plan->order[i];
      memmove(&plan->order[first + 1], &plan->order[first],
              (i - first) * sizeof *plan->order);
      plan->order[first++] = one;
    }
  plan->n_order = n;
  plan->next = 0;
}

struct profile_point *
profile_plan_next(struct profile_plan *plan,
                  const struct lcm_profile_options *options) {
  if (plan->next == plan->n_order)
    shuffle(plan, options);
  return plan->next < plan->n_order ? &plan->points[plan->order[plan->next++]]
                                    : NULL;
}

size_t profile_plan_left(const struct profile_plan *plan,
                         const struct lcm_profile_options *options) {
  size_t left = 0;
  for (size_t i = 0; i < plan->n; i++) {
    const struct profile_point *point = &plan->points[i];
    const size_t n = point->elapsed.n;
    if (!is_done(point, options))
      left += n < options->least ? options->least - n : 1;
  }
  return left;
}
