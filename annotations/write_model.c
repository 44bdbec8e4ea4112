/* The text of a fitted model as a directive, with the digits that it needs. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/write_model.h"
#include "base/list.h"

enum { MAX_COEFS = 10, MAX_VARIABLES = 6, MOST_DIGITS = 17 };

/* A form being written. */
struct form {
  lcm_ctx *ctx;
  const lcm_fit_model *model;
  /* over symbols for the coefficients: "k1{s}" for one that is a time, "k1{}"
   * for a number */
  const lcm_expr *expr;
  const char *names[MAX_COEFS]; /* of these symbols */
  /* bit i: coefficient i is of the dimension of the model */
  unsigned carries;
  bool whole;       /* none is: the form as a whole is given its unit */
  const char *unit; /* "s", "byte", "flop" or, for a number, "1" */
};

/* The values of the coefficients of a form at a corner of the measurements. */
struct at_corner {
  lcm_binding env[MAX_COEFS + MAX_VARIABLES];
  size_t n;
};

/* Return the number of the coefficient of "model" whose name is the "len" bytes
 * at "text", or how many there are. */
static size_t coef_at(const lcm_fit_model *model, const char *text,
                      size_t len) {
  size_t i = 0;
  while (i < model->n_coefficients &&
         (strlen(model->coefficients[i].name) != len ||
          strncmp(model->coefficients[i].name, text, len) != 0))
    i++;
  return i;
}

/* Return the symbol for the name "name" in a form. */
static const lcm_expr *resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                               void *user) {
  struct form *f = user;
  (void)at;
  const size_t i = coef_at(f->model, name, strlen(name));
  if (i == f->model->n_coefficients)
    return lcm_expr_symbol(ctx, lcm_intern(ctx, name), LCM_DIM_NONE);
  const bool carries = f->carries >> i & 1;
  f->names[i] =
      LCM_INTERN_JOINED(ctx, name, carries ? "{" : "{}", carries ? "}" : "");
  return lcm_expr_symbol(ctx, f->names[i],
                         carries ? lcm_measure_find(f->unit)->dim
                                 : LCM_DIM_NONE);
}

/* Parse the form with the coefficients "carries" being of its unit; return
 * whether that makes it of "dim". */
static bool try_form(struct form *f, unsigned carries, lcm_dim dim) {
  const lcm_expr *e = NULL;
  const struct lcm_expr_source source = {.text = f->model->form,
                                         .len = strlen(f->model->form),
                                         .resolve = resolve,
                                         .user = f};
  f->carries = carries;
  const bool muted = lcm_ctx_mute(f->ctx, true);
  const lcm_status status = lcm_expr_parse(&e, f->ctx, &source);
  (void)lcm_ctx_mute(f->ctx, muted);
  if (status || !e || !lcm_dim_equal(lcm_expr_dim(e), dim))
    return false;
  f->expr = e;
  return true;
}

/* Return how many bits of "mask" are set. */
static unsigned bits_of(unsigned mask) {
  unsigned n = 0;
  for (; mask; mask &= mask - 1)
    n++;
  return n;
}

/* Read the form of "f": as many coefficients as possible carry the unit; false
 * where it cannot be read. */
static bool read_form(struct form *f) {
  const size_t n = f->model->n_coefficients;
  if (!f->model->form || n > MAX_COEFS || f->model->n_variables > MAX_VARIABLES)
    return false;
  if (!strcmp(f->unit, "1"))
    return try_form(f, 0, LCM_DIM_NONE);
  const lcm_dim dim = lcm_measure_find(f->unit)->dim;
  for (unsigned k = (unsigned)n; k > 0; k--)
    for (unsigned mask = 1; mask < 1u << n; mask++)
      if (bits_of(mask) == k && try_form(f, mask, dim))
        return true;
  f->whole = true;
  return try_form(f, 0, LCM_DIM_NONE);
}

/* Bind the variables of "model" at corner "i" and the coefficients of "f", at
 * their estimates with "digits" digits (0: all). */
