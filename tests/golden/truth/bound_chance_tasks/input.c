void work(void);
int c[100];
static void tree(int n) {
  if (n == 0) {
    // lcm: model time = 1 ms
    work();
    return;
  }
  if (c[n]) {
#pragma omp task
    // lcm: size tree(n - 1)
    tree(n - 1);
  }
#pragma omp task
  // lcm: size tree(n - 1)
  tree(n - 1);
#pragma omp taskwait
}
int main(void) {
#pragma omp parallel
#pragma omp single
  {
    tree(6);
    if (c[0]) {
#pragma omp task
      // lcm: model time = 4 ms
      work();
    } else {
      // lcm: model time = 1 ms
      work();
    }
    // lcm: model time = 3 ms
    work();
  }
  return 0;
}
