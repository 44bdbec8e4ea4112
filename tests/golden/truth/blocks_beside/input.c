#include <stdio.h>
void work(int);
int main(void) {
  {
    int k = 3;
    for (int i = 0; i < k; i++)
      // lcm: model time = 1 s
      work(i);
  }
  {
    int k;
    scanf("%d", &k);
    for (int i = 0; i < k; i++)
      // lcm: model time = 1000 s
      work(i);
  }
  return 0;
}
