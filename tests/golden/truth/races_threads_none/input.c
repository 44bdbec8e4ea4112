#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static int state, shared, table[8], once_value, sum2, cond_value, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t bar;
static sem_t sem;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t sp;
static atomic_int turn;
static __thread int own;
struct job {
  int id;
  int out;
  pthread_mutex_t lock;
  int *p;
};
static void init(void) { once_value = 3; }
static void *once_user(void *a) {
  (void)a;
  pthread_once(&once, init);
  return (void *)(long)once_value;
}
static void *locked(void *a) {
  (void)a;
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *by_index(void *a) {
  int k = (int)(long)a;
  table[k]++;
  return 0;
}
static void *by_job(void *a) {
  struct job *j = a;
  j->out = j->id;
  return 0;
}
static void *by_lock_of_job(void *a) {
  struct job *j = a;
  pthread_mutex_lock(&j->lock);
  shared++;
  pthread_mutex_unlock(&j->lock);
  return 0;
}
static void *meets(void *a) {
  int k = (int)(long)a;
  table[k] = k;
  pthread_barrier_wait(&bar);
  if (k == 0)
    sum2 = table[1];
  pthread_barrier_wait(&bar);
  state = sum2 > 0 ? k : 0;
  return 0;
}
static void *meets2(void *a) {
  (void)a;
  if (pthread_barrier_wait(&bar) == PTHREAD_BARRIER_SERIAL_THREAD)
    sum2 = 1;
  return 0;
}
static void *producer(void *a) {
  (void)a;
  pthread_mutex_lock(&m);
  cond_value = 1;
  ready = 1;
  pthread_cond_signal(&cv);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *consumer(void *a) {
  (void)a;
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&cv, &m);
  pthread_mutex_unlock(&m);
  cond_value = 2;
  return 0;
}
static void *poster(void *a) {
  (void)a;
  shared = 1;
  sem_post(&sem);
  return 0;
}
static void *waiter(void *a) {
  (void)a;
  sem_wait(&sem);
  shared = 2;
  return 0;
}
static void *reader(void *a) {
  (void)a;
  pthread_rwlock_rdlock(&rw);
  int v = shared;
  pthread_rwlock_unlock(&rw);
  return (void *)(long)v;
}
static void *writer(void *a) {
  (void)a;
  pthread_rwlock_wrlock(&rw);
  shared = 3;
  pthread_rwlock_unlock(&rw);
  return 0;
}
static void *spinner(void *a) {
  (void)a;
  pthread_spin_lock(&sp);
  shared++;
  pthread_spin_unlock(&sp);
  return 0;
}
static void *turns(void *a) {
  int k = (int)(long)a;
  while (atomic_load(&turn) != k)
    ;
  shared++;
  atomic_store(&turn, k + 1);
  return 0;
}
static void *tls(void *a) {
  (void)a;
  own++;
  return 0;
}
static void *trying(void *a) {
  (void)a;
  if (pthread_mutex_trylock(&m) == 0) {
    shared++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void *trying2(void *a) {
  (void)a;
  while (pthread_mutex_trylock(&m))
    ;
  shared++;
  pthread_mutex_unlock(&m);
  return 0;
}
static pthread_t first_thread;
static void *chain1(void *a) {
  (void)a;
  shared = 1;
  return 0;
}
static void *chain2(void *a) {
  (void)a;
  pthread_join(first_thread, 0);
  shared = 2;
  return 0;
}
static void *spin_done(void *a) {
  (void)a;
  while (!atomic_load(&turn))
    ;
  shared = 5;
  return 0;
}
static void *set_done(void *a) {
  (void)a;
  shared = 4;
  atomic_store(&turn, 1);
  return 0;
}
static void lock_it(void) { pthread_mutex_lock(&m2); }
static void unlock_it(void) { pthread_mutex_unlock(&m2); }
static void *wrapped(void *a) {
  (void)a;
  lock_it();
  shared++;
  unlock_it();
  return 0;
}
static void *lock_param(void *a) {
  pthread_mutex_t *q = a;
  pthread_mutex_lock(q);
  shared++;
  pthread_mutex_unlock(q);
  return 0;
}

int once_for_all(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, once_user, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int with_a_lock(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, locked, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int elements(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, by_index, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int own_jobs(void) {
  pthread_t t[4];
  struct job j[4];
  for (int i = 0; i < 4; i++) {
    j[i].id = i;
    pthread_create(&t[i], 0, by_job, &j[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return j[0].out;
}
int own_memory(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) {
    struct job *j = malloc(sizeof *j);
    j->id = i;
    pthread_create(&t[i], 0, by_job, j);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int lock_in_job(void) {
  pthread_t t[4];
  static struct job j;
  for (int i = 0; i < 4; i++) {
    pthread_create(&t[i], 0, by_lock_of_job, &j);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int one_of_barrier(void) {
  pthread_t t[4];
  pthread_barrier_init(&bar, 0, 4);
  for (long i = 0; i < 4; i++)
    pthread_create(&t[i], 0, meets2, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
int conditions(void) {
  pthread_t s, t;
  pthread_create(&s, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int semaphores(void) {
  pthread_t s, t;
  pthread_create(&s, 0, poster, 0);
  pthread_create(&t, 0, waiter, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int readers(void) {
  pthread_t s, t;
  pthread_create(&s, 0, reader, 0);
  pthread_create(&t, 0, writer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int spin_locks(void) {
  pthread_t s, t;
  pthread_create(&s, 0, spinner, 0);
  pthread_create(&t, 0, spinner, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int in_turn(void) {
  pthread_t s, t;
  pthread_create(&s, 0, turns, 0);
  pthread_create(&t, 0, turns, (void *)1);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int thread_local_ones(void) {
  pthread_t s, t;
  pthread_create(&s, 0, tls, 0);
  pthread_create(&t, 0, tls, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int tried(void) {
  pthread_t s, t;
  pthread_create(&s, 0, trying, 0);
  pthread_create(&t, 0, trying, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int tried_again(void) {
  pthread_t s, t;
  pthread_create(&s, 0, trying2, 0);
  pthread_create(&t, 0, trying2, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int joined_by_thread(void) {
  pthread_t t;
  pthread_create(&first_thread, 0, chain1, 0);
  pthread_create(&t, 0, chain2, 0);
  pthread_join(t, 0);
  return 0;
}
int spinning(void) {
  pthread_t s, t;
  pthread_create(&s, 0, set_done, 0);
  pthread_create(&t, 0, spin_done, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int lock_in_function(void) {
  pthread_t s, t;
  pthread_create(&s, 0, wrapped, 0);
  pthread_create(&t, 0, wrapped, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int lock_given(void) {
  pthread_t s, t;
  pthread_create(&s, 0, lock_param, &m);
  pthread_create(&t, 0, lock_param, &m);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int joined_between(void) {
  pthread_t s, t;
  pthread_create(&s, 0, chain1, 0);
  pthread_join(s, 0);
  pthread_create(&t, 0, chain1, 0);
  pthread_join(t, 0);
  return 0;
}
int joined_before_third(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, chain1, 0);
  pthread_create(&t, 0, tls, 0);
  pthread_join(s, 0);
  pthread_create(&u, 0, chain1, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
int awaited_between(void) {
  pthread_t s, t;
  pthread_create(&s, 0, set_done, 0);
  while (!atomic_load(&turn))
    ;
  pthread_create(&t, 0, chain1, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int posted_between(void) {
  pthread_t s, t;
  pthread_create(&s, 0, poster, 0);
  sem_wait(&sem);
  pthread_create(&t, 0, chain1, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int in_a_row(void) {
  pthread_t t;
  for (int i = 0; i < 4; i++) {
    pthread_create(&t, 0, chain1, 0);
    pthread_join(t, 0);
  }
  return 0;
}
int joined_perhaps(int k) {
  pthread_t s, t;
  pthread_create(&s, 0, chain1, 0);
  if (k)
    pthread_join(s, 0);
  pthread_create(&t, 0, chain1, 0);
  if (!k)
    pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
int main(void) {
  return once_for_all() + with_a_lock() + elements() + own_jobs() +
         own_memory() + lock_in_job() + one_of_barrier() + conditions() +
         semaphores() + readers() + spin_locks() + in_turn() +
         thread_local_ones() + tried() + tried_again() + joined_by_thread() +
         spinning() + lock_in_function() + lock_given() + joined_between() +
         joined_before_third() + awaited_between() + posted_between() +
         in_a_row() + joined_perhaps(1);
}
