#include <pthread.h>
#include <time.h>
enum { STAGES = 3, ITEMS = 4 };
struct stage { pthread_mutex_t lock; pthread_cond_t ready; int done; };
static struct stage stages[STAGES];
static const int cost[STAGES] = {1, 2, 3};
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void *run(void *arg) {
  const int s = (int)(long)arg;
  for (int i = 0; i < ITEMS; i++) {
    if (s > 0) {
      pthread_mutex_lock(&stages[s - 1].lock);
      while (stages[s - 1].done <= i)
        pthread_cond_wait(&stages[s - 1].ready, &stages[s - 1].lock);
      pthread_mutex_unlock(&stages[s - 1].lock);
    }
    spend(10 * (s + 1));
    pthread_mutex_lock(&stages[s].lock);
    stages[s].done++;
    pthread_cond_signal(&stages[s].ready);
    pthread_mutex_unlock(&stages[s].lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t[STAGES];
  for (long s = 0; s < STAGES; s++)
    pthread_create(&t[s], NULL, run, (void *)s);
  for (int s = 0; s < STAGES; s++)
    pthread_join(t[s], NULL);
  return 0;
}
