/* A buffer of two slots: one thread fills it, main empties it. */
#include <pthread.h>
#include <time.h>
#define SLOTS 2
#define ITEMS 5
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty, nonfull;
static int count;
/* Work for "ms" milliseconds, without using a processor. */
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
/* Make items and put them into the buffer. */
static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    spend(10);
    pthread_mutex_lock(&lock);
    while (count == SLOTS)
      pthread_cond_wait(&nonfull, &lock);
    count++;
    pthread_cond_signal(&nonempty);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
/* Take items out of the buffer and use them. */
static void *consume(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0)
      pthread_cond_wait(&nonempty, &lock);
    count--;
    pthread_cond_signal(&nonfull);
    pthread_mutex_unlock(&lock);
    spend(30);
  }
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, produce, NULL);
  consume(NULL);
  pthread_join(a, NULL);
  return 0;
}
