#include <stdio.h>
static double a[64];
static double *elem(double *p, int i) { return p + i; }
int main(void) {
  for (int i = 2; i < 5; i++)
    *elem(a, 1) = (*elem(a, 1) - 3);
  for (int i = 2; i < 5; i++)
    *elem(a, 1) -= 3;
  for (int i = 2; i < 5; i++)
    *(a + 1) = *(a + 1) - 3;
  printf("%g\n", a[1]);
}
