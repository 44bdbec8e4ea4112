void solve(int i);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    solve(i);
  return 0;
}
