/* A function that calls itself; arguments that change places. */
#define N 32
static int a[N], b[N];

static void merge(const int *from, int *to, int low, int middle, int high) {
  int i = low;
  int k = middle;
  for (int at = low; at < high; at++)
    if (k == high || (i < middle && from[i] <= from[k]))
      to[at] = from[i++];
    else
      to[at] = from[k++];
}
static void sort(int *from, int *to, int low, int high) {
  if (high - low < 2)
    return;
  const int middle = (low + high) / 2;
  sort(to, from, low, middle);
  sort(to, from, middle, high);
  merge(from, to, low, middle, high);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 11 * i % N;
    b[i] = 11 * i % N;
  }
  sort(a, b, 0, N);
  a[0] = b[N - 1];
  return 0;
}