static struct at_corner corner_of(const struct form *f, size_t i,
                                  const double *values) {
  struct at_corner at = {.n = 0};
  for (size_t k = 0; k < f->model->n_variables; k++) {
    const struct lcm_fit_range *v = &f->model->variables[k];
    at.env[at.n++] = (lcm_binding){lcm_intern(f->ctx, v->name),
                                   i >> k & 1 ? v->high : v->low};
  }
  for (size_t k = 0; k < f->model->n_coefficients; k++)
    if (f->names[k])
      at.env[at.n++] = (lcm_binding){f->names[k], values[k]};
  return at;
}

/* Return "value" with "digits" significant digits, as they are written. */
static double rounded(double value, int digits) {
  lcm_buf buf = {0};
  const char *end = NULL;
  lcm_buf_short(&buf, value, digits);
  const double out = buf.text ? lcm_strtod(buf.text, &end) : value;
  lcm_buf_free(&buf);
  return out;
}

/* Return the value of the form of "f" with "values" at corner "i". */
static double value_at(const struct form *f, size_t i, const double *values) {
  const struct at_corner at = corner_of(f, i, values);
  double value = 0;
  return lcm_expr_eval(&value, f->expr, at.env, at.n) ? NAN : value;
}

/* Return whether the estimates with "digits" digits give the same values as all
 * of them, to 1e-6. */
static bool suffices(const struct form *f, int digits) {
  double exact[MAX_COEFS];
  double given[MAX_COEFS];
  for (size_t k = 0; k < f->model->n_coefficients; k++) {
    exact[k] = f->model->coefficients[k].value;
    given[k] = rounded(exact[k], digits);
  }
  for (size_t i = 0; i < (size_t)1 << f->model->n_variables; i++) {
    const double a = value_at(f, i, exact);
    const double b = value_at(f, i, given);
    if (fabs(a - b) > 1e-6 * fabs(a))
      return false;
  }
  return true;
}

/* Return the half-width of coefficient "i". */
static double half_width(const struct form *f, size_t i) {
  const struct lcm_fit_coefficient *c = &f->model->coefficients[i];
  const double half = (c->high - c->low) / 2;
  return half > 0 && isfinite(half) ? half : 0;
}

/* Return the correlation of the coefficients "i" and "k". */
static double correlation(const struct form *f, size_t i, size_t k) {
  const size_t n = f->model->n_coefficients;
  const double *c = f->model->covariance;
  const double scale = c ? sqrt(c[i * n + i] * c[k * n + k]) : 0;
  const double rho = scale > 0 ? c[i * n + k] / scale : 0;
  return !isfinite(rho) ? 0 : rho > 1 ? 1 : rho < -1 ? -1 : rho;
}

/* Put the slope of the form by each coefficient at corner "corner" into
 * "out". */
static void slopes_at(double out[MAX_COEFS], const struct form *f,
                      size_t corner) {
  double values[MAX_COEFS];
  for (size_t k = 0; k < f->model->n_coefficients; k++)
    values[k] = f->model->coefficients[k].value;
  for (size_t k = 0; k < f->model->n_coefficients; k++) {
    const double value = values[k];
    const double step = value != 0 ? fabs(value) * 1e-6 : half_width(f, k);
    values[k] = value + step;
    const double above = value_at(f, corner, values);
    values[k] = value - step;
    const double below = value_at(f, corner, values);
    values[k] = value;
    out[k] = step > 0 ? (above - below) / (2 * step) : 0;
  }
}

/* Return the square of the half-width of the form where its slopes are "slope":
 * half-widths with "half" digits and correlations with "digits" (0: all). */
static double square_of(const struct form *f, const double *slope, int half,
                        int digits) {
  double sum = 0;
  for (size_t i = 0; i < f->model->n_coefficients; i++)
    for (size_t k = 0; k < f->model->n_coefficients; k++) {
      double rho = i == k ? 1 : correlation(f, i, k);
      double a = half_width(f, i);
      double b = half_width(f, k);
      if (half) {
        rho = rounded(rho, digits);
        a = rounded(a, half);
        b = rounded(b, half);
      }
      sum += slope[i] * slope[k] * a * b * rho;
    }
  return sum;
}

