void merge(int n);
void leaf(int n);

static void sort(int n) {
  if (n <= 4096) {
    // lcm: fragment leaf
    // lcm: model time = 1 us * n
    leaf(n);
  } else {
#pragma omp task
    sort(n / 2);
    sort(n / 2);
#pragma omp taskwait
    // lcm: fragment merge
    // lcm: model time = 2 us * n
    merge(n);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  sort(16384);
}
