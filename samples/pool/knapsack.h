#ifndef KNAPSACK_H
#define KNAPSACK_H

enum { ITEMS = 60, CAPACITY = 15000 };

/* A part of the search: which of the first items are in the knapsack is
 * decided.
 *
 * bound   at most what any knapsack of this part is worth; -1: no job
 * value   what the items are worth that are in
 * room    how much still fits
 * best    the best worth known when the job was handed out */
struct job {
  long bound;
  long value;
  long room;
  long best;
};

/* The jobs that are left, as a heap: that of the largest bound first. */
struct pool {
  struct job *jobs;
  long n;
};

/* Fill "pool" with all ways to decide about the first "depth" items. */
void pool_fill(struct pool *pool, int depth);

/* Take the job that promises most from "pool"; return it, or one whose bound
 * is -1 if none can be worth more than "best". */
struct job pool_take(struct pool *pool, long best);

/* Return the best worth of "job", of which "depth" items are decided, or the
 * best that was known if it has none better. */
long solve(const struct job *job, int depth);

/* Return the best worth of all, computed in another way: for each capacity. */
long best_of_all(void);

#endif
