#define N 20
int v[8], w[N], u[N][8];

void hidden(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int i = 0; i < 8; i++)
      v[i]++;
}

void hidden_simd(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp simd
    for (int i = 0; i < 8; i++)
      v[i]--;
  }
}

void beside(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    w[i]++;
    for (int i = 0; i < 8; i++)
      ;
  }
}

void row(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int *at = u[i];
    for (int i = 0; i < 8; i++)
      at[i]++;
  }
}

int main(void)
{
  hidden();
  hidden_simd();
  beside();
  row();
  return v[0] + w[0] + u[0][0];
}
