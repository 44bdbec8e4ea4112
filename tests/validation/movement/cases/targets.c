/* Pointers that may point to more arrays than a few: set in turn, chosen by
 * conditions, kept in elements, returned, and set more than 16 times. */
#define N 16
static double a[N], b[N], c[N], d[N], e[N], f[N], sum[N];
static double s[20][N];
static double *rows[7];

static double *chosen(int k) {
  return k == 0 ? a : k == 1 ? b : k == 2 ? c : k == 3 ? d : k == 4 ? e : f;
}

static void set(int k, double value) {
  double *at = a;
  if (k == 1)
    at = b;
  if (k == 2)
    at = c;
  if (k == 3)
    at = d;
  if (k == 4)
    at = e;
  if (k == 5)
    at = f;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    at[i] = value + i;
}

static void add(int k) {
  const double *from = chosen(k);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[i] += from[i];
}

static void many(int k) {
  static double *to = s[0];
  switch (k) {
  case 1:
    to = s[1];
    break;
  case 2:
    to = s[2];
    break;
  case 3:
    to = s[3];
    break;
  case 4:
    to = s[4];
    break;
  case 5:
    to = s[5];
    break;
  case 6:
    to = s[6];
    break;
  case 7:
    to = s[7];
    break;
  case 8:
    to = s[8];
    break;
  case 9:
    to = s[9];
    break;
  case 10:
    to = s[10];
    break;
  case 11:
    to = s[11];
    break;
  case 12:
    to = s[12];
    break;
  case 13:
    to = s[13];
    break;
  case 14:
    to = s[14];
    break;
  case 15:
    to = s[15];
    break;
  case 16:
    to = s[16];
    break;
  case 17:
    to = a;
    break;
  case 18:
    to = b;
    break;
  case 19:
    to = f;
    break;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    to[i] += k;
}

int main(void) {
  for (int k = 0; k < 6; k++)
    set(k, k);
  for (int k = 0; k < 6; k++)
    add(k);
  rows[0] = a;
  rows[1] = b;
  rows[2] = c;
  rows[3] = d;
  rows[4] = e;
  rows[5] = f;
  rows[6] = sum;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 6; k++)
      rows[6][i] += rows[k][i];
  for (int k = 0; k < 20; k++)
    many(k);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i];
  return 0;
}
