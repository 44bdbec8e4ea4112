/* Two threads that take turns. */
#include <pthread.h>

static int turn;
static double a[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *run(void *p) {
  int me = *(int *)p;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    while (turn != me)
      pthread_cond_wait(&c, &m);
    // lcm: fragment move
    // lcm: model time = 1 s
    a[me] += 1;
    turn = 1 - turn;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  int id[2];
  for (int i = 0; i < 2; i++) {
    id[i] = i;
    pthread_create(&t[i], 0, run, &id[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return 0;
}
