#include <pthread.h>

// lcm: model time = 1 s
void work(void) {}

static void *rounds(void *p) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock(&own);
    work();
    pthread_mutex_unlock(&own);
  }
  return p;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], NULL, rounds, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  return 0;
}
