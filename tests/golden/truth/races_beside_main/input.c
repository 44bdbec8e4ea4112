#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static double a[4], own[64];
static int n, other, guarded;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *v) {
  long id = (long)v;
  a[id] = n;
  return 0;
}
static void *locks(void *v) {
  pthread_mutex_lock(&m);
  guarded++;
  pthread_mutex_unlock(&m);
  return v;
}
static void writes(void) {
  pthread_t t[4];
  for (long k = 0; k < 4; k++)
    pthread_create(&t[k], 0, reads, (void *)k);
  n = 5;
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
}
static void elsewhere(void) {
  pthread_t t[4];
  n = 5;
  for (long k = 0; k < 4; k++)
    pthread_create(&t[k], 0, reads, (void *)k);
  other = 5;
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
  n = 6;
}
static void counts(void) {
  pthread_t t[4];
  for (long k = 0; k < 4; k++)
    pthread_create(&t[k], 0, locks, 0);
  printf("so far: %d\n", guarded);
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
}
static void library(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    time_t t = i;
    struct tm *at = localtime(&t);
    own[i] = at->tm_sec;
  }
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    own[i] = (double)strlen(strerror(i));
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    own[i] = sqrt(i);
}
int main(void) {
  writes();
  elsewhere();
  counts();
  library();
  printf("%g %d\n", a[0] + own[3], other);
  return 0;
}
