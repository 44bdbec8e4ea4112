#include "synthetic.h"
#include "fit/models.h"
#include "fit/predict.h"
#include "model/expr/intern.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The exponents of the performance model normal form. */
static const double EXPONENTS[] = {0,       1.0 / 4, 1.0 / 3, 1.0 / 2,  2.0 / 3,
                                   3.0 / 4, 4.0 / 5, 1,       5.0 / 4,  4.0 / 3,
                                   3.0 / 2, 5.0 / 3, 7.0 / 4, 2,        9.0 / 4,
                                   7.0 / 3, 5.0 / 2, 8.0 / 3, 11.0 / 4, 3};

enum { N_EXPONENTS = sizeof EXPONENTS / sizeof *EXPONENTS };

double syn_uniform(struct syn_random *r) {
  r->state += 0x9e3779b97f4a7c15U;
  uint64_t z = r->state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double syn_normal(struct syn_random *r) {
  const double u = 1 - syn_uniform(r);
  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * syn_uniform(r));
}

/* Return a whole number below "n". */
static size_t pick(struct syn_random *r, size_t n) {
  return (size_t)(syn_uniform(r) * (double)n);
}

/* Return a number between "low" and "high" whose logarithm is uniform. */
static double between(struct syn_random *r, double low, double high) {
  return low * pow(high / low, syn_uniform(r));
}

/* Return the value of "term" at "x", the coefficient being 1. */
static double shape(const struct syn_term *term, const double *x) {
  double value = 1;
  for (size_t v = 0; v < SYN_VARIABLES; v++)
    if (term->power[v] != 0 || term->logs[v])
      value *= pow(x[v], term->power[v]) * pow(log(x[v]), term->logs[v]);
  return value;
}

double syn_value(const struct syn_case *c, const double *x) {
  double sum = 0;
  for (size_t i = 0; i < c->n_terms; i++)
    sum += c->terms[i].coefficient * shape(&c->terms[i], x);
  return fmax(sum, c->threshold);
}

/* Put the "n" values of a variable that is measured there into "at". */
static void places(double *at, size_t n, struct syn_random *r,
                   bool processors) {
  static const double SIZES[] = {16, 32, 64, 100, 128, 256, 500, 1024};
  const size_t kind = pick(r, 4);
  const double from = processors ? (double)(1 + pick(r, 3))
                                 : SIZES[pick(r, sizeof SIZES / sizeof *SIZES)];
  for (size_t i = 0; i < n; i++)
    at[i] = kind == 0   ? from * (double)(i + 1)
            : kind == 1 ? floor(from * 4 * pow(1.5, (double)i))
                        : from * pow(2, (double)i);
}

/* Put a power of the normal form for variable "v" into "term". */
static void normal_power(struct syn_term *term, size_t v,
                         struct syn_random *r) {
  do {
    term->power[v] = EXPONENTS[pick(r, N_EXPONENTS)];
    term->logs[v] = (int)pick(r, 3);
  } while (term->power[v] == 0 && term->logs[v] == 0);
}

/* Put a power that programs have into "term" for variable "v": Table 5.1 of
 * Crovella 1994 and common algorithms. */
static void usual_power(struct syn_term *term, size_t v, struct syn_random *r) {
  static const struct {
    double power;
    int logs;
  } USUAL[] = {{1, 0}, {1.5, 0}, {0, 1},  {1, 1}, {2, 0},
               {3, 0}, {2, 1},   {.5, 0}, {1, 0}, {0, 1}};
  const size_t i = pick(r, sizeof USUAL / sizeof *USUAL);
  term->power[v] = USUAL[i].power;
  term->logs[v] = USUAL[i].logs;
}

/* Put a power for variable "v" into "term": of the normal form, or usual. */
static void some_power(struct syn_term *term, size_t v, bool normal,
                       struct syn_random *r) {
  if (normal)
    normal_power(term, v, r);
  else
    usual_power(term, v, r);
}

/* Shapes: make the terms of "c" with coefficients 1. */
static void one_term(struct syn_case *c, struct syn_random *r, bool normal) {
  c->n_terms = 1 + (syn_uniform(r) < 0.7);
  some_power(&c->terms[0], 0, normal, r);
}

static void two_terms(struct syn_case *c, struct syn_random *r, bool normal) {
  c->n_terms = 2 + (syn_uniform(r) < 0.5);
  do {
    some_power(&c->terms[0], 0, normal, r);
    some_power(&c->terms[1], 0, normal, r);
  } while (!(c->terms[0].power[0] > c->terms[1].power[0]));
}

