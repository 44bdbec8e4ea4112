/* Searching the performance model normal form. */
#pragma once

#include "base/list.h"
#include "fit/points.h"

/* How many variables a search is over, how many terms beside the constant a
 * form has. */
enum { LCM_FIT_VARIABLES = LCM_FIT_MOST_VARIABLES, LCM_FIT_TERMS = 3 };

/* x^(over/under) * log(x)^log; where "others" x - 1, what processors but one
 * do.
 * weight  the prior: how often programs behave so, as a logarithm, over sizes
 *         and over processors */
struct lcm_fit_power {
  int over;
  int under;
  int log;
  bool others;
  double weight[2];
};

/* The powers searched, ascending by growth; the constant among them. */
struct lcm_fit_powers {
  const struct lcm_fit_power *at;
  size_t n;
  size_t constant;
};

/* A term.
 * power   the number of one for each variable
 * weight  how often programs have it, as a logarithm
 * column  its values at the groups, weighted as the centres, of length 1
 * length  what they were divided by */
struct lcm_fit_term {
  unsigned char power[LCM_FIT_VARIABLES];
  double weight;
  double *column;
  double length;
};

/* How many columns of terms are multiplied at once. */
enum { LCM_FIT_PANEL = 4 };

/* Products of the column of a term.
 * with   those of the terms up to it, NULL as long as nobody asked
 * along  with the values
 * ones   with the constant */
struct lcm_fit_products {
  const double *with;
  double along;
  double ones;
};

/* Products of the columns of a line with that of "term". */
struct lcm_fit_crossing {
  size_t term;
  const double *products;
};

/* A term with every power of the variable "axis" in the place of its own.
 * power    those of the other variables
 * varied   one of them is not constant
 * columns  as of terms, side by side: groups x powers
 * usable   powers with which there is such a term
 * length   what the columns were divided by
 * along    products with the values; ones: with the constant; own: with
 *          themselves
 * crossed  with terms */
struct lcm_fit_line {
  unsigned char power[LCM_FIT_VARIABLES];
  size_t axis;
  bool varied;
  double *columns;
  bool *usable;
  double *length;
  double *along;
  double *ones;
  double *own;
  LCM_LIST(struct lcm_fit_crossing) crossed;
};

/* What is searched.
 * kind     which weight of powers is that of each variable: 1 of processors
 * vanishes whether forms are 0 where the variable is 1
 * values   of all powers of each variable at the groups: groups x powers
 * weight   how likely all powers of each variable are, as logarithms
 * terms    that forms are sums of
 * panels   columns of terms, side by side: groups x LCM_FIT_PANEL each
 * products of the columns of terms
 * lines    that were needed
 * root     of the weight of each group, 0 where it does not count
 * y        centres, weighted
 * one      the constant, weighted, of length 1
 * one_weight what groups that are void make of the likelihood of the constant
 * rows     groups that count
 * voids    groups that count and are void
 * scratch  room for the groups
 * yy       squared length of "y"
 * offset   added to all scores
 * left_out groups that do not count, NULL for none */
struct lcm_fit_space {
  lcm_arena *arena;
  const struct lcm_fit_points *points;
  struct lcm_fit_powers powers;
  size_t kind[LCM_FIT_VARIABLES];
  bool vanishes[LCM_FIT_VARIABLES];
  double *values[LCM_FIT_VARIABLES];
  double *weight[LCM_FIT_VARIABLES];
  LCM_LIST(struct lcm_fit_term) terms;
  LCM_LIST(double *) panels;
  LCM_LIST(struct lcm_fit_products) products;
  LCM_LIST(struct lcm_fit_line *) lines;
  double *root;
  double *y;
  double *one;
  double one_weight;
  double rows;
  double voids;
  double *scratch;
  double yy;
  double offset;
  const bool *left_out;
};

/* What forms there are: sums of terms; max(k1*x + k2, k3), a threshold; one
 * term whose coefficient is another one above some value, a step. */
enum lcm_fit_kind { LCM_FIT_SUM, LCM_FIT_THRESHOLD, LCM_FIT_STEP };

/* A form found.
 * space     that its terms are of
 * term      numbers of its terms
 * n         how many
 * constant  there is one beside them
 * kind      of form
 * split     groups where variable "axis" is up to it belong to the constant of
 *           a threshold, to the first coefficient of a step
 * next      the value of the variable after "split"
 * score     logarithm of its probability, up to what all have in common
 * rest      squared residuals that it was computed with
 * exact     it was computed in full precision, and what follows
 * lead      the power that dominates in each variable
 * beyond    its value at the place of lcm_fit_reach
 * deviation of that */
struct lcm_fit_found {
  const struct lcm_fit_space *space;
  unsigned short term[LCM_FIT_TERMS];
  unsigned char n;
  bool constant;
  enum lcm_fit_kind kind;
  double split;
  double next;
  size_t axis;
  double score;
  double rest;
  bool exact;
  unsigned char lead[LCM_FIT_VARIABLES];
  double beyond;
  double deviation;
};

typedef LCM_LIST(struct lcm_fit_found) lcm_fit_found_list;

/* How far beyond the points predictions are asked for, as a factor. */
#define LCM_FIT_BEYOND 4.0

/* Add the likely forms over "space" to "found". */
void lcm_fit_search(lcm_fit_found_list *found, struct lcm_fit_space *space);

/* By how much less likely than the likeliest a form is still kept. */
#define LCM_FIT_WORTH 14.0
