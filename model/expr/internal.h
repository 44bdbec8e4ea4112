/* What the files expr_*.c and tape*.c know of an expression. */
#pragma once

#include <stdint.h>

#include "base/map.h"
#include "base/rational.h"
#include "model/expr/expr.h"

/* What is assumed of a symbol. */
struct lcm_domain {
  double low;
  double high;
  bool whole;
};

/* Bounds of an expression and the generation of the assumptions that they
 * were computed for. */
struct lcm_bounds_cache {
  double low;
  double high;
  uint64_t at;
};

/* An expression.
 * dim      its dimension
 * depth    1 for a leaf
 * hash     of the contents, the same in every run
 * mask     a Bloom filter of the free names
 * rat      value of a NUMBER; coefficient of a MUL_OF
 * name     of a SYMBOL or COEF, index of a SUM, PROD or MAX_OVER
 * coef     of a COEF
 * domain   of a SYMBOL, changed by lcm_expr_assume
 * args     operands.  SUM_OF: monomials in structural order; MUL_OF: factors
 *          in structural order, each an atom or a POW; SUM, PROD, MAX_OVER:
 *          from, to, body
 * cache    bounds as last computed
 * generation   the counter of assumptions of the context */
struct lcm_expr {
  lcm_expr_kind kind;
  lcm_dim dim;
  unsigned depth;
  uint64_t hash;
  uint64_t mask;
  lcm_rat rat;
  const char *name;
  const lcm_coef *coef;
  struct lcm_domain *domain;
  const lcm_expr *const *args;
  size_t n;
  struct lcm_bounds_cache *cache;
  const uint64_t *generation;
};

/* The covariance of two coefficients.
 * earlier  1 + the number of the one before it that has "a", that has "b"; 0:
 *          there is none */
struct lcm_covary {
  const char *a;
  const char *b;
  double value;
  bool correlation;
  size_t earlier[2];
};

/* A name that was read from a text, and where. */
struct lcm_name_read {
  const char *name;
  lcm_loc at;
};

/* Whole numbers below this are looked up at once. */
enum { LCM_SMALL_NUMBERS = 64 };

/* What a context knows of expressions.
 * table       open addressing, "cap" places, a power of two
 * small       the numbers 0, 1, ... that have been asked for
 * at          place for diagnostics
 * generation  of the assumptions
 * coef_of     the number of a coefficient in "coefs", by name
 * covary_of   1 + the number of the last covariance that has a name
 * names       every name that was read, in the order of reading
 * sums        how many sums around have an index that stands for theirs */
struct lcm_expr_state {
  const lcm_expr **table;
  size_t n;
  size_t cap;
  const lcm_expr *small[LCM_SMALL_NUMBERS];
  lcm_loc at;
  uint64_t generation;
  lcm_coef **coefs;
  size_t n_coefs;
  size_t cap_coefs;
  lcm_map coef_of;
  struct lcm_covary *covaries;
  size_t n_covaries;
  size_t cap_covaries;
  lcm_map covary_of;
  struct lcm_name_read *names;
  size_t n_names;
  size_t cap_names;
  unsigned sums;
};
