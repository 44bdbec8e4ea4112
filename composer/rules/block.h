/* How n things are divided among k members in one block each, the first n mod
 * k blocks longer by one, or in chunks that go round: as numbers, and as
 * expressions. */
#pragma once

#include "model/expr/expr.h"

/* The block of a member: "size" things from number "from" on. */
struct lcm_block {
  double from;
  double size;
};

/* The same as expressions. */
struct lcm_block_expr {
  const lcm_expr *from;
  const lcm_expr *size;
};

/* Return the block of member "m" of "k" where "n" are divided. */
struct lcm_block lcm_block_of(double n, double k, double m);

/* Return which of "k" members has number "i" of "n". */
size_t lcm_block_owner(double i, double n, double k);

/* Return the size of the block, of "k" of "n", in which number "i" is. */
double lcm_block_size_at(double i, double n, double k);

/* Return how many of "n" member "m" of "k" has where chunks of "chunk" go
 * round. */
double lcm_rounds_share(double n, double k, double chunk, double m);

/* Return how many of "n" are assigned in whole rounds of chunks of "chunk",
 * one for each of "k" members: to each of them. */
double lcm_rounds_whole(double n, double k, double chunk);

/* As lcm_block_of. */
struct lcm_block_expr lcm_block_expr(lcm_ctx *ctx, const lcm_expr *n,
                                     const lcm_expr *k, const lcm_expr *m);

/* Return the size of the shortest block of "k" of "n": floor(n / k). */
const lcm_expr *lcm_block_least(lcm_ctx *ctx, const lcm_expr *n,
                                const lcm_expr *k);

/* Return the size of the longest block of "k" of "n": ceil(n / k). */
const lcm_expr *lcm_block_most(lcm_ctx *ctx, const lcm_expr *n,
                               const lcm_expr *k);

/* Return how many of "n" the first of "k" members has in chunks of "chunk" that
 * go round (NULL: in blocks), which is the most. */
const lcm_expr *lcm_share_most(lcm_ctx *ctx, const lcm_expr *n,
                               const lcm_expr *k, const lcm_expr *chunk);

/* Return how many the last one has, which is the least. */
const lcm_expr *lcm_share_least(lcm_ctx *ctx, const lcm_expr *n,
                                const lcm_expr *k, const lcm_expr *chunk);
