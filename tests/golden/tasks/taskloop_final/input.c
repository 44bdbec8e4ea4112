/* The tasks of a taskloop are final, or not: what they make is included. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(int last) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop num_tasks(2) final(last)
    for (int i = 0; i < 2; i++) {
#pragma omp task
      spend(10);
#pragma omp task
      spend(10);
#pragma omp taskwait
      spend(5);
    }
  }
}
