/* What to put into a knapsack, searched from the most promising side by ranks
 * that are sent a part of the search whenever they have done one: a pool of
 * work with priorities. What one finds makes parts that promise less needless
 * for all.
 *
 * usage: pool DEPTH */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "knapsack.h"

// lcm: param parts = 320 in 1..100000 "parts of the search handed out"
// lcm: param depth = 10 in 0..20 "items decided in each"

enum { LONGS = sizeof(struct job) / sizeof(long) };

/* Search all of "pool", alone; return the best worth. */
static long search_alone(struct pool *pool, int depth) {
  long best = 0;
  // lcm: model time = 1 us
  struct job job = pool_take(pool, best);
  // lcm: count parts
  while (job.bound >= 0) {
    // lcm: fragment solve
    // lcm: model time = (one = 150 +/- 30) us
    best = solve(&job, depth);
    // lcm: fragment take
    // lcm: model time = 1 us
    job = pool_take(pool, best);
  }
  return best;
}

/* Hand out what is in "pool" to "workers" ranks; return the best worth. */
static long serve(struct pool *pool, int workers) {
  long best = 0;
  // lcm: count parts + ranks - 1
  while (workers > 0) {
    MPI_Status status;
    long found;
    MPI_Recv(&found, 1, MPI_LONG, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    // lcm: begin choose
    // lcm: model time = 1 us
    best = found > best ? found : best;
    struct job job = pool_take(pool, best);
    workers -= job.bound < 0;
    // lcm: end choose
    MPI_Send(&job, LONGS, MPI_LONG, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
  }
  return best;
}

/* Do what rank 0 sends until that is nothing. */
static void work(int depth) {
  struct job job;
  long found = 0;
  MPI_Send(&found, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
  MPI_Recv(&job, LONGS, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // lcm: count floor((parts + ranks - 1 - rank) / (ranks - 1))
  while (job.bound >= 0) {
    // lcm: fragment solve
    // lcm: model time = (one = 150 +/- 30) us
    found = solve(&job, depth);
    MPI_Send(&found, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&job, LONGS, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv) {
  int rank, size;
  long best = 0, right = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int depth = argc > 1 ? atoi(argv[1]) : 10;
  if (rank == 0) {
    struct pool pool;
    // lcm: fragment fill
    // lcm: model time = 0.05 us * 2^depth
    pool_fill(&pool, depth);
    const long jobs = pool.n;
    best = size > 1 ? serve(&pool, size - 1) : search_alone(&pool, depth);
    // lcm: ignore
    right = best_of_all();
    printf("jobs %ld left %ld best %ld right %ld\n", jobs, pool.n, best, right);
    free(pool.jobs);
  } else {
    work(depth);
  }
  MPI_Finalize();
  return best != right;
}
