#include <stdio.h>
#define N 64
static double M[N][N], a[2 * N];
static int off;
static double *row(int i) { return M[i]; }
static double *byte_row(unsigned char i) { return M[i]; }
static double *column(int i, int j) { return &M[i][j + 1]; }
static double *moved(int i) { return M[i + off]; }
static double *half(int i) {
  i = i / 2;
  return M[i];
}
static double *copied(int i) {
  int k = i / 2;
  return M[k];
}
static double *behind(double *p, int i) { return p + i; }
static double *both(int i) { return behind(M[i], i * 2); }
static void walk(void) {
  for (int i = 1; i < N; i++) {
    double *r = row(i), *q = row(i - 1);
    for (int j = 0; j < N; j++)
      r[j] = q[j] + 1;
  }
}
static void outer(void) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < N; k++) {
      double *r = row(k);
      r[0] = i;
    }
}
static void own(void) {
  for (int i = 0; i < N; i++) {
    double *r = row(i);
    for (int j = 0; j < N; j++)
      r[j] = r[j] + 1;
  }
}
static void parts(void) {
  for (int i = 0; i < N; i++) {
    double *q = byte_row(i * 8);
    q[0] = 1;
  }
  for (int i = 0; i < N / 2; i++) {
    double *q = column(i, i + 3);
    q[1] = 1;
  }
  for (int i = 0; i < N / 2; i++)
    both(i)[1] = 1;
  for (int i = 0; i < N / 2; i++) {
    double *q = behind(a, 2 * i);
    q[1] = q[0];
  }
}
static void open(void) {
  for (int i = 0; i < N / 2; i++)
    moved(i)[1] = 1;
  for (int i = 0; i < N; i++)
    half(i)[1] = 1;
  for (int i = 0; i < N; i++)
    copied(i)[1] = 1;
}
int main(void) {
  walk();
  outer();
  own();
  parts();
  off = 1;
  open();
  printf("%g\n", M[3][0] + a[5]);
  return 0;
}
