int x;
void work(int);
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    // lcm: model time = 1 s
    work(x);
#pragma omp task depend(in : x)
    {
      // lcm: model time = 1 s
      work(x);
#pragma omp taskloop num_tasks(2) nogroup
      for (int i = 0; i < 2; i++)
        // lcm: model time = (1 + 5 * i) * 1 s
        work(i);
    }
#pragma omp task depend(in : x)
    // lcm: model time = 4 s
    work(x);
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(in : x)
      // lcm: model time = 1500 ms
      work(x);
    }
  }
  return 0;
}
