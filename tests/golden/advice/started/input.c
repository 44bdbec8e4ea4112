#include <pthread.h>
static double part[4];
static double own;

static void *work(void *arg)
{
  long me = (long)arg;
  // lcm: model pc = 1 s
  part[me] = me * 0.5;
  return NULL;
}

int main(void)
{
  pthread_t t[4];
  for (long k = 0; k < 4; k++)
    pthread_create(&t[k], NULL, work, (void *)k);
  // lcm: model pc = 6 s
  own = 1;
  for (int k = 0; k < 4; k++)
    pthread_join(t[k], NULL);
  return 0;
}
