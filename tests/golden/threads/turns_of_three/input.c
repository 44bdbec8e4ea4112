#include <pthread.h>
void unit(void);
static void *work(void *q) {
  (void)q;
  // lcm: model time = 10 s
  unit();
  return 0;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_create(&v, 0, work, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return 0;
}
