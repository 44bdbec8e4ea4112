double v[1000];
int next[1000], found;

void scatter(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[next[i]] += 1;
}

void search(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (next[i] == 7)
      found = i;
}

void shift(int by) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[i] = v[i + by];
}

void clear(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[i] = 0;
}