/* A share of the work for each processor, and what grows with them. */
static void shared(struct syn_case *c, struct syn_random *r) {
  c->n_terms = 2;
  c->terms[0].power[0] = -1;
  if (syn_uniform(r) < 0.5) {
    c->n_terms = 3;
    c->terms[1].power[0] = syn_uniform(r) < 0.5 ? 1 : 0;
    c->terms[1].logs[0] = c->terms[1].power[0] == 0;
  }
}

static void product(struct syn_case *c, struct syn_random *r, bool normal) {
  c->n_terms = 1 + (syn_uniform(r) < 0.5);
  some_power(&c->terms[0], 0, normal, r);
  some_power(&c->terms[0], 1, normal, r);
}

static void addition(struct syn_case *c, struct syn_random *r, bool normal) {
  c->n_terms = 2 + (syn_uniform(r) < 0.5);
  some_power(&c->terms[0], 0, normal, r);
  some_power(&c->terms[1], 1, normal, r);
}

/* Work that processors share: n^2/p and the like, alone or with an addend. */
static void ratio(struct syn_case *c, struct syn_random *r) {
  c->n_terms = 1 + pick(r, 3);
  c->terms[0].power[0] = (double)(1 + pick(r, 3));
  c->terms[0].logs[0] = c->terms[0].power[0] == 1 && syn_uniform(r) < 0.5;
  c->terms[0].power[1] = -1;
  if (c->n_terms == 3) {
    c->terms[1].power[1] = syn_uniform(r) < 0.5 ? 1 : 0;
    c->terms[1].logs[1] = c->terms[1].power[1] == 0;
  }
}

/* A term of both variables and one of one of them. */
static void mixed(struct syn_case *c, struct syn_random *r) {
  c->n_terms = 2;
  usual_power(&c->terms[0], 0, r);
  usual_power(&c->terms[0], 1, r);
  usual_power(&c->terms[1], pick(r, 2), r);
}

/* Make the shape of "c". */
static void make_shape(struct syn_case *c, struct syn_random *r) {
  static const struct {
    const char *family;
    size_t variables;
    double share;
  } FAMILIES[] = {
      {"normal form", 1, 0.14},    {"normal form, two terms", 1, 0.07},
      {"usual", 1, 0.12},          {"usual, two terms", 1, 0.05},
      {"share", 1, 0.05},          {"threshold", 1, 0.07},
      {"normal product", 2, 0.07}, {"normal sum", 2, 0.05},
      {"usual product", 2, 0.10},  {"usual sum", 2, 0.07},
      {"ratio", 2, 0.08},          {"mixed", 2, 0.05},
      {"constant", 1, 0.05},       {"constant of two", 2, 0.03}};
  double u = syn_uniform(r);
  size_t f = 0;
  while (u >= FAMILIES[f].share && f + 1 < sizeof FAMILIES / sizeof *FAMILIES)
    u -= FAMILIES[f++].share;
  c->family = FAMILIES[f].family;
  c->variables = FAMILIES[f].variables;
  switch (f) {
  case 0:
  case 2:
    one_term(c, r, f == 0);
    break;
  case 1:
  case 3:
    two_terms(c, r, f == 1);
    break;
  case 4:
    shared(c, r);
    break;
  case 5:
    c->n_terms = 2;
    c->terms[0].power[0] = 1;
    break;
  case 6:
  case 8:
    product(c, r, f == 6);
    break;
  case 7:
  case 9:
    addition(c, r, f == 7);
    break;
  case 10:
    ratio(c, r);
    break;
  case 11:
    mixed(c, r);
    break;
  default:
    c->n_terms = 1;
    break;
  }
}

/* Give the terms of "c" coefficients: the first has a third to the whole of
 * what is largest where everything is, the others less.  A threshold begins to
 * rise at "bend". */
static void make_coefficients(struct syn_case *c, double bend,
                              struct syn_random *r) {
  const double size = between(r, 1e-6, 1e3);
  for (size_t i = 0; i < c->n_terms; i++) {
    const double at_high = shape(&c->terms[i], c->largest);
    const double share = i == 0 ? 1 : between(r, 0.03, 1);
    c->terms[i].coefficient = size * share / at_high;
  }
  if (strcmp(c->family, "share") == 0 || strcmp(c->family, "ratio") == 0)
    c->terms[0].coefficient =
        size * between(r, 0.5, 5) / shape(&c->terms[0], c->largest);
  if (strcmp(c->family, "threshold") == 0) {
    const double x[2] = {bend, 0};
    c->terms[1].coefficient *= syn_uniform(r) < 0.5 ? -0.3 : 1;
    c->threshold = syn_value(c, x);
  }
}

