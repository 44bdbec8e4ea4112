#include <pthread.h>

void work(int k);

static void *run(void *p) {
  work(*(int *)p);
  return 0;
}

int main(void) {
  pthread_t thread;
  int k = 3;
  pthread_create(&thread, 0, run, &k);
  pthread_join(thread, 0);
  return 0;
}
