/* A taskwait waits for the children alone, a barrier for what these have made,
 * too. */
void sleep_ms(int ms);

void spend(int ms) {
  // lcm: model time = ms * 1 ms
  sleep_ms(ms);
}

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp task
      {
#pragma omp task
        spend(10);
      }
#pragma omp taskwait
      spend(7);
    }
#pragma omp single
    spend(4);
  }
}
