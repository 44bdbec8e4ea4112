void first(int i);
void second(int i);

int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    // lcm: model time per iteration = if(i < 1, 4 s, 0 s)
    for (int i = 0; i < 2; i++)
      first(i);
#pragma omp for schedule(dynamic, 1)
    // lcm: model time per iteration = 1 s
    for (int i = 0; i < 4; i++)
      second(i);
  }
}
