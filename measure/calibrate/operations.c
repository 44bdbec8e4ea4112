/* What is measured of one processor: operations of each kind by themselves,
 * many at once, and chains of them, each of which needs the one before. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "measure/calibrate/operations.h"

enum { POINTS = 1024, TABLE = 256 };

/* Numbers that benches compute with. */
struct numbers {
  double x[POINTS];
  double y[POINTS];
  unsigned a[POINTS];
  unsigned b[POINTS];
  unsigned next[POINTS];
};

/* Return the seconds that this thread has computed. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Fill "numbers". */
static void fill(struct numbers *numbers) {
  for (unsigned i = 0; i < POINTS; i++) {
    numbers->x[i] = 1 + i * 1e-3;
    numbers->y[i] = 1;
    numbers->a[i] = i * 2654435761u;
    numbers->b[i] = i;
    numbers->next[i] = (i * 5 + 3) % POINTS;
  }
  numbers->b[POINTS - 1] = (unsigned)(1e9 * now());
}

/* Eleven operations on whole numbers and accesses for each point, none of which
 * waits for those of another one. */
static __attribute__((noinline)) double whole(struct numbers *numbers,
                                              double by) {
  unsigned sum = (unsigned)by;
  for (int i = 0; i < POINTS; i++) {
    const unsigned h = numbers->next[(numbers->a[i] ^ (unsigned)i) % TABLE];
    sum += h >> 3;
    numbers->b[i] = h + numbers->a[i];
  }
  return sum;
}

/* Remainders by a number that the compiler does not know. */
static __attribute__((noinline)) double remainders(struct numbers *numbers,
                                                   double by) {
  const unsigned long divisor = (unsigned long)by + 37;
  unsigned long sum = 0;
  for (int i = 0; i < POINTS; i++)
    sum += (unsigned long)numbers->a[i] * 77 % divisor;
  return (double)sum;
}

/* Quotients. */
static __attribute__((noinline)) double quotients(struct numbers *numbers,
                                                  double by) {
  for (int i = 0; i < POINTS; i++)
    numbers->y[i] = numbers->x[i] / (by + numbers->y[i]);
  return numbers->y[7];
}

/* An exponential and a logarithm for each point. */
static __attribute__((noinline)) double elementary(struct numbers *numbers,
                                                   double by) {
  double sum = by;
  for (int i = 0; i < POINTS; i++)
    sum += exp(numbers->x[i]);
  for (int i = 0; i < POINTS; i++)
    sum += log(numbers->x[i]);
  return sum;
}

/* A sine and a cosine for each point, from 4 to 8. */
static __attribute__((noinline)) double waves(struct numbers *numbers,
                                              double by) {
  double sum = by;
  for (int i = 0; i < POINTS; i++)
    sum += sin(4 * numbers->x[i]);
  for (int i = 0; i < POINTS; i++)
    sum += cos(4 * numbers->x[i]);
  return sum;
}

/* Square roots. */
static __attribute__((noinline)) double roots(struct numbers *numbers,
                                              double by) {
  for (int i = 0; i < POINTS; i++)
    numbers->y[i] = sqrt(numbers->x[i] + by);
  return numbers->y[7];
}

/* Powers. */
static __attribute__((noinline)) double powers(struct numbers *numbers,
                                               double by) {
  double sum = by;
  for (int i = 0; i < POINTS; i++)
    sum += pow(numbers->x[i], -1.7);
  return sum;
}

/* A chain of additions. */
static __attribute__((noinline)) double add_chain(struct numbers *numbers,
                                                  double by) {
  double sum = by;
  for (int i = 0; i < POINTS; i++)
    sum += numbers->x[i];
  return sum;
}

/* A chain of multiplications. */
static __attribute__((noinline)) double mul_chain(struct numbers *numbers,
                                                  double by) {
  double product = by;
  for (int i = 0; i < POINTS; i++)
    product *= numbers->y[i];
  return product;
}

/* Three operations on whole numbers for each point, in a chain. */
static __attribute__((noinline)) double whole_chain(struct numbers *numbers,
                                                    double by) {
  unsigned state = (unsigned)by;
  for (int i = 0; i < POINTS; i++)
    state = (state ^ state >> 3) + numbers->a[i];
  return state;
}

/* A chain of multiplications of whole numbers. */
static __attribute__((noinline)) double product_chain(struct numbers *numbers,
                                                      double by) {
  unsigned long product = (unsigned long)by;
  for (int i = 0; i < POINTS; i++)
    product *= numbers->a[i];
  return (double)product;
}

/* A chain of elements each of which says where the next is. */
static __attribute__((noinline)) double load_chain(struct numbers *numbers,
                                                   double by) {
  unsigned at = (unsigned)by;
  for (int i = 0; i < POINTS; i++)
    at = numbers->next[at];
  return at;
}