/* Return a measurement of "value". */
static double measure(const struct syn_case *c, double value,
                      struct syn_random *r) {
  double y = value * fmax(1 + c->noise * syn_normal(r), 0.01);
  if (c->outliers && syn_uniform(r) < 0.05)
    y *= 1.5 + 3.5 * syn_uniform(r);
  return y;
}

void syn_make(struct syn_case *out, struct syn_random *r) {
  static const double NOISE[] = {0, 0.01, 0.02, 0.05, 0.10};
  static const size_t REPETITIONS[] = {1, 3, 5, 5, 5};
  memset(out, 0, sizeof *out);
  make_shape(out, r);
  double at[SYN_VARIABLES][8] = {{0}};
  size_t n[SYN_VARIABLES] = {5 + pick(r, 4), 1};
  const bool processors =
      out->variables == 1 &&
      (strcmp(out->family, "share") == 0 ||
       strcmp(out->family, "threshold") == 0 || syn_uniform(r) < 0.4);
  out->names[0] = processors ? "p" : "n";
  out->names[1] = "p";
  places(at[0], n[0], r, processors);
  if (out->variables == 2) {
    n[1] = 5 + pick(r, 3);
    places(at[1], n[1], r, true);
  }
  out->noise = NOISE[pick(r, 5)];
  out->repetitions = REPETITIONS[pick(r, 5)];
  out->outliers = syn_uniform(r) < 0.15;
  const size_t before = 1 + pick(r, n[0] - 3);
  const double bend =
      at[0][before] + syn_uniform(r) * (at[0][before + 1] - at[0][before]);
  for (size_t v = 0; v < out->variables; v++)
    out->largest[v] = at[v][n[v] - 1];
  make_coefficients(out, bend, r);
  for (size_t i = 0; i < n[0]; i++)
    for (size_t j = 0; j < n[1]; j++)
      for (size_t k = 0; k < out->repetitions; k++) {
        const double x[SYN_VARIABLES] = {at[0][i], at[1][j]};
        memcpy(out->x + out->points * out->variables, x,
               out->variables * sizeof *x);
        out->y[out->points++] = measure(out, syn_value(out, x), r);
      }
}

/* The power that dominates in a variable. */
struct lead {
  double power;
  double logs;
};

/* Let "lead" be at least x^power log(x)^logs. */
static void raise(struct lead *lead, double power, double logs) {
  if (power > lead->power + 1e-9 ||
      (fabs(power - lead->power) < 1e-9 && logs > lead->logs))
    *lead = (struct lead){power, logs};
}

/* Return whether "e" is the logarithm of "name". */
static bool is_log(const lcm_expr *e, const char *name) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  return (kind == LCM_X_LOG || kind == LCM_X_LOG2) &&
         lcm_expr_name(lcm_expr_arg(e, 0)) &&
         strcmp(lcm_expr_name(lcm_expr_arg(e, 0)), name) == 0;
}

static void find_lead(struct lead *lead, const lcm_expr *e, const char *name);

/* Add the powers that the factor "e" to the power "to" has of "name". */
static void add_factor(struct lead *sum, const lcm_expr *e, double to,
                       const char *name) {
  double power = 0;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_SYMBOL && strcmp(lcm_expr_name(e), name) == 0)
    sum->power += to;
  else if (is_log(e, name))
    sum->logs += to;
  else if (kind == LCM_X_SQRT)
    add_factor(sum, lcm_expr_arg(e, 0), to / 2, name);
  else if (kind == LCM_X_POW && lcm_expr_is_number(lcm_expr_arg(e, 1), &power))
    add_factor(sum, lcm_expr_arg(e, 0), to * power, name);
  else if (kind == LCM_X_SUM_OF && to == 1 && lcm_expr_has(e, name)) {
    struct lead inner = {-INFINITY, 0};
    find_lead(&inner, e, name);
    sum->power += inner.power;
    sum->logs += inner.logs;
  } else if (kind == LCM_X_MUL_OF)
    for (size_t i = 0; i < lcm_expr_arity(e); i++)
      add_factor(sum, lcm_expr_arg(e, i), to, name);
}

/* Put the power that dominates "e" in "name", of terms that have it, into
 * "lead". */
static void find_lead(struct lead *lead, const lcm_expr *e, const char *name) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_SUM_OF || kind == LCM_X_MAX) {
    for (size_t i = 0; i < lcm_expr_arity(e); i++)
      find_lead(lead, lcm_expr_arg(e, i), name);
    return;
  }
  struct lead sum = {0, 0};
  add_factor(&sum, e, 1, name);
  if (lcm_expr_has(e, name))
    raise(lead, sum.power, sum.logs);
}

