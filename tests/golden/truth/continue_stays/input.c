#include <stdlib.h>
void work(void);
int *get(int k);

int main(void) {
  for (int i = 0; i < 10; i++) {
    if (i % 2)
      continue;
    // lcm: model time = 1 s
    work();
  }
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < 10; j++) {
      if (j == 2)
        break;
      // lcm: model time = 100 s
      work();
    }
  }
  return 0;
}
