/* What an expression is made of, for the files of model/expr. */
#pragma once

#include "base/rational.h"
#include "model/expr/types.h"

/* What is assumed of a symbol. */
struct lcm_domain {
  double low;
  double high;
  bool whole;
};

/* How many leaves of an expression are listed. */
enum { LCM_MOST_LEAVES = 24 };

/* Bounds of an expression and the generation of the assumptions that they
 * were computed for. */
struct lcm_bounds_cache {
  double low;
  double high;
  uint64_t at;
};

/* What a sum, product or maximum over a range came to the last time that this
 * took long, and what its leaves were worth then. */
struct lcm_over_cache {
  /* the last time that its addends were added up one by one: those from "from"
   * to "to" came to "sum" in "added" steps (0: none were), the "n_names" names
   * of its body having the values "names" */
  lcm_binding names[LCM_MOST_LEAVES];
  size_t n_names;
  double from;
  double to;
  double sum;
  unsigned long long added;
  double leaves[LCM_MOST_LEAVES];
  double value;
  unsigned long long steps; /* that it took; 0: none is kept */
  unsigned long long took;  /* steps the last time that it was evaluated */
  unsigned missed;          /* how often others were asked for since a hit */
  unsigned smooth;          /* whether it is: not known yet, yes, no */
};

struct lcm_expr_common;

/* An expression. */
struct lcm_expr {
  lcm_expr_kind kind;
  lcm_dim dim;    /* its dimension */
  unsigned depth; /* 1 for a leaf */
  uint64_t hash;  /* of the contents, the same in every run */
  uint64_t mask;  /* a Bloom filter of the free names */
  lcm_rat rat;    /* value of a NUMBER; coefficient of a MUL_OF */
  double number;  /* the same, rounded */
  /* of a SYMBOL or COEF, index of a SUM, PROD or MAX_OVER */
  const char *name;
  const lcm_coef *coef;      /* of a COEF */
  struct lcm_domain *domain; /* of a SYMBOL, changed by lcm_expr_assume */
  /* operands.  SUM_OF: monomials in structural order; MUL_OF: factors in
   * structural order, each an atom or a POW; SUM, PROD, MAX_OVER: from, to,
   * body */
  const lcm_expr *const *args;
  size_t n;
  /* the free symbols and coefficients in it, each once; NULL where there are
   * more than LCM_MOST_LEAVES, or none */
  const lcm_expr *const *leaves;
  size_t n_leaves;
  struct lcm_bounds_cache *cache; /* bounds as last computed */
  /* of a SUM, PROD or MAX_OVER whose leaves are listed, else NULL */
  struct lcm_over_cache *last;
  struct lcm_expr_common *common;
};
