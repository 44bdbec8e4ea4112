#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/tape_internal.h"

enum { BLOCK = 128 };

/* A compilation: where each expression's result is. */
struct compiler {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_instruction) code;
  const lcm_expr **keys;
  unsigned *places;
  size_t cap;
  size_t n_known;
  const char *const *names;
  size_t n_names;
  lcm_status status;
};

/* Add an instruction; return its register. */
static unsigned emit(struct compiler *c, struct lcm_instruction instruction) {
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->code, instruction);
  return (unsigned)(c->code.n - 1);
}

/* Return the place of "e" in the table of known results. */
static size_t slot_of(const struct compiler *c, const lcm_expr *e) {
  size_t i = (size_t)e->hash & (c->cap - 1);
  while (c->keys[i] && c->keys[i] != e)
    i = (i + 1) & (c->cap - 1);
  return i;
}

/* Remember that the result of "e" is in "place". */
static void remember(struct compiler *c, const lcm_expr *e, unsigned place) {
  if (2 * (c->n_known + 1) > c->cap) {
    const lcm_expr **keys = c->keys;
    const unsigned *places = c->places;
    const size_t cap = c->cap;
    c->cap = cap ? 2 * cap : 256;
    c->keys = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), const lcm_expr *, c->cap);
    c->places = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), unsigned, c->cap);
    for (size_t i = 0; i < cap; i++)
      if (keys[i]) {
        const size_t slot = slot_of(c, keys[i]);
        c->keys[slot] = keys[i];
        c->places[slot] = places[i];
      }
  }
  const size_t slot = slot_of(c, e);
  c->n_known++;
  c->keys[slot] = e;
  c->places[slot] = place;
}

static unsigned compile(struct compiler *c, const lcm_expr *e);

/* Compile a constant. */
static unsigned constant(struct compiler *c, double value) {
  return emit(c, (struct lcm_instruction){.op = LCM_T_CONST, .k = value});
}

/* Compile the symbol "e". */
static unsigned input(struct compiler *c, const lcm_expr *e) {
  for (unsigned i = 0; i < c->n_names; i++)
    if (!strcmp(c->names[i], e->name))
      return emit(c, (struct lcm_instruction){.op = LCM_T_INPUT, .a = i});
  lcm_report(c->ctx, LCM_DIAG_UNBOUND, lcm_expr_state(c->ctx)->at,
             "nothing gives '%s' a value", e->name);
  c->status = LCM_EUNBOUND;
  return constant(c, NAN);
}

/* Compile "op" of the registers "a" and "b". */
static unsigned binary(struct compiler *c, int op, unsigned a, unsigned b) {
  return emit(c, (struct lcm_instruction){.op = op, .a = a, .b = b});
}

/* Compile base^exponent: small whole exponents and roots apart. */
static unsigned power(struct compiler *c, const lcm_expr *e) {
  const lcm_expr *exponent = e->args[1];
  const unsigned base = compile(c, e->args[0]);
  if (exponent->kind == LCM_X_NUMBER && !exponent->rat.big) {
    if (exponent->rat.den == 1 && labs((long)exponent->rat.num) <= 64)
      return emit(c, (struct lcm_instruction){.op = LCM_T_POWI,
                                              .a = base,
                                              .k = (double)exponent->rat.num});
    if (exponent->rat.den == 2 && exponent->rat.num == 1)
      return binary(c, LCM_X_SQRT, base, base);
  }
  return binary(c, LCM_X_POW, base, compile(c, exponent));
}

/* Compile a sum, product, max or min of any number of operands. */
static unsigned chain(struct compiler *c, const lcm_expr *e, int op) {
  unsigned all = 0;
  size_t i = 0;
  if (e->kind == LCM_X_MUL_OF && !lcm_rat_is(e->rat, 1))
    all = constant(c, lcm_rat_double(e->rat));
  else
    all = compile(c, e->args[i++]);
  for (; i < e->n; i++)
    all = binary(c, op, all, compile(c, e->args[i]));
  return all;
}

/* Compile a loop: its names must be inputs too. */
static unsigned over(struct compiler *c, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, c->ctx, e);
  for (size_t i = 0; i < n; i++) {
    size_t j = 0;
    while (j < c->n_names && strcmp(c->names[j], names[i]) != 0)
      j++;
    if (j == c->n_names)
      return input(c, &(lcm_expr){.name = names[i]});
  }
  return emit(c, (struct lcm_instruction){.op = LCM_T_OVER, .over = e});
}

