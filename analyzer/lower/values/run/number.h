/* Numbers of C that are computed with as a program does. */
#pragma once

#include "analyzer/clang/clang.h"

/* A number, or one that is not known. */
struct lcm_run_number {
  bool known;
  bool is_real;
  bool is_single;      /* of a real one: of the type float */
  unsigned char range; /* of a whole one: its type, as in lcm_ast */
  long long whole;
  double real;
};

/* Return the number that is not known, which is real where "is_real". */
struct lcm_run_number lcm_number_none(bool is_real);

/* Return the whole number "value" of the type "range"; one that is not known
 * where C does not say what becomes of it. */
struct lcm_run_number lcm_number_whole(long long value, unsigned char range);

/* Return the real number "value", rounded to a float where "single". */
struct lcm_run_number lcm_number_real(double value, bool single);

/* Return "a" converted to the whole type "range". */
struct lcm_run_number lcm_number_to(struct lcm_run_number a,
                                    unsigned char range);

/* Return "a" as a real number. */
struct lcm_run_number lcm_number_as_real(struct lcm_run_number a);

/* Return 1 where "a" is not 0, 0 where it is, below 0 where it is not known. */
int lcm_number_truth(struct lcm_run_number a);

/* Return the whole type that operands of the types "a" and "b" are converted
 * to. */
unsigned char lcm_number_common(unsigned char a, unsigned char b);

/* Return what the operator "op", its characters with the first lowest, makes of
 * "a" and "b", a whole number of the type "range" or, where "is_real", a real
 * one. */
struct lcm_run_number lcm_number_of(unsigned op, struct lcm_run_number a,
                                    struct lcm_run_number b,
                                    unsigned char range, bool is_real);

/* Return what the operator "op" makes of "a" alone, likewise. */
struct lcm_run_number lcm_number_unary(unsigned op, struct lcm_run_number a,
                                       unsigned char range);
