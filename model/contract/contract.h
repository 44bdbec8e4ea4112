/* What `expect` promises of a program: a limit of what is predicted at a point,
 * how the time grows, or that nothing races. */
#pragma once

#include "model/structure/structure.h"

/* What a contract speaks of. */
typedef enum lcm_contract_kind {
  LCM_CONTRACT_LIMIT,  /* a quantity at a point */
  LCM_CONTRACT_GROWTH, /* how the time grows with the size */
  LCM_CONTRACT_RACE    /* there is no race */
} lcm_contract_kind;

/* What a contract says. */
struct lcm_promise {
  lcm_contract_kind kind;
  /* of a limit, interned: "time", "work" (in seconds), "speedup", "efficiency",
   * "lost" or a category (as a share of all processors' time) */
  const char *quantity;
  bool least;  /* the limit is the least that it may be, else the most */
  bool strict; /* it may not be the limit itself */
  /* the limit; of a growth, what the time is at most proportional to */
  const lcm_expr *limit;
  /* values of variables at the point, "n_at" */
  const struct lcm_assign *at;
  size_t n_at;
};

/* Return whether "quantity" is a share of all processors' time. */
bool lcm_contract_is_share(const char *quantity);

/* Read the "len" bytes at "text", what stands behind `expect` at "loc", into
 * "*out".  On error a diagnostic at its column was issued, LCM_EPARSE or
 * LCM_EUNIT. */
LCM_NODISCARD lcm_status lcm_contract_read(struct lcm_promise *out,
                                           lcm_ctx *ctx, const char *text,
                                           size_t len, lcm_loc loc);

/* Add the contracts in the "len" bytes at "text" of "file" (interned) behind
 * those of "*program": one a line, with or without the word `expect` before it;
 * what stands behind `#` is a comment.  LCM_EPARSE or LCM_EUNIT after a
 * diagnostic where one of them cannot be read. */
LCM_NODISCARD lcm_status lcm_contracts_read(lcm_program *program, lcm_ctx *ctx,
                                            const char *file, const char *text,
                                            size_t len);