/* Compile "e" afresh. */
static unsigned compile_new(struct compiler *c, const lcm_expr *e) {
  switch ((int)e->kind) {
  case LCM_X_NUMBER:
    return constant(c, lcm_rat_double(e->rat));
  case LCM_X_SYMBOL:
    return input(c, e);
  case LCM_X_COEF:
    return emit(c, (struct lcm_instruction){.op = LCM_T_COEF, .coef = e->coef});
  case LCM_X_SUM_OF:
    return chain(c, e, LCM_T_ADD);
  case LCM_X_MUL_OF:
    return chain(c, e, LCM_T_MUL);
  case LCM_X_MAX:
  case LCM_X_MIN:
    return chain(c, e, e->kind);
  case LCM_X_POW:
    return power(c, e);
  case LCM_X_IF: {
    const unsigned cond = compile(c, e->args[0]);
    const unsigned yes = compile(c, e->args[1]);
    const unsigned no = compile(c, e->args[2]);
    return emit(c, (struct lcm_instruction){
                       .op = LCM_X_IF, .a = cond, .b = yes, .c = no});
  }
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    return over(c, e);
  }
  const unsigned a = compile(c, e->args[0]);
  return binary(c, e->kind, a, e->n > 1 ? compile(c, e->args[1]) : a);
}

/* Compile "e", or find it compiled already; return its register. */
static unsigned compile(struct compiler *c, const lcm_expr *e) {
  if (c->cap) {
    const size_t slot = slot_of(c, e);
    if (c->keys[slot])
      return c->places[slot];
  }
  const unsigned place = compile_new(c, e);
  remember(c, e, place);
  return place;
}

lcm_status lcm_tape_compile(lcm_tape **out, lcm_ctx *ctx,
                            const lcm_expr *const *exprs, size_t n,
                            const char *const *names, size_t n_names) {
  struct compiler c = {.ctx = ctx, .names = names, .n_names = n_names};
  lcm_tape *tape = LCM_NEW(lcm_ctx_arena(ctx), lcm_tape);
  tape->out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), unsigned, n + 1);
  for (size_t i = 0; i < n; i++)
    tape->out[i] = compile(&c, exprs[i]);
  tape->n_out = n;
  tape->code = c.code.at;
  tape->n = c.code.n;
  tape->names = names;
  tape->n_names = n_names;
  if (!c.status)
    *out = tape;
  return c.status;
}

/* Return base to the whole power "k" by squaring. */
static double power_whole(double base, double k) {
  double out = 1;
  for (unsigned left = (unsigned)fabs(k); left; left /= 2) {
    if (left & 1)
      out *= base;
    base *= base;
  }
  return k < 0 ? 1 / out : out;
}

/* Evaluate the loop "e" with the inputs of "tape" at "values". */
static double evaluate_over(const lcm_tape *tape, const lcm_expr *e,
                            const double *values) {
  lcm_binding env[64];
  double out = NAN;
  if (tape->n_names > 64)
    return NAN;
  for (size_t j = 0; j < tape->n_names; j++)
    env[j] = (lcm_binding){tape->names[j], values[j]};
  if (lcm_expr_eval(&out, e, env, tape->n_names))
    return NAN;
  return out;
}

/* The registers of a block of points: register r at r * BLOCK. */
struct block {
  const lcm_tape *tape;
  const double *const *columns;
  size_t first;
  size_t n;
  double *registers;
};

/* Evaluate an OVER for each point of "b" into "r". */
static void run_over(const struct block *b, double *r, const lcm_expr *e) {
  double values[64];
  for (size_t i = 0; i < b->n; i++) {
    for (size_t j = 0; j < b->tape->n_names && j < 64; j++)
      values[j] = b->columns[j][b->first + i];
    r[i] = evaluate_over(b->tape, e, values);
  }
}

/* Evaluate the operator "op" of "x" and "y" at "n" points into "r". */
static void run_operator(int op, double *restrict r, const double *x,
                         const double *y, size_t n) {
  switch (op) {
  case LCM_T_ADD:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] + y[i];
    return;
  case LCM_T_MUL:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] * y[i];
    return;
  case LCM_X_MAX:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] >= y[i] || isnan(x[i]) ? x[i] : y[i];
    return;
  case LCM_X_SQRT:
    for (size_t i = 0; i < n; i++)
      r[i] = sqrt(x[i]);
    return;
  case LCM_X_LOG2:
    for (size_t i = 0; i < n; i++)
      r[i] = log2(x[i]);
    return;
  }
  for (size_t i = 0; i < n; i++)
    r[i] = lcm_expr_compute((lcm_expr_kind)op, x[i], y[i]);
}

