void outside(double *to);
static double a[100], b[100], c[20][20], e[100];
static int mark[100], sum, last, count;

static void scale(double *to, double *from) {
  for (int i = 0; i < 100; i++)
    to[i] = 2 * from[99 - i];
}

int main(int argc, char **argv) {
  for (int i = 1; i < 100; i++)
    a[i] = a[i - 1] + 1;
  for (int i = 0; i < 99; i++)
    b[i] = b[i + 1] + 1;
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 20; j++)
      c[i][j] = c[i - 1][j] * 2;
  for (int i = 0; i < 100; i++)
    outside(&a[i]);
  for (int i = 0; i < 100; i++)
    sum += mark[i];
  for (int i = 0; i < 100; i++)
    if (mark[i] > 3)
      last = i;
  for (int i = 0; i < 100; i++) {
    if (mark[i] > 3)
      break;
    b[i] = 3;
  }
  for (int k = 0; k < 10; k += 2)
    e[k] = e[9 - k];
  for (int i = 0; i < 50; i++) {
    if (mark[i])
      continue;
    e[0] = i;
  }
  for (int i = 0; i < 50; i++) {
    count += mark[i];
    mark[i] = count;
  }
  scale(a, argc > 1 ? a : b);
  return sum + last;
}
