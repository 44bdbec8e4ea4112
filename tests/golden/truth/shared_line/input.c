/* Elements that members of a team write, 8 bytes each, on lines of 64: a write
 * takes a nanosecond for each member that writes the line, and nothing else
 * costs anything.  The comments say what 2 and 4 members take. */
#include <omp.h>

enum { TIMES = 1000 };
struct sum {
  long value;
  long rest[3];
};
static long count[64];
static double many[4000], few[4];
static struct sum sums[16];

/* 2 us, 4 us: each writes 1000 times. */
static void side(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < TIMES; i++)
      count[me]++;
  }
}

/* Nothing: a line each. */
static void apart(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num() * 8;
    for (int i = 0; i < TIMES; i++)
      count[me]++;
  }
}

/* 2 us, 2 us: two fit into a line. */
static void records(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < TIMES; i++)
      sums[me].value += i;
  }
}

/* Add to what "to" points to. */
static void add(long *to) {
  for (int i = 0; i < TIMES; i++)
    *to += i;
}

/* 2 us, 4 us, as the first one. */
static void handed(void) {
#pragma omp parallel
  add(&count[omp_get_thread_num()]);
}

/* 4 us, 4 us: two iterations each that write 1000 times, or one. */
static void blocks(void) {
#pragma omp parallel for
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < TIMES; i++)
      few[k] += i;
}

/* 4 us, 4 us: each writes 2000 elements, or 1000. */
static void rounds(void) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 4000; i++)
    many[i] = i;
}

/* Nothing: chunks of a line. */
static void lines(void) {
#pragma omp parallel for schedule(static, 8)
  for (int i = 0; i < 4000; i++)
    many[i] = i;
}

/* Nothing: long blocks. */
static void halves(void) {
#pragma omp parallel for
  for (int i = 0; i < 4000; i++)
    many[i] = i;
}

/* Nothing: one after the other. */
static void locked(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp critical
    for (int i = 0; i < TIMES; i++)
      count[me]++;
  }
}

int main(void) {
  side();
  apart();
  records();
  handed();
  blocks();
  rounds();
  lines();
  halves();
  locked();
  return 0;
}
