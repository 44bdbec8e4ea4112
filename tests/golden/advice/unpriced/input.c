#include <threads.h>

void work(int n); /* elsewhere */

static int run(void *arg)
{
  work(*(int *)arg);
  return 0;
}

int main(void)
{
  thrd_t t[4];
  int n[4];
  for (int i = 0; i < 4; i++) {
    n[i] = 2 * i + 1;
    thrd_create(&t[i], run, &n[i]);
  }
  for (int i = 0; i < 4; i++)
    thrd_join(t[i], NULL);
  return 0;
}
