/* Dimensions of quantities: products of powers of second, byte and flop. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A dimension; {0} is a pure number.  Exponents are in halves, so that the
 * square root of a time has one: second = 2 is s^1. */
typedef struct lcm_dim {
  short second;
  short byte;
  short flop;
} lcm_dim;

/* A unit of the comment language (units.def): its name, what one of it is in
 * seconds, bytes or flop, and its dimension. */
struct lcm_measure {
  const char *name;
  double factor;
  long long numerator; /* factor as an exact fraction */
  long long denominator;
  lcm_dim dim;
};

/* Return the unit called "name" (s ms us ns ps, byte KiB .. GB, flop), or
 * NULL. */
const struct lcm_measure *lcm_measure_find(const char *name);

#define LCM_DIM_NONE ((lcm_dim){0, 0, 0})
#define LCM_DIM_TIME ((lcm_dim){2, 0, 0})
#define LCM_DIM_BYTE ((lcm_dim){0, 2, 0})
#define LCM_DIM_FLOP ((lcm_dim){0, 0, 2})

/* Return whether "a" and "b" are the same dimension. */
bool lcm_dim_equal(lcm_dim a, lcm_dim b);

/* Write "dim" as text such as "s", "byte/s" or "1" into "text". */
void lcm_dim_print(char text[64], lcm_dim dim);

/* Read "text" of length "len", as lcm_dim_print writes it, into "*out"; return
 * false where it is no dimension. */
bool lcm_dim_parse(lcm_dim *out, const char *text, size_t len);
