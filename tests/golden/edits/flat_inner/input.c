static void fill(double *a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i * m + j] = a[i * m + j - 1] + 1;
}
double data[6400];
int main(int argc, char **argv) {
  fill(data, 4, 4 * argc);
  return data[7] > 1;
}
