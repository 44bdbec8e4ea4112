/* What threads set that all of them share holds behind the construct, too. */
#include <omp.h>

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

/* 7 in the region, and 7 behind it. */
static void by_single(void) {
  int k = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp single
    k = 7;
    count(k);
  }
  count(k);
}

/* 30 in the region, and 30 behind it. */
static void by_master(void) {
  int k = 2;
#pragma omp parallel num_threads(1)
  {
#pragma omp master
    k = 30;
#pragma omp barrier
    count(k);
  }
  count(k);
}

/* The copy has 100, the variable 200. */
static void by_copies(void) {
  int k = 200;
#pragma omp parallel private(k) num_threads(1)
  {
    k = 100;
    count(k);
  }
  count(k);
}

/* 1000 in each of two rounds. */
static void in_turn(void) {
  int k = 1;
  for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(1)
    {
#pragma omp single
      k = 500 * (round + 1);
#pragma omp for
      for (int i = 0; i < k; i++)
        // lcm: model time = 1 s
        ;
    }
  }
}

/* Four threads add 1 each: not known. */
static void by_all(void) {
  int k = 1;
#pragma omp parallel num_threads(4)
  {
#pragma omp critical
    k = k + 1;
  }
  count(k);
}

int main(void) {
  by_single();
  by_master();
  by_copies();
  in_turn();
  by_all();
  return 0;
}
