/* The order of pragmas and statements that one use of a macro makes: all of
 * them stand at one offset of the file. */
#pragma once

#include "analyzer/text/token.h"

/* The marks of a use: a statement begins, by its kind, or a block ends.  A mark
 * of another kind is any other statement. */
enum {
  LCM_MARK_LOOP = 'l',
  LCM_MARK_BRANCH = 'b',
  LCM_MARK_BLOCK = '{',
  LCM_MARK_END = '}',
  LCM_MARK_OTHER = 'x'
};

/* What a use of a macro makes, in order. */
struct lcm_marks {
  const char *marks; /* "n" of them */
  size_t n;
  bool broken; /* they are not those of the syntax: the order is not known */
};

/* Read the marks of the "n" tokens at "tokens", which are fully expanded; where
 * the token number i begins a `_Pragma` before a statement or at the end of a
 * block, "orders[i]" receives the number of the mark that comes next, from 1
 * on; of others it stays as it is. */
const struct lcm_marks *lcm_marks_read(unsigned *orders, lcm_ctx *ctx,
                                       const lcm_token *tokens, size_t n);
