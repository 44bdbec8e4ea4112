static void fill(double *a, int n, int m, int l) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 1; k < l; k++)
        a[(i * m + j) * l + k] = a[(i * m + j) * l + k - 1] + 1;
}
double data[6400];
int main(int argc, char **argv) {
  fill(data, 4, 4 * argc, 4 * argc);
  return data[7] > 1;
}
