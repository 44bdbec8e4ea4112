#include <stdio.h>

union word {
  int whole;
  float part;
};

static volatile int device;

static void keep(int *p) { (void)*p; }

void by_pointer(int *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int k = i;
    int *p = &k;
    *p = 0;
    v[k] = i;
  }
}

void by_call(int *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int k = i;
    keep(&k);
    v[k] = i;
  }
}

void index_moves(int *restrict v, int n) {
  int i;
  int *p = &i;
  for (i = 0; i < n; i++) {
    v[i] = 1;
    *p += 1;
    v[i] = 2;
  }
}

void in_order(const int *restrict v, int n) {
  for (int i = 0; i < n; i++)
    device = v[i];
}

void two_types(union word *u, const int *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    u->whole += v[i];
    u->part += 2;
  }
}

static void set(int *r, int k) { *r = k; }

void own_result(int *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int k;
    set(&k, i);
    v[i] = k;
  }
}

void read_once(int *restrict v) {
  int n;
  if (scanf("%d", &n) != 1)
    return;
  for (int i = 0; i < n; i++)
    v[i] = i;
}
