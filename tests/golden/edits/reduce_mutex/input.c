#include <pthread.h>
double c[64];
double s;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  const long first = 16 * (long)arg;
  for (long i = first; i < first + 16; i++) {
    // lcm: fragment own
    // lcm: model time = 1 ms
    c[i] += 1;

    pthread_mutex_lock(&lock);
    // lcm: fragment add
    // lcm: model time = 1 ms
    s += c[i];
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (long k = 0; k < 4; k++)
    pthread_create(&t[k], 0, work, (void *)k);
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], 0);
  return s > 1;
}
