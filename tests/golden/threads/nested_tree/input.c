/* Threads that start threads: halves of a range, down to single elements. */
#include <pthread.h>

typedef struct {
  int lo, hi;
} range;

static double a[64];

static void *tree(void *p) {
  range *r = p;
  if (r->hi - r->lo == 1) {
    // lcm: fragment leaf
    // lcm: model time = 2 s
    a[r->lo] = 1;
    return 0;
  }
  int mid = (r->lo + r->hi) / 2;
  range left = {r->lo, mid}, right = {mid, r->hi};
  pthread_t t;
  pthread_create(&t, 0, tree, &left);
  tree(&right);
  pthread_join(t, 0);
  // lcm: fragment joined
  // lcm: model time = 1 s
  a[r->lo] += a[mid];
  return 0;
}

int main(void) {
  range all = {0, 8};
  tree(&all);
  return 0;
}
