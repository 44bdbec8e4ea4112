/* Compiling expressions to a tape of instructions for many evaluations. */
#include <math.h>
#include <stdlib.h>

#include "base/list.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/operate.h"
#include "model/expr/over.h"
#include "model/expr/pieces/periods.h"
#include "model/expr/tape/tape.h"
#include "model/expr/tape/tape_internal.h"

static const unsigned NONE = (unsigned)-1;

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
  for (size_t i = c->n_names; i-- > 0;)
    if (c->names[i] == e->name)
      return emit(
          c, (struct lcm_instruction){.op = LCM_T_INPUT, .a = (unsigned)i});
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

/* Compile a sum, max or min of any number of operands. */
static unsigned chain(struct compiler *c, const lcm_expr *e, int op) {
  unsigned all = compile(c, e->args[0]);
  for (size_t i = 1; i < e->n; i++)
    all = binary(c, op, all, compile(c, e->args[i]));
  return all;
}

/* Compile the product "e", dividing last: see lcm_expr_product. */
static unsigned product(struct compiler *c, const lcm_expr *e) {
  double top = 0;
  const double bottom = lcm_expr_fraction(&top, e);
  unsigned all = constant(c, top);
  bool plain = top == 1;
  for (size_t i = 0; i < e->n; i++)
    if (!lcm_expr_divisor(e->args[i])) {
      const unsigned part = compile(c, e->args[i]);
      all = plain ? part : binary(c, LCM_T_MUL, all, part);
      plain = false;
    }
  for (size_t i = 0; i < e->n; i++) {
    const double k = lcm_expr_divisor(e->args[i]);
    const lcm_expr *base = e->args[i]->n ? e->args[i]->args[0] : NULL;
    if (!k)
      continue;
    unsigned part = compile(c, base);
    if (k != 1)
      part = emit(
          c, (struct lcm_instruction){.op = LCM_T_POWI, .a = part, .k = k});
    all = binary(c, LCM_T_QUOTIENT, all, part);
  }
  return bottom == 1 ? all
                     : binary(c, LCM_T_QUOTIENT, all, constant(c, bottom));
}

/* Compile how often the loop "e" is run. */
static unsigned count_of(struct compiler *c, const lcm_expr *e) {
  const unsigned from = compile(c, e->args[0]);
  const unsigned to = compile(c, e->args[1]);
  const unsigned back =
      emit(c, (struct lcm_instruction){.op = LCM_T_SCALE, .a = from, .k = -1});
  const unsigned extent = binary(c, LCM_T_ADD, to, back);
  const unsigned whole = binary(c, LCM_X_FLOOR, extent, extent);
  const unsigned count = binary(c, LCM_T_ADD, whole, constant(c, 1));
  return binary(c, LCM_X_MAX, count, constant(c, 0));
}

/* Compile the loop "e", whose body is the same for every index. */
static unsigned repeated(struct compiler *c, const lcm_expr *e) {
  const unsigned count = count_of(c, e);
  const unsigned one = compile(c, e->args[2]);
  const bool sum = e->kind == LCM_X_SUM;
  const unsigned all = sum ? binary(c, LCM_T_MUL, one, count)
                       : e->kind == LCM_X_PROD
                           ? binary(c, LCM_X_POW, one, count)
                           : one;
  return emit(
      c, (struct lcm_instruction){.op = LCM_X_IF,
                                  .a = count,
                                  .b = all,
                                  .c = constant(c, e->kind == LCM_X_PROD)});
}

/* Compile the sum "e" in closed form into "*place", NaN where a name in it is
 * not whole; false where it has none. */
static bool closed_sum(unsigned *place, struct compiler *c, const lcm_expr *e) {
  const char *const *names = NULL;
  const lcm_expr *closed = e->kind == LCM_X_SUM ? lcm_expr_close(c->ctx, e) : e;
  if (closed == e || lcm_expr_has_loop(closed))
    return false;
  const size_t n = lcm_expr_names(&names, c->ctx, e);
  *place = compile(c, closed);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr draft = {.name = names[i]};
    const unsigned value = input(c, &draft);
    const unsigned floor = binary(c, LCM_X_FLOOR, value, value);
    *place =
        emit(c, (struct lcm_instruction){.op = LCM_X_IF,
                                         .a = binary(c, LCM_X_EQ, floor, value),
                                         .b = *place,
                                         .c = constant(c, NAN)});
  }
  return true;
}

/* Return after how many iterations the sum "e" adds the same again; 0: that is
 * not known. */
static double period_of(const lcm_expr *e) {
  return e->kind == LCM_X_SUM ? lcm_expr_period(e->args[2], e->name) : 0;
}

/* Compile the loop "e": its body is a tape of its own, with the index as a
 * further input. */
static unsigned over(struct compiler *c, const lcm_expr *e) {
  unsigned place = 0;
  if (!lcm_expr_has(e->args[2], e->name))
    return repeated(c, e);
  const char **names =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), const char *, c->n_names + 1);
  lcm_tape *body = NULL;
  for (size_t i = 0; i < c->n_names; i++)
    names[i] = c->names[i];
  names[c->n_names] = e->name;
  const lcm_status status =
      lcm_tape_compile(&body, c->ctx, &e->args[2], 1, names, c->n_names + 1);
  c->status = c->status ? c->status : status;
  const unsigned from = compile(c, e->args[0]);
  const unsigned to = compile(c, e->args[1]);
  const bool closed = !c->status && closed_sum(&place, c, e);
  return emit(c, (struct lcm_instruction){.op = (int)e->kind,
                                          .a = from,
                                          .b = to,
                                          .c = place,
                                          .k = closed,
                                          .body = body,
                                          .period = period_of(e)});
}

