double a[20][10], b[10][30];
int main(void) {
  int i, j;
  // lcm: model time per iteration = 10 ms
  for (i = 0; i < 20; i++)
    for (j = 0; j < 10; j++)
      a[i][j] = i + j;
  // lcm: model time per iteration = 30 ms
  for (i = 0; i < 10; i++)
    for (j = 0; j < 30; j++)
      b[i][j] = i - j;
  return 0;
}
