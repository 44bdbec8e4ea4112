/* What expressions came to as long as names in them have the values that they
 * have: equal parts are evaluated once, and again only where names in them have
 * changed, from one evaluation to the next, too. */
#pragma once

#include "model/expr/node.h"

/* How many expressions, and names with values, are known at a time; bits of the
 * filter of names. */
enum { LCM_MOST_KNOWN = 8192, LCM_MOST_NAMED = 256, LCM_NAME_BITS = 64 };

/* What is known; {0} is valid, and nothing. */
struct lcm_known {
  struct {
    const lcm_expr *of;
    unsigned long long number; /* the last change before that */
    double value;
  } at[LCM_MOST_KNOWN];
  /* what leaves were worth when they were looked at last, by their hash */
  struct {
    const lcm_expr *of;
    double value;
  } named[LCM_MOST_NAMED];
  /* the last change of a name of each bit of the filter, and of any name */
  unsigned long long changed[LCM_NAME_BITS];
  unsigned long long last;
};

/* Put what "e" comes to into "*out" if that is known. */
bool lcm_known_get(double *out, struct lcm_known *known, const lcm_expr *e);

/* Know that "e" comes to "value". */
void lcm_known_put(struct lcm_known *known, const lcm_expr *e, double value);

/* Know that names with bits of "mask" may have other values than before. */
void lcm_known_change(struct lcm_known *known, uint64_t mask);

/* Know that the leaf "leaf" is worth "value" from now on. */
void lcm_known_name(struct lcm_known *known, const lcm_expr *leaf,
                    double value);
