#include <stdio.h>
#define N 64
static double a[N], b[N * N];
static int c[N];
static void one_line(void) {
  for (int i = 0; i < N; i++) { int k = 0; for (int j = 0; j < i; j++) k++; a[k / 2] = i; }
}
static void lines(void) {
  for (int i = 0; i < N; i++) {
    int k = 0;
    for (int j = 0; j < i; j++)
      k += 2;
    a[k % 2] = i;
  }
}
static void used(void) {
  for (int i = 0; i < N; i++) {
    int k = 0;
    for (int j = 0; j < i; j++) {
      k++;
      b[k + N * i] = i;
    }
    a[k] = 1;
  }
}
static void chosen(void) {
  for (int i = 0; i < N; i++) {
    int m = 0;
    if (i > 3)
      m = 1;
    a[m] = i;
  }
}
static void found(void) {
  for (int i = 0; i < N; i++) {
    int k = 0;
    for (int j = 0; j < i; j++)
      if (c[j])
        k++;
    a[k] = 1;
  }
}
int main(void) {
  one_line();
  lines();
  used();
  chosen();
  found();
  printf("%g\n", a[3] + b[3]);
  return 0;
}
