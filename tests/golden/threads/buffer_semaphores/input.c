#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#define SLOTS 2
#define ITEMS 5
static sem_t room, full;
static pthread_mutex_t lock;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    spend(10);
    sem_wait(&room);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return unused;
}
static void *consume(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sem_post(&room);
    spend(30);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  sem_init(&room, 0, SLOTS);
  sem_init(&full, 0, 0);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
