/* Finds in which directions of the coefficients a time can change at all. */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/slopes.h"

/* What is left of a direction, as a fraction, where it is a sum of others. */
static const double NEGLIGIBLE = 1e-7;

/* An expression with coefficients. */
struct lcm_sloping {
  const size_t *coefs; /* their "n_coefs" numbers */
  size_t n_coefs;
  /* that it depends on; "last": their values when it was evaluated last, NULL
   * where it was not */
  const char *const *names;
  size_t n_names;
  double *last;
};

struct lcm_slopes *lcm_slopes_new(lcm_arena *arena,
                                  const lcm_coef *const *coefs,
                                  const double *steps, size_t n) {
  struct lcm_slopes *s = LCM_NEW(arena, struct lcm_slopes);
  *s = (struct lcm_slopes){
      .arena = arena, .coefs = coefs, .steps = steps, .n = n};
  s->basis = LCM_NEW_ARRAY(arena, double, n *n + 1);
  s->met = LCM_NEW_ARRAY(arena, bool, n + 1);
  s->spanned = LCM_NEW_ARRAY(arena, bool, n + 1);
  s->row = LCM_NEW_ARRAY(arena, double, n + 1);
  return s;
}

/* Return the number of "coef" among those that are varied, "n" where it is
 * none. */
static size_t index_of(const struct lcm_slopes *s, const lcm_coef *coef) {
  size_t k = 0;
  while (k < s->n && s->coefs[k] != coef)
    k++;
  return k < s->n && s->steps[k] > 0 ? k : s->n;
}

/* Return what is known of "e"; NULL where no coefficient is in it. */
static struct lcm_sloping *find(struct lcm_run *run, const lcm_expr *e) {
  struct lcm_slopes *s = run->notes.slopes;
  const lcm_coef *const *own = NULL;
  size_t at = 0;
  if (lcm_map_get(&s->known, e, &at))
    return at ? &s->of.at[at - 1] : NULL;
  const size_t n = lcm_expr_coefs(&own, run->ctx, e);
  size_t *coefs = LCM_NEW_ARRAY(s->arena, size_t, n + 1);
  struct lcm_sloping of = {.coefs = coefs};
  for (size_t i = 0; i < n; i++) {
    const size_t k = index_of(s, own[i]);
    if (k == s->n)
      continue;
    s->met[k] = true;
    coefs[of.n_coefs++] = k;
  }
  if (of.n_coefs) {
    of.n_names = lcm_expr_names(&of.names, run->ctx, e);
    LCM_LIST_ADD(s->arena, &s->of, of);
  }
  lcm_map_put(s->arena, &s->known, e, of.n_coefs ? s->of.n : 0);
  return of.n_coefs ? &s->of.at[s->of.n - 1] : NULL;
}

/* Return whether "of" was evaluated last with the values that its names have
 * now, which are kept. */
static bool is_again(struct lcm_run *run, struct lcm_sloping *of) {
  bool same = of->last != NULL;
  if (!of->last)
    of->last = LCM_NEW_ARRAY(run->notes.slopes->arena, double, of->n_names + 1);
  for (size_t i = 0; i < of->n_names; i++) {
    double value = NAN;
    (void)lcm_env_find(&value, &run->env, of->names[i]);
    same = same && value == of->last[i];
    of->last[i] = value;
  }
  return same;
}

/* Return the value of "e" where coefficient number "k" is "move" more than it
 * is. */
static double moved(struct lcm_run *run, const lcm_expr *e, size_t k,
                    double move) {
  const lcm_coef *coef = run->notes.slopes->coefs[k];
  const size_t bound = run->env.n;
  double value = NAN;
  lcm_env_bind(run->ctx, &run->env, coef->name, coef->value + move);
  if (lcm_expr_eval(&value, e, run->env.at, run->env.n))
    value = NAN;
  run->env.n = bound;
  return value;
}

/* Return the product of the "n" numbers at "a" and "b". */
static double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Take from "row" what is a sum of the basis of "s"; return its length. */
static double reduce(const struct lcm_slopes *s, double *row) {
  for (int twice = 0; twice < 2; twice++)
    for (size_t j = 0; j < s->rank; j++) {
      const double *own = s->basis + j * s->n;
      const double part = dot(row, own, s->n);
      for (size_t k = 0; k < s->n; k++)
        row[k] -= part * own[k];
    }
  return sqrt(dot(row, row, s->n));
}

/* Let the basis of "s" have the direction in its "row" too, unless it is a sum
 * of it. */
static void add(struct lcm_slopes *s) {
  double *row = s->row;
  const double whole = sqrt(dot(row, row, s->n));
  s->unsure = s->unsure || !isfinite(whole);
  if (!(whole > 0) || !isfinite(whole))
    return;
  for (size_t k = 0; k < s->n; k++)
    row[k] /= whole;
  const double rest = reduce(s, row);
  if (rest <= NEGLIGIBLE)
    return;
  double *own = s->basis + s->rank++ * s->n;
  for (size_t k = 0; k < s->n; k++)
    own[k] = row[k] / rest;
  for (size_t k = 0; k < s->n; k++) {
    memset(row, 0, s->n * sizeof *row);
    row[k] = 1;
    s->spanned[k] = s->spanned[k] || reduce(s, row) <= NEGLIGIBLE;
  }
}

void lcm_slopes_note(struct lcm_run *run, const lcm_expr *e) {
  struct lcm_slopes *s = run->notes.slopes;
  struct lcm_sloping *of = find(run, e);
  bool known = true;
  for (size_t i = 0; of && i < of->n_coefs; i++)
    known = known && s->spanned[of->coefs[i]];
  if (!of || known || is_again(run, of))
    return;
  memset(s->row, 0, s->n * sizeof *s->row);
  for (size_t i = 0; i < of->n_coefs; i++) {
    const size_t k = of->coefs[i];
    s->row[k] = moved(run, e, k, s->steps[k]) - moved(run, e, k, -s->steps[k]);
  }
  add(s);
}
