/* Four threads wait at a barrier that is for five. */
#include <pthread.h>

static pthread_barrier_t b;
static double a[4];

static void *run(void *p) {
  long me = (long)p;
  // lcm: fragment before
  // lcm: model time = 1 s
  a[me] = 1;
  pthread_barrier_wait(&b);
  return 0;
}

int main(void) {
  pthread_t t[4];
  pthread_barrier_init(&b, 0, 5);
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
