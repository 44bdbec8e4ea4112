/* Code of a header. */
#include <time.h>

static void nap(int ms);

/* Nap on both members of a team. */
static inline void share(int ms) {
#pragma omp parallel num_threads(2) /* shared */
  nap(ms);
}

/* Compute for "ms" milliseconds of processor time. */
static __attribute__((noinline)) void spin(int ms) {
  struct timespec a, b; /* spin */
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
  while ((b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000 < ms);
}
