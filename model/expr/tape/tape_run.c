/* Evaluating a tape at many points, a block at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr/operate.h"
#include "model/expr/tape/tape_run.h"
#include "model/expr/tape/tape_run_internal.h"

static const double MAX_ITERATIONS = 1e8;

/* Evaluate the condition or remainder "op" of "x" and "y" at "n" points into
 * "r", as lcm_expr_operate does; false where it is something else. */
static bool run_condition(int op, double *restrict r, const double *x,
                          const double *y, size_t n) {
  switch (op) {
  case LCM_X_MOD:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] - y[i] * floor(x[i] / y[i]);
    return true;
  case LCM_X_LT:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] < y[i];
    return true;
  case LCM_X_LE:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] <= y[i];
    return true;
  case LCM_X_EQ:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] == y[i];
    return true;
  case LCM_X_NE:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] != y[i];
    return true;
  case LCM_X_AND:
    for (size_t i = 0; i < n; i++)
      r[i] = (x[i] != 0) & (y[i] != 0);
    return true;
  case LCM_X_OR:
    for (size_t i = 0; i < n; i++)
      r[i] = (x[i] != 0) | (y[i] != 0);
    return true;
  case LCM_X_NOT:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] == 0;
    return true;
  }
  return false;
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
  case LCM_T_QUOTIENT:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] / y[i];
    return;
  case LCM_X_MAX:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] >= y[i] || isnan(x[i]) ? x[i] : y[i];
    return;
  case LCM_X_MIN:
    for (size_t i = 0; i < n; i++)
      r[i] = x[i] <= y[i] || isnan(x[i]) ? x[i] : y[i];
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
  for (size_t i = run_condition(op, r, x, y, n) ? n : 0; i < n; i++)
    r[i] = lcm_expr_operate((lcm_expr_kind)op, x[i], y[i]);
}

/* Return the registers for the body of a loop: columns, results and slots. */
static double *new_work(const lcm_tape *body) {
  return malloc((body->n_names + 1 + body->n_slots) * LCM_TAPE_BLOCK *
                sizeof(double));
}

/* Join the "n" values at "v" of the body of the loop "kind" to "all". */
static double join_values(int kind, double all, const double *v, size_t n,
                          bool first) {
  for (size_t i = 0; i < n; i++)
    if (kind == LCM_X_SUM)
      all += v[i];
    else if (kind == LCM_X_PROD)
      all *= v[i];
    else
      all = first && !i ? v[i] : fmax(all, v[i]);
  return all;
}

/* Return "all", to which the values of the loop "in" from range[0] to range[1]
 * are joined; "columns" are what its body is given, and stand in "work" with
 * memory for it. */
static double join_range(double all, const struct lcm_instruction *in,
                         const double range[2], const double *const *columns,
                         double *work) {
  const lcm_tape *body = in->body;
  const size_t n_names = body->n_names;
  double *const index = work + (n_names - 1) * LCM_TAPE_BLOCK;
  for (double first = range[0]; first <= range[1]; first += LCM_TAPE_BLOCK) {
    size_t n = 0;
    for (; n < LCM_TAPE_BLOCK && first + (double)n <= range[1]; n++)
      index[n] = first + (double)n;
    const struct lcm_tape_block block = {
        body,           columns,    0, n, work + (n_names + 1) * LCM_TAPE_BLOCK,
        LCM_TAPE_BLOCK, body->slots};
    lcm_tape_run_block(&block);
    all = join_values(in->op, all,
                      block.registers + body->slots[body->out[0]] * block.pitch,
                      n, first == range[0]);
  }
  return all;
}

/* Return the value of the loop "in" from "from" to "to", the names having the
 * values at "values"; "work" is memory for its body. */
