void chain(int n, int *a, int *b)
{
#pragma omp simd
  for (int i = 0; i < n - 1; i++)
    a[i + 1] = a[i] + b[i];
}

void near(int n, int *a)
{
#pragma omp simd safelen(4)
  for (int i = 3; i < n; i++)
    a[i] = 2 * a[i - 3];
}

void far(int n, int *a)
{
#pragma omp simd safelen(4)
  for (int i = 4; i < n; i++)
    a[i] = 2 * a[i - 4];
}

void ahead(int n, int *a)
{
#pragma omp simd
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1];
}

void behind(int n, int a[restrict n], int b[restrict n])
{
#pragma omp simd
  for (int i = 1; i < n; i++) {
    a[i] = i;
    b[i] = a[i - 1];
  }
}

void turned(int n, int a[restrict n], int b[restrict n])
{
#pragma omp simd
  for (int i = 1; i < n; i++) {
    b[i] = a[i - 1];
    a[i] = i;
  }
}

int sum(int n, int *a)
{
  int s = 0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

void in_order(int n, int *a, int *b)
{
#pragma omp simd
  for (int i = 1; i < n; i++) {
    b[i] = 2 * i;
#pragma omp ordered simd
    a[i] = a[i - 1] + b[i];
  }
}
