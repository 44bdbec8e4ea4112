/* A taskloop whose tasks are executed at once, or not: what these make is
 * deferred all the same. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(int many) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop num_tasks(4) if (taskloop : many)
    for (int i = 0; i < 4; i++) {
      spend(10);
#pragma omp task
      spend(5);
    }
  }
}
