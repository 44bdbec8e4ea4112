#include <pthread.h>
#include <semaphore.h>
#include <time.h>
extern void use(void);
static pthread_t one;
static pthread_mutex_t m;
static pthread_cond_t c;
static sem_t s;
static int turn;
static void *work(void *arg) {
  const struct timespec late = {1, 0};
  if (!pthread_mutex_trylock(&m))
    pthread_mutex_unlock(&m);
  pthread_cond_timedwait(&c, &m, &late);
  pthread_cond_wait(&c, &m);
  while (turn % 2)
    pthread_cond_wait(&c, &m);
  sem_wait(&s);
  return arg;
}
void start(void) { pthread_create(&one, NULL, work, NULL); }
void stop(void) { pthread_join(one, NULL); }
int main(int argc, char **argv) {
  void *(*f)(void *) = argc > 1 ? work : 0;
  pthread_t t[9];
  start();
  stop();
  if (argc > 1)
    pthread_create(&t[0], NULL, work, NULL);
  while (argc--)
    pthread_create(&t[argc], NULL, work, NULL);
  pthread_create(&t[1], NULL, f, NULL);
  pthread_cancel(t[1]);
  for (int i = 0; i < 9; i++)
    pthread_join(t[i], NULL);
  pthread_create(&t[1], NULL, work, NULL);
  pthread_detach(t[1]);
  return 0;
}
