/* Macros of the C preprocessor: definitions and expansion. */
#pragma once

#include "analyzer/text/token.h"

/* A macro. */
typedef struct lcm_macro {
  const char *name; /* interned */
  bool is_function; /* takes arguments */
  /* the last of "params" stands for the rest of them */
  bool is_variadic;
  LCM_LIST(const char *) params; /* interned names */
  lcm_token_list body;           /* what it stands for */
} lcm_macro;

/* Parse `NAME body` or `NAME(params) body`, the "len" bytes at "text" behind
 * `#define`. */
const lcm_macro *lcm_macro_parse(lcm_ctx *ctx, const char *text, size_t len);

/* How to find macros: "find(user, name)" returns the one that "name" (interned)
 * stands for now, or NULL. */
struct lcm_macro_table {
  const lcm_macro *(*find)(void *user, const char *name);
  void *user;
};

/* Add the full expansion of the "n" tokens at "in" to "out".  LCM_EBUDGET, and
 * nothing said, where it grows without bounds. */
LCM_NODISCARD lcm_status lcm_macro_expand(lcm_token_list *out, lcm_ctx *ctx,
                                          const struct lcm_macro_table *table,
                                          const lcm_token *in, size_t n);

/* As lcm_macro_expand, with all that it makes in "arena". */
LCM_NODISCARD lcm_status lcm_macro_expand_in(
    lcm_token_list *out, lcm_ctx *ctx, lcm_arena *arena,
    const struct lcm_macro_table *table, const lcm_token *in, size_t n);
