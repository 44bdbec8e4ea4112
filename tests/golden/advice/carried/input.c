/* Loops whose iterations hand something on wherever a branch is taken. */
#include <stdio.h>
#define N 10
static int d[N][N];
static double last[N], in[N][N];

static void paths(void)
{
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      if (d[i][k] < 0)
        continue;
      for (int j = 0; j < N; j++)
        // lcm: model pc = 1 ms
        if (d[i][j] > d[i][k] + d[k][j])
          d[i][j] = d[i][k] + d[k][j];
    }
}

static void layers(void)
{
  double sum = 0;
  for (int e = 0; e < N; e++)
    // lcm: model pc = 100 ms
    for (int j = 0; j < N; j++)
      last[j] = in[e][j];
  for (int j = 0; j < N; j++)
    sum += last[j];
  printf("%g\n", sum);
}

int main(void)
{
  paths();
  layers();
  return 0;
}