/* A chain of additions to a number that stays in memory. */
static __attribute__((noinline)) double kept_chain(struct numbers *numbers,
                                                   double by) {
  volatile double *sum = &numbers->y[(int)by];
  for (int i = 0; i < POINTS; i++)
    *sum += numbers->x[i];
  return *sum;
}

/* A chain of additions to a whole number that stays in memory. */
static __attribute__((noinline)) double kept_whole(struct numbers *numbers,
                                                   double by) {
  volatile unsigned *sum = &numbers->b[(int)by];
  for (unsigned i = 0; i < POINTS; i++)
    *sum += i;
  return *sum;
}

/* Put random numbers, that no repetition had before, where "jumps" reads: what
 * follows the last of those before, or at first the clock. */
static void roll(struct numbers *numbers) {
  unsigned state = numbers->b[POINTS - 1];
  for (int i = 0; i < POINTS; i++)
    numbers->b[i] = state = state * 1664525u + 1013904223u;
}

/* Jumps that depend on one bit of an element: on one that nobody foresees, or
 * "regular"ly on the same for long. The elements are new each time, because a
 * processor learns some thousands of them. */
static __attribute__((noinline)) double jumps(struct numbers *numbers,
                                              bool regular) {
  unsigned large = 1;
  unsigned small = 1;
  roll(numbers);
  for (unsigned i = 0; i < POINTS; i++)
    if ((regular ? i << 23 : numbers->b[i]) >> 31) {
      large = large * 3 + i;
      __asm__ volatile("" : "+r"(large));
    } else {
      small = small * 5 + 1;
      __asm__ volatile("" : "+r"(small));
    }
  return large + small;
}

/* Jumps of which half are not foreseen. */
static double jumps_random(struct numbers *numbers, double by) {
  return jumps(numbers, false) + by;
}

/* Jumps that are foreseen. */
static double jumps_regular(struct numbers *numbers, double by) {
  return jumps(numbers, true) + by;
}

enum { ROWS = 16, SOME = 8, CALLS = 2 * 12870 - 1 };

/* Return how many ways there are to choose "k" of "n": a function that calls
 * itself twice, 2 for each way less 1, and computes next to nothing. */
static long choices(int n, int k) {
  return k == 0 || k == n ? 1 : choices(n - 1, k - 1) + choices(n - 1, k);
}

/* Calls of a function by itself. */
static __attribute__((noinline)) double calls(struct numbers *numbers,
                                              double by) {
  const int k = SOME + (by < 0 ? 1 : 0);
  numbers->y[0] = (double)choices(ROWS, k);
  return numbers->y[0];
}

/* Return the seconds that "work" takes "reps" times. */
static double repeat(double (*work)(struct numbers *, double), long reps) {
  struct numbers numbers;
  double sum = 0;
  fill(&numbers);
  const double begin = now();
  for (long i = 0; i < reps; i++)
    sum += work(&numbers, (double)(i & 7));
  return now() - begin + (sum == 42.125 ? 1e-12 : 0);
}

/* The benches: what they repeat, by one thread. */
#define BENCH(work)                                                            \
  static double run_##work(int p, long reps) { return repeat(work, reps * p); }
BENCH(whole)
BENCH(remainders)
BENCH(quotients)
BENCH(elementary)
BENCH(waves)
BENCH(roots)
BENCH(powers)
BENCH(calls)
BENCH(add_chain)
BENCH(mul_chain)
BENCH(whole_chain)
BENCH(product_chain)
BENCH(load_chain)
BENCH(kept_chain)
BENCH(kept_whole)
BENCH(jumps_random)
BENCH(jumps_regular)
#undef BENCH

const struct bench *operation_benches(size_t *n) {
  static const struct bench BENCHES[] = {
      {"integer", run_whole, 11.0 * POINTS, 0},
      {"remainder", run_remainders, POINTS, 0},
      {"divide", run_quotients, POINTS, 0},
      {"special", run_elementary, 2.0 * POINTS, 0},
      {"trig", run_waves, 2.0 * POINTS, 0},
      {"sqrt", run_roots, POINTS, 0},
      {"pow", run_powers, POINTS, 0},
      {"call", run_calls, CALLS, 0},
      {"add_chain", run_add_chain, POINTS, 0},
      {"mul_chain", run_mul_chain, POINTS, 0},
      {"integer_chain", run_whole_chain, 3.0 * POINTS, 0},
      {"product_chain", run_product_chain, POINTS, 0},
      {"load_chain", run_load_chain, POINTS, 0},
      {"kept_chain", run_kept_chain, POINTS, 0},
      {"kept_whole", run_kept_whole, POINTS, 0},
      {"missed", run_jumps_random, POINTS / 2.0, 0},
      {"foreseen", run_jumps_regular, POINTS / 2.0, 0}};
  *n = sizeof BENCHES / sizeof *BENCHES;
  return BENCHES;
}
