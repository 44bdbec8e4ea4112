/* Searching the performance model normal form. */
#pragma once

#include "base/list.h"
#include "fit/points.h"

/* How many variables a search is over, how many terms beside the constant a
 * form has. */
enum { LCM_FIT_VARIABLES = LCM_FIT_MOST_VARIABLES, LCM_FIT_TERMS = 3 };

/* x^(over/under) * log(x)^log; where "others" x - 1, what processors but one
 * do. */
struct lcm_fit_power {
  int over;
  int under;
  int log;
  bool others;
  /* the prior: how often programs behave so, as a logarithm, over sizes and
   * over processors */
  double weight[2];
};

/* The powers searched, ascending by growth; the constant among them. */
struct lcm_fit_powers {
  const struct lcm_fit_power *at;
  size_t n;
  size_t constant;
};

/* A term. */
struct lcm_fit_term {
  /* the number of one for each variable */
  unsigned char power[LCM_FIT_VARIABLES];
  double weight; /* how often programs have it, as a logarithm */
  /* its values at the groups, weighted as the centres, of length 1 */
  double *column;
  double length; /* what they were divided by */
};

/* How many columns of terms are multiplied at once. */
enum { LCM_FIT_PANEL = 4 };

/* Products of the column of a term. */
struct lcm_fit_products {
  /* those of the terms up to it, NULL as long as nobody asked */
  const double *with;
  double along; /* with the values */
  double ones;  /* with the constant */
};

/* Products of the columns of a line with that of "term". */
struct lcm_fit_crossing {
  size_t term;
  const double *products;
};

/* A term with every power of the variable "axis" in the place of its own. */
struct lcm_fit_line {
  unsigned char power[LCM_FIT_VARIABLES]; /* those of the other variables */
  size_t axis;
  bool varied; /* one of them is not constant */
  /* as of terms, side by side: groups x powers */
  double *columns;
  /* powers with which there is such a term */
  bool *usable;
  /* what the columns were divided by */
  double *length;
  double *along;                             /* products with the values */
  double *ones;                              /* with the constant */
  double *own;                               /* with themselves */
  LCM_LIST(struct lcm_fit_crossing) crossed; /* with terms */
};

/* What is searched.
 * one_weight what groups that are void make of the likelihood of the constant
 */
struct lcm_fit_space {
  lcm_arena *arena;
  const struct lcm_fit_points *points;
  struct lcm_fit_powers powers;
  /* which weight of powers is that of each variable: 1 of processors */
  size_t kind[LCM_FIT_VARIABLES];
  /* whether forms are 0 where the variable is 1 */
  bool vanishes[LCM_FIT_VARIABLES];
  /* of all powers of each variable at the groups: groups x powers */
  double *values[LCM_FIT_VARIABLES];
  /* how likely all powers of each variable are, as logarithms */
  double *weight[LCM_FIT_VARIABLES];
  LCM_LIST(struct lcm_fit_term) terms; /* that forms are sums of */
  /* columns of terms, side by side: groups x LCM_FIT_PANEL each */
  LCM_LIST(double *) panels;
  LCM_LIST(struct lcm_fit_products) products; /* of the columns of terms */
  LCM_LIST(struct lcm_fit_line *) lines;      /* that were needed */
  /* of the weight of each group, 0 where it does not count */
  double *root;
  double *y;   /* centres, weighted */
  double *one; /* the constant, weighted, of length 1 */
  double one_weight;
  double rows;          /* groups that count */
  double voids;         /* groups that count and are void */
  double *scratch;      /* room for the groups */
  double yy;            /* squared length of "y" */
  double offset;        /* added to all scores */
  const bool *left_out; /* groups that do not count, NULL for none */
};

/* What forms there are: sums of terms; max(k1*x + k2, k3), a threshold; one
 * term whose coefficient is another one above some value, a step. */
enum lcm_fit_kind { LCM_FIT_SUM, LCM_FIT_THRESHOLD, LCM_FIT_STEP };

/* A form found. */
struct lcm_fit_found {
  const struct lcm_fit_space *space;  /* that its terms are of */
  unsigned short term[LCM_FIT_TERMS]; /* numbers of its terms */
  unsigned char n;                    /* how many */
  bool constant;                      /* there is one beside them */
  enum lcm_fit_kind kind;             /* of form */
  /* groups where variable "axis" is up to it belong to the constant of a
   * threshold, to the first coefficient of a step */
  double split;
  double next; /* the value of the variable after "split" */
  size_t axis;
  /* logarithm of its probability, up to what all have in common */
  double score;
  double rest; /* squared residuals that it was computed with */
  bool exact;  /* it was computed in full precision, and what follows */
  /* the power that dominates in each variable */
  unsigned char lead[LCM_FIT_VARIABLES];
  double beyond;    /* its value at the place of lcm_fit_reach */
  double deviation; /* of that */
};

typedef LCM_LIST(struct lcm_fit_found) lcm_fit_found_list;

/* How far beyond the points predictions are asked for, as a factor. */
#define LCM_FIT_BEYOND 4.0

/* Add the likely forms over "space" to "found". */
void lcm_fit_search(lcm_fit_found_list *found, struct lcm_fit_space *space);

/* By how much less likely than the likeliest a form is still kept. */
#define LCM_FIT_WORTH 14.0
