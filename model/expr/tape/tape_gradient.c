/* Gradients of the results of a tape by its coefficients. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr/operate.h"
#include "model/expr/tape/tape_gradient.h"
#include "model/expr/tape/tape_run_internal.h"

/* A gradient by the "n" coefficients "coefs" being added up in "sum". */
struct gradient {
  const lcm_coef *const *coefs;
  size_t n;
  double *sum;
};

/* Add to the adjoints "d" of the operands of "in" what its own adjoint "own"
 * gives; "v" are the values of all registers. */
static void pull(const struct lcm_instruction *in, const double *v, double *d,
                 double own, double value) {
  const double x = v[in->a];
  const double y = v[in->b];
  switch (in->op) {
  case LCM_T_ADD:
    d[in->a] += own;
    d[in->b] += own;
    return;
  case LCM_T_MUL:
    d[in->a] += own * y;
    d[in->b] += own * x;
    return;
  case LCM_T_QUOTIENT:
    d[in->a] += own / y;
    d[in->b] -= own * value / y;
    return;
  case LCM_T_SCALE:
    d[in->a] += own * in->k;
    return;
  case LCM_T_POWI:
    d[in->a] += own * in->k * lcm_expr_power(x, in->k - 1);
    return;
  case LCM_X_SQRT:
    d[in->a] += own / (2 * value);
    return;
  case LCM_X_POW:
    d[in->a] += own * y * pow(x, y - 1);
    d[in->b] += x > 0 ? own * value * log(x) : 0;
    return;
  case LCM_X_MAX:
  case LCM_X_MIN:
    if (x == y) {
      d[in->a] += own / 2;
      d[in->b] += own / 2;
    } else
      d[(in->op == LCM_X_MAX) == (x > y) ? in->a : in->b] += own;
    return;
  case LCM_X_ABS:
    d[in->a] += x < 0 ? -own : own;
    return;
  case LCM_X_EXP:
    d[in->a] += own * value;
    return;
  case LCM_X_LOG:
    d[in->a] += own / x;
    return;
  case LCM_X_LOG2:
    d[in->a] += own / (x * 0.69314718055994530942);
    return;
  case LCM_X_LOG10:
    d[in->a] += own / (x * 2.30258509299404568402);
    return;
  case LCM_X_MOD:
    d[in->a] += own;
    d[in->b] -= own * floor(x / y);
    return;
  case LCM_X_IF:
    d[x != 0 ? in->b : in->c] += own;
    return;
  }
}

/* Return the index of "coef" in "g", or their number. */
static size_t coef_index(const struct gradient *g, const lcm_coef *coef) {
  const lcm_coef *const *coefs = g->coefs;
  const size_t n = g->n;
  size_t low = 0;
  size_t high = n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (strcmp(coefs[middle]->name, coef->name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < n && coefs[low] == coef)
    return low;
  for (size_t i = 0; i < n; i++)
    if (coefs[i] == coef)
      return i;
  return n;
}

/* Put the values of all registers of "tape" at one point into "v". */
static void values_at_point(const lcm_tape *tape, const double *values,
                            double *v) {
  const double *columns[LCM_TAPE_NAMES];
  for (size_t j = 0; j < tape->n_names && j < LCM_TAPE_NAMES; j++)
    columns[j] = &values[j];
  const struct lcm_tape_block block = {tape, columns, 0, 1, v, 1, NULL};
  lcm_tape_run_block(&block);
}

/* Add "weight" times the gradient of result "k" of "tape" at "values" to
 * "g". */
static void add_gradient(const struct gradient *g, const lcm_tape *tape,
                         size_t k, const double *values, double weight);

/* Return what a change of the value "value" of the body of the loop "kind"
 * means for its own value "all". */
static double influence(int kind, double all, double value) {
  switch (kind) {
  case LCM_X_SUM:
    return 1;
  case LCM_X_PROD:
    return value != 0 ? all / value : 0;
  }
  return value == all;
}

/* Add "weight" times the gradient of the loop "in", of value "all", between
 * the ends "range" to "g". */
static void add_loop(const struct gradient *g, const struct lcm_instruction *in,
                     const double *values, const double range[2], double all,
                     double weight) {
  const lcm_tape *body = in->body;
  const size_t n = body->n_names;
  double *own = calloc(n + body->n + 1, sizeof *own);
  bool found = false;
  if (!own)
    return;
  memcpy(own, values, (n - 1) * sizeof *own);
  for (double i = range[0]; i <= range[1] && !found; i++) {
    own[n - 1] = i;
    values_at_point(body, own, own + n);
    const double value = own[n + body->out[0]];
    const double by = influence(in->op, all, value);
    found = in->op == LCM_X_MAX_OVER && by != 0;
    add_gradient(g, body, 0, own, weight * by);
  }
  free(own);
}

static void add_gradient(const struct gradient *g, const lcm_tape *tape,
                         size_t k, const double *values, double weight) {
  double *v = tape->n_names <= LCM_TAPE_NAMES && weight != 0
                  ? calloc(2 * (tape->n + 1), sizeof *v)
                  : NULL;
  double *d = v ? v + tape->n + 1 : NULL;
  if (!v)
    return;
  values_at_point(tape, values, v);
  d[tape->out[k]] = weight;
  for (size_t at = tape->n; at-- > 0;) {
    const struct lcm_instruction *in = &tape->code[at];
    if (d[at] == 0)
      continue;
    if (in->op == LCM_T_COEF) {
      const size_t i = coef_index(g, in->coef);
      if (i < g->n)
        g->sum[i] += d[at];
    } else if (in->body && in->k != 0 && !isnan(v[in->c]))
      d[in->c] += d[at];
    else if (in->body)
      add_loop(g, in, values, (const double[]){v[in->a], v[in->b]}, v[at],
               d[at]);
    else
      pull(in, v, d, d[at], v[at]);
  }
  free(v);
}

void lcm_tape_gradient(const lcm_tape *tape, size_t k, const double *values,
                       const lcm_coef *const *coefs, size_t n,
                       double *gradient) {
  const struct gradient g = {coefs, n, gradient};
  memset(gradient, 0, n * sizeof *gradient);
  add_gradient(&g, tape, k, values, 1);
}
