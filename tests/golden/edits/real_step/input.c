double f[100];

int main(void)
{
  const double dx = 0.1;
  double x = 0;
  for (int i = 0; i < 100; i++) {
    f[i] = 2 * x;
    x += dx;
  }
  return f[3] > 1;
}
