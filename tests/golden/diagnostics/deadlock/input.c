int work(int);
int main(void) {
  int x = 0, y = 0;
#pragma omp parallel sections
  {
#pragma omp section
    // lcm: wait filled
    x = work(1);
#pragma omp section
    // lcm: model time = 1 s
    y = work(2);
  }
  return x + y;
}
