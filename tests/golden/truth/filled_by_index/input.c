int a[200], c[20][20], w[80], v[80], u[80], t[80];
int g(void)
{
  for (int i = 0; i < 12; i++) {
    for (int k = 2; k < 12; k++)
      w[k] = i + 4;
    for (int j = 3; j < i; j++)
      c[i][j] = w[j];
  }
  return c[5][3];
}
int h(void)
{
  for (int i = 0; i < 14; i++) {
    for (int k = 2; k < 12; k++)
      v[k] = i + 4;
    for (int j = 3; j < i; j++)
      c[i][j] = v[j];
  }
  return c[5][3];
}
int below(void)
{
  for (int i = 1; i < 12; i++) {
    for (int k = 2; k < 12; k++)
      u[k] = i + 4;
    for (int j = i; j < 12; j++)
      c[i][j] = u[j];
  }
  return c[5][3];
}
int above(void)
{
  for (int i = 2; i < 12; i++) {
    for (int k = 2; k < 12; k++)
      t[k] = i + 4;
    for (int j = i; j < 12; j++)
      c[i][j] = t[j];
  }
  return c[5][3];
}