static double run_loop(const struct lcm_instruction *in, const double *values,
                       const double range[2], double *work) {
  const size_t n_names = in->body->n_names;
  const double *columns[LCM_TAPE_NAMES];
  const double none = in->op == LCM_X_PROD ? 1 : 0;
  const double n = floor(range[1] - range[0]) + 1;
  for (size_t j = 0; j < n_names; j++) {
    columns[j] = work + j * LCM_TAPE_BLOCK;
    for (size_t i = 0; j + 1 < n_names && i < LCM_TAPE_BLOCK; i++)
      work[j * LCM_TAPE_BLOCK + i] = values[j];
  }
  if (!in->period || n < 2 * in->period)
    return join_range(none, in, range, columns, work);
  const double some = fmod(n, in->period);
  const double first[] = {range[0], range[0] + some - 1};
  const double others[] = {range[0] + some, range[0] + in->period - 1};
  const double rest = join_range(none, in, first, columns, work);
  return join_range(rest, in, others, columns, work) * floor(n / in->period) +
         rest;
}

/* Set "used" for each of the first "n" names that "body" depends on. */
static void note_used(bool *used, size_t n, const lcm_tape *body) {
  for (size_t at = 0; at < body->n; at++) {
    const struct lcm_instruction *in = &body->code[at];
    if (in->op == LCM_T_INPUT && in->a < n)
      used[in->a] = true;
    if (in->body)
      note_used(used, n, in->body);
  }
}

/* Return whether the names "used" have the same values at point "i" of "b" as
 * at the one before, and "ends" are the same, too. */
static bool is_again(const struct lcm_tape_block *b, const double *ends[2],
                     const bool *used, size_t i) {
  if (!i || ends[0][i] != ends[0][i - 1] || ends[1][i] != ends[1][i - 1])
    return false;
  for (size_t j = 0; j < b->tape->n_names; j++)
    if (used[j] &&
        b->columns[j][b->first + i] != b->columns[j][b->first + i - 1])
      return false;
  return true;
}

/* Return how many iterations the longest of the loops "in" between "ends" has
 * where they are short, and mostly as long: then those of one number are run at
 * all points of "b" together.  0: they are not. */
static double most_together(const struct lcm_tape_block *b,
                            const struct lcm_instruction *in,
                            const double *ends[2]) {
  enum { MOST = 64, POINTS = 8 };
  double most = 0;
  double sum = 0;
  if (b->n < POINTS || b->tape->n_names >= LCM_TAPE_NAMES)
    return 0;
  for (size_t i = 0; i < b->n; i++) {
    const double n = floor(ends[1][i] - ends[0][i]) + 1;
    if (!(n <= MOST) || (in->period > 0 && n >= 2 * in->period))
      return 0;
    most = fmax(most, n);
    sum += fmax(n, 0);
  }
  return most * (double)b->n <= 2 * sum ? most : 0;
}

/* As run_loops, of loops of "most" iterations or fewer, with "work" for their
 * body. */
static void run_together(const struct lcm_tape_block *b, double *r,
                         const struct lcm_instruction *in,
                         const double *ends[2], double most, double *work) {
  const size_t n_names = b->tape->n_names;
  const double *columns[LCM_TAPE_NAMES];
  for (size_t j = 0; j < n_names; j++)
    columns[j] = b->columns[j] + b->first;
  columns[n_names] = work;
  for (size_t i = 0; i < b->n; i++)
    r[i] = in->op == LCM_X_PROD;
  for (double step = 0; step < most; step++) {
    const struct lcm_tape_block block = {
        in->body,       columns,        0, b->n, work + LCM_TAPE_BLOCK,
        LCM_TAPE_BLOCK, in->body->slots};
    for (size_t i = 0; i < b->n; i++)
      work[i] = ends[0][i] + step;
    lcm_tape_run_block(&block);
    const double *v =
        block.registers + block.slots[in->body->out[0]] * block.pitch;
    for (size_t i = 0; i < b->n; i++)
      if (work[i] <= ends[1][i])
        r[i] = join_values(in->op, r[i], &v[i], 1, step == 0);
  }
}

/* Evaluate the loop "in" for each point of "b" into "r", between "ends"; where
 * "closed" (may be NULL) is a number, that is its value. */