/* Return whether the powers in the lead of "e" are those of "c". */
static bool is_right(const struct syn_case *c, const lcm_expr *e) {
  for (size_t v = 0; v < c->variables; v++) {
    struct lead truth = {-INFINITY, 0};
    struct lead found = {-INFINITY, 0};
    for (size_t i = 0; i < c->n_terms; i++)
      if (c->terms[i].power[v] != 0 || c->terms[i].logs[v])
        raise(&truth, c->terms[i].power[v], c->terms[i].logs[v]);
    find_lead(&found, e, c->names[v]);
    if (isfinite(truth.power) != isfinite(found.power) ||
        (isfinite(truth.power) &&
         (fabs(truth.power - found.power) > 1e-6 || truth.logs != found.logs)))
      return false;
  }
  return true;
}

/* Print what was found of "c". */
static void print_case(const struct syn_case *c, const lcm_fit_model *model,
                       bool right, double error) {
  printf("%s %-22s noise %2.0f%% x%zu%s n=%zu err %8.2f%% truth",
         right ? "ok " : "BAD", c->family, 100 * c->noise, c->repetitions,
         c->outliers ? " outliers" : "", c->points / c->repetitions,
         100 * error);
  for (size_t i = 0; i < c->n_terms; i++) {
    printf(" + %.3g", c->terms[i].coefficient);
    for (size_t v = 0; v < c->variables; v++) {
      if (c->terms[i].power[v] != 0)
        printf("*%s^%.3g", c->names[v], c->terms[i].power[v]);
      if (c->terms[i].logs[v])
        printf("*log(%s)^%d", c->names[v], c->terms[i].logs[v]);
    }
  }
  printf(" found %s\n", model->no_model ? model->no_model : model->formula);
}

/* Add an outcome to "score". */
static void add(struct syn_score *score, bool right, double error,
                bool inside) {
  score->error[score->cases++] = error;
  score->right += right;
  score->inside += inside;
}

/* Put the true form of "c" into "text". */
static void true_form(const struct syn_case *c, lcm_buf *text) {
  lcm_buf_puts(text, c->threshold > 0 ? "max(" : "");
  for (size_t i = 0; i < c->n_terms; i++) {
    lcm_buf_printf(text, "%sk%zu", i ? " + " : "", i + 1);
    for (size_t v = 0; v < c->variables; v++) {
      if (c->terms[i].power[v] != 0)
        lcm_buf_printf(text, "*%s^(%.17g)", c->names[v], c->terms[i].power[v]);
      if (c->terms[i].logs[v])
        lcm_buf_printf(text, "*log(%s)^%d", c->names[v], c->terms[i].logs[v]);
    }
  }
  lcm_buf_puts(text, c->threshold > 0 ? ", k3)" : "");
}

void syn_try(const struct syn_case *c, struct syn_score *all,
             struct syn_score *more, unsigned how) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_fit_data data = {c->names, c->variables, c->x, c->y,
                                    c->points};
  lcm_buf text = {0};
  true_form(c, &text);
  const char *form = text.text;
  const bool perfect = how & SYN_PERFECT;
  const struct lcm_fit_options options = {.search = true,
                                          .relative = -1,
                                          .robust = true,
                                          .forms = &form,
                                          .n_forms = perfect,
                                          .keep_terms = perfect};
  const lcm_fit_model base = {.fragment = "f", .category = "pc", .unit = "s"};
  const lcm_fit_model *model = NULL;
  size_t n = 0;
  double x[SYN_VARIABLES] = {0};
  struct lcm_fit_predicted said = {0, 0, 0};
  lcm_binding at[SYN_VARIABLES];
  for (size_t v = 0; v < c->variables; v++) {
    x[v] = 4 * c->largest[v];
    at[v] = (lcm_binding){lcm_intern(ctx, c->names[v]), x[v]};
  }
  const double truth = syn_value(c, x);
  const lcm_status status =
      lcm_fit_data_models(&model, &n, ctx, &data, &options, &base);
  const bool none = status || model->no_model ||
                    lcm_fit_predict(&said, ctx, model, at, c->variables, 0.9);
  const bool right = !none && is_right(c, model->expr);
  const double error = none ? INFINITY : fabs(said.value - truth) / truth;
  const double slack = 1e-9 * truth;
  const bool inside = said.low - slack <= truth && truth <= said.high + slack;
  add(all, right, error, inside);
  if (more)
    add(more, right, error, inside);
  all->none += none;
  lcm_buf_free(&text);
  if (how & SYN_VERBOSE)
    print_case(c, model, right, error);
  lcm_ctx_free(ctx);
}

/* Compare two numbers. */
static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

double syn_quantile(struct syn_score *score, double q) {
  if (!score->cases)
    return NAN;
  qsort(score->error, score->cases, sizeof *score->error, by_value);
  return score->error[(size_t)(q * (double)(score->cases - 1))];
}
