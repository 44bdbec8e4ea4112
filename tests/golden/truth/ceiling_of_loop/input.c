static double a[1000][1000], b[1000][1000];

int main(void) {
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++)
      a[i][j] = b[i][j] * 2.0 + 1.0;
  return 0;
}
