/* Printing expressions as JavaScript: every operation and every number with a
 * sign in parentheses, every name spelt so that nothing but an identifier can
 * come of it. */
#include <ctype.h>
#include <math.h>

#include "model/expr/node.h"
#include "model/expr/script/script.h"

void lcm_put_script_name(lcm_buf *buf, const char *name) {
  lcm_buf_puts(buf, "v_");
  for (const char *c = name; *c; c++)
    if (isalnum((unsigned char)*c) && (unsigned char)*c < 0x80)
      lcm_buf_putc(buf, *c);
    else
      lcm_buf_printf(buf, "$%02x", (unsigned)(unsigned char)*c);
}

/* Append the operands of "e" between "open", "between" and ")". */
static void put_all(lcm_buf *buf, const lcm_expr *e, const char *open,
                    const char *between) {
  lcm_buf_puts(buf, open);
  for (size_t i = 0; i < e->n; i++) {
    lcm_buf_puts(buf, i ? between : "");
    lcm_put_script(buf, e->args[i]);
  }
  lcm_buf_putc(buf, ')');
}

/* Append the number "value", in parentheses where it has a sign. */
static void put_number(lcm_buf *buf, double value) {
  const bool bare = isfinite(value) && !signbit(value);
  lcm_buf_puts(buf, bare ? "" : "(");
  lcm_buf_double(buf, value);
  lcm_buf_puts(buf, bare ? "" : ")");
}

/* Return whether a product is divided by what "factor" is a power of. */
static bool is_below(const lcm_expr *factor) {
  return factor->kind == LCM_X_POW && factor->args[1]->kind == LCM_X_NUMBER &&
         lcm_rat_is(factor->args[1]->rat, -1);
}

/* Append the product "e". */
static void put_product(lcm_buf *buf, const lcm_expr *e) {
  bool first = lcm_rat_is(e->rat, 1) && e->n && !is_below(e->args[0]);
  lcm_buf_putc(buf, '(');
  if (!first)
    put_number(buf, lcm_rat_double(e->rat));
  for (size_t i = 0; i < e->n; i++, first = false) {
    const lcm_expr *factor = e->args[i];
    const bool below = is_below(factor);
    lcm_buf_puts(buf, below ? "/" : first ? "" : "*");
    lcm_put_script(buf, below ? factor->args[0] : factor);
  }
  lcm_buf_putc(buf, ')');
}

/* Append the sum, product or maximum over a range "e". */
static void put_over(lcm_buf *buf, const lcm_expr *e, const char *name) {
  lcm_buf_puts(buf, name);
  lcm_put_script_name(buf, e->name);
  lcm_buf_puts(buf, ")=>");
  lcm_put_script(buf, e->args[2]);
  for (size_t i = 0; i < 2; i++) {
    lcm_buf_putc(buf, ',');
    lcm_put_script(buf, e->args[i]);
  }
  lcm_buf_putc(buf, ')');
}

/* Append "e", a truth of the operator "between": 1 or 0. */
static void put_truth(lcm_buf *buf, const lcm_expr *e, const char *between) {
  put_all(buf, e, "((", between);
  lcm_buf_puts(buf, "?1:0)");
}

/* Append the choice "e". */
static void put_choice(lcm_buf *buf, const lcm_expr *e) {
  static const char *const BEFORE[] = {"(", "?", ":"};
  for (size_t i = 0; i < 3; i++) {
    lcm_buf_puts(buf, BEFORE[i]);
    lcm_put_script(buf, e->args[i]);
  }
  lcm_buf_putc(buf, ')');
}

void lcm_put_script(lcm_buf *buf, const lcm_expr *e) {
  static const char *const OPEN[LCM_X_COUNT] = {[LCM_X_SUM_OF] = "(",
                                                [LCM_X_POW] = "Math.pow(",
                                                [LCM_X_MAX] = "Math.max(",
                                                [LCM_X_MIN] = "Math.min(",
                                                [LCM_X_ABS] = "Math.abs(",
                                                [LCM_X_FLOOR] = "lcmFloor(",
                                                [LCM_X_CEIL] = "lcmCeil(",
                                                [LCM_X_EXP] = "Math.exp(",
                                                [LCM_X_LOG] = "Math.log(",
                                                [LCM_X_LOG2] = "Math.log2(",
                                                [LCM_X_LOG10] = "Math.log10(",
                                                [LCM_X_SQRT] = "Math.sqrt(",
                                                [LCM_X_MOD] = "lcmMod(",
                                                [LCM_X_DIV] = "lcmDiv(",
                                                [LCM_X_LT] = "<",
                                                [LCM_X_LE] = "<=",
                                                [LCM_X_EQ] = "===",
                                                [LCM_X_NE] = "!==",
                                                [LCM_X_AND] = "&&",
                                                [LCM_X_OR] = "||",
                                                [LCM_X_SUM] = "lcmSum((",
                                                [LCM_X_PROD] = "lcmProd((",
                                                [LCM_X_MAX_OVER] = "lcmMax(("};
  switch (e->kind) {
  case LCM_X_NUMBER:
    put_number(buf, lcm_rat_double(e->rat));
    break;
  case LCM_X_SYMBOL:
    lcm_put_script_name(buf, e->name);
    break;
  case LCM_X_COEF:
    put_number(buf, e->coef->value);
    break;
  case LCM_X_MUL_OF:
    put_product(buf, e);
    break;
  case LCM_X_NOT:
    put_all(buf, e, "((!", "");
    lcm_buf_puts(buf, "?1:0)");
    break;
  case LCM_X_OF_COMPARISONS:
  case LCM_X_AND:
  case LCM_X_OR:
    put_truth(buf, e, OPEN[e->kind]);
    break;
  case LCM_X_IF:
    put_choice(buf, e);
    break;
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    put_over(buf, e, OPEN[e->kind]);
    break;
  case LCM_X_SUM_OF:
  case LCM_X_POW:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_MOD:
  case LCM_X_DIV:
    put_all(buf, e, OPEN[e->kind], e->kind == LCM_X_SUM_OF ? "+" : ",");
    break;
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
    lcm_buf_puts(buf, "NaN");
    break;
  }
}
