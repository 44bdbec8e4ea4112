/* What is said of members and variables, while it is being collected. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What is said of a function. */
struct lcm_saying {
  struct lcm_lowering *l;
  const lcm_ast *function;
  lcm_buf buf;
  lcm_map said; /* by its text */
};

/* Say "what" of "key", and "more", unless that was said. */
void lcm_members_say(struct lcm_saying *s, char what, const char *key,
                     const char *more);

/* Say "what" of "key" at the offset "at". */
void lcm_members_say_at(struct lcm_saying *s, char what, const char *key,
                        unsigned at);

/* Say that the place "key" is "e" (NULL: not known) from where "at" (NULL: the
 * start) stands on; "kind": how. */
void lcm_members_say_value(struct lcm_saying *s, char kind, const char *key,
                           const lcm_ast *at, const lcm_expr *e);

/* Return "e" as a member of the range "range" holds it, a bit-field where
 * "is_bits"; NULL where it may become another number. */
const lcm_expr *lcm_members_held(lcm_ctx *ctx, const lcm_expr *e,
                                 unsigned char range, bool is_bits);

/* Say what the assignment "ast" gives to the place "key". */
void lcm_members_say_set(struct lcm_saying *s, const char *key,
                         const lcm_ast *ast);

/* Say what the assignment "ast" in the loop "loop", which is executed once,
 * gives to the place "key", the indices of "n" loops being what "at" says. */
void lcm_members_say_filled(struct lcm_saying *s, const char *key,
                            const lcm_ast *ast, const lcm_ast *loop,
                            const struct lcm_subst *at, size_t n);

/* Return the name that the member or variable "ast" goes by, NULL where it has
 * none. */
const char *lcm_members_path(struct lcm_saying *s, const lcm_ast *ast);
