/* Sums of what is a polynomial of the index on a few ranges of it, or the same
 * again and again: a few values of it say what all of them come to. */
#pragma once

#include "model/expr/types.h"

/* A sum of "body" over "index" = from, from + 1 .. at most "to". */
struct lcm_pieces_of {
  const lcm_expr *body;
  const char *index;
  double from;
  double to;
  bool longest; /* the largest of what would be added is asked for */
  /* puts the value of "e" where the index is "x" into "*out" */
  lcm_status (*at)(double *out, const lcm_expr *e, double x, const void *user);
  /* as "at", for the body at all "n" places "xs"; false where it cannot, and
   * "at" is to be asked.  NULL: it never can */
  bool (*many)(double *out, const double *xs, size_t n, const void *user);
  const void *user; /* for these */
};

/* Put the sum "of", or its largest addend, into "*out"; false where what is
 * added is no polynomial of the index between few places and has no period, or
 * has no value: nothing is known then. */
bool lcm_expr_sum_pieces(double *out, const struct lcm_pieces_of *of);
