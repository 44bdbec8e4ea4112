/* What an expression is made of, for the files of model/expr. */
#pragma once

#include <stdint.h>

#include "base/rational.h"
#include "model/expr/types.h"

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
