/* How likely the arms of choices inside fragments are: exactly where the text
 * decides, else alike, by names that may be given values. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* A probability that is guessed. */
struct lcm_chance_guess {
  const char *name;
  const lcm_expr *value; /* what it is taken for */
  /* of one of the ways through a switch: "switch_LINE.COLUMN"; else its name */
  const char *of;
};

/* What is known of the choices in the statements from "first" to "last". */
struct lcm_chances {
  struct lcm_lowering *l;
  const lcm_ast *first;
  const lcm_ast *last;
  /* indices of the loops inside that are around what is looked at */
  LCM_LIST(const char *) indices;
  /* names that have been met: whether the statements change them */
  lcm_map changed;
  LCM_LIST(struct lcm_chance_guess) guessed;
  bool granted; /* memory is taken to be granted */
};

/* Return how likely the first operand of the `if` or `?:` "choice" holds. */
const lcm_expr *lcm_chance_if(struct lcm_chances *c, const lcm_ast *choice);

/* Return how likely the right operand of the `&&` or `||` "ast" is looked
 * at. */
const lcm_expr *lcm_chance_right(struct lcm_chances *c, const lcm_ast *ast);

struct lcm_arms;

/* Find out by what the switch "arms" chooses, as far as that is decided. */
void lcm_chance_switch(struct lcm_chances *c, struct lcm_arms *arms);

/* Return how likely arm number "i" of the way number "way" of the switch "arms"
 * is executed, which lcm_chance_switch has seen. */
const lcm_expr *lcm_chance_arm(struct lcm_chances *c,
                               const struct lcm_arms *arms, size_t way,
                               size_t i);

/* Return how likely the statement "ast" is left by a `continue`. */
const lcm_expr *lcm_chance_left(struct lcm_chances *c, const lcm_ast *ast);

/* Return "e" (NULL for NULL) where all that is guessed is what it is taken
 * for. */
const lcm_expr *lcm_chance_settle(struct lcm_chances *c, const lcm_expr *e);

/* Let "node" say as attribute "key" how much of "all" each guess decides
 * about. */
void lcm_chance_note(struct lcm_chances *c, lcm_node *node, const char *key,
                     const lcm_expr *all);

/* Return "body" summed over the values of the index of "range", NULL where that
 * is not known. */
const lcm_expr *lcm_chance_over(lcm_ctx *ctx, const lcm_iteration *range,
                                const lcm_expr *body);

/* As lcm_chance_over for a "range" with a factor, for a "body" that may speak
 * of the index, which is divided where it goes "down". */
const lcm_expr *lcm_chance_over_powers(lcm_ctx *ctx, const lcm_iteration *range,
                                       bool down, const lcm_expr *body);
