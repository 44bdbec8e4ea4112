#include <pthread.h>
static int stop;
static long n;
static void *work(void *p) {
  while (!stop)
    n++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  stop = 1;
  pthread_join(t, 0);
  return n > 0;
}
