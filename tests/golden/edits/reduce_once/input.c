#include <pthread.h>
double c[4], s;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  // lcm: model time = 1 ms
  c[(long)arg] += 1;

  pthread_mutex_lock(&lock);
  // lcm: model time = 1 ms
  s += c[(long)arg];
  pthread_mutex_unlock(&lock);
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
