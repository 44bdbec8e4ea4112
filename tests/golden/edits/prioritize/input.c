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
    // lcm: model time = 2 s
    work(x);
#pragma omp task depend(in : x)
    // lcm: model time = 3 s
    work(x);
#pragma omp task depend(in : x)
    // lcm: model time = 4 s
    work(x);
  }
  return 0;
}
