#include <stdio.h>
static double m[100];
int main(void) {
  double sum = 0;
  int n = 0;
  scanf("%d", &n);
  for (int k = 0; k < n; k++)
    sum += m[k % 100];
  printf("%g\n", sum);
  return 0;
}
