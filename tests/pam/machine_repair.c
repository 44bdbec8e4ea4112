/* The program of van Gemund 1996, appendix E.4: P clients that compute for
 * exprnd(10) and are served for exprnd(1), N times each; P, N and the seed
 * are its arguments. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pam.h"

static int P;
static int N;
static pam_sema *server;
static pam_sema *barrier;

/* Return an exponentially distributed number of mean "mean". */
static double exprnd(double mean) { return -mean * log(1 - drand48()); }

static void client(void) {
  int i;

  for (i = 1; i <= N; i++) {
    pam_delay(exprnd(10.0));
    pam_P(server);
    pam_delay(exprnd(1.0));
    pam_V(server);
  }
  pam_V(barrier);
  pam_exit();
}

int main(int argc, char **argv) {
  int p;

  P = argc > 1 ? atoi(argv[1]) : 5;
  N = argc > 2 ? atoi(argv[2]) : 1000;
  srand48(argc > 3 ? atol(argv[3]) : 1);
  pam_init("main");
  server = pam_alloc("server", 1);
  barrier = pam_alloc("barrier", 0);
  for (p = 1; p <= P; p++)
    pam_fork("client", client, p);
  for (p = 0; p < P; p++)
    pam_P(barrier);
  printf("Cycle time %e\n", pam_time() / N);
  pam_quit();
}
