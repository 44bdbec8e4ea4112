double b[100][50], c[10][20][30];
int main(void) {
  double *f = &b[0][0];
  double *row;
  for (int i = 0; i < 99; i++)
    for (int j = 0; j < 50; j++)
      b[i][j] = f[(i + 1) * 50 + j];
  for (int i = 0; i < 99; i++)
    for (int j = 0; j < 50; j++)
      b[i][j] = f[i * 50 + j] + 1;
  for (int i = 1; i < 100; i++)
    for (int j = 0; j < 50; j++)
      b[i][j] = b[i][j - 1];
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 50; j++)
      b[i][j] = b[i][j - 1];
  for (int i = 0; i < 5000; i++)
    f[i] = 0;
  for (int i = 0; i < 100; i++) {
    row = b[i];
    for (int j = 0; j < 50; j++)
      row[j] = 1;
  }
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 20; j++)
      for (int k = 0; k < 30; k++)
        c[i][j][k] = c[i][19 - j][k];
  for (int i = 1; i < 99; i++)
    for (int j = 1 + i % 2; j < 49; j += 2)
      b[i][j] = b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
  for (int i = 1; i < 99; i++)
    for (int j = 1 + i % 2; j < 49; j += 2)
      b[i][j] = b[i - 1][j - 1] + b[i][j];
  return (int)b[3][3];
}
