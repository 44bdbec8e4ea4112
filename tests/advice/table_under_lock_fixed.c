/* table_under_lock.c with a lock for every 64th entry. */
#include <omp.h>

enum { N = 12800, SIZE = 1024, LOCKS = 64 };

static long count[SIZE];
static omp_lock_t lock[LOCKS];

int main(void) {
  // lcm: ignore
  for (int k = 0; k < LOCKS; k++)
    omp_init_lock(&lock[k]);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    // lcm: fragment compute
    // lcm: model time = 1 us
    const int key = i * 7 % SIZE;
    omp_set_lock(&lock[i * 7 % LOCKS]);
    // lcm: fragment enter
    // lcm: model time = 1 us
    count[key] += 1;
    omp_unset_lock(&lock[i * 7 % LOCKS]);
  }
  return count[7] != N / SIZE + (N % SIZE > 1);
}
