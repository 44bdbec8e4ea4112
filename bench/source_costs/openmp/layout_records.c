/* Particles that move, as an array of records. */
#include "../kernel.h"

struct particle {
  double x, y, z, vx, vy, vz, mass, charge;
};

static struct particle *all;

/* Place the particles. */
void prepare(long n) {
  all = malloc((size_t)n * sizeof *all);
  for (long i = 0; i < n; i++)
    all[i] = (struct particle){.x = 1, .vx = (double)(i % 3)};
}

/* Move "n" particles ten times. */
double kernel(long n) {
  for (int k = 0; k < 10; k++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      all[i].x += 0.01 * all[i].vx;
  }
  return all[n / 2].x;
}
