#include <stdio.h>

static int v[4096];

static void work(int i) {
  // lcm: model time = 1 s
  v[i] = i;
}

int main(void) {
  int k, n = 0;
  while (scanf("%d", &k) == 1)
    v[n++] = k;
  for (int i = 0; i < n; i++)
    work(i);
  return 0;
}
