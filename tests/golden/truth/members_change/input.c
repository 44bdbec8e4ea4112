#include "other.h"
#include <stdio.h>
#include <stdlib.h>
void work(void);

static struct zero zero;

static void first(void) {
  for (int i = 0; i < zero.n; i++)
    // lcm: model time = 1 s
    work();
}

static void set_called(struct called *c, int n) {
  c->n = n;
}

static void use(const struct twice *twice, const struct read *read,
                const struct raw *raw, const struct bytes *bytes) {
  for (int i = 0; i < twice->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < read->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < raw->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < bytes->n; i++)
    // lcm: model time = 1 s
    work();
}

static void use_more(const struct each *each, const struct called *called,
                     const struct good *good) {
  for (int i = 0; i < each->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < called->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < good->n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < good->m; i++)
    // lcm: model time = 1 s
    work();
}

int main(void) {
  struct twice twice = {5};
  struct read read = {.m = 1};
  struct raw raw = {.n = 5};
  struct bytes bytes = {.n = 5};
  struct each each[4];
  struct called called;
  struct good good;
  read.n = 5;
  good.n = 3;
  good.m = 4;
  scanf("%d", &read.n);
  change(&twice);
  fill(&raw, 5);
  *(char *)&bytes = 7;
  for (int i = 0; i < 4; i++)
    each[i].n = i;
  set_called(&called, 1);
  set_called(&called, 2);
  first();
  zero.n = 5;
  first();
  use(&twice, &read, &raw, &bytes);
  use_more(&each[3], &called, &good);
  return 0;
}
