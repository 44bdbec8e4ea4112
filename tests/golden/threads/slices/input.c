#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
// lcm: param p := threads
// lcm: param n = 10
struct slice {
  int from;
  int to;
  double *a;
};
static void *add(void *arg) {
  struct slice *slice = (struct slice *)arg;
  for (int i = slice->from; i < slice->to; i++) {
    // lcm: model time = 1 ms
    printf("%g\n", slice->a[i]);
  }
  return arg;
}
int main(int argc, char **argv) {
  const int threads = atoi(argv[1]);
  const int n = atoi(argv[2]);
  pthread_t *t = calloc(threads, sizeof *t);
  struct slice *slices = calloc(threads, sizeof *slices);
  int rc;
  for (int i = 0; i < threads; i++) {
    slices[i].from = i * n / threads;
    slices[i].to = (i + 1) * n / threads;
  }
  for (int k = 0; k < threads; ++k) {
    rc = pthread_create(t + k, NULL, &add, slices + k);
    if (rc) {
      fprintf(stderr, "no thread\n");
      exit(1);
    }
  }
  for (int i = 0; i < threads; i++)
    (void)pthread_join(t[i], NULL);
  return argc == 0;
}
