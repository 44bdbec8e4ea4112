#include <pthread.h>
static struct {
  pthread_mutex_t lock;
  pthread_cond_t moved;
  unsigned long counter, cycle;
} start;
static const int P = 3;
void part(long me);
static void *run(void *arg) {
  long me = (long)arg;
  for (int step = 0; step < 2; step++) {
    // lcm: model time = (me + 1) * 1 s
    part(me);
    unsigned long cycle;
    pthread_mutex_lock(&start.lock);
    cycle = start.cycle;
    if (++start.counter != P) {
      while (cycle == start.cycle)
        if (pthread_cond_wait(&start.moved, &start.lock) != 0)
          break;
    } else {
      start.cycle = !start.cycle;
      start.counter = 0;
      pthread_cond_broadcast(&start.moved);
    }
    pthread_mutex_unlock(&start.lock);
    // lcm: model time = (3 - me) * 1 s
    part(me);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (long i = 0; i < 3; i++)
    pthread_join(t[i], 0);
}
