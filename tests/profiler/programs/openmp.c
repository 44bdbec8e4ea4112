/* Programs whose lost cycles are known, in OpenMP.
 *
 * usage: openmp CASE */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

/* What every program with a team has. */
static void start(void) {
#pragma omp parallel num_threads(2)
  __asm__ volatile("");
}

static void serial(void) {
  work(200);
#pragma omp parallel num_threads(2)
  work(100);
  work(100);
}

static void imbalance(void) {
#pragma omp parallel num_threads(2)
  work(omp_get_thread_num() ? 100 : 300);
}

static void loop(void) {
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 6; i++)
    work(i < 3 ? 20 : 80);
}

static void dynamic(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
  for (int i = 0; i < 5; i++)
    work(60);
}

static void lock(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    work(200);
  }
}

static void locks(void) {
  omp_lock_t one;
  omp_init_lock(&one);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock(&one);
    work(200);
    omp_unset_lock(&one);
  }
  omp_destroy_lock(&one);
}

static void barrier(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 4; i++) {
    work(omp_get_thread_num() == i % 2 ? 80 : 40);
#pragma omp barrier
  }
}

static void single(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    work(150);
    work(50);
#pragma omp master
    work(100);
  }
}

static void sections(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    work(240);
#pragma omp section
    work(120);
  }
}

/* A league of one team, which the library ends with a barrier of no team. */
static void league(void) {
#pragma omp teams num_teams(1) thread_limit(1)
  work(100);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    work(200);
#pragma omp section
    work(100);
  }
  work(50);
}

static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 5; i++) {
#pragma omp task
    work(60);
  }
}

static void taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    work(200);
#pragma omp task
    work(100);
#pragma omp taskwait
    work(100);
  }
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)
      work(omp_get_thread_num() ? 200 : 100);
    } else {
      work(300);
    }
  }
}

static void fewer(void) {
#pragma omp parallel num_threads(1)
  work(200);
#pragma omp parallel num_threads(2)
  work(100);
}

static void crowded(void) {
#pragma omp parallel num_threads(4)
  work(omp_get_thread_num() ? 100 : 300);
}

static void empty(void) {
  for (int i = 0; i < 2000; i++) {
#pragma omp parallel num_threads(2)
    __asm__ volatile("");
  }
}

static void dense(void) {
  for (int i = 0; i < 100000; i++) {
#pragma omp critical
    __asm__ volatile("");
  }
}

/* Return the nanoseconds of processor time that the calling thread has had. */
static long spent(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Compute, without sleeping, for "ms" of processor time.  Where a few
 * microseconds took more than a millisecond, a virtual machine stood still,
 * which counts as processor time though nothing ran, and nothing was sampled:
 * that is told as well. */
static void compute(long ms) {
  const long begin = spent();
  long before = begin;
  while (before - begin < ms * 1000000) {
    for (volatile int i = 0; i < 1000; i++)
      ;
    const long now = spent();
    if (now - before > 1000000)
      atomic_fetch_add(&overslept, now - before);
    before = now;
  }
}

static void busy(void) {
  compute(300);
#pragma omp parallel num_threads(2)
  __asm__ volatile("");
  compute(100);
}

/* Count the leaves of a binary tree of tasks "depth" levels high. */
static int tree(int depth) {
  int left = 1, right = 0;
  if (depth > 0) {
#pragma omp task shared(left)
    left = tree(depth - 1);
#pragma omp task shared(right)
    right = tree(depth - 1);
#pragma omp taskwait
  }
  return left + right;
}

static void many(void) {
  int leaves = 0, ordered = 0, groups = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    leaves = tree(12);
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 200; i++) {
#pragma omp ordered
      ordered += ordered == i;
    }
#pragma omp single
#pragma omp taskgroup
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
      groups++;
    }
  }
  if (leaves != 4096 || ordered != 200 || groups != 100)
    exit(3);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int counted;

static void *count(void *unused) {
  (void)unused;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&mutex);
    counted++;
    if (i % 10 == 0)
      pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void unlock(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);
}

/* Wait until cancelled. */
static void *wait_for_ever(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, unused);
  while (counted >= 0)
    pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return NULL;
}

/* Run teams inside teams, loops, locks, tasks. */
static void teams(void) {
  int sum = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(5) reduction(+ : sum)
  for (int k = 0; k < 10; k++) {
#pragma omp for schedule(monotonic : dynamic, 3)
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp critical
    counted++;
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task
      __asm__ volatile("");
    }
#pragma omp parallel num_threads(2)
    __asm__ volatile("");
  }
  if (sum != 10 * 4950)
    exit(3);
}

static void mixed(void) {
  pthread_t waiting[6], counting[24];
  for (int i = 0; i < 6; i++)
    pthread_create(&waiting[i], NULL, wait_for_ever, NULL);
  for (int i = 0; i < 24; i++)
    pthread_create(&counting[i], NULL, count, NULL);
  for (int i = 0; i < 10; i++)
    teams();
  for (int i = 0; i < 24; i++)
    pthread_join(counting[i], NULL);
  for (int i = 0; i < 6; i++) {
    pthread_cancel(waiting[i]);
    pthread_join(waiting[i], NULL);
  }
}

static void leave(void) {
#pragma omp parallel num_threads(2)
  {
    work(omp_get_thread_num() ? 500 : 200);
    if (omp_get_thread_num() == 0)
      exit(7);
  }
}

static void crash(void) {
#pragma omp parallel num_threads(2)
  {
    work(omp_get_thread_num() ? 500 : 200);
    if (omp_get_thread_num() == 0)
      *(volatile int *)0 = 1;
  }
}

static void endless(void) {
  for (int i = 0;; i++) {
#pragma omp parallel num_threads(2)
    work(omp_get_thread_num() ? 10 : 5);
    if (i == 20) {
      puts("running");
      fflush(stdout);
    }
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = {
      {"serial", serial},   {"imbalance", imbalance}, {"loop", loop},
      {"dynamic", dynamic}, {"lock", lock},           {"locks", locks},
      {"barrier", barrier}, {"single", single},       {"sections", sections},
      {"tasks", tasks},     {"taskwait", taskwait},   {"nested", nested},
      {"fewer", fewer},     {"crowded", crowded},     {"empty", empty},
      {"leave", leave},     {"dense", dense},         {"busy", busy},
      {"many", many},       {"league", league},       {"mixed", mixed},
      {"crash", crash},     {"endless", endless},     {"start", start}};
  for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1]) == 0) {
      cases[i].run();
      return 0;
    }
  }
  return 2;
}
