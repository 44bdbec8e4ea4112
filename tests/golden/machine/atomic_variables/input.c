/* Variables that are atomic by their type. */
static _Atomic double sum;
static _Atomic long count;

void update(int n) {
  for (int i = 0; i < n; i++) {
    sum += 1.0;
    count++;
  }
}
