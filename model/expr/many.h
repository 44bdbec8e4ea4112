/* The values of an expression at many places of an index together. */
#pragma once

#include "model/expr/node.h"

/* How many parts of an expression are evaluated at most, and at how many places
 * at a time. */
enum { LCM_MANY_PARTS = 512, LCM_MANY_PLACES = 128 };

/* Parts that have been evaluated; {0} is valid, and none. */
struct lcm_many {
  struct {
    const lcm_expr *of;
    double values[LCM_MANY_PLACES];
  } parts[LCM_MANY_PARTS];
  size_t n;
  /* 1 + the number of a part, by its hash, where "stamp" is that of now */
  struct {
    size_t part;
    unsigned long long stamp;
  } places[4 * LCM_MANY_PARTS];
  unsigned long long stamp;
  bool busy;
};

/* The body "body" of something over "index"; "at" is as in lcm_pieces_of. */
struct lcm_many_of {
  const lcm_expr *body;
  const char *index;
  lcm_status (*at)(double *out, const lcm_expr *e, double x, const void *user);
  const void *user;
};

/* Put what the body of "of" comes to at the "n" places "xs" into "out", bit for
 * bit what it comes to at each, and how many operations that took into
 * "*steps"; parts that do not depend on the index are evaluated once.  False
 * where it has loops over the index inside, too many parts or no value: then it
 * has to be evaluated place by place. */
bool lcm_expr_many(double *out, unsigned long long *steps,
                   struct lcm_many *many, const struct lcm_many_of *of,
                   const double *xs, size_t n);
