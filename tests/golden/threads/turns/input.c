#include <pthread.h>
void unit(void);
static void *a(void *q) {
  // lcm: model time = 10 s
  unit();
  return q;
}
static void *b(void *q) {
  // lcm: model time = 40 s
  unit();
  return q;
}
int main(void) {
  pthread_t t[3];
  if (pthread_create(&t[0], 0, a, 0) != 0)
    return 1;
  // lcm: model time = 5 s
  unit();
  pthread_create(&t[1], 0, b, 0);
  pthread_join(t[0], 0);
  // lcm: model time = 20 s
  unit();
  pthread_create(&t[2], 0, a, 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  return 0;
}
