int a[64];

int main(void)
{
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    if (a[i] > a[i + 32]) {
      const int t = a[i];
      a[i] = a[i + 32];
      a[i + 32] = t;
    }
  return a[0] > a[63];
}
