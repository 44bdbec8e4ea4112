void work(void);
int lucky(void);

void tree(int n) {
  // lcm: model time = 1 s
  work();
  // lcm: prob 0.4
  if (lucky()) {
#pragma omp task
    tree(n);
#pragma omp task
    tree(n);
#pragma omp taskwait
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  tree(1);
  return 0;
}
