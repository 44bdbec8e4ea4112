/* Loops over whole numbers in variables, as code that can be executed. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a piece of code does. */
enum lcm_rerun_kind {
  LCM_RERUN_NUMBER,
  LCM_RERUN_SLOT,
  LCM_RERUN_UNKNOWN, /* "parts" are executed, what comes of it is not known */
  LCM_RERUN_SET,     /* the slot gets the first of "parts" */
  LCM_RERUN_STEP,    /* "number" is added to the slot */
  LCM_RERUN_UNARY,
  LCM_RERUN_BINARY,
  LCM_RERUN_AND,
  LCM_RERUN_OR,
  LCM_RERUN_CHOICE, /* by the first of "parts", which stand one after another */
  LCM_RERUN_SERIES,
  LCM_RERUN_LOOP, /* start, condition, body, step */
  LCM_RERUN_BREAK,
  LCM_RERUN_CONTINUE,
  LCM_RERUN_RETURN
};

/* A piece of code. */
struct lcm_rerun_code {
  enum lcm_rerun_kind kind;
  unsigned char range; /* of the value, as lcm_ast_range says; 0: any */
  bool natural;        /* operands are compared and divided as natural ones */
  bool late;   /* STEP: the value is that before; LOOP: the body first */
  bool leaves; /* CHOICE: its second part leaves the loop around */
  bool tested; /* LOOP: it has a condition */
  unsigned op; /* the characters of the operator, the first lowest */
  size_t slot;
  long long number;
  struct lcm_rerun_code *parts;
  struct lcm_rerun_code *next;
};

/* A variable. */
struct lcm_rerun_slot {
  const lcm_ast *ref;
  bool own;     /* declared in the loop */
  bool changed; /* the loop changes it */
};

/* A loop as code. */
struct lcm_rerun_loop {
  struct lcm_lowering *l;
  LCM_LIST(struct lcm_rerun_slot) slots;
  struct lcm_rerun_code *all;  /* what gives variables values, and the loop */
  struct lcm_rerun_code *loop; /* the one whose trips are asked for: "asked" */
  const lcm_ast *asked;
  const lcm_ast *whole; /* the loop around it that is executed, or itself */
  bool lost;            /* it does what is not followed */
};

/* Make code of the loop "loop", of those around it that cannot be counted, and
 * of what right before these gives variables values; false where it does what
 * is not followed. */
bool lcm_rerun_read(struct lcm_rerun_loop *out, struct lcm_lowering *l,
                    const lcm_ast *loop);
