#include <pthread.h>
void work(long n);
static void *run(void *arg) {
  long me = (long)arg;
  // lcm: model time = me * 1 s
  work(me);
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
