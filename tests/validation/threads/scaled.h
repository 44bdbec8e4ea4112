/* Sleeping SCALED_BY (10) times as long: what programs cost besides matters
 * less.  At its end a program prints how long it ran. */
#ifndef LCM_SCALED_H
#define LCM_SCALED_H

#include <stdio.h>
#include <time.h>

#ifndef SCALED_BY
#define SCALED_BY 10
#endif

static struct timespec scaled_start;

/* Note when the program begins. */
__attribute__((constructor)) static void scaled_begin(void) {
  clock_gettime(CLOCK_MONOTONIC, &scaled_start);
}

/* Print how many nanoseconds it ran. */
__attribute__((destructor)) static void scaled_end(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("%lld\n", (now.tv_sec - scaled_start.tv_sec) * 1000000000ll +
                       (now.tv_nsec - scaled_start.tv_nsec));
}

/* Sleep SCALED_BY times as long as "t" says. */
static inline int scaled_sleep(const struct timespec *t, struct timespec *left) {
  const long long ns = SCALED_BY * (t->tv_sec * 1000000000ll + t->tv_nsec);
  const struct timespec all = {ns / 1000000000, ns % 1000000000};
  return nanosleep(&all, left);
}

#define nanosleep(t, left) scaled_sleep(t, left)
#define thrd_sleep(t, left) scaled_sleep(t, left)

#endif
