#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>

enum { THREADS = 4 };
struct job {
  int id;
  int *log;
  double sum;
};
static int hits, total, stage, seen, state, flags[THREADS], ticks, mixed;
static atomic_int served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t gate;
static thread_local int own;

static void *count(void *arg) {
  const int id = (int)(long)arg;
  hits++;
  pthread_mutex_lock(&lock);
  total += id;
  pthread_mutex_unlock(&lock);
  own++;
  return NULL;
}

static void *by_job(void *arg) {
  struct job *job = arg;
  job->sum = job->id;
  atomic_fetch_add(&served, 1);
  ticks += 2;
  return NULL;
}

static void *produce(void *arg) {
  (void)arg;
  stage = 1;
  pthread_mutex_lock(&lock);
  mixed++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  seen = stage;
  pthread_mutex_lock(&other);
  mixed++;
  pthread_mutex_unlock(&other);
  return NULL;
}

static void *phases(void *arg) {
  const int id = (int)(long)arg;
  flags[id] = 1;
  pthread_barrier_wait(&gate);
  seen += flags[(id + 1) % THREADS];
  pthread_barrier_wait(&gate);
  flags[0] = id;
  return NULL;
}

static int c11(void *arg) {
  (void)arg;
  state++;
  return 0;
}

int main(void) {
  pthread_t t[THREADS], s, r;
  struct job jobs[THREADS];
  thrd_t u[2];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    jobs[i].id = i;
    if (pthread_create(&t[i], NULL, by_job, &jobs[i]) != 0)
      perror("thread");
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  pthread_create(&s, NULL, produce, NULL);
  pthread_create(&r, NULL, consume, NULL);
  pthread_join(s, NULL);
  pthread_join(r, NULL);
  pthread_barrier_init(&gate, NULL, THREADS);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, phases, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  thrd_create(&u[0], c11, NULL);
  thrd_create(&u[1], c11, NULL);
  thrd_join(u[0], NULL);
  thrd_join(u[1], NULL);
  printf("%d %d %d %d\n", hits, total, seen, state);
  return own + mixed;
}
