/* A binary tree of tasks. */
// lcm: param n = 4 in 0..30

void leaf(void);

/* Do the leaves of a tree with "n" levels, and what joins them. */
void tree(int n) {
  if (n == 0) {
    // lcm: model time = 10 ms
    leaf();
    return;
  }
#pragma omp task
  tree(n - 1);
#pragma omp task
  tree(n - 1);
#pragma omp taskwait
  // lcm: fragment join
  // lcm: model time = 10 ms
  leaf();
}

int main(void) {
  int n;
#pragma omp parallel
#pragma omp single
  tree(n);
}
