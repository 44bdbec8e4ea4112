/* One member makes tasks of unequal length for all. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
      spend(10 + i % 5 * 10);
    }
  }
}
