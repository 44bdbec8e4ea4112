#define N 64
static double M[N][N];
static double *row(int i) {
  int k = i / 2;
  return M[k];
}
int main(void) {
  for (int i = 1; i < N; i++) {
    double *r = row(i);
    for (int j = 0; j < N; j++)
      r[j] = r[j] + 1;
  }
  return (int)M[3][0];
}
