/* Prints how many delays a second the run-time library makes, each a switch
 * between two threads.
 *
 * usage: pam_switch [P [N]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pam.h"

static long cycles;

/* Delay so many times. */
static void client(void) {
  for (long i = 0; i < cycles; i++)
    (void)pam_delay(1);
}

int main(int argc, char **argv) {
  const long p = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
  cycles = argc > 2 ? strtol(argv[2], NULL, 10) : 10000;
  pam_init("main");
  for (long i = 0; i < p; i++)
    (void)pam_fork("client", client, (int)i);
  const clock_t start = clock();
  (void)pam_delay((double)cycles + 1);
  const double time = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%ld threads, %ld delays in %.3f s: %.2f million a second\n", p,
         p * cycles, time, (double)(p * cycles) / time / 1e6);
  pam_quit();
}
