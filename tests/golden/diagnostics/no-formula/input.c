// lcm: param n = 4
void tree(int n) {
  // lcm: model time = 1 ms
  {
  }
  if (n == 0)
    return;
#pragma omp task
  tree(n - 1);
  tree(n - 1);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  int n = argc;
#pragma omp parallel
#pragma omp single
  tree(n);
}
