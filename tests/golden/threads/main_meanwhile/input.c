#include <threads.h>
#include <time.h>
static mtx_t lock;
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  thrd_sleep(&t, 0);
}
static int work(void *arg) {
  int id = *(int *)arg;
  spend(20 + id);
  mtx_lock(&lock);
  spend(5);
  mtx_unlock(&lock);
  return 0;
}
static int spawn(thrd_t *t, thrd_start_t f, void *arg) {
  return thrd_create(t, f, arg);
}
int main(void) {
  thrd_t t[4];
  int ids[4];
  mtx_init(&lock, mtx_plain);
  for (int i = 0; i < 4; i++)
    ids[i] = i;
  for (int i = 0; i < 4; i++)
    spawn(&t[i], work, &ids[i]);
  spend(50);
  mtx_lock(&lock);
  spend(5);
  mtx_unlock(&lock);
  for (int i = 0; i < 4; i++)
    thrd_join(t[i], NULL);
  spend(3);
  return 0;
}
