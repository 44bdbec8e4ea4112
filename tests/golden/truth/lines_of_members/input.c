#include <pthread.h>

struct beside {
  volatile long first;
  volatile long second;
};
struct apart {
  volatile long first;
  char between[120];
  volatile long second;
};

static struct beside near;
static struct apart far;
static volatile long counts[32];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Two members of one line: 1000 writes of each section. */
void sections_near(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 0; i < 1000; i++)
      near.first += i;
#pragma omp section
    for (int i = 0; i < 1000; i++)
      near.second += i;
  }
}

/* 128 bytes from one to the other. */
void sections_far(void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 0; i < 1000; i++)
      far.first += i;
#pragma omp section
    for (int i = 0; i < 1000; i++)
      far.second += i;
  }
}

/* Elements with numbers: 0 and 1 share a line, 16 does not. */
void sections_elements(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    for (int i = 0; i < 1000; i++)
      counts[0] += i;
#pragma omp section
    for (int i = 0; i < 1000; i++)
      counts[1] += i;
#pragma omp section
    for (int i = 0; i < 1000; i++)
      counts[16] += i;
  }
}

/* One after the other: nobody waits. */
void one_after_the_other(void) {
  for (int i = 0; i < 1000; i++)
    near.first += i;
  for (int i = 0; i < 1000; i++)
    near.second += i;
}

static void *near_first(void *given) {
  for (int i = 0; i < 1000; i++)
    near.first += i;
  return given;
}

static void *near_second(void *given) {
  for (int i = 0; i < 1000; i++)
    near.second += i;
  return given;
}

static void *far_first(void *given) {
  for (int i = 0; i < 1000; i++)
    far.first += i;
  return given;
}

static void *far_second(void *given) {
  for (int i = 0; i < 1000; i++)
    far.second += i;
  return given;
}

static void *add(void *given) {
  volatile long *at = given;
  for (int i = 0; i < 1000; i++)
    *at += i;
  return NULL;
}

/* The same in threads. */
void threads_near(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, near_first, NULL);
  pthread_create(&t[1], NULL, near_second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}

void threads_far(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, far_first, NULL);
  pthread_create(&t[1], NULL, far_second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}

void threads_elements(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, add, (void *)&counts[2]);
  pthread_create(&t[1], NULL, add, (void *)&counts[3]);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}

/* Whoever has the lock has the line, too. */
static void *locked_first(void *given) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    near.first += i;
    pthread_mutex_unlock(&lock);
  }
  return given;
}

static void *locked_second(void *given) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&lock);
    near.second += i;
    pthread_mutex_unlock(&lock);
  }
  return given;
}

void threads_locked(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, locked_first, NULL);
  pthread_create(&t[1], NULL, locked_second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}

int main(void) {
  sections_near();
  sections_far();
  sections_elements();
  one_after_the_other();
  threads_near();
  threads_far();
  threads_elements();
  threads_locked();
  return 0;
}
