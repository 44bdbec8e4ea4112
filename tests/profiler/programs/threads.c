/* Programs whose lost cycles are known, with threads of POSIX and C11.
 *
 * usage: threads CASE */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "work.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meeting;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static mtx_t mtx;
static cnd_t cnd;
static int ready;
static atomic_bool enough;

/* Run "function" with 0 and 1 in two threads. */
static void both(void *(*function)(void *)) {
  static int numbers[] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, function, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

static void *uneven(void *number) {
  work(*(int *)number ? 100 : 300);
  return NULL;
}

static void imbalance(void) {
  work(100);
  both(uneven);
  work(50);
}

static void *exclusive(void *number) {
  (void)number;
  pthread_mutex_lock(&mutex);
  work(200);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void lock(void) { both(exclusive); }

static void *meet(void *number) {
  for (int i = 0; i < 3; i++) {
    work(*(int *)number == i % 2 ? 100 : 50);
    pthread_barrier_wait(&meeting);
  }
  return NULL;
}

static void barrier(void) {
  pthread_barrier_init(&meeting, NULL, 2);
  both(meet);
}

static void *signal_or_wait(void *number) {
  if (*(int *)number)
    work(200);
  pthread_mutex_lock(&mutex);
  if (*(int *)number)
    pthread_cond_signal(&condition);
  ready += *(int *)number;
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  work(100);
  return NULL;
}

static void cond(void) { both(signal_or_wait); }

static void *give_or_take(void *number) {
  if (*(int *)number) {
    work(200);
    sem_post(&semaphore);
  } else {
    sem_wait(&semaphore);
  }
  work(100);
  return NULL;
}

static void sem(void) {
  sem_init(&semaphore, 0, 0);
  both(give_or_take);
}

static void *read_or_write(void *number) {
  if (*(int *)number)
    pthread_rwlock_wrlock(&rwlock);
  else
    pthread_rwlock_rdlock(&rwlock);
  work(150);
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}

static void rw(void) { both(read_or_write); }

static void *spinning(void *number) {
  (void)number;
  pthread_spin_lock(&spin);
  work(150);
  pthread_spin_unlock(&spin);
  return NULL;
}

static void spins(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  both(spinning);
}

static int c11_thread(void *number) {
  if (*(int *)number)
    work(200);
  mtx_lock(&mtx);
  if (*(int *)number)
    cnd_signal(&cnd);
  ready += *(int *)number;
  while (!ready)
    cnd_wait(&cnd, &mtx);
  work(100);
  mtx_unlock(&mtx);
  if (*(int *)number)
    thrd_exit(0);
  return 0;
}

static void c11(void) {
  static int numbers[] = {0, 1};
  thrd_t threads[2];
  mtx_init(&mtx, mtx_plain);
  cnd_init(&cnd);
  for (int i = 0; i < 2; i++)
    thrd_create(&threads[i], c11_thread, &numbers[i]);
  for (int i = 0; i < 2; i++)
    thrd_join(threads[i], NULL);
}

/* The first thread does its own share beside one other. */
static void beside(void) {
  static int number = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, uneven, &number);
  work(300);
  pthread_join(thread, NULL);
}

static void *short_work(void *unused) {
  (void)unused;
  work(75);
  pthread_exit(NULL);
}

/* Many threads, one after the other. */
static void many(void) {
  for (int i = 0; i < 4; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, short_work, NULL);
    pthread_join(thread, NULL);
  }
}

/* Wait "n" times for a lock that is free: an event, and waiting, of no time. */
static void be_eventful(int n) {
  static const struct timespec never = {1u << 31, 0};
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < n; i++) {
    pthread_mutex_timedlock(&own, &never);
    pthread_mutex_unlock(&own);
  }
}

static void *brief(void *unused) {
  be_eventful(10);
  return unused;
}

static void *eventful(void *unused) {
  while (!atomic_load(&enough))
    be_eventful(100);
  return unused;
}

/* There are more threads than processors now and then, while others go from
 * state to state as fast as they can. */
static void crowds(void) {
  pthread_t threads[2], thread;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, eventful, NULL);
  for (int i = 0; i < 200; i++) {
    pthread_create(&thread, NULL, brief, NULL);
    pthread_join(thread, NULL);
  }
  atomic_store(&enough, true);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

/* A child is made, and ends without what the parent registered. */
static void child(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    work(50);
    _exit(0);
  }
  waitpid(pid, NULL, 0);
  work(100);
  _exit(5);
}

/* Call sleeping call number "which" for a millisecond; return whether it said
 * that it was interrupted. */
static bool is_interrupted(int which) {
  struct timespec time = {.tv_nsec = 1000000};
  struct timeval other = {.tv_usec = 1000};
  switch (which) {
  case 0:
    return nanosleep(&time, NULL) != 0;
  case 1:
    return clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL) != 0;
  case 2:
    return usleep(1000) != 0;
  case 3:
    return thrd_sleep(&time, NULL) != 0;
  case 4:
    return poll(NULL, 0, 1) != 0;
  case 5:
    return ppoll(NULL, 0, &time, NULL) != 0;
  case 6:
    return select(0, NULL, NULL, NULL, &other) != 0;
  case 7:
    return pselect(0, NULL, NULL, NULL, &time, NULL) != 0;
  case 8:
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec = (time.tv_nsec + 1000000) % 1000000000;
    time.tv_sec += time.tv_nsec < 1000000;
    return clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, NULL) != 0;
  default:
    return true;
  }
}

/* Samples that come while a thread goes to sleep do not wake it. */
static void sleeps(void) {
  int wrong = 0;
  for (int i = 0; i < 1800; i++) {
    for (const long begin = work_time(); work_time() < begin + 400000;)
      ;
    const long begin = work_time();
    const bool interrupted = is_interrupted(i % 9);
    wrong += interrupted || work_time() < begin + (i % 9 == 8 ? 0 : 990000);
  }
  if (wrong)
    exit(3);
}

static void *nothing(void *unused) { return unused; }

/* What every program with threads has. */
static void start(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, nothing, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = {
      {"imbalance", imbalance}, {"lock", lock},     {"barrier", barrier},
      {"cond", cond},           {"sem", sem},       {"rw", rw},
      {"spins", spins},         {"c11", c11},       {"beside", beside},
      {"many", many},           {"crowds", crowds}, {"child", child},
      {"sleeps", sleeps},       {"start", start}};
  for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1]) == 0) {
      cases[i].run();
      return 0;
    }
  }
  return 2;
}
