/* Tasks inside final tasks are included: who makes them executes them. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

/* A taskloop with tasks in its tasks. */
void work(int n) {
#pragma omp taskloop num_tasks(4)
  for (int i = 0; i < 4; i++) {
#pragma omp task
    spend(n);
#pragma omp task
    spend(n);
  }
}

int main(int last) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task final(last)
    work(10);
#pragma omp task
    spend(30);
  }
}
