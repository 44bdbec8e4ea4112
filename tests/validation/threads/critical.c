#include <pthread.h>
#include <stdlib.h>
#include <time.h>
// lcm: param p := threads
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, NULL);
}
static void *work(void *arg) {
  const long id = (long)arg;
  for (int i = 0; i < 3; i++) {
    spend(20 + 3 * id);
    pthread_mutex_lock(&lock);
    spend(2);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(int argc, char **argv) {
  const long threads = argc > 1 ? atol(argv[1]) : 4;
  pthread_t t[64];
  for (long i = 0; i < threads; i++)
    pthread_create(&t[i], NULL, work, (void *)i);
  for (long i = 0; i < threads; i++)
    pthread_join(t[i], NULL);
  return 0;
}
