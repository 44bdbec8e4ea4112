/* Sections whose teams have one thread each: 4 s and 5 s, however many
 * processors there are; 9 s on one. */
void work(int);

int main(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp parallel for num_threads(1)
    // lcm: model pc = 4 s
    for (int i = 0; i < 100; i++)
      work(i);
#pragma omp section
#pragma omp parallel for num_threads(1)
    // lcm: model time per iteration = 0.05 s
    for (int i = 0; i < 100; i++)
      work(i);
  }
}
