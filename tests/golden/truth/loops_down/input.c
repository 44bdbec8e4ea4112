/* Loops that count down: the first iterations, those of the first thread, are
 * the long ones. */
double a[9];

static void blocks(void) {
#pragma omp parallel for schedule(static)
  for (int i = 8; i >= 1; i--) {
    // lcm: model time = i * 1 s
    a[i] += 1;
  }
}

static void turns(int n) {
#pragma omp parallel for schedule(static, 2)
  for (int i = n - 1; i >= 0; --i) {
    // lcm: model time = (i + 1) * 1 s
    a[i + 1] += 1;
  }
}

static void whoever(void) {
#pragma omp for schedule(dynamic, 2)
  for (int i = 16; i > 1; i -= 2) {
    for (int j = 0; j < i; j += 2) {
      // lcm: fragment inner
      // lcm: model time = 1 s
      ;
    }
    a[i / 2] += 1;
  }
}

static void shares(void) {
#pragma omp parallel for schedule(guided)
  // lcm: model time per iteration = i * 1 s
  for (int i = 8; i >= 1; i--)
    a[i] += 1;
}

int main(void) {
  blocks();
  turns(8);
#pragma omp parallel
  whoever();
  shares();
  return 0;
}
