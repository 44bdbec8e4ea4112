static int mark[100], loc[100], v[100];
void ways(int *nzv, const int *row) {
  int n = 0, k;
  for (k = 0; k < 100; k++)
    if (mark[k])
      loc[n++] = k;
  for (k = 0; k < n; k++)
    v[k] = 0;
  const int m = n;
  for (k = 0; k < m; k++)
    v[k] = 0;
  for (k = 0; k < *nzv; k++)
    v[k] = 0;
  const int q = *nzv;
  for (k = 0; k < q; k++)
    v[k] = 0;
  for (k = row[0]; k < row[1]; k++)
    v[k] = 0;
  const int from = row[0], to = row[1];
  for (k = from; k < to; k++)
    v[k] = 0;
  for (k = 0; k < 100; k++) {
    v[k] = 0;
    if (v[k + 1])
      k++;
  }
  for (k = 0; k * k * k < n; k++)
    v[k] = 1;
  for (k = 1; k < 100; k = k * k + 1)
    v[k] = 1;
  while (v[k])
    k++;
  do
    v[k++] = 1;
  while (k < n);
  for (; v[k] && k < 100; k++)
    v[k]++;
}
int main(void) {
  int z = 0;
  ways(&z, v);
}
