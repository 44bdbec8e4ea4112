static void fill(double *a, int n, int m, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i * m + j] = i + j;
}
double data[6400];
int main(int argc, char **argv) {
  fill(data, 64, 100 * argc, 90 * argc);
  return data[7] > 1;
}