/* Put the fewest digits of half-widths and correlations that give the interval
 * of the fit, to 1e-3, into "*half" and "*digits". */
static void choose_digits(int *half, int *digits, const struct form *f) {
  for (*half = 3, *digits = 6; *digits < MOST_DIGITS; ++*half, ++*digits) {
    bool good = true;
    for (size_t i = 0; i < (size_t)1 << f->model->n_variables && good; i++) {
      double slope[MAX_COEFS];
      slopes_at(slope, f, i);
      const double exact = square_of(f, slope, 0, 0);
      const double given = square_of(f, slope, *half, *digits);
      good = fabs(given - exact) <= 2e-3 * fabs(exact);
    }
    if (good)
      return;
  }
}

/* A unit to write a number of seconds in, from "least" on. */
struct scale {
  const char *name;
  double factor;
  double least;
};

/* Return the unit to write a coefficient of "value" of the dimension "unit"
 * in. */
static struct scale scale_of(double value, const char *unit) {
  static const struct scale SECONDS[] = {{"s", 1, 1},
                                         {"ms", 1e-3, 1e-3},
                                         {"us", 1e-6, 1e-6},
                                         {"ns", 1e-9, 1e-10},
                                         {"ps", 1e-12, 0}};
  size_t i = 0;
  if (strcmp(unit, "s") != 0 || value == 0 || !isfinite(value))
    return (struct scale){unit, 1, 0};
  while (fabs(value) < SECONDS[i].least)
    i++;
  return SECONDS[i];
}

/* How the numbers of a form are written. */
struct digits {
  int value;
  int half;
  int rho;
};

/* Return "value" / "by" as it is nearest to "value" / "by" in decimal, where
 * "by" is a power of ten of a unit. */
static double scaled(double value, const struct scale *scale) {
  return scale->factor < 1 ? value * round(1 / scale->factor) : value;
}

/* Append coefficient "i" of "f", divided by "divide". */
static void put_coef(lcm_buf *buf, const struct form *f, size_t i,
                     const struct lcm_fit_writing *how,
                     const struct digits *digits, bool apart) {
  const bool carries = f->carries >> i & 1;
  const double divide = carries ? how->divide : 1;
  const double value = f->model->coefficients[i].value / divide;
  const double half = half_width(f, i) / divide;
  struct scale scale = scale_of(value, f->unit);
  if (!carries)
    scale = (struct scale){"", 1, 0};
  const bool paren = apart || (half == 0 && value < 0);
  lcm_buf_puts(buf, paren ? "(" : "");
  if (half > 0) {
    lcm_buf_putc(buf, '(');
    if (how->prefix)
      lcm_buf_printf(buf, "%s%zu = ", how->prefix, how->first + i);
    lcm_buf_short(buf, scaled(value, &scale), digits->value);
    lcm_buf_puts(buf, " +/- ");
    lcm_buf_short(buf, scaled(half, &scale), digits->half);
    lcm_buf_putc(buf, ')');
  } else
    lcm_buf_short(buf, scaled(value, &scale), digits->value);
  if (carries)
    lcm_buf_printf(buf, " %s", scale.name);
  lcm_buf_puts(buf, paren ? ")" : "");
}

/* Return whether what follows a unit at "at" would be read as a part of it: a
 * power, or a factor called like a unit. */
static bool goes_on(const char *at) {
  char word[32];
  size_t n = 0;
  at += strspn(at, " ");
  if (*at == '^')
    return true;
  if (*at != '*' && *at != '/')
    return false;
  at++;
  at += strspn(at, " ");
  while (n + 1 < sizeof word && (isalnum((unsigned char)at[n]) || at[n] == '_'))
    n++;
  memcpy(word, at, n);
  word[n] = '\0';
  return lcm_measure_find(word) != NULL;
}