/* Evaluate instruction "at" for the points of "b". */
static void run_instruction(const struct block *b, size_t at) {
  const struct lcm_instruction *in = &b->tape->code[at];
  double *r = b->registers + at * BLOCK;
  const double *x = b->registers + (size_t)in->a * BLOCK;
  const double *y = b->registers + (size_t)in->b * BLOCK;
  const double *z = b->registers + (size_t)in->c * BLOCK;
  switch (in->op) {
  case LCM_T_CONST:
  case LCM_T_COEF:
    for (size_t i = 0; i < b->n; i++)
      r[i] = in->op == LCM_T_CONST ? in->k : in->coef->value;
    return;
  case LCM_T_INPUT:
    memcpy(r, b->columns[in->a] + b->first, b->n * sizeof *r);
    return;
  case LCM_T_POWI:
    for (size_t i = 0; i < b->n; i++)
      r[i] = in->k == 2 ? x[i] * x[i] : power_whole(x[i], in->k);
    return;
  case LCM_X_IF:
    for (size_t i = 0; i < b->n; i++)
      r[i] = x[i] != 0 ? y[i] : z[i];
    return;
  case LCM_T_OVER:
    run_over(b, r, in->over);
    return;
  }
  run_operator(in->op, r, x, y, b->n);
}

void lcm_tape_run(const lcm_tape *tape, const double *const *columns,
                  size_t points, double *const *results) {
  double *registers = malloc((tape->n + 1) * BLOCK * sizeof *registers);
  for (size_t first = 0; first < points; first += BLOCK) {
    const size_t n = points - first < BLOCK ? points - first : BLOCK;
    const struct block block = {tape, columns, first, n, registers};
    for (size_t at = 0; registers && at < tape->n; at++)
      run_instruction(&block, at);
    for (size_t k = 0; k < tape->n_out; k++)
      for (size_t i = 0; i < n; i++)
        results[k][first + i] =
            registers ? registers[tape->out[k] * BLOCK + i] : NAN;
  }
  free(registers);
}

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
  case LCM_T_POWI:
    d[in->a] += own * in->k * power_whole(x, in->k - 1);
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
    d[(in->op == LCM_X_MAX) == (x >= y) ? in->a : in->b] += own;
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

/* Return the derivative of the loop "e" by the coefficient "coef". */
static double derive_over(const lcm_tape *tape, const lcm_expr *e,
                          const double *values, const lcm_coef *coef) {
  lcm_binding env[65];
  double ends[2] = {0, 0};
  const double step = fmax(fabs(coef->value), 1e-30) * 1e-6;
  const size_t n = tape->n_names < 64 ? tape->n_names : 64;
  for (size_t j = 0; j < n; j++)
    env[j] = (lcm_binding){tape->names[j], values[j]};
  for (int side = 0; side < 2; side++) {
    env[n] = (lcm_binding){coef->name, coef->value + (2 * side - 1) * step};
    if (lcm_expr_eval(&ends[side], e, env, n + 1))
      return NAN;
  }
  return (ends[1] - ends[0]) / (2 * step);
}

/* Return the index of "coef" among the "n" "coefs", or "n". */
static size_t coef_index(const lcm_coef *const *coefs, size_t n,
                         const lcm_coef *coef) {
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

/* Put the values of all registers at one point into "v". */
static void values_at_point(const lcm_tape *tape, const double *values,
                            double *v) {
  double *registers = malloc((tape->n + 1) * BLOCK * sizeof *registers);
  const double *columns[64];
  for (size_t j = 0; j < tape->n_names && j < 64; j++)
    columns[j] = &values[j];
  const struct block block = {tape, columns, 0, 1, registers};
  for (size_t at = 0; registers && at < tape->n; at++) {
    run_instruction(&block, at);
    v[at] = registers[at * BLOCK];
  }
  free(registers);
}

void lcm_tape_gradient(const lcm_tape *tape, size_t k, const double *values,
                       const lcm_coef *const *coefs, size_t n,
                       double *gradient) {
  double *v = calloc(2 * (tape->n + 1), sizeof *v);
  double *d = v ? v + tape->n + 1 : NULL;
  memset(gradient, 0, n * sizeof *gradient);
  if (!v)
    return;
  values_at_point(tape, values, v);
  d[tape->out[k]] = 1;
  for (size_t at = tape->n; at-- > 0;) {
    const struct lcm_instruction *in = &tape->code[at];
    if (d[at] == 0)
      continue;
    if (in->op == LCM_T_COEF) {
      const size_t i = coef_index(coefs, n, in->coef);
      if (i < n)
        gradient[i] += d[at];
    } else if (in->op == LCM_T_OVER) {
      for (size_t i = 0; i < n; i++)
        gradient[i] += d[at] * derive_over(tape, in->over, values, coefs[i]);
    } else
      pull(in, v, d, d[at], v[at]);
  }
  free(v);
}
