#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
// lcm: param p := threads
enum { SLOTS = 2, EACH = 4 };
static sem_t room, full;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, NULL);
}
static void *consume(void *unused) {
  for (int i = 0; i < EACH; i++) {
    sem_wait(&full);
    sem_post(&room);
    spend(24);
  }
  return unused;
}
int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 4;
  pthread_t t[64];
  sem_init(&room, 0, SLOTS);
  sem_init(&full, 0, 0);
  for (int i = 1; i < threads; i++)
    pthread_create(&t[i], NULL, consume, NULL);
  for (int i = 0; i < EACH * (threads - 1); i++) {
    spend(6);
    sem_wait(&room);
    sem_post(&full);
  }
  for (int i = 1; i < threads; i++)
    pthread_join(t[i], NULL);
  return 0;
}
