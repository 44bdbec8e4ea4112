#include <threads.h>
int c[64];
int s;
static mtx_t lock;
static int work(void *arg) {
  const long first = 16 * (long)arg;
  for (long i = first; i < first + 16; i++) {
    // lcm: fragment own
    // lcm: model time = 1 ms
    c[i] += 1;

    mtx_lock(&lock);
    // lcm: fragment add
    // lcm: model time = 1 ms
    s += c[i];
    mtx_unlock(&lock);
  }
  return 0;
}
int main(void) {
  thrd_t t[4];
  mtx_init(&lock, mtx_plain);
  for (long k = 0; k < 4; k++)
    thrd_create(&t[k], work, (void *)k);
  for (int k = 0; k < 4; k++)
    thrd_join(t[k], 0);
  return s > 1;
}
