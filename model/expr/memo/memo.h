/* What rewriting an expression came to, kept so that equal parts are rewritten
 * once. */
#pragma once

#include "model/expr/node.h"

struct lcm_memo_entry;

/* What of a result is asked for again: what was done, to which expressions. */
struct lcm_memo_key {
  uintptr_t what[5];
  uint64_t premises; /* what was assumed of the leaves of these */
};

/* Results by what they are of; {0} is valid and empty. */
struct lcm_memo {
  struct lcm_memo_entry *at; /* the newest last */
  size_t n;
  size_t room;
  size_t *heads; /* 1 + the number of the newest entry of a hash, 0: none */
  size_t cap;    /* of these, a power of two */
};

/* Return the result for "key" in "memo"; NULL where none is kept. */
const lcm_expr *lcm_memo_get(const struct lcm_memo *memo,
                             const struct lcm_memo_key *key);

/* Keep "result" (not NULL) for "key" in "memo", with memory of "ctx". */
void lcm_memo_put(lcm_ctx *ctx, struct lcm_memo *memo,
                  const struct lcm_memo_key *key, const lcm_expr *result);

/* Forget all but the "n" oldest results of "memo". */
void lcm_memo_forget(struct lcm_memo *memo, size_t n);

/* Add what is assumed of the leaves of "e" to "*premises"; false where they
 * are too many to be told. */
bool lcm_memo_premises(uint64_t *premises, const lcm_expr *e);