/* Append the form of "f" with its numbers. */
static void put_form(lcm_buf *buf, const struct form *f,
                     const struct lcm_fit_writing *how,
                     const struct digits *digits) {
  const char *at = f->model->form;
  while (*at) {
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.')
      n++;
    if (!n) {
      lcm_buf_putc(buf, *at++);
      continue;
    }
    const size_t coef = coef_at(f->model, at, n);
    if (coef < f->model->n_coefficients)
      put_coef(buf, f, coef, how, digits, goes_on(at + n));
    else if (n == 1 && *at == 'p' && how->procs)
      lcm_buf_puts(buf, "procs");
    else
      lcm_buf_add(buf, at, n);
    at += n;
  }
}

/* Put the directives about the coefficients of "f" into "out". */
static void relate(struct lcm_fit_text *out, const struct form *f,
                   const struct lcm_fit_writing *how,
                   const struct digits *digits) {
  LCM_LIST(const char *) all = {0};
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const size_t n = f->model->n_coefficients;
  for (size_t i = 0; i < n; i++)
    for (size_t k = i + 1; k < n; k++) {
      const double rho = rounded(correlation(f, i, k), digits->rho);
      if (rho == 0 || half_width(f, i) == 0 || half_width(f, k) == 0)
        continue;
      lcm_buf buf = {0};
      lcm_buf_printf(&buf, "correlation %s%zu, %s%zu = ", how->prefix,
                     how->first + i, how->prefix, how->first + k);
      lcm_buf_short(&buf, rho, digits->rho);
      LCM_LIST_ADD(arena, &all, lcm_ctx_text(f->ctx, &buf));
    }
  out->relations = all.at;
  out->n_relations = all.n;
}

/* Return the unit of "model", NULL for one that the language has not. */
static const char *unit_of(const lcm_fit_model *model) {
  static const char *const UNITS[] = {"s", "byte", "flop", "1"};
  if (!model->unit || !*model->unit)
    return "s";
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (!strcmp(UNITS[i], model->unit))
      return UNITS[i];
  return NULL;
}

bool lcm_fit_write(struct lcm_fit_text *out, lcm_ctx *ctx,
                   const lcm_fit_model *model,
                   const struct lcm_fit_writing *how) {
  struct form f = {.ctx = ctx, .model = model, .unit = unit_of(model)};
  struct digits digits = {.value = 6};
  lcm_buf buf = {0};
  *out = (struct lcm_fit_text){0};
  if (!f.unit || !read_form(&f))
    return false;
  while (digits.value < MOST_DIGITS && !suffices(&f, digits.value))
    digits.value++;
  choose_digits(&digits.half, &digits.rho, &f);
  if (f.whole)
    lcm_buf_putc(&buf, '(');
  put_form(&buf, &f, how, &digits);
  if (f.whole) {
    lcm_buf_puts(&buf, ") * ");
    lcm_buf_short(&buf, 1 / how->divide, MOST_DIGITS);
    lcm_buf_printf(&buf, " %s", f.unit);
  }
  out->formula = lcm_ctx_text(ctx, &buf);
  if (how->prefix)
    relate(out, &f, how, &digits);
  return true;
}

double lcm_fit_corner(lcm_ctx *ctx, const lcm_fit_model *model, size_t i) {
  lcm_binding env[MAX_VARIABLES];
  double value = 0;
  if (!model->expr || model->n_variables > MAX_VARIABLES)
    return NAN;
  for (size_t k = 0; k < model->n_variables; k++)
    env[k] = (lcm_binding){lcm_intern(ctx, model->variables[k].name),
                           i >> k & 1 ? model->variables[k].high
                                      : model->variables[k].low};
  return lcm_expr_eval(&value, model->expr, env, model->n_variables) ? NAN
                                                                     : value;
}

bool lcm_fit_is_zero(lcm_ctx *ctx, const lcm_fit_model *model) {
  bool zero = model->expr != NULL;
  for (size_t i = 0; zero && model->n_variables <= MAX_VARIABLES &&
                     i >> model->n_variables == 0;
       i++)
    zero = lcm_fit_corner(ctx, model, i) == 0;
  return zero;
}
