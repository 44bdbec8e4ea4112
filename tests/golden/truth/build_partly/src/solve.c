static int done[4];

void solve(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1 s
    done[i] = 1;
  }
}
