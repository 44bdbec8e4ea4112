/* Exact rational numbers: small ones in machine words, others through GMP. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

/* A rational number in lowest terms. */
typedef struct lcm_rat {
  /* num, den: numerator and positive denominator, when big is NULL */
  int64_t num;
  int64_t den;
  /* "num/den" or "num" in decimal, when they do not fit; in the arena of the
   * operation that made it */
  const char *big;
} lcm_rat;

/* Return num/den in lowest terms; "den" is not 0. */
lcm_rat lcm_rat_new(lcm_arena *arena, int64_t num, int64_t den);

/* Put the exact value of the decimal literal "text" of length "len" ("2.8e-10")
 * into "*out"; return false where it is none or its exponent is beyond 4000. */
bool lcm_rat_parse(lcm_rat *out, lcm_arena *arena, const char *text,
                   size_t len);

/* Return a + b, a * b, 1 / a (a not 0), a to the power "exponent" (a not 0
 * where that is negative). */
lcm_rat lcm_rat_add(lcm_arena *arena, lcm_rat a, lcm_rat b);
lcm_rat lcm_rat_mul(lcm_arena *arena, lcm_rat a, lcm_rat b);
lcm_rat lcm_rat_inv(lcm_arena *arena, lcm_rat a);
lcm_rat lcm_rat_pow(lcm_arena *arena, lcm_rat a, long exponent);

/* Return -a. */
lcm_rat lcm_rat_neg(lcm_arena *arena, lcm_rat a);

/* Return the greatest common divisor of "a" and "b", not both 0. */
uint64_t lcm_gcd(uint64_t a, uint64_t b);

/* Return the largest whole number not above "a". */
lcm_rat lcm_rat_floor(lcm_arena *arena, lcm_rat a);

/* Return the sign of "a". */
int lcm_rat_sign(lcm_rat a);

/* Return whether "a" and "b" are the same number. */
bool lcm_rat_equal(lcm_rat a, lcm_rat b);

/* Return whether "a" is whole. */
bool lcm_rat_is_whole(lcm_rat a);

/* Return whether "a" is exactly the integer "value". */
bool lcm_rat_is(lcm_rat a, int64_t value);

/* Return the double nearest to "a" (within one unit in the last place). */
double lcm_rat_double(lcm_rat a);

/* Return a hash of "a". */
uint64_t lcm_rat_hash(lcm_rat a);

/* Append "a" as a decimal where it is a finite one of moderate length, else as
 * "num/den"; return whether it was a decimal (or whole). */
bool lcm_rat_print(lcm_buf *buf, lcm_rat a);
