/* A task waits for its child while the member that made it has nothing left. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

void father(void) {
#pragma omp task
  spend(30);
  spend(10);
#pragma omp taskwait
  spend(10);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    father();
    spend(5);
#pragma omp taskwait
  }
}
