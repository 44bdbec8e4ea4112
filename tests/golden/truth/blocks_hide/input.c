#include <stdio.h>
void work(int);
int main(void) {
  int n = 0;
  if (scanf("%d", &n) != 1)
    n = 2000;
  {
    int n = 3;
    for (int i = 0; i < n; i++)
      // lcm: model time = 1 s
      work(i);
  }
  for (int i = 0; i < n; i++)
    // lcm: model time = 1000 s
    work(i);
  return 0;
}
