#include <stdio.h>

static int flag[18];
static long total;

static void work(void) {
  // lcm: model time = 1 s
#pragma omp atomic
  total++;
}

static void up(void) {
#pragma omp for nowait schedule(static)
  for (int i = 1; i <= 16; i++) {
    if (i != 1) {
      while (flag[i - 1] == 0) {
#pragma omp flush(flag)
        ;
      }
    }
    if (i != 16) {
      while (flag[i] == 1) {
#pragma omp flush(flag)
        ;
      }
    }
    work();
    if (i != 1)
      flag[i - 1] = 0;
    if (i != 16)
      flag[i] = 1;
#pragma omp flush(flag)
  }
}

static void down(void) {
#pragma omp for nowait schedule(static)
  for (int i = 16; i >= 1; i--) {
    if (i != 16) {
      while (flag[i + 1] == 0) {
#pragma omp flush(flag)
        ;
      }
    }
    if (i != 1) {
      while (flag[i] == 1) {
#pragma omp flush(flag)
        ;
      }
    }
    work();
    if (i != 16)
      flag[i + 1] = 0;
    if (i != 1)
      flag[i] = 1;
#pragma omp flush(flag)
  }
}

int main(void) {
#pragma omp parallel
  {
    up();
#pragma omp barrier
    down();
  }
  printf("%ld\n", total);
  return 0;
}
