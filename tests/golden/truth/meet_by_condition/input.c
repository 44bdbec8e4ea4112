#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static int count, round;
void part(long me);
static void meet(int n) {
  pthread_mutex_lock(&m);
  int mine = round;
  count++;
  if (count == n) {
    count = 0;
    round++;
    pthread_cond_broadcast(&cv);
  } else {
    while (mine == round)
      pthread_cond_wait(&cv, &m);
  }
  pthread_mutex_unlock(&m);
}
static void *run(void *arg) {
  long me = (long)arg;
  // lcm: model time = (me + 1) * 1 s
  part(me);
  meet(4);
  // lcm: model time = (4 - me) * 1 s
  part(me);
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (long i = 0; i < 4; i++)
    pthread_join(t[i], 0);
}
