double a[64];
int main(void) {
#pragma omp parallel for
  // lcm: fragment L
  // lcm: model pc = 64 ms
  // lcm: model li = 8 ms
  for (int i = 0; i < 64; i++)
    a[i] = i;
  return 0;
}
