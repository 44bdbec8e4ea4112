/* A set of functions with known growth, measured with noise, to score the
 * selection of models on.  What it is made of: bench/README.md, "Fitting". */
#ifndef LCM_TESTS_FIT_SYNTHETIC_H
#define LCM_TESTS_FIT_SYNTHETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fit/fit.h"

enum { SYN_POINTS = 512, SYN_TERMS = 3, SYN_VARIABLES = 2 };

/* coefficient * product of x_v^(power[v]) * log(x_v)^(logs[v]) */
struct syn_term {
  double coefficient;
  double power[SYN_VARIABLES];
  int logs[SYN_VARIABLES];
};

/* A function and measurements of it.
 * family      what shape it is of
 * variables   1 or 2
 * names       theirs; p are processors
 * threshold   not 0: the value is never below that
 * noise       relative deviation of a measurement
 * outliers    some measurements are several times as large
 * largest     value of each variable that was measured
 * x, y        measurements */
struct syn_case {
  const char *family;
  size_t variables;
  const char *names[SYN_VARIABLES];
  struct syn_term terms[SYN_TERMS];
  size_t n_terms;
  double threshold;
  double noise;
  bool outliers;
  size_t repetitions;
  double largest[SYN_VARIABLES];
  double x[SYN_POINTS * SYN_VARIABLES];
  double y[SYN_POINTS];
  size_t points;
};

/* How many cases there are of a kind, and how many of them were right.
 * right   the powers in the lead were found, in every variable
 * error   relative errors at four times the largest values, one by one
 * inside  within the interval of the prediction there
 * none    no model */
struct syn_score {
  size_t cases;
  size_t right;
  size_t inside;
  size_t none;
  double error[16384];
};

/* Random numbers. */
struct syn_random {
  uint64_t state;
};

/* Return a number of [0, 1). */
double syn_uniform(struct syn_random *r);

/* Return a number of the normal distribution. */
double syn_normal(struct syn_random *r);

/* Make a case. */
void syn_make(struct syn_case *out, struct syn_random *r);

/* Return the value of the function of "c" at "x". */
double syn_value(const struct syn_case *c, const double *x);

/* How to fit: print the outcome; fit the true form alone, as a perfect
 * selection would. */
enum { SYN_VERBOSE = 1, SYN_PERFECT = 2 };

/* Fit "c" in a context of its own and add the outcome to "all" and, where it is
 * not NULL, "more". */
void syn_try(const struct syn_case *c, struct syn_score *all,
             struct syn_score *more, unsigned how);

/* Return quantile "q" of the errors of "score". */
double syn_quantile(struct syn_score *score, double q);

#endif
