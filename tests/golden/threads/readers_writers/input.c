#include <pthread.h>
#include <time.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void fill(void) { spend(40); }
static void *reader(void *unused) {
  pthread_once(&once, fill);
  for (int i = 0; i < 3; i++) {
    pthread_rwlock_rdlock(&table);
    spend(10);
    pthread_rwlock_unlock(&table);
  }
  return unused;
}
static void *writer(void *unused) {
  spend(45);
  pthread_rwlock_wrlock(&table);
  spend(20);
  pthread_rwlock_unlock(&table);
  return unused;
}
int main(void) {
  pthread_t r[3], w;
  for (int i = 0; i < 3; i++)
    pthread_create(&r[i], NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(r[i], NULL);
  pthread_join(w, NULL);
  return 0;
}
