/* Heat in a rod whose ends are kept at 0: each rank has a part of the rod, its
 * neighbours' ends are exchanged in each step, and the heat that is left is
 * added up now and then. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param points = 1000000 in 1000..100000000 "points of the rod"
// lcm: param steps = 1000 in 1..1000000 "steps in time"

enum { EVERY = 100 };

static const double PI = 3.14159265358979323846;

/* A rank's part of the rod: "n" points from number "first" on, in 1..n of "now"
 * and "then"; points 0 and n + 1 are copies of the neighbours'. */
struct part {
  long first;
  long n;
  double *now;
  double *then;
};

/* Fill in the part of rank "rank" of "ranks" of a rod of "points". */
static void make_part(struct part *part, int rank, int ranks, long points) {
  part->first = points * rank / ranks;
  part->n = points * (rank + 1) / ranks - part->first;
  part->now = calloc((size_t)part->n + 2, sizeof *part->now);
  part->then = calloc((size_t)part->n + 2, sizeof *part->then);
  if (!part->now || !part->then)
    MPI_Abort(MPI_COMM_WORLD, 2);
  for (long i = 1; i <= part->n; i++)
    part->now[i] = sin(PI * (double)(part->first + i) / (double)(points + 1));
}

/* Do one step in all points but the first and the last. */
// lcm: fragment inside
// lcm: model time = (point = 0.8 +/- 0.1) ns * points / ranks
static void step_inside(struct part *part) {
  for (long i = 2; i < part->n; i++)
    part->then[i] = part->now[i] + 0.25 * (part->now[i - 1] - 2 * part->now[i] +
                                           part->now[i + 1]);
}

/* Do one step in the first and the last point. */
// lcm: fragment ends
// lcm: model time = 10 ns
static void step_ends(struct part *part) {
  const long last = part->n;
  part->then[1] =
      part->now[1] + 0.25 * (part->now[0] - 2 * part->now[1] + part->now[2]);
  part->then[last] =
      part->now[last] +
      0.25 * (part->now[last - 1] - 2 * part->now[last] + part->now[last + 1]);
}

/* Return the sum of the heat in "part". */
// lcm: fragment sum
// lcm: model time = 0.4 ns * points / ranks
static double heat_of(const struct part *part) {
  double sum = 0;
  for (long i = 1; i <= part->n; i++)
    sum += part->now[i];
  return sum;
}

/* Do "steps" steps; return the heat that is left in the whole rod. */
static double run(struct part *part, int rank, int ranks, long steps) {
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  double heat = 0;
  for (long step = 1; step <= steps; step++) {
    MPI_Request requests[4];
    MPI_Irecv(&part->now[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
              &requests[0]);
    MPI_Irecv(&part->now[part->n + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(&part->now[1], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
              &requests[2]);
    MPI_Isend(&part->now[part->n], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
              &requests[3]);
    step_inside(part);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    step_ends(part);
    double *swap = part->now;
    part->now = part->then;
    part->then = swap;
    if (step % EVERY == 0) {
      double own = heat_of(part);
      MPI_Allreduce(&own, &heat, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  return heat;
}

int main(int argc, char **argv) {
  struct part part;
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const long points = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
  const long steps = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
  // lcm: ignore
  make_part(&part, rank, ranks, points);
  const double heat = run(&part, rank, ranks, steps);
  const double angle = PI / (double)(points + 1);
  const double shrinks = 1 - 0.5 * (1 - cos(angle));
  const double right = pow(shrinks, (double)(steps - steps % EVERY)) *
                       cos(angle / 2) / sin(angle / 2);
  if (rank == 0)
    printf("points %ld steps %ld heat %.9g\n", points, steps, heat);
  free(part.now);
  free(part.then);
  MPI_Finalize();
  return fabs(heat - right) > 1e-9 * right;
}
