/* Jumps of binary searches. */
enum { N = 1024, MANY = 1000 };
static int sorted[N];
static unsigned keys[MANY];

void fill(const int *given) {
  for (int i = 0; i < N; i++)
    sorted[i] = 2 * i;
  for (int i = 0; i < MANY; i++)
    keys[i] = (unsigned)given[i];
}

/* Of 1000 searches, 11 rounds each, half of the rounds, and the ends: 6500. */
long find_all(void) {
  long sum = 0;
  for (int r = 0; r < MANY; r++) {
    const int key = (int)keys[r];
    int low = 0;
    int high = N;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
  }
  return sum;
}

/* The same: that the key is not the one in the middle is foreseen. */
long find_some(void) {
  long sum = 0;
  for (int r = 0; r < MANY; r++) {
    const int key = (int)keys[r];
    int low = 0;
    int high = N - 1;
    while (low <= high) {
      const int middle = (low + high) / 2;
      if (sorted[middle] == key)
        sum++;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle - 1;
    }
  }
  return sum;
}

long all(void) {
  return find_all() + find_some();
}
