static void fill(double *a, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = a[(i - 1) * m + j] / 2;
}
double data[6400];
int main(int argc, char **argv) {
  fill(data, 64, 100 * argc);
  return data[7] > 1;
}
