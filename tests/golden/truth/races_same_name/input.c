static int a[1100], idx[1000], seen[1000];
static int pick(int k) { return idx[k] % 3; }
static int twice(int k) { return 2 * k; }
static void note(int k) { seen[k] = k; }
static void by_result(int k) {
  int i = pick(k);
  a[i] = k;
}
static void by_table(int k) {
  int i = idx[k];
  note(k);
  a[i] = k;
}
static void by_formula(int k) {
  int i = twice(k);
  a[i] = k;
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    by_result(i);
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    by_table(i);
#pragma omp parallel for
  for (int i = 0; i < 500; i++)
    by_formula(i);
  return a[0];
}
