/* Variables that a round of the outer loop hands on, or does not. */
enum { N = 100 };

static double a[N][N], b[N];

int main(void) {
  double sum = 0, mean = 0, last = 0, row = 0, head = 0;
  int k = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      sum = sum + a[i][j];
      a[i][j] = sum;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      mean = 0.5 * mean + a[i][j];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++)
      last = a[i][j] - last;
    b[i] = last;
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      row = b[j];
    for (int j = 0; j < N; j++)
      a[i][j] = row;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (j == 0)
        head = b[i];
      a[i][j] = head;
    }
  for (int i = 0; i < N; i++)
    for (k = 0; k < N; k++)
      a[i][k] = b[i];
  return a[0][0] + mean + last > 1;
}
