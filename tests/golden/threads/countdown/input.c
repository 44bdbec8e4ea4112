#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t none_left = PTHREAD_COND_INITIALIZER;
static int left = 3;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void *work(void *arg) {
  spend(10 + 5 * (long)arg);
  pthread_mutex_lock(&lock);
  if (--left == 0)
    pthread_cond_signal(&none_left);
  pthread_mutex_unlock(&lock);
  spend(4);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, work, (void *)i);
  pthread_mutex_lock(&lock);
  while (left > 0)
    pthread_cond_wait(&none_left, &lock);
  pthread_mutex_unlock(&lock);
  spend(6);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
