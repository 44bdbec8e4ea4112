#include <pthread.h>
#define THREADS 4
static double part[THREADS];

static void *work(void *arg)
{
  long me = (long)arg;
  // lcm: model pc = 2 s
  part[me] = me * 0.5;
  return NULL;
}

int main(void)
{
  pthread_t t[THREADS];
  for (long k = 0; k < THREADS; k++)
    pthread_create(&t[k], NULL, work, (void *)k);
  for (int k = 0; k < THREADS; k++)
    pthread_join(t[k], NULL);
  // lcm: model pc = 1 s
  part[0] += part[1];
  return 0;
}
