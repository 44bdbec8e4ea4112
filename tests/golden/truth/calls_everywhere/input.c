#include <stdlib.h>
int one(int);
void *two(int);
static char here[100];
static int (*way)(int);

static int plain(int k) { return k; }

int main(int argc, char **argv) {
  int n = argc;
  way = plain;
  plain(one(n));
  plain(plain(plain(one(n))));
  way(one(n));
  n += plain(one(n)) + 1;
  here[one(n)] = 1;
  int a[2] = {plain(one(n)), 2};
  free(two(plain(one(n))));
  if (argc > 2 && one(n))
    n++;
  n = argc > 2 ? one(n) : 2;
  return *(int *)two(a[1]);
}
