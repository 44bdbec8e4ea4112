#include <omp.h>
void fill(int k);
void transform(int k);
void turn(int k);
void tell(int k);

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    for (int k = 0; k < 8; k++) {
      // lcm: fragment fill
      // lcm: model time = 1 s
      fill(k);
      // lcm: fragment transform
      // lcm: model time = 4 s
      transform(k);
      // lcm: signal filled(k)
      // lcm: fragment tell
      // lcm: model time = 0 s
      tell(k);
    }
#pragma omp section
    for (int k = 0; k < 8; k++) {
      // lcm: wait filled(k)
      // lcm: fragment turn
      // lcm: model time = 6 s
      turn(k);
    }
  }
}
