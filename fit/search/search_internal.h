/* Searching the performance model normal form. */
#pragma once

#include "base/list.h"
#include "fit/internal.h"

/* How many variables a search is over, how many terms beside the constant a
 * form has. */
enum { LCM_FIT_VARIABLES = LCM_FIT_MOST_VARIABLES, LCM_FIT_TERMS = 3 };

/* x^(over/under) * log(x)^log; where "others" x - 1, what processors but one
 * do. weight  how often programs behave so, as a logarithm: over sizes, and
 * over processors */
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

/* Return the powers there are, made in memory of "arena". */
struct lcm_fit_powers lcm_fit_powers_make(lcm_arena *arena);

/* Return whether programs often have "power" over a variable of that "kind". */
bool lcm_fit_power_is_usual(const struct lcm_fit_power *power, size_t kind);

/* Return the value of "power" at "x". */
double lcm_fit_power_at(const struct lcm_fit_power *power, double x);

/* Put the values of all "powers" at "x" into "out". */
void lcm_fit_powers_at(double *out, const struct lcm_fit_powers *powers,
                       double x);

/* Append "power" of the variable "name" to "text", behind a factor. */
void lcm_fit_power_print(lcm_buf *text, const struct lcm_fit_power *power,
                         const char *name);

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
 * kind      of form; groups where variable "axis" is up to "split" belong to
 * the constant of a threshold, to the first coefficient of a step next      the
 * value of the variable after "split" score     logarithm of its probability,
 * up to what all have in common rest      squared residuals that it was
 * computed with exact     it was computed in full precision, and what follows
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

/* Make the terms to search for "points" and their columns into "*out"; of
 * several variables, those of the powers that fit best along each, or of those
 * that are "usual".  "left_out" as in the space. */
void lcm_fit_space_make(struct lcm_fit_space *out, lcm_arena *arena,
                        const struct lcm_fit_points *points,
                        const bool *left_out, bool usual);

/* Make the column of "term" over "space"; return whether it has one. */
bool lcm_fit_space_column(const struct lcm_fit_space *space,
                          struct lcm_fit_term *term);

/* Return the number of the term with the powers of "term" in "space", to which
 * it is added, with its column, if it is not there. */
size_t lcm_fit_space_term(struct lcm_fit_space *space,
                          const struct lcm_fit_term *term);

/* Return by how much, as a logarithm, roots and logarithms of variable "v" are
 * less likely than elsewhere: where sizes span little, they cannot be told from
 * what else bends. */
double lcm_fit_bent_weight(const struct lcm_fit_points *points, size_t v);

/* Put the weights of all powers of variable "v", known to "space", into it. */
void lcm_fit_prior_make(struct lcm_fit_space *space, size_t v);

/* Return the weight of "term": that of its powers, and what void groups make of
 * it. */
double lcm_fit_term_weight(const struct lcm_fit_space *space,
                           const struct lcm_fit_term *term);

/* Return the product of the "n" numbers at "a" and at "b". */
double lcm_fit_dot(const double *a, const double *b, size_t n);

/* Return the line of "space" along the variable "axis" with the powers "power"
 * of the others. */
struct lcm_fit_line *lcm_fit_line_of(struct lcm_fit_space *space,
                                     const unsigned char *power, size_t axis);

/* Return the products of the columns of "line" with that of the term number
 * "term". */
const double *lcm_fit_line_with(const struct lcm_fit_space *space,
                                struct lcm_fit_line *line, size_t term);

/* Put the products of all terms of "space" with the values and the constant
 * into it. */
void lcm_fit_space_multiply(struct lcm_fit_space *space);

/* Return the products of the column of term "t" of "space", multiplied already,
 * with those of the terms up to it. */
const double *lcm_fit_products_with(const struct lcm_fit_space *space,
                                    size_t t);

/* Add the likely forms over "space" to "found". */
void lcm_fit_search(lcm_fit_found_list *found, struct lcm_fit_space *space);

/* Put the likeliest forms among "found" into "top", which has room for "room",
 * the likeliest first; only sums of "n" terms unless that is negative.  Return
 * how many. */
size_t lcm_fit_top(struct lcm_fit_found *top, size_t room,
                   const lcm_fit_found_list *found, int n);

/* Add the sums of three terms of several variables over "space" to "found",
 * which has those of two: where these leave something unexplained. */
void lcm_fit_search_triples(lcm_fit_found_list *found,
                            struct lcm_fit_space *space);

/* Return whether the likeliest of "found" over "space" leaves more than
 * repetitions scatter, or than rounding where there are none. */
bool lcm_fit_is_unexplained(const lcm_fit_found_list *found,
                            const struct lcm_fit_space *space);

/* Add the thresholds max(k1*x + k2, k3) over "space" to "found". */
void lcm_fit_search_thresholds(lcm_fit_found_list *found,
                               const struct lcm_fit_space *space);

/* Put the different values of variable "axis" at "points" into "values", of
 * which there is room for each group, ascending; return how many. */
size_t lcm_fit_values(double *values, const struct lcm_fit_points *points,
                      size_t axis);

/* Add the steps over "space" to "found". */
void lcm_fit_search_steps(lcm_fit_found_list *found,
                          const struct lcm_fit_space *space);

/* By how much less likely than the likeliest a form is still kept. */
#define LCM_FIT_WORTH 14.0

/* Return whether "found" may be chosen where there is one with the score
 * "best": it is less likely by less than LCM_FIT_WORTH, or only rounding made
 * it so unlikely. */
bool lcm_fit_is_worth(const struct lcm_fit_found *found, double best);

/* Return the score of the likeliest of "found", -infinity for none. */
double lcm_fit_best(const lcm_fit_found_list *found);

/* Choose among "found": put the likeliest first, of those that have the
 * likeliest powers in the lead, the others behind it by their scores; return
 * how many are worth a look. */
size_t lcm_fit_choose(lcm_fit_found_list *found, lcm_arena *arena);

/* Put the value of "found", fitted, at the place "x" of its variables into
 * "*value". */
LCM_NODISCARD lcm_status lcm_fit_found_value(double *value, lcm_arena *arena,
                                             const struct lcm_fit_found *found,
                                             const double *x);

/* Say in "far" which groups deviate from "found", fitted to the others, by more
 * than chance by the measure of the median; return whether any does. */
bool lcm_fit_far(bool *far, lcm_arena *arena,
                 const struct lcm_fit_found *found);

/* Return how far from "value", that of the form chosen beyond the points, the
 * value is there with probability "level", the form being any of the "n" at
 * "found" by their scores. */
double lcm_fit_spread(const struct lcm_fit_found *found, size_t n, double value,
                      double level);

/* Put the smallest values of the variables of "points" into "low", those beyond
 * the largest into "high". */
void lcm_fit_corners(double *low, double *high,
                     const struct lcm_fit_points *points);

/* Put the place up to which intervals are to include the choice of the form
 * into "x": three times the largest values of the variables that have enough
 * values to choose by, the largest of the others. */
void lcm_fit_reach(double *x, lcm_arena *arena,
                   const struct lcm_fit_points *points);

/* Return the text of "found" in memory of "ctx". */
const char *lcm_fit_found_text(lcm_ctx *ctx, const struct lcm_fit_found *found);
