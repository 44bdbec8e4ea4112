#define N 100
double a[2 * N], b[2 * N];

void ahead(int n, int m)
{
  for (int i = 0; i < n; i++)
    a[i] = a[i + m];
}

void fixed_place(int n, int k)
{
  for (int i = 0; i < n; i++)
    a[i] = a[k];
}

void one_ahead(int n)
{
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
}

void mirrored(int n)
{
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i];
}

void scaled(int n, int k)
{
  for (int i = 0; i < n; i++)
    a[i + k] = a[i + k] * 2;
}

void other(int n, int m)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i + m];
}

void far(int m)
{
  for (int i = 0; i < N; i++)
    a[i + m] = a[i + m + N];
}
