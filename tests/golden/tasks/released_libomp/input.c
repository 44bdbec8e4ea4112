/* Tasks that wait for another, and a member that is busy when it ends. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(void) {
  int a, b, c;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a)
    spend(10);
#pragma omp task depend(in : a) depend(out : b)
    spend(30);
#pragma omp task depend(in : a) depend(out : c)
    spend(10);
#pragma omp task depend(in : c)
    spend(40);
#pragma omp task
    spend(25);
  }
}
