/* A taskwait with a dependence waits for the tasks that it names only. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(void) {
  int a = 0;
  int b = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a)
    spend(30);
#pragma omp task depend(out : b)
    spend(10);
#pragma omp taskwait depend(in : b)
    spend(5);
  }
}