/* Compile "e" afresh. */
static unsigned compile_new(struct compiler *c, const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_NUMBER:
    return constant(c, e->number);
  case LCM_X_SYMBOL:
    return input(c, e);
  case LCM_X_COEF:
    return emit(c, (struct lcm_instruction){.op = LCM_T_COEF, .coef = e->coef});
  case LCM_X_SUM_OF:
    return chain(c, e, LCM_T_ADD);
  case LCM_X_MUL_OF:
    return product(c, e);
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
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_OF_TRUTH:
  case LCM_X_COUNT:
    break;
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

/* Return how many operands the instruction "in" has in registers. */
static unsigned operands(const struct lcm_instruction *in) {
  switch (in->op) {
  case LCM_T_CONST:
  case LCM_T_INPUT:
  case LCM_T_COEF:
    return 0;
  case LCM_T_POWI:
  case LCM_T_SCALE:
    return 1;
  case LCM_X_IF:
    return 3;
  }
  return in->body && in->k != 0 ? 3 : 2;
}

/* Return the register of operand "i" of "in". */
static unsigned operand(const struct lcm_instruction *in, unsigned i) {
  return i == 0 ? in->a : i == 1 ? in->b : in->c;
}

/* Put into "last" after which instruction each register is not needed any
 * more; NONE: to the end. */
static void find_last_uses(unsigned *last, const lcm_tape *tape) {
  for (unsigned at = 0; at < tape->n; at++) {
    last[at] = at;
    for (unsigned i = 0; i < operands(&tape->code[at]); i++)
      last[operand(&tape->code[at], i)] = at;
  }
  for (size_t k = 0; k < tape->n_out; k++)
    last[tape->out[k]] = NONE;
}

/* Give every register of "tape" a slot that no other needs meanwhile. */
static void assign_slots(lcm_ctx *ctx, lcm_tape *tape) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  unsigned *last = LCM_NEW_ARRAY(arena, unsigned, tape->n + 1);
  unsigned *idle = LCM_NEW_ARRAY(arena, unsigned, tape->n + 1);
  unsigned *slots = LCM_NEW_ARRAY(arena, unsigned, tape->n + 1);
  size_t n_idle = 0;
  find_last_uses(last, tape);
  for (unsigned at = 0; at < tape->n; at++) {
    const struct lcm_instruction *in = &tape->code[at];
    slots[at] = n_idle ? idle[--n_idle] : (unsigned)tape->n_slots++;
    for (unsigned i = 0; i < operands(in); i++) {
      const unsigned of = operand(in, i);
      if (last[of] == at) {
        idle[n_idle++] = slots[of];
        last[of] = NONE;
      }
    }
    if (last[at] == at)
      idle[n_idle++] = slots[at];
  }
  tape->slots = slots;
}

/* Compile the smallest of the "n" expressions at "least". */
static unsigned smallest(struct compiler *c, const lcm_expr *const *least,
                         size_t n) {
  if (!n)
    return constant(c, INFINITY);
  unsigned all = compile(c, least[0]);
  for (size_t i = 1; i < n; i++)
    all = binary(c, LCM_X_MIN, all, compile(c, least[i]));
  return all;
}

/* Return the "n" names at "names", interned. */
static const char *const *interned(lcm_ctx *ctx, const char *const *names,
                                   size_t n) {
  const char **out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    out[i] = lcm_intern(ctx, names[i]);
  return out;
}

lcm_status lcm_tape_compile_parts(lcm_tape **out, lcm_ctx *ctx,
                                  const struct lcm_tape_parts *parts) {
  const char *const *names = interned(ctx, parts->names, parts->n_names);
  struct compiler c = {.ctx = ctx, .names = names, .n_names = parts->n_names};
  lcm_tape *tape = LCM_NEW(lcm_ctx_arena(ctx), lcm_tape);
  tape->out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), unsigned, parts->n + 1);
  for (size_t i = 0; i < parts->n; i++)
    tape->out[i] = compile(&c, parts->exprs[i]);
  tape->n_out = parts->n;
  if (parts->least)
    tape->out[tape->n_out++] = smallest(&c, parts->least, parts->n_least);
  tape->code = c.code.at;
  tape->n = c.code.n;
  tape->names = names;
  tape->n_names = parts->n_names;
  if (c.status)
    return c.status;
  assign_slots(ctx, tape);
  *out = tape;
  return LCM_OK;
}

lcm_status lcm_tape_compile(lcm_tape **out, lcm_ctx *ctx,
                            const lcm_expr *const *exprs, size_t n,
                            const char *const *names, size_t n_names) {
  const struct lcm_tape_parts parts = {
      .exprs = exprs, .n = n, .names = names, .n_names = n_names};
  return lcm_tape_compile_parts(out, ctx, &parts);
}
