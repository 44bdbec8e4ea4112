#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

struct part {
  int id, lo, hi, n, nt;
};

static _Atomic long total;
static int all, several;

static void *work(void *arg) {
  struct part *p = arg;
  for (int i = p->lo; i < p->hi; i++) {
    // lcm: model time = 1 s
    total++;
  }
  return NULL;
}

static void *divide(void *arg) {
  const struct part *p = (const struct part *)arg;
  int each = (p->n + p->nt - 1) / p->nt;
  int lo = p->id * each;
  int hi = lo + each;
  if (hi > p->n)
    hi = p->n;
  for (int i = lo; i < hi; i++) {
    // lcm: model time = 1 s
    total++;
  }
  return NULL;
}

static void *by_number(void *arg) {
  long k = (long)arg;
  for (long i = k * all / several; i < (k + 1) * all / several; i++) {
    // lcm: model time = 1 s
    total++;
  }
  return NULL;
}

static void set(struct part *p, int k, int n, int nt) {
  p->lo = k * n / nt;
  p->hi = (k + 1) * n / nt;
}

static void where_started(int n, int nt) {
  pthread_t t[MOST];
  struct part parts[MOST];
  for (int k = 0; k < nt; k++) {
    parts[k].lo = k * n / nt;
    parts[k].hi = (k + 1) * n / nt;
    pthread_create(&t[k], NULL, work, &parts[k]);
  }
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
}

static void before(int n, int nt) {
  pthread_t *t = malloc(nt * sizeof *t);
  struct part *parts = malloc(nt * sizeof *parts);
  int each = n / nt;
  for (int i = 0; i < nt; i++) {
    parts[i].lo = i * each;
    parts[i].hi = (i + 1) * each;
  }
  parts[nt - 1].hi = n;
  for (int k = 0; k < nt; k++)
    pthread_create(&t[k], NULL, work, parts + k);
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
  free(parts);
  free(t);
}

static void by_function(int n, int nt) {
  pthread_t t[MOST];
  struct part own[MOST];
  for (int k = 0; k < nt; k++) {
    set(&own[k], k, n, nt);
    pthread_create(&t[k], NULL, work, &own[k]);
  }
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
}

static void as_a_whole(int n, int nt) {
  pthread_t t[MOST];
  struct part parts[MOST];
  for (int k = 0; k < nt; k++) {
    parts[k] = (struct part){.lo = k * n / nt, .hi = (k + 1) * n / nt};
    pthread_create(&t[k], NULL, work, &parts[k]);
  }
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
}

static void by_pointer(int n, int nt) {
  pthread_t t[MOST];
  struct part parts[MOST];
  for (int k = 0; k < nt; k++) {
    struct part *p = &parts[k];
    p->id = k;
    p->n = n;
    p->nt = nt;
    pthread_create(&t[k], NULL, divide, p);
  }
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
}

static void the_last_otherwise(int n, int nt) {
  pthread_t t[MOST];
  struct part parts[MOST];
  for (int k = 0; k < nt; k++) {
    parts[k].lo = k * n / nt;
    parts[k].hi = (k + 1) * n / nt;
    if (k == nt - 1)
      parts[k].hi = n + 10;
    pthread_create(&t[k], NULL, work, &parts[k]);
  }
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), nt = atoi(argv[2]);
  pthread_t t[MOST];
  where_started(n, nt);
  before(n, nt);
  by_function(n, nt);
  as_a_whole(n, nt);
  by_pointer(n, nt);
  the_last_otherwise(n, nt);
  all = n;
  several = nt;
  for (long k = 0; k < nt; k++)
    pthread_create(&t[k], NULL, by_number, (void *)k);
  for (int k = 0; k < nt; k++)
    pthread_join(t[k], NULL);
  printf("%ld\n", total);
  return 0;
}
