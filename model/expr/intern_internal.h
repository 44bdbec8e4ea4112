/* Making interned nodes, and what a context knows of expressions. */
#pragma once

#include "base/map.h"
#include "model/expr/memo/known.h"
#include "model/expr/memo/memo.h"
#include "model/expr/memo/values.h"
#include "model/expr/node.h"

/* The covariance of two coefficients. */
struct lcm_covary {
  const char *a;
  const char *b;
  double value;
  bool correlation;
  /* 1 + the number of the one before it that has "a", that has "b"; 0: there is
   * none */
  size_t earlier[2];
};

/* A name that was read from a text, and where. */
struct lcm_name_read {
  const char *name;
  lcm_loc at;
};

/* Whole numbers below this are looked up at once. */
enum { LCM_SMALL_NUMBERS = 64 };

/* How many sums and products of two are remembered at a time. */
enum { LCM_PAIRS = 1024 };

/* The sum or product of "a" and "b" under the assumptions "generation"; "a" is
 * NULL where none is remembered. */
struct lcm_pair {
  const lcm_expr *a;
  const lcm_expr *b;
  const lcm_expr *out;
  uint64_t generation;
};

struct lcm_many;

/* What all expressions of a context have in common. */
struct lcm_expr_common {
  uint64_t generation; /* of the assumptions */
  struct lcm_values values;
  /* made when the first deep expression is evaluated; the second is for what
   * takes as long as if nothing were known */
  struct lcm_known *known;
  struct lcm_known *unknown;
  /* made when the first body is evaluated at many places */
  struct lcm_many *many;
};

/* What a context knows of expressions. */
struct lcm_expr_state {
  const lcm_expr **table; /* open addressing, "cap" places, a power of two */
  size_t n;
  size_t cap;
  /* the numbers 0, 1, ... that have been asked for */
  const lcm_expr *small[LCM_SMALL_NUMBERS];
  lcm_loc at; /* place for diagnostics */
  bool muted; /* nothing is said of numbers that there are not */
  struct lcm_expr_common common;
  struct lcm_pair added[LCM_PAIRS];
  struct lcm_pair multiplied[LCM_PAIRS];
  lcm_coef **coefs;
  size_t n_coefs;
  size_t cap_coefs;
  lcm_map coef_of; /* the number of a coefficient in "coefs", by name */
  /* the file that is read, whose coefficients may be apart; and some are */
  const char *file_apart;
  bool any_apart;
  struct lcm_covary *covaries;
  size_t n_covaries;
  size_t cap_covaries;
  lcm_map covary_of; /* 1 + the number of the last covariance that has a name */
  /* every name that was read, in the order of reading */
  struct lcm_name_read *names;
  size_t n_names;
  size_t cap_names;
  struct lcm_memo sums_known; /* sums, by what they are of */
  struct lcm_memo expanded;   /* expressions multiplied out */
  struct lcm_memo closed;     /* those that lcm_expr_close has made */
  struct lcm_memo replaced;   /* those of the replacements being made */
  uintptr_t replacements;     /* that were made so far */
  unsigned sums; /* how many sums around have an index that stands for theirs */
};

/* Return the state of "ctx", made when it is first asked for. */
struct lcm_expr_state *lcm_expr_state(lcm_ctx *ctx);

/* Return the one expression equal to "draft" (its hash, mask and depth need not
 * be set); NULL when it is nested too deeply or the budget is spent. */
const lcm_expr *lcm_expr_intern(lcm_ctx *ctx, const lcm_expr *draft);

/* Return the number "rat" of dimension "dim". */
const lcm_expr *lcm_expr_number(lcm_ctx *ctx, lcm_rat rat, lcm_dim dim);

/* Return a draft of "kind" and "dim" with the "n" operands "args" interned. */
const lcm_expr *lcm_expr_node(lcm_ctx *ctx, lcm_expr_kind kind, lcm_dim dim,
                              const lcm_expr *const *args, size_t n);

/* Report that "what" was given dimensions "a" and "b"; returns NULL. */
const lcm_expr *lcm_expr_mismatch(lcm_ctx *ctx, const char *what, lcm_dim a,
                                  lcm_dim b);

/* Report, unless that is muted, that there is no number because of "what";
 * returns NULL. */
const lcm_expr *lcm_expr_nowhere(lcm_ctx *ctx, const char *what);

/* Return whether "e" is the exact number 0. */
bool lcm_expr_is_zero(const lcm_expr *e);
