#include <pthread.h>

// lcm: model time = 1 s
void work(void) {}

struct slot {
  pthread_mutex_t lock;
};
static struct slot table[16];
int keys[2];

static void *rounds(void *p) {
  for (int k = 0; k < 2; k++) {
    int h = keys[k] % 16;
    pthread_mutex_lock(&table[h].lock);
    work();
    pthread_mutex_unlock(&table[h].lock);
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
