#include <pthread.h>
#include <semaphore.h>
static int n, m, k, out[2];
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t two, one;
static void *write_as_reader(void *p) {
  pthread_rwlock_rdlock(&l);
  n++;
  pthread_rwlock_unlock(&l);
  return p;
}
static void *write_as_one_of_two(void *p) {
  sem_wait(&two);
  m++;
  sem_post(&two);
  return p;
}
static void *write_alone(void *p) {
  sem_wait(&one);
  k++;
  sem_post(&one);
  pthread_rwlock_wrlock(&l);
  n++;
  pthread_rwlock_unlock(&l);
  pthread_rwlock_rdlock(&l);
  *(int *)p = n;
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  pthread_t t, u;
  sem_init(&two, 0, 2);
  sem_init(&one, 0, 1);
  pthread_create(&t, 0, write_as_reader, 0);
  pthread_create(&u, 0, write_as_reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_create(&t, 0, write_as_one_of_two, 0);
  pthread_create(&u, 0, write_as_one_of_two, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_create(&t, 0, write_alone, &out[0]);
  pthread_create(&u, 0, write_alone, &out[1]);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return n + m + k;
}
