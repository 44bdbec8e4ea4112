#include <pthread.h>
#include <stdbool.h>
#include <time.h>
enum { WORKERS = 3 };
struct state { pthread_mutex_t lock; pthread_cond_t cond; bool ready; int left; int finished; };
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void enter(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void leave(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void *work(void *arg) {
  struct state *s = arg;
  enter(&s->lock);
  while (!s->ready)
    pthread_cond_wait(&s->cond, &s->lock);
  leave(&s->lock);
  spend(20);
  pthread_mutex_lock(&s->lock);
  s->finished++;
  pthread_cond_broadcast(&s->cond);
  pthread_mutex_unlock(&s->lock);
  return NULL;
}
int main(void) {
  static struct state state = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, WORKERS, 0};
  pthread_t t[WORKERS];
  void *(*f)(void *) = work;
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&t[i], NULL, f, &state);
  spend(15);
  pthread_mutex_lock(&state.lock);
  state.ready = true;
  pthread_cond_broadcast(&state.cond);
  pthread_mutex_unlock(&state.lock);
  pthread_mutex_lock(&state.lock);
  while (state.finished < WORKERS)
    pthread_cond_wait(&state.cond, &state.lock);
  pthread_mutex_unlock(&state.lock);
  spend(5);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