static void run_loops(const struct lcm_tape_block *b, double *r,
                      const struct lcm_instruction *in, const double *ends[2],
                      const double *closed) {
  const size_t n_names = b->tape->n_names;
  double values[LCM_TAPE_NAMES];
  bool used[LCM_TAPE_NAMES] = {false};
  double *work = n_names < LCM_TAPE_NAMES ? new_work(in->body) : NULL;
  const double most = work ? most_together(b, in, ends) : 0;
  if (most > 0)
    run_together(b, r, in, ends, most, work);
  if (work)
    note_used(used, n_names, in->body);
  for (size_t i = 0; i < b->n; i++) {
    const double range[] = {ends[0][i], ends[1][i]};
    for (size_t j = 0; work && j < n_names; j++)
      values[j] = b->columns[j][b->first + i];
    const bool known = work && range[1] - range[0] <= MAX_ITERATIONS;
    if (closed && !isnan(closed[i]))
      r[i] = closed[i];
    else if (most > 0)
      continue;
    else if (work && is_again(b, ends, used, i) &&
             (!closed || isnan(closed[i - 1])))
      r[i] = r[i - 1];
    else
      r[i] = known ? run_loop(in, values, range, work) : NAN;
  }
  free(work);
}

/* Return the register of the result of instruction "at". */
static double *place(const struct lcm_tape_block *b, size_t at) {
  return b->registers + (b->slots ? b->slots[at] : at) * b->pitch;
}

/* Evaluate instruction "at" for the points of "b". */
static void run_instruction(const struct lcm_tape_block *b, size_t at) {
  const struct lcm_instruction *in = &b->tape->code[at];
  double *restrict r = place(b, at);
  if (in->op == LCM_T_INPUT) {
    memcpy(r, b->columns[in->a] + b->first, b->n * sizeof *r);
    return;
  }
  const double *x = place(b, in->a);
  const double *y = place(b, in->b);
  const double *z = place(b, in->c);
  switch (in->op) {
  case LCM_T_CONST:
  case LCM_T_COEF:
    for (size_t i = 0; i < b->n; i++)
      r[i] = in->op == LCM_T_CONST ? in->k : in->coef->value;
    return;
  case LCM_T_SCALE:
    for (size_t i = 0; i < b->n; i++)
      r[i] = in->k * x[i];
    return;
  case LCM_T_POWI:
    for (size_t i = 0; i < b->n; i++)
      r[i] = in->k == 2 ? x[i] * x[i] : lcm_expr_power(x[i], in->k);
    return;
  case LCM_X_IF:
    for (size_t i = 0; i < b->n; i++)
      r[i] = x[i] != 0 ? y[i] : z[i];
    return;
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    run_loops(b, r, in, (const double *[]){x, y}, in->k != 0 ? z : NULL);
    return;
  }
  run_operator(in->op, r, x, y, b->n);
}

void lcm_tape_run_block(const struct lcm_tape_block *b) {
  for (size_t at = 0; at < b->tape->n; at++)
    run_instruction(b, at);
}

void lcm_tape_run(const lcm_tape *tape, const double *const *columns,
                  size_t points, double *const *results) {
  const size_t pitch = points < LCM_TAPE_BLOCK ? points : LCM_TAPE_BLOCK;
  double *registers = malloc((tape->n_slots + 1) * pitch * sizeof *registers);
  for (size_t first = 0; first < points; first += LCM_TAPE_BLOCK) {
    const size_t n =
        points - first < LCM_TAPE_BLOCK ? points - first : LCM_TAPE_BLOCK;
    const struct lcm_tape_block block = {tape,      columns, first,      n,
                                         registers, pitch,   tape->slots};
    if (registers)
      lcm_tape_run_block(&block);
    for (size_t k = 0; k < tape->n_out; k++)
      for (size_t i = 0; i < n; i++)
        results[k][first + i] =
            registers ? place(&block, tape->out[k])[i] : NAN;
  }
  free(registers);
}
