/* Expressions as straight-line programs. */
#ifndef LCM_MODEL_TAPE_INTERNAL_H
#define LCM_MODEL_TAPE_INTERNAL_H

#include "model/expr_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Operators that only tapes have. */
enum lcm_tape_op {
  LCM_T_CONST = LCM_X_COUNT,
  LCM_T_INPUT,
  LCM_T_COEF,
  LCM_T_ADD,
  LCM_T_MUL,
  LCM_T_DIV,
  LCM_T_POWI,
  LCM_T_OVER
};

/* An instruction: its result is register number (its own place).
 * op     an lcm_expr_kind or lcm_tape_op
 * a,b,c  registers of the operands; a is the column of an INPUT
 * k      value of a CONST, exponent of a POWI
 * coef   of a COEF
 * over   of an OVER: the expression, evaluated by a loop */
struct lcm_instruction {
  int op;
  unsigned a;
  unsigned b;
  unsigned c;
  double k;
  const lcm_coef *coef;
  const lcm_expr *over;
};

/* A tape.
 * names  of the inputs
 * out    registers of the results */
struct lcm_tape {
  struct lcm_instruction *code;
  size_t n;
  const char *const *names;
  size_t n_names;
  unsigned *out;
  size_t n_out;
};

#ifdef __cplusplus
}
#endif

#endif
