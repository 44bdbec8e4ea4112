#include <pthread.h>
#include <threads.h>
static double v[4];
static void *one(void *of) {
  // lcm: model time = 1 ms
  *(double *)of = 1;
  return NULL;
}
static int two(void *of) {
  // lcm: model time = 1 ms
  *(double *)of = 2;
  return 0;
}
int main(void) {
  pthread_t ids[4];
  thrd_t others[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create(&ids[i], NULL, one, &v[i]) != 0)
      return 1;
  for (int i = 0; i < 4; i++)
    if (pthread_join(ids[i], NULL))
      return 2;
  for (int i = 0; i < 4; i++)
    if (thrd_create(&others[i], two, &v[i]) != thrd_success)
      return 3;
  for (int i = 0; i < 4; i++)
    if (thrd_join(others[i], NULL) != thrd_success)
      return 4;
  return 0;
}
