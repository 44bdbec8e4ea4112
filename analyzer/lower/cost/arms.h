/* The statements of a switch by their labels, and when they are entered. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* The statements behind one or several labels of a switch. */
struct lcm_arm {
  /* the first of its labels, "n_labels" one behind the other */
  const lcm_ast *labels;
  size_t n_labels;
  /* first, stop: the statements: from "first" to before "stop" */
  const lcm_ast *first;
  const lcm_ast *stop;
  bool is_default; /* `default` is among the labels */
  bool falls;      /* control goes on to the next arm at the end */
};

/* An alternative of a switch: the arms "from" to "to" - 1, each of which falls
 * into the next. */
struct lcm_way {
  size_t from;
  size_t to;
  bool is_default; /* `default` is among the labels */
};

/* A switch. */
struct lcm_arms {
  struct lcm_lowering *l;
  const lcm_ast *ast;
  const lcm_expr *value; /* what it chooses by; NULL: not known */
  LCM_LIST(struct lcm_arm) arms;
  LCM_LIST(struct lcm_way) ways;
  /* why they are no alternatives where each is to be a node: one that falls
   * into the next may leave more than the switch before; NULL: they are */
  const char *left;
};

/* Take the switch "ast" apart into "*out", but for what it chooses by; return
 * why it has no model, or NULL. */
const char *lcm_arms_find(struct lcm_arms *out, struct lcm_lowering *l,
                          const lcm_ast *ast);

/* Return the condition that the arms "from" to "to" - 1 are entered, NULL where
 * it has no model. */
const lcm_expr *lcm_arms_entered(const struct lcm_arms *c, size_t from,
                                 size_t to);

/* As lcm_arms_find; false where the switch has no model, or a way through it is
 * left elsewhere than at its end. */
bool lcm_arms_plain(struct lcm_arms *out, struct lcm_lowering *l,
                    const lcm_ast *ast);
