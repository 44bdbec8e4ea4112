/* The case sweeps without a team: the loops are one fragment. */
static double a[100000], b[100000];

int main(void) {
  const int n = 100000;
  for (int t = 0; t < 10; t++)
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  return 0;
}
