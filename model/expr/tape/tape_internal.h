/* Expressions as straight-line programs. */
#pragma once

#include "model/expr/node.h"

/* Operators that only tapes have. */
enum lcm_tape_op {
  LCM_T_CONST = LCM_X_COUNT,
  LCM_T_INPUT,
  LCM_T_COEF,
  LCM_T_ADD,
  LCM_T_MUL,
  LCM_T_QUOTIENT,
  LCM_T_SCALE,
  LCM_T_POWI
};

/* How many points are evaluated at a time, and how many names a tape with loops
 * may have. */
enum { LCM_TAPE_BLOCK = 128, LCM_TAPE_NAMES = 256 };

/* An instruction: its result is register number (its own place). */
struct lcm_instruction {
  int op; /* an lcm_expr_kind or lcm_tape_op */
  /* a, b, c: registers of the operands; a is the column of an INPUT */
  unsigned a;
  unsigned b;
  unsigned c;
  /* value of a CONST, factor of a SCALE, exponent of a POWI; of a loop, not 0:
   * c is its value where it has one without being run, else NaN */
  double k;
  const lcm_coef *coef; /* of a COEF */
  /* of a loop (LCM_X_SUM, PROD, MAX_OVER): a tape whose last input is the
   * index; a and b are the ends of its range */
  const lcm_tape *body;
  double period; /* of the body, along the index; 0: none is known */
};

/* A tape. */
struct lcm_tape {
  struct lcm_instruction *code;
  size_t n;
  const char *const *names; /* of the inputs */
  size_t n_names;
  unsigned *out; /* registers of the results */
  size_t n_out;
  /* where each register is while it is needed, "n_slots" in all */
  const unsigned *slots;
  size_t n_slots;
};

/* Points being evaluated: "n" of them from number "first" of the columns on.
 * The result of instruction i is at registers + slots[i] * pitch (NULL: i *
 * pitch). */
struct lcm_tape_block {
  const lcm_tape *tape;
  const double *const *columns;
  size_t first;
  size_t n;
  double *registers;
  size_t pitch;
  const unsigned *slots;
};
