/* Table under lock: all entries of a table are guarded by one lock. */
enum { N = 12800, SIZE = 1024 };

static long count[SIZE];

int main(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    // lcm: fragment compute
    // lcm: model time = 1 us
    const int key = i * 7 % SIZE;
#pragma omp critical
    {
      // lcm: fragment enter
      // lcm: model time = 1 us
      count[key] += 1;
    }
  }
  return count[7] != N / SIZE + (N % SIZE > 1);
}
