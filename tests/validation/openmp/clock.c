/* A clock around a program: at its end it prints how many nanoseconds `main`
 * took, threads included, for these end with it. */
#include <stdio.h>
#include <time.h>

static struct timespec clock_start;

/* Note when the program begins. */
__attribute__((constructor)) static void clock_begin(void) {
  clock_gettime(CLOCK_MONOTONIC, &clock_start);
}

/* Print how long it ran. */
__attribute__((destructor)) static void clock_end(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("%lld\n", (now.tv_sec - clock_start.tv_sec) * 1000000000ll +
                       (now.tv_nsec - clock_start.tv_nsec));
}
