#include "knapsack.h"

#include <stdlib.h>

/* Return what item "i" weighs: more than the one before. */
static long weight(int i) { return 1000 + 16 * i + i * i % 13; }

/* Return what item "i" is worth: for its weight, less than the one before. */
static long worth(int i) { return weight(i) + 300; }

/* Return at most what the items from "i" on are worth that fit into "room", the
 * last of them in part. */
static long rest(int i, long room) {
  long sum = 0;
  for (; i < ITEMS && weight(i) <= room; i++) {
    sum += worth(i);
    room -= weight(i);
  }
  return i < ITEMS ? sum + room * worth(i) / weight(i) : sum;
}

/* Put "job" into "pool", for which there is room. */
static void put(struct pool *pool, struct job job) {
  long i = pool->n++;
  for (; i > 0 && pool->jobs[(i - 1) / 2].bound < job.bound; i = (i - 1) / 2)
    pool->jobs[i] = pool->jobs[(i - 1) / 2];
  pool->jobs[i] = job;
}

/* Decide about item "i" and those up to "depth", where "job" says what is
 * decided. */
static void decide(struct pool *pool, struct job job, int i, int depth) {
  if (job.room < 0)
    return;
  if (i == depth) {
    job.bound = job.value + rest(i, job.room);
    put(pool, job);
    return;
  }
  decide(pool, job, i + 1, depth);
  job.value += worth(i);
  job.room -= weight(i);
  decide(pool, job, i + 1, depth);
}

void pool_fill(struct pool *pool, int depth) {
  const struct job all = {.room = CAPACITY};
  pool->n = 0;
  pool->jobs = malloc(sizeof *pool->jobs << depth);
  if (!pool->jobs)
    abort();
  decide(pool, all, 0, depth);
}

struct job pool_take(struct pool *pool, long best) {
  struct job first = {.bound = -1};
  if (pool->n == 0 || pool->jobs[0].bound <= best)
    return first;
  first = pool->jobs[0];
  first.best = best;
  const struct job last = pool->jobs[--pool->n];
  long i = 0;
  for (long child = 1; child < pool->n; child = 2 * i + 1) {
    if (child + 1 < pool->n &&
        pool->jobs[child + 1].bound > pool->jobs[child].bound)
      child++;
    if (pool->jobs[child].bound <= last.bound)
      break;
    pool->jobs[i] = pool->jobs[child];
    i = child;
  }
  pool->jobs[i] = last;
  return first;
}

/* Return the larger of "best" and what can be had with the items from "i" on
 * in "room" beside the "value" that is in. */
static long search(int i, long value, long room, long best) {
  if (value > best)
    best = value;
  if (i == ITEMS || value + rest(i, room) <= best)
    return best;
  if (weight(i) <= room)
    best = search(i + 1, value + worth(i), room - weight(i), best);
  return search(i + 1, value, room, best);
}

long solve(const struct job *job, int depth) {
  return search(depth, job->value, job->room, job->best);
}

long best_of_all(void) {
  static long best[CAPACITY + 1];
  for (int i = 0; i < ITEMS; i++)
    for (long room = CAPACITY; room >= weight(i); room--) {
      const long with = best[room - weight(i)] + worth(i);
      if (with > best[room])
        best[room] = with;
    }
  return best[CAPACITY];
}
